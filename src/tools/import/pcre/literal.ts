/** Decodes the literal text of a pattern, and finds patterns that no path matches. */
import { character } from './escapes.ts';
import type { Body, Item } from './nodes.ts';

/** A pattern that no path matches, in CodeIgniter or in waymark. */
export class Dead extends Error {}

/**
 * Decodes the percent sequences in a pattern's text. CodeIgniter matches the path as sent, where a
 * space is `%20`. waymark decodes the path first, but leaves `%2F` and `%25` alone.
 *
 * @param body alternatives
 * @throws {Dead} if the text is not UTF-8
 */
export function decodeText(body: Body): Body {
  return body.map((sequence) => decodeSequence(sequence).map(decodeInside));
}

/**
 * Refuses a dead pattern. CodeIgniter removes slashes at both ends of a path, and empty segments in
 * it.
 *
 * @param body alternatives
 * @throws {Dead} with the reason
 */
export function refuseDead(body: Body): void {
  if (body.length > 1) return;
  const [sequence] = body;
  if (sequence.some((item, index) => isEnd(item) && sequence[index + 1]?.kind === 'one')) {
    throw new Dead('$ is the end of the path, and no path continues after it');
  }
  if (sequence.length === 0) throw new Dead('the empty path is answered by default_controller');
  if (sequence.length === 1 && isSlash(sequence[0])) {
    throw new Dead('the empty path is answered by default_controller');
  }
  if (isSlash(sequence[0])) throw new Dead('no path starts with a slash in CodeIgniter');
  if (isSlash(sequence[sequence.length - 1])) {
    throw new Dead('no path ends with a slash in CodeIgniter');
  }
  if (sequence.some((item, index) => isSlash(item) && isSlash(sequence[index + 1]))) {
    throw new Dead('no path has an empty segment');
  }
}

function isEnd(item: Item): boolean {
  return item.kind === 'assertion' && item.source === '$';
}

function isSlash(item: Item | undefined): boolean {
  return item?.kind === 'one' && item.literal === '/';
}

function decodeInside(item: Item): Item {
  if (item.kind === 'group') return { ...item, body: decodeText(item.body) };
  if (item.kind === 'repeat') return { ...item, item: decodeInside(item.item) };
  return item;
}

/** Adjacent percent sequences for anything except a slash or a percent sign. */
const ENCODED = /(?:%(?!2[5Ff])[0-9A-Fa-f]{2})+/g;

function decodeSequence(sequence: readonly Item[]): readonly Item[] {
  // Each item is one character, so an index in the text is an index in the sequence.
  const text = sequence
    .map((item) => (item.kind === 'one' ? (item.literal ?? '\0') : '\0'))
    .join('');
  const decoded: Item[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(ENCODED)) {
    decoded.push(...sequence.slice(end, index), ...characters(run));
    end = index + run.length;
  }
  return [...decoded, ...sequence.slice(end)].map(upperSlash);
}

function characters(run: string): Item[] {
  try {
    return decodeURIComponent(run)
      .split('')
      .map((char) => character(char.charCodeAt(0)));
  } catch {
    throw new Dead(`no path has ${run}, which is not UTF-8`);
  }
}

/** Writes `%2f` in upper case. */
function upperSlash(item: Item, index: number, all: readonly Item[]): Item {
  const at = (offset: number) => {
    const other = all[index + offset];
    return other?.kind === 'one' ? other.literal : null;
  };
  return at(0) === 'f' && at(-1) === '2' && at(-2) === '%' ? character(0x46) : item;
}
