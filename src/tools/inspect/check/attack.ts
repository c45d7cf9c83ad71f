/** Turns attacks on a pattern into paths that a client can send. */
import { visitRegExpAST } from '@eslint-community/regexpp';
import { CONTROLS, MAX_PATH_LENGTH, normalisePath } from 'waymark/internal';
import { charactersOf, parseSource } from '../automata/shape.ts';
import { spell } from '../inspection.ts';
import type { Attack } from './recheck.ts';

/** An attack that a client can send. */
export interface Sendable {
  /** The path, without a leading slash, with each pump repeated this many times. */
  path(repeats: number): string;
  /** The same path as a JavaScript expression. */
  say(repeats: number): string;
  /** The number of repeats in the longest path that a router accepts. */
  readonly most: number;
}

/** A text, repeated or not. */
interface Piece {
  readonly text: string;
  /**
   * The number of repeats beyond the requested number, possibly negative; `null` if it is not
   * repeated.
   */
  readonly bias: number | null;
}

/** Replacements for characters that no path contains, the most readable first. */
const PRINTABLE = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_~!$&*+,;=:@ "|';

/** A control character, half of a surrogate pair, or a percent sign, which starts an escape. */
const UNSENDABLE = new RegExp(`[${CONTROLS}\\ud800-\\udfff%]`, 'g');

/**
 * Turns an attack into one that a client can send. It replaces characters that no path contains
 * with others that the expression treats alike, and limits the length.
 *
 * @param source the expression
 * @param attack an attack from recheck
 * @returns the attack, and a variant without empty segments if normalisation changes the path;
 *   empty if a character has no replacement
 */
export function sendable(source: string, { pumps, suffix }: Attack): Sendable[] {
  const pieces: Piece[] = [
    ...pumps.flatMap(({ prefix, pump, bias }) => [
      { text: prefix, bias: null },
      { text: pump, bias },
    ]),
    { text: suffix, bias: null },
  ].filter(({ text }) => text !== '');
  const replaced = replaceAll(source, pieces);
  if (replaced === null) return [];
  const own = build(replaced);
  const path = `/${own.path(2)}`;
  if (normalisePath(spell(path.slice(1))) === path) return [own];
  return [own, build(fill(replaced))];
}

/** Puts a letter into each empty segment and after a final slash, since paths have neither. */
function fill(pieces: readonly Piece[]): Piece[] {
  const filled = pieces.map(({ text, bias }, at): Piece => {
    const isRepeated = bias !== null && text.endsWith('/');
    const isBehindSlash = at === 0 || pieces[at - 1].text.endsWith('/') || isRepeated;
    const start = isBehindSlash && text.startsWith('/') ? 'a' : '';
    return { text: start + text.replace(/\/(?=\/)/g, '/a'), bias };
  });
  const last = filled[filled.length - 1];
  return last.text.endsWith('/') ? [...filled, { text: 'a', bias: null }] : filled;
}

function build(pieces: readonly Piece[]): Sendable {
  const times = (bias: number, repeats: number) => Math.max(0, repeats + bias);
  const path = (repeats: number) =>
    pieces
      .map(({ text, bias }) => (bias === null ? text : text.repeat(times(bias, repeats))))
      .join('');
  let most = 0;
  while (most < MAX_PATH_LENGTH && spell(path(most + 1)).length <= MAX_PATH_LENGTH) most++;
  return {
    path,
    most,
    say(repeats) {
      const parts = pieces.map(({ text, bias }) => {
        const written = JSON.stringify(text);
        return bias === null ? written : `${written}.repeat(${times(bias, repeats)})`;
      });
      return ['"/"', ...parts].join(' + ');
    },
  };
}

/** Replaces characters that can't be sent; `null` if one has no replacement. */
function replaceAll(source: string, pieces: readonly Piece[]): Piece[] | null {
  const isAlike = comparer(source);
  const used = new Set(pieces.flatMap(({ text }) => [...text]));
  // Prefer unused characters, so that they stay different from the text that a back reference
  // compares.
  const candidates = [...PRINTABLE].sort((one, other) => +used.has(one) - +used.has(other));
  const known = new Map<string, string>();
  for (const char of pieces.flatMap(({ text }) => text.match(UNSENDABLE) ?? [])) {
    const other = candidates.find((candidate) => isAlike(char, candidate));
    if (other === undefined) return null;
    known.set(char, other);
  }
  return pieces.map(({ text, bias }) => ({
    // The cast: all of them are in the map.
    text: text.replace(UNSENDABLE, (char) => known.get(char) as string),
    bias,
  }));
}

/** Makes a function that tests whether an expression treats two characters alike everywhere. */
function comparer(source: string): (one: string, other: string) => boolean {
  const sets: ((char: string) => boolean)[] = [];
  const add = (set: { has(code: number): boolean }) =>
    sets.push((char) => set.has(char.charCodeAt(0)));
  visitRegExpAST(parseSource(source), {
    onCharacterEnter: ({ value, parent }) => {
      if (parent.type !== 'CharacterClass' && parent.type !== 'CharacterClassRange') {
        add({ has: (code) => code === value });
      }
    },
    onCharacterSetEnter: (set) => {
      if (set.parent.type !== 'CharacterClass') add(charactersOf(set));
    },
    onCharacterClassEnter: (set) => add(charactersOf(set)),
  });
  return (one, other) => sets.every((has) => has(one) === has(other));
}
