import { WaymarkError } from '../errors/error.ts';
import { nearest } from '../errors/nearest.ts';
import { Pointer } from '../errors/pointer.ts';
import { quote, shorten } from '../errors/show.ts';

/**
 * CodeIgniter's own two. A table keeps them as they are, and its router replaces them as plain text, so
 * `:any` and `:num` stand for their expression wherever they occur, with or without parentheses
 * (`system/core/Router.php`, `_parse_routes`).
 */
export const BUILT_IN = { any: '[^/]+', num: '[0-9]+' } as const;

/** The further placeholders that are there from the start, named as in CodeIgniter 4. */
export const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([
  ['segment', '[^/]+'],
  ['alpha', '[a-zA-Z]+'],
  ['alphanum', '[a-zA-Z0-9]+'],
  ['hash', '[^/]+'],
]);

const BUILT_INS = /:(any|num)/g;

/** A `(:word)`; what a backslash escapes is skipped. */
const NAMED = /\\.|\(:([A-Za-z_]\w*)\)/gs;

/** Whether a name is one of {@link BUILT_IN}. */
export function isBuiltIn(name: string): boolean {
  return Object.hasOwn(BUILT_IN, name);
}

/** A pattern as a regular expression's source, not anchored: `posts/(:num)` → `posts/([0-9]+)`. */
export function expand(pattern: string): string {
  // The cast says what the expression can match.
  return pattern.replace(BUILT_INS, (_, name: string) => BUILT_IN[name as keyof typeof BUILT_IN]);
}

/** Undoes {@link expand}: `posts/([0-9]+)` → `posts/(:num)`. */
export function withPlaceholders(source: string): string {
  return Object.entries(BUILT_IN).reduce(
    (text, [name, own]) => text.replaceAll(own, `:${name}`),
    source,
  );
}

/**
 * Where a place of the expanded pattern is in the pattern as written; any place inside an expansion
 * is the start of its placeholder.
 */
export function writtenIndex(pattern: string, index: number): number {
  let added = 0;
  for (const { 0: name, index: start } of pattern.matchAll(BUILT_INS)) {
    const { length } = expand(name);
    if (index < start + added + length) return Math.min(start, index - added);
    added += length - name.length;
  }
  return index - added;
}

/**
 * Replaces the named placeholders of a pattern by their groups; `(:any)` and `(:num)` stay.
 * @throws {WaymarkError} at a word that no placeholder is defined for
 */
export function expandPlaceholders(
  where: string,
  pattern: string,
  known: ReadonlyMap<string, string> = PLACEHOLDERS,
): string {
  return pattern.replace(NAMED, (whole, name: string | undefined, index: number) => {
    if (name === undefined || isBuiltIn(name)) return whole;
    const source = known.get(name);
    if (source !== undefined) return `(${source})`;
    const names = ['any', 'num', ...known.keys()] as const;
    const near = nearest(name, names);
    // Words of other frameworks, such as int, are near nothing that was meant.
    const write = near[0] === name[0] ? near : names.join('), (:');
    const pointer = new Pointer({ pattern, index: index + 1 });
    // A table that is compiled knows none that Route.placeholder defines.
    const instead =
      known === PLACEHOLDERS
        ? 'a group of your own'
        : `define it first with Route.placeholder(${quote(name)}, …)`;
    throw new WaymarkError(
      'bad-placeholder',
      where,
      `there is no placeholder (:${shorten(name)})`,
      `write (:${shorten(write)}), or ${instead}`,
      pointer,
    );
  });
}
