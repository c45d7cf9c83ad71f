/** The languages of patterns: the sets of normal paths that they match. */
import type { AST } from '@eslint-community/regexpp';
import { type CharSet, type DFA, isDisjointWith, NFA, Words } from 'refa';
import { CONTROLS, decodePath } from 'waymark/internal';
import { remember } from '../maps.ts';
import { charactersOf, parseSource } from './shape.ts';
import {
  attempt,
  both,
  type Captures,
  determined,
  MAX,
  proved,
  translate,
  type Unproved,
  without,
} from './translate.ts';

/** A set of normal paths, all non-empty. */
export type Language = DFA;

const PAIR = '[\\ud800-\\udbff][\\udc00-\\udfff]';
/** The escapes that a normal path may contain. */
const KEPT = Array.from({ length: 0x80 }, (_, code) =>
  decodePath(`%${code.toString(16).padStart(2, '0')}`),
)
  .filter((text) => typeof text === 'string' && text.startsWith('%'))
  .join('|');
const CHARACTER = `(?:[^${CONTROLS}/%\\ud800-\\udfff]|${KEPT}|${PAIR})`;
const NO_DOT = `(?:[^${CONTROLS}/%.\\ud800-\\udfff]|${KEPT}|${PAIR})`;
const SEGMENT = `(?:${NO_DOT}|\\.${NO_DOT}|\\.\\.${CHARACTER})${CHARACTER}*`;

/** The characters of witnesses, the most readable first. */
const READABLE = ['[a-z0-9/-]', '[\\w/.~-]', '[ -~]', '[^\\ud800-\\udfff]', '[^]'].map(
  (source) => charactersOf(parseSource(source).alternatives[0].elements[0] as AST.CharacterClass), // the cast: it is one
);

const LIKED: readonly (readonly [min: string, max: string])[] = [
  ['a', 'z'],
  ['0', '9'],
  ['A', 'Z'],
  ['-', '-'],
  ['_', '_'],
  ['!', '~'],
  ['\u00e0', '\u00ff'],
];

export class Languages {
  private readonly paths = new Map<string, Language | Unproved>();
  private readonly parts = new Map<string, DFA | Unproved>();
  private readonly others = new Map<string, DFA | Unproved>();
  private readonly pairs = new Map<string, boolean>();
  private readonly determined = new Map<string, DFA>();

  /** Every normal path except the empty one. */
  get normal(): Language {
    return this.own(`${SEGMENT}(?:/${SEGMENT})*`);
  }

  /** The normal paths that an expression matches, with the required captures of its groups. */
  of(source: string, captures: Captures = new Map()): Language | Unproved {
    const make = () => this.make(source, () => this.normal, captures);
    return captures.size > 0 ? make() : remember(this.paths, source, make);
  }

  /** Whether two single-segment expressions share a segment; `true` if undecided. */
  meet(one: string, other: string): boolean {
    return remember(this.pairs, `${one}/&/${other}`, () => {
      const apart = attempt(() => isDisjointWith(proved(this.part(one)), proved(this.part(other))));
      return apart !== true;
    });
  }

  /** Whether one single-segment expression matches all that another does; `false` if undecided. */
  holds(wide: string, narrow: string): boolean {
    return remember(this.pairs, `${wide}/>/${narrow}`, () => {
      const outside = attempt(() =>
        isDisjointWith(proved(this.part(narrow)), proved(this.outside(wide))),
      );
      return outside === true;
    });
  }

  /** The most readable of the shortest paths of a language; `null` if the language is empty. */
  witness(language: Language): string | null {
    for (const characters of READABLE) {
      const found = shortest(language, characters);
      if (found !== null) return found;
    }
    return null;
  }

  /** The language of one of waymark's own expressions, created only when a proof needs it. */
  private own(source: string): DFA {
    return remember(this.determined, source, () => {
      const language = determined(proved(translate(source)));
      language.minimize();
      return language;
    });
  }

  private part(source: string): DFA | Unproved {
    return remember(this.parts, source, () => this.make(source, () => this.own(SEGMENT)));
  }

  /** The segments that a single-segment expression does not match. */
  private outside(source: string): DFA | Unproved {
    return remember(this.others, source, () =>
      attempt(() => without(this.own(SEGMENT), proved(this.part(source)))),
    );
  }

  private make(source: string, within: () => DFA, captures?: Captures): DFA | Unproved {
    return attempt(() => {
      const language = both(proved(translate(source, captures)), within());
      language.minimize();
      return language;
    });
  }
}

export function wordOf(text: string): NFA {
  return NFA.fromWords([Words.fromStringToUTF16(text)], MAX);
}

/** One of the shortest paths of some characters, with preferred characters if there is a choice. */
function shortest({ initial, finals }: DFA, { ranges }: CharSet): string | null {
  const words = new Map([[initial, '']]);
  for (const [node, word] of words) {
    if (finals.has(node)) return word;
    const best = new Map<DFA.Node, { readonly rank: number; readonly code: number }>();
    for (const [{ min, max }, to] of node.out) {
      for (const range of ranges) {
        if (range.max < min || range.min > max) continue;
        const choice = choose(Math.max(min, range.min), Math.min(max, range.max));
        if (choice.rank < (best.get(to)?.rank ?? Number.POSITIVE_INFINITY)) best.set(to, choice);
      }
    }
    for (const [to, { code }] of best) {
      if (!words.has(to)) words.set(to, word + String.fromCharCode(code));
    }
  }
  return null;
}

/** All words of a language; `null` if there are more than `most`. */
export function allWords(language: DFA, most: number): string[] | null {
  if (!language.isFinite) return null;
  const counts = new Map<DFA.Node, number>();
  const count = (node: DFA.Node): number => {
    let words = counts.get(node);
    if (words === undefined) {
      // In a finite language, no word passes through a cycle.
      counts.set(node, 0);
      words = language.finals.has(node) ? 1 : 0;
      for (const [{ min, max }, to] of node.out) words += (max - min + 1) * count(to);
      counts.set(node, words);
    }
    return words;
  };
  if (count(language.initial) > most) return null;
  const words: string[] = [];
  const walk = (node: DFA.Node, word: string) => {
    if (language.finals.has(node)) words.push(word);
    for (const [{ min, max }, to] of node.out) {
      if (count(to) === 0) continue;
      for (let code = min; code <= max; code++) walk(to, word + String.fromCharCode(code));
    }
  };
  walk(language.initial, '');
  return words;
}

function choose(min: number, max: number): { rank: number; code: number } {
  for (const [rank, [first, last]] of LIKED.entries()) {
    const code = Math.max(min, first.charCodeAt(0));
    if (code <= Math.min(max, last.charCodeAt(0))) return { rank, code };
  }
  return { rank: LIKED.length, code: min };
}
