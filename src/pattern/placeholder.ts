import { WaymarkError } from '../errors/error.ts';
import { nearest } from '../errors/nearest.ts';
import { Pointer } from '../errors/pointer.ts';
import { quote, shorten } from '../errors/show.ts';

/** CodeIgniter's own, which a table keeps as they are; `expand` reads them. */
export const BUILT_IN: readonly string[] = ['any', 'num'];

/** The placeholders that are there from the start, named as in CodeIgniter 4. */
export const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([
  ['segment', '[^/]+'],
  ['alpha', '[a-zA-Z]+'],
  ['alphanum', '[a-zA-Z0-9]+'],
  ['hash', '[^/]+'],
]);

/** A `(:word)`; what a backslash escapes is skipped. */
const PLACEHOLDER = /\\.|\(:([A-Za-z_]\w*)\)/gs;

/**
 * Replaces the named placeholders of a pattern by their groups; `(:any)` and `(:num)` stay.
 * @throws {WaymarkError} at a word that no placeholder is defined for
 */
export function expandPlaceholders(
  where: string,
  pattern: string,
  known: ReadonlyMap<string, string> = PLACEHOLDERS,
): string {
  return pattern.replace(PLACEHOLDER, (whole, name: string | undefined, index: number) => {
    if (name === undefined || BUILT_IN.includes(name)) return whole;
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
