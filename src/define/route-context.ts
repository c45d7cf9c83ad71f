/** Defines the rows of an area to which every module adds a controller, `Route.context`. */
import { readOptions, readString, readWhole } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe, quote } from '../errors/show.ts';
import { joinPatterns } from '../pattern/join.ts';
import { referencesOf } from '../table/destination.ts';
import { type Meta, readMeta } from '../table/meta.ts';
import { createRow, register } from './create-row.ts';
import { readName } from './define.ts';
import { registry } from './registry.ts';

/** The options of `Route.context`. */
export interface ContextOptions {
  /** Shifts every reference: the module is `$(1 + offset)`. */
  readonly offset?: number | null | undefined;
  /**
   * Adds a route for the name alone. If `home` contains a slash, it is the destination
   * (`admin/content/index`). Otherwise it is a controller, and the destination is `name/<home>`.
   * `{default_controller}` in it is replaced by the table's default controller.
   */
  readonly home?: string | null | undefined;
  /** The meta of the context's routes; see `Route.get`. CodeIgniter has no such option. */
  readonly meta?: Meta | null | undefined;
}

/** The arguments of `Route.context` after the name: the controller's name, options, or both. */
export type ContextArguments =
  | readonly [controller?: string | null | undefined, options?: ContextOptions | null | undefined]
  | readonly [options: ContextOptions];

/** The number of segments in the longest pattern, as in Bonfire. */
const MOST_SEGMENTS = 6;

/** Defines all routes of an area to which every module adds a controller, or none if an argument is wrong. */
export function defineContext(name: string, ...[second, third]: ContextArguments): void {
  const where = `Route.context(${describe(name)})`;
  const bare = readName(where, name, "the context's name, such as 'developer'");
  const optionsFirst = typeof second === 'object' && (third ?? null) === null;
  const given = readOptions(where, optionsFirst ? second : third, ['offset', 'home', 'meta']);
  const controller = (optionsFirst ? undefined : readString(where, 'controller', second)) ?? bare;
  const home = readString(where, 'home', given.home);
  const { outer, meta: outerMeta } = registry().current.scope;
  const meta = readMeta(where, given.meta, outerMeta);
  const first = 1 + (readWhole(where, 'offset', given.offset, 0) ?? 0) + outer;

  const rows = [];
  for (let segments = MOST_SEGMENTS; segments > 0; segments--) {
    const rest = Array.from({ length: segments - 1 }, (_, index) => `/$${first + 1 + index}`);
    const from = joinPatterns(name, '(:any)/'.repeat(segments).slice(0, -1));
    const to = `$${first}/${controller}${rest.join('')}`;
    rows.push(createRow(where, null, from, to, { meta }));
  }
  if (home !== undefined) {
    // Checked before replacement: a slash in the default controller doesn't count.
    const to = home.includes('/') ? home : `${bare}/${home}`;
    const row = createRow(where, null, name, to, { meta });
    const missing = referencesOf(home).find((group) => group > row.parsed.groupCount);
    if (missing !== undefined) {
      const pattern = quote(row.pattern);
      const problem = `home refers to $${missing}, and ${pattern} does not have that group`;
      throw new WaymarkError('bad-argument', where, problem, 'name the destination in full');
    }
    rows.push(row);
  }
  register(rows);
}
