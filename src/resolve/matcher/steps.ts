/** Reads the steps at the start of a pattern: texts and whole segments. */
import { Code, VERBATIM_TEXT } from '../../path/normalise.ts';
import type { Pattern, Term } from '../../pattern/expression.ts';
import { type CharacterSet, readSet } from '../../pattern/machine.ts';
import { countPlaceholders } from '../../pattern/parse.ts';

/** The characters that a segment may contain, which never include the slash. */
export interface SegmentSet extends CharacterSet {
  /** Whether all characters beyond ASCII are members. */
  readonly beyond: boolean;
}

/**
 * The start of a pattern: alternating texts and segments, beginning and ending with a text. A
 * segment is a slash and one or more characters of its set. Paths have a leading slash here, so
 * every segment has one, and a text is empty or starts with one.
 */
export interface Steps {
  /** The route's index in the table. */
  readonly index: number;
  /** Has one text more than there are segments; the text between adjacent segments is empty. */
  readonly fixedTexts: readonly string[];
  /** The numbers of the segments' sets. */
  readonly sets: readonly number[];
  /** Whether these steps are the whole pattern. If not, its expression decides. */
  readonly whole: boolean;
}

/** The set number of `(:any)`: every character of a segment. */
export const ANY = 0;

/** The set number of `(:num)`. */
export const DIGITS = 1;

export class SegmentSets {
  /** Indexed by number. Parsing the first two would dominate the time to compile a small table. */
  readonly list: SegmentSet[] = [
    { ascii: new Uint8Array(128).fill(1).fill(0, Code.SLASH, Code.SLASH + 1), beyond: true },
    { ascii: new Uint8Array(128).fill(1, Code.ZERO, Code.ZERO + 10), beyond: false },
  ];
  private readonly numbers = new Map([
    ['[^/]', ANY],
    ['[0-9]', DIGITS],
  ]);

  /** The number of a class; −1 if it contains the slash, or only some non-ASCII characters. */
  numberOf(source: string): number {
    const known = this.numbers.get(source);
    if (known !== undefined) return known;
    const { ascii, beyond } = readSet(source);
    const isUsable = typeof beyond === 'boolean' && ascii[Code.SLASH] === 0;
    const number = isUsable ? this.list.push({ ascii, beyond }) - 1 : -1;
    this.numbers.set(source, number);
    return number;
  }
}

/**
 * Reads the steps of a template: `posts/(:num)/edit` has the texts `/posts` and `/edit`, and the
 * set {@link DIGITS}.
 */
export function templateSteps(template: string, index: number): Steps {
  const path = `/${template.replaceAll('\\.', '.')}`;
  // Allocated at their final length: growing arrays reserve room for seventeen elements.
  const sets = new Array<number>(countPlaceholders(path));
  const fixedTexts = new Array<string>(sets.length + 1);
  let from = 0;
  for (let place = 0; place < sets.length; place++) {
    const at = path.indexOf('(', from);
    fixedTexts[place] = path.slice(from, at - 1);
    sets[place] = path.startsWith('any', at + '(:'.length) ? ANY : DIGITS;
    from = at + '(:any)'.length;
  }
  fixedTexts[sets.length] = path.slice(from);
  return { index, fixedTexts, sets, whole: true };
}

/**
 * Reads the steps at the start of any pattern. It stops at text that clients send encoded, and at a
 * term that is not a whole segment. `page-(:num)` has the text `/page-`, and is not whole.
 * @param known the table's sets; new ones are added
 */
export function takeSteps({ choices }: Pattern, index: number, known: SegmentSets): Steps {
  const fixedTexts: string[] = [];
  const sets: number[] = [];
  let text = '/';
  const end = (whole: boolean): Steps => ({
    index,
    fixedTexts: [...fixedTexts, text],
    sets,
    whole,
  });
  const [sequence, ...others] = choices;
  if (others.length > 0) return { index, fixedTexts: [''], sets, whole: false };
  for (const [position, node] of sequence.entries()) {
    if (node.kind === 'text') {
      const [verbatim] = VERBATIM_TEXT.exec(node.value) as RegExpExecArray; // the cast: any text matches
      text += verbatim;
      if (verbatim !== node.value) return end(false);
      continue;
    }
    const alone = text.endsWith('/') && endsSegment(sequence[position + 1]);
    const set = alone ? setOf(node, known) : -1;
    if (set < 0) return end(false);
    fixedTexts.push(text.slice(0, -1));
    sets.push(set);
    text = '';
  }
  return end(true);
}

/** Whether the next term is a slash or the end of the pattern. */
function endsSegment(next: Term | undefined): boolean {
  return next === undefined || (next.kind === 'text' && next.value.startsWith('/'));
}

/**
 * The set number of a group that captures one or more characters of a class; −1 for other terms.
 */
function setOf(group: Term, known: SegmentSets): number {
  if (group.kind !== 'group' || group.number === null) return -1;
  const { choices } = group;
  if (choices.length > 1 || choices[0].length !== 1) return -1;
  const [term] = choices[0];
  if (term.kind !== 'repetition' || term.node.kind !== 'class') return -1;
  const { node, min, max, lazy } = term;
  return min === 1 && max === Infinity && !lazy ? known.numberOf(node.source) : -1;
}
