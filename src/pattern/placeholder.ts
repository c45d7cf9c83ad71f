import { WaymarkError } from '../errors/error.ts';
import { nearest } from '../errors/nearest.ts';
import { Pointer } from '../errors/pointer.ts';
import { quote, shorten } from '../errors/show.ts';

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
 * Matches braces that are not a quantifier, or text to skip: an escaped character, or a class,
 * closed or not. It leaves out `{=` and `{!`, which would become look-behinds, and `{$`, since `$`
 * ends the path.
 */
const BRACES = /\\.|\[(?:\\.|[^\]\\])*\]?|\{(?![\d,]+\}|[=!$])([^{}]*?)(:[A-Za-z_]\w*)?\}/gs;

/** Whether a name is one of {@link BUILT_IN}. */
export function isBuiltIn(name: string): boolean {
  return Object.hasOwn(BUILT_IN, name);
}

/**
 * The source of a pattern's regular expression, not anchored: `posts/(:num)` → `posts/([0-9]+)`.
 */
export function expand(pattern: string): string {
  // The cast: the expression matches these names only.
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
 * Converts an index of the expanded pattern to an index of the pattern as written. An index inside
 * an expansion becomes the start of its placeholder.
 */
export function writtenIndex(pattern: string, index: number): number {
  let added = 0;
  for (const { 0: written, index: start } of pattern.matchAll(BUILT_INS)) {
    const { length } = expand(written);
    if (index < start + added + length) return Math.min(start, index - added);
    added += length - written.length;
  }
  return index - added;
}

/**
 * Rewrites the short form of named groups: `{slug}` as `(?<slug>:any)`, and `{id:num}` as
 * `(?<id>:num)`, or with the expression of another placeholder. Only definitions have this form;
 * Laravel, Symfony, ASP.NET and OpenAPI write their parameters like this. The parser refuses a name
 * such as `slug?`, as in the long form.
 * @throws {WaymarkError} if a placeholder is not defined
 */
export function expandNames(
  pattern: string,
  where: string,
  known: ReadonlyMap<string, string>,
): string {
  return pattern.replace(BRACES, (whole, name: string | undefined, word = ':any') =>
    name === undefined
      ? whole
      : `(?<${name}>${expandPlaceholders(`(${word})`, where, known).slice(1)}`,
  );
}

/**
 * Replaces the named placeholders of a pattern with their groups, except `(:any)` and `(:num)`.
 * @throws {WaymarkError} if a placeholder is not defined
 */
export function expandPlaceholders(
  pattern: string,
  where: string,
  known: ReadonlyMap<string, string>,
): string {
  return pattern.replace(NAMED, (whole, name: string | undefined, index: number) => {
    if (name === undefined) return whole;
    const source = known.get(name);
    if (source !== undefined) return `(${source})`;
    const names = ['any', 'num', ...known.keys()] as const;
    const near = nearest(name, names);
    // For words from other frameworks, such as int, the nearest name would mislead.
    const write = near[0] === name[0] ? near : names.join('), (:');
    const pointer = new Pointer({ pattern, index: index + 1 });
    // Route.placeholder doesn't affect compiling a table.
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
