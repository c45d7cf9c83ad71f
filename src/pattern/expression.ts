/**
 * Parses a regular expression to terms, in one pass. It refuses syntax that is invalid or differs
 * between PCRE and JavaScript. The error says where, and what to write instead.
 */
import { errorAt, type WaymarkErrorCode } from '../errors/error.ts';
import { shorten } from '../errors/show.ts';
import { escapeAdvice, groupAdvice } from './pcre-syntax.ts';
import { expandBuiltIns, writtenIndex } from './placeholder.ts';

/** The position of a term in the source, in UTF-16 units: from `index` up to `end`. */
interface Placed {
  readonly index: number;
  readonly end: number;
}

/** Literal characters; an escaped character is a term of its own. */
export interface Text extends Placed {
  readonly kind: 'text';
  readonly value: string;
}

/** One character of a set: a class in brackets, a dot, or an escape such as `\d`. */
export interface CharacterClass extends Placed {
  readonly kind: 'class';
  readonly source: string;
}

/** A group, which captures if it has a number. */
export interface Group extends Placed {
  readonly kind: 'group';
  readonly number: number | null;
  readonly name: string | null;
  /** The source between its parentheses. */
  readonly body: string;
  readonly choices: Choices;
  /** The number of capturing groups in it, including itself if it captures. */
  readonly groupCount: number;
}

/** A term that consumes nothing: an anchor, a word boundary, a look-around. */
export interface Assertion extends Placed {
  readonly kind: 'assertion';
  /** `^`, `$`, `\b` or `\B`, or the start of a look-around, such as `(?=`. */
  readonly source: string;
  /** The body of a look-around; otherwise empty. */
  readonly choices: Choices;
  readonly groupCount: number;
}

/** A back reference, to a number or a name. */
export interface Reference extends Placed {
  readonly kind: 'reference';
  readonly to: string;
}

export interface Repetition extends Placed {
  readonly kind: 'repetition';
  readonly node: Repeatable;
  readonly min: number;
  /** `Infinity` if there is no limit. */
  readonly max: number;
  readonly lazy: boolean;
}

/** A term that can have a quantifier; a text is a single character there. */
export type Repeatable = Text | CharacterClass | Group | Reference;

export type Term = Repeatable | Assertion | Repetition;

export type Sequence = readonly Term[];

/** The alternatives of an expression or a group, at least one. */
export type Choices = readonly Sequence[];

/** Throws an error that says what is wrong at an index, and what to write instead. */
export type Refuse = (index: number, problem: string, advice: string) => never;

/** The repeated term of a repetition; any other term itself. */
export function innerOf(term: Term): Repeatable | Assertion {
  return term.kind === 'repetition' ? term.node : term;
}

/** A parsed and checked pattern. */
export class Pattern {
  /**
   * @param written as written, but without a leading slash and with its named placeholders expanded
   * @param groupCount the number of capturing groups, at any depth
   * @param names the names of groups, with their numbers from 1
   * @param parsed `null` for a template, which is parsed only when its choices are read
   */
  constructor(
    readonly written: string,
    readonly groupCount: number,
    readonly names: readonly (readonly [name: string, number: number])[],
    private readonly parsed: Pick<Pattern, 'source' | 'choices'> | null,
  ) {}

  /** The source, with JavaScript's spelling of PCRE's white space. */
  get source(): string {
    return this.parsed?.source ?? expandBuiltIns(this.written);
  }

  /** Its alternatives. Reading those of a template parses it each time. */
  get choices(): Choices {
    const { parsed, written } = this;
    return (parsed ?? parseExpression(written, refusal(written, ''))).choices;
  }

  /** The names of its params: of a group without a name, its position from 0. */
  get paramNames(): string[] {
    const names = Array.from({ length: this.groupCount }, (_, place) => String(place));
    for (const [name, number] of this.names) names[number - 1] = name;
    return names;
  }
}

/** Makes the function that refuses a pattern, with a caret at the place in it. */
export function refusal(
  written: string,
  where: string,
  code: WaymarkErrorCode = 'bad-pattern',
): Refuse {
  return (index, problem, advice) => {
    const place = { pattern: written, index: writtenIndex(written, index) };
    throw errorAt(place, code, where, problem, advice);
  };
}

/** A group that isn't closed yet. */
interface Open {
  readonly index: number;
  /** The text that opens it: `(`, `(?:`, `(?<name>`, or the start of a look-around. */
  readonly header: string;
  readonly number: number | null;
  readonly name: string | null;
  readonly groupsBefore: number;
  /** The choices of the enclosing group. */
  readonly choices: Term[][];
}

/** A term without its position. */
type Unplaced = Term extends infer T ? (T extends Term ? Omit<T, 'index' | 'end'> : never) : never;

/** Engines recurse for nested groups, and V8 aborts the process if the stack overflows. */
const DEEPEST = 250;

/** PCRE's largest number in a quantifier. */
const MOST_TURNS = 65_535;

const LITERAL_TEXT = /[^*+?{\\[()|^$.]+/y;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})(\??)/y;
const GROUP_START = /\((?:\?(?::|<?[=!]|<([A-Za-z_$][\w$]*)>))?/y;
const POSIX_CLASS = /\[:(?:\^?[a-z]+|[<>]):\]/y;
const SPACE_IN_CLASS = /(?<!-)\\s(?!-[^\]])/y;
const BACK_REFERENCE = /\\(?:([1-9]\d*)|k<([^>]*)>)/y;
const CODED_CHARACTER = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|0([0-7]{0,2}))/iy;

/**
 * Respells PCRE's white space, since JavaScript's has more characters. No path has a tab or a line
 * break, so only the space remains.
 */
function spaced(source: string): string {
  return source.replace(/\\./gs, (token) =>
    token === '\\s' ? ' ' : token === '\\S' ? '[^ ]' : token,
  );
}

/**
 * Parses a pattern as an expression, without the checks of `check-expression.ts`.
 * @param written its named placeholders are expanded
 * @param refuse called at the first error
 */
export function parseExpression(written: string, refuse: Refuse): Pattern {
  const source = expandBuiltIns(written);
  const open: Open[] = [];
  const names = new Map<string, number>();
  const references: { readonly index: number; readonly to: string }[] = [];
  let choices: Term[][] = [[]];
  let groupCount = 0;
  let index = 0;

  function match(expression: RegExp, at = index): RegExpExecArray | null {
    expression.lastIndex = at;
    return expression.exec(source);
  }

  /** Adds a term and advances by its `length`. */
  function add(length: number, term: Unplaced, start = index): void {
    index += length;
    choices[choices.length - 1].push({ ...term, index: start, end: index } as Term); // now placed
  }

  function text(value: string, length = value.length): void {
    add(length, { kind: 'text', value });
  }

  function assertion(source: string): void {
    add(source.length, { kind: 'assertion', source, choices: [], groupCount: 0 });
  }

  function quantifier(char: string): void {
    const found = match(QUANTIFIER);
    if (found === null) return text(char);
    const [whole, from, comma, to, lazy] = found;
    const before = choices[choices.length - 1].pop();
    if (before?.kind === 'repetition' && char === '+') {
      refuse(index, 'only PCRE has possessive quantifiers', 'leave this + out');
    }
    if (before === undefined || before.kind === 'repetition' || before.kind === 'assertion') {
      const literal = `write \\${char} for a ${char} in the path`;
      const advice =
        before === undefined && char === '*'
          ? `write (.*) for whatever the path has here, or ${literal}`
          : literal;
      return refuse(index, `there is nothing for this ${char} to repeat`, advice);
    }
    if (to && Number(from) > Number(to)) {
      const shown = shorten(whole.slice(0, whole.length - lazy.length));
      const advice = `write {${shorten(to)},${shorten(from)}}`;
      refuse(index, `the numbers in ${shown} are out of order`, advice);
    }
    if (Number(to || from) > MOST_TURNS) {
      refuse(index, `PCRE repeats nothing more than ${MOST_TURNS} times`, 'write a smaller number');
    }
    const min = from === undefined ? Number(char === '+') : Number(from);
    const most = char === '?' ? 1 : Infinity;
    const max = from === undefined ? most : comma === undefined ? min : Number(to || Infinity);
    const node = lastCharacter(before);
    add(whole.length, { kind: 'repetition', node, min, max, lazy: lazy !== '' }, node.index);
  }

  /** Splits off the last character of a text, since a quantifier repeats only that. */
  function lastCharacter(node: Repeatable): Repeatable {
    if (node.kind !== 'text' || node.value.length === 1) return node;
    const { value, end } = node;
    choices[choices.length - 1].push({ ...node, value: value.slice(0, -1), end: end - 1 });
    return { ...node, value: value.slice(-1), index: end - 1 };
  }

  function backslash(): void {
    const char = source[index + 1];
    if (char === 's') return text(' ', 2);
    if (char === 'S') return add(2, { kind: 'class', source: '[^ ]' });
    checkEscape(index);
    const reference = match(BACK_REFERENCE);
    if (reference !== null) {
      const [whole, number, name] = reference;
      const to = number ?? name;
      references.push({ index, to });
      return add(whole.length, { kind: 'reference', to });
    }
    if (/[bB]/.test(char)) return assertion(`\\${char}`);
    if (/[dwDW]/.test(char)) return add(2, { kind: 'class', source: `\\${char}` });
    const coded = match(CODED_CHARACTER);
    // A character that is not in the list, at −1, stands for itself.
    if (coded === null) return text('\t\n\v\f\r'['tnvfr'.indexOf(char)] ?? char, 2);
    const [whole, byte, unit, octal] = coded;
    const code = octal === undefined ? Number.parseInt(byte ?? unit, 16) : Number(`0o0${octal}`);
    text(String.fromCharCode(code), whole.length);
  }

  function checkEscape(at: number): void {
    const char = source[at + 1];
    if (char === undefined) {
      refuse(at, 'nothing follows the backslash', 'write \\\\ for a backslash in the path');
    }
    const advice = escapeAdvice(source, at + 1);
    if (advice === null) return;
    refuse(at, `PCRE and JavaScript read this \\${char} differently`, advice);
  }

  function characterClass(): void {
    let end = index + (source[index + 1] === '^' ? 2 : 1);
    if (source[end] === ']') {
      refuse(end, 'JavaScript ends a class at a ] that comes first, PCRE does not', 'write \\]');
    }
    for (; source[end] !== ']'; end++) {
      if (source[end] === undefined) {
        const advice = 'close it with ], or write \\[ for a [ in the path';
        refuse(index, 'this [ is never closed', advice);
      }
      if (match(POSIX_CLASS, end) !== null) {
        refuse(end, 'only PCRE has POSIX classes', 'list the characters, as in [a-z]');
      }
      // Next to a hyphen, a space would become the end of a range.
      if (match(SPACE_IN_CLASS, end) !== null) end++;
      else if (source[end] === '\\') checkEscape(end++);
    }
    const text = source.slice(index, end + 1);
    try {
      new RegExp(text);
    } catch {
      refuse(index, 'a range in this class is out of order', 'write its lower end first');
    }
    add(text.length, { kind: 'class', source: spaced(text) });
  }

  function openGroup(): void {
    if (open.length === DEEPEST) {
      refuse(index, `groups are nested more than ${DEEPEST} deep`, 'write a smaller pattern');
    }
    const [header, name = null] = match(GROUP_START) as RegExpExecArray; // the cast: any ( matches
    const bare = header === '(';
    const behind = index + 1;
    if (bare && source[behind] === '*') {
      const advice = 'leave it out, or write (\\* for a group that starts with a *';
      refuse(index, 'only PCRE has verbs such as (*SKIP)', advice);
    }
    if (bare && source.startsWith('?<', behind)) {
      const advice = 'write letters, digits and underscores, not starting with a digit: (?<id>…)';
      refuse(index, 'the name of this group is not one that PCRE and JavaScript share', advice);
    }
    if (bare && source[behind] === '?') {
      const shown = source.slice(index, index + 3);
      const advice = groupAdvice(source, index + 2);
      refuse(index, `JavaScript has no group that starts with ${shown}`, advice);
    }
    if (name !== null && names.has(name)) {
      refuse(index, `two groups are named ${shorten(name)}`, 'give one of them another name');
    }
    const groupsBefore = groupCount;
    const number = bare || name !== null ? ++groupCount : null;
    if (name !== null) names.set(name, groupCount);
    open.push({ index, header, number, name, groupsBefore, choices });
    choices = [[]];
    index += header.length;
  }

  function closeGroup(): void {
    const group = open.pop();
    if (group === undefined) {
      return refuse(index, 'this ) closes nothing', 'write \\) for a ) in the path');
    }
    const { header, number, name } = group;
    const own = { choices, groupCount: groupCount - group.groupsBefore };
    choices = group.choices;
    const term: Unplaced = /[=!]/.test(header)
      ? { kind: 'assertion', source: header, ...own }
      : {
          kind: 'group',
          number,
          name,
          body: spaced(source.slice(group.index + header.length, index)),
          ...own,
        };
    add(1, term, group.index);
  }

  while (index < source.length) {
    const char = source[index];
    switch (char) {
      case '*':
      case '+':
      case '?':
      case '{':
        quantifier(char);
        break;
      case '\\':
        backslash();
        break;
      case '[':
        characterClass();
        break;
      case '(':
        openGroup();
        break;
      case ')':
        closeGroup();
        break;
      case '|':
        choices.push([]);
        index++;
        break;
      case '^':
      case '$':
        assertion(char);
        break;
      case '.':
        add(1, { kind: 'class', source: char });
        break;
      default:
        text((match(LITERAL_TEXT) as RegExpExecArray)[0]); // the cast: any other character matches
    }
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) {
    const advice = 'close it with ), or write \\( for a ( in the path';
    refuse(unclosed.index, 'this ( is never closed', advice);
  }
  for (const { index, to } of references) {
    if (names.has(to) || Number(to) <= groupCount) continue;
    refuse(index, `there is no group ${shorten(to)}`, 'refer to a group that the pattern has');
  }
  return new Pattern(written, groupCount, [...names], { source: spaced(source), choices });
}
