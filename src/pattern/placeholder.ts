/** Replaces placeholders in the source of a pattern, before it is parsed. */
import { errorAt, type PatternPlace, type WaymarkError } from '../errors/error.ts';
import { nearest, quote, shorten } from '../errors/show.ts';

/**
 * CodeIgniter's own two placeholders. A table keeps them. The router replaces them as plain text,
 * so `:any` and `:num` are expanded wherever they occur, with or without parentheses
 * (`system/core/Router.php`, `_parse_routes`).
 */
export const BUILT_IN = { any: '[^/]+', num: '[0-9]+' } as const;

/** The other predefined placeholders, named as in CodeIgniter 4. */
export const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([
  ['segment', '[^/]+'],
  ['alpha', '[a-zA-Z]+'],
  ['alphanum', '[a-zA-Z0-9]+'],
  ['hash', '[^/]+'],
]);

const BUILT_INS = /:(any|num)/g;

/** Matches a `(:word)` that is not built in, or an escaped character, so that it is skipped. */
const NAMED = /\\.|\(:(?!(?:any|num)\))([A-Za-z_]\w*)\)/gs;

/**
 * Matches a name in braces, or a single brace; or text to skip: an escaped character, a class,
 * closed or not, or a quantifier.
 */
const BRACES = /\\.|\[(?:\\.|[^\]\\])*\]?|\{[\d,]+\}|(\{([^{}]*?)(?::([A-Za-z_]\w*))?\}|[{}])/gs;

/** Matches the name of a group or of a placeholder. */
export const NAME = /^[A-Za-z_]\w*$/;

/** Matches a named group with a short source, or text to skip: an escaped character or a class. */
const GROUP = /\\.|\(\?<([A-Za-z_]\w*)>(:any|:num|\[[^\]\\]*\]\+)\)|\[(?:\\.|[^\]\\])*\]?/gs;

/** What follows the name in the short form, by the source of the group. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ...Array.from(PLACEHOLDERS, ([word, source]) => [source, `:${word}`] as const),
  ...Object.entries(BUILT_IN).flatMap(([word, source]) => {
    const short = word === 'any' ? '' : `:${word}`;
    return [[source, short] as const, [`:${word}`, short] as const];
  }),
]);

export function isBuiltIn(name: string): boolean {
  return Object.hasOwn(BUILT_IN, name);
}

/**
 * The source of a pattern's regular expression, not anchored: `posts/(:num)` → `posts/([0-9]+)`.
 */
export function expandBuiltIns(pattern: string): string {
  // The cast: the expression matches these names only.
  return pattern.replace(BUILT_INS, (_, name: string) => BUILT_IN[name as keyof typeof BUILT_IN]);
}

/** Undoes {@link expandBuiltIns}: `posts/([0-9]+)` → `posts/(:num)`. */
export function withPlaceholders(source: string): string {
  return Object.entries(BUILT_IN).reduce(
    (text, [name, own]) => text.replaceAll(own, `:${name}`),
    source,
  );
}

/**
 * Converts an index of the expanded pattern to an index of the pattern as written. An index inside
 * an expansion becomes the start of its placeholder.
 */
export function writtenIndex(pattern: string, index: number): number {
  let added = 0;
  for (const { 0: written, index: start } of pattern.matchAll(BUILT_INS)) {
    const { length } = expandBuiltIns(written);
    if (index < start + added + length) return Math.min(start, index - added);
    added += length - written.length;
  }
  return index - added;
}

/**
 * Rewrites the short form of named groups: `{slug}` as `(?<slug>:any)`, and `{id:num}` as
 * `(?<id>:num)`, or with the expression of another placeholder. Only definitions have this form;
 * Laravel, Symfony, ASP.NET and OpenAPI write their parameters like this.
 * @throws {WaymarkError} if braces hold no name, or a placeholder is not defined
 */
export function expandNames(
  pattern: string,
  where: string,
  known: ReadonlyMap<string, string>,
): string {
  return pattern.replace(BRACES, (whole, braces?: string, name = '', word = 'any', index = 0) => {
    if (braces === undefined) return whole;
    if (!NAME.test(name)) {
      const problem = `${quote(braces)} holds no name`;
      const advice = 'write {name} for a param, or \\{ and \\} for braces in the path';
      throw errorAt({ pattern, index }, 'bad-pattern', where, problem, advice);
    }
    if (isBuiltIn(word)) return `(?<${name}>:${word})`;
    const source = known.get(word);
    if (source !== undefined) return `(?<${name}>${source})`;
    throw undefinedPlaceholder(word, where, known, { pattern, index });
  });
}

/**
 * Writes named groups in their short form: `articles/(?<slug>:any)` → `articles/{slug}`. This is how
 * people write and read a pattern; a table keeps the groups. A group whose source no predefined
 * placeholder has stays.
 */
export function withShortNames(pattern: string): string {
  if (!pattern.includes('(?<')) return pattern;
  return pattern.replace(GROUP, (whole, name: string | undefined, source: string) => {
    const word = SHORT.get(source);
    return name === undefined || word === undefined ? whole : `{${name}${word}}`;
  });
}

/** Replaces named placeholders, except `(:any)` and `(:num)`, with their groups. */
export function expandPlaceholders(
  pattern: string,
  where: string,
  known: ReadonlyMap<string, string>,
): string {
  return pattern.replace(NAMED, (whole, name: string | undefined, index: number) => {
    if (name === undefined) return whole;
    const source = known.get(name);
    if (source !== undefined) return `(${source})`;
    throw undefinedPlaceholder(name, where, known, { pattern, index: index + 1 });
  });
}

function undefinedPlaceholder(
  name: string,
  where: string,
  known: ReadonlyMap<string, string>,
  place: PatternPlace,
): WaymarkError {
  const names = ['any', 'num', ...known.keys()];
  const near = nearest(name, names);
  // For words from other frameworks, such as int, the nearest name would mislead.
  const write = near?.[0] === name[0] ? near : names.join('), (:');
  // Only compiling a table passes this very map, and Route.placeholder doesn't affect that. A
  // definition passes the registry's copy.
  const instead =
    known === PLACEHOLDERS
      ? 'a group of your own'
      : `define it first with Route.placeholder(${quote(name)}, …)`;
  return errorAt(
    place,
    'bad-placeholder',
    where,
    `there is no placeholder (:${shorten(name)})`,
    `write (:${shorten(write)}), or ${instead}`,
  );
}
