/** Finds the action of each row of an imported table, before the controllers are written. */

import type { SuppliedTable } from 'waymark';
import { checkRoutes, createLoader, type Files, withExactNames } from 'waymark/hmvc';
import {
  isReserved,
  isSwitch,
  type Row,
  readSettings,
  readTable,
  variesIn,
} from 'waymark/internal';

/** The action that a row leads to, if any. */
export interface Fate {
  readonly key: string;
  /** As the table spells it. */
  readonly to: string;
  /** `found`: an action; `varies`: depends on the path; `dead`: no action, so PHP answers 404. */
  readonly kind: 'found' | 'varies' | 'blocked' | 'setting' | 'dead';
  /** The destination to write instead; `null` to keep it. */
  readonly instead: string | null;
  /** The path of the controller, and the action, if the row leads to one. */
  readonly place: { readonly path: string; readonly action: string } | null;
}

/** The actions of a controller that is not written yet. */
export type Actions = ReadonlySet<string>;

/** The fewest arguments that rows pass, by controller path and action. */
export type Passed = ReadonlyMap<string, ReadonlyMap<string, number>>;

const REMAP = '_remap';

/** A function that is never called. */
const NOTHING = Function.prototype;

/**
 * Finds the action of each row of a table.
 *
 * @param table the table, with the rows of its modules
 * @param controllers the actions that each controller will have, by path
 * @param passed receives the number of arguments that rows pass; see {@link Passed}
 */
export async function findFates(
  table: SuppliedTable,
  controllers: ReadonlyMap<string, Actions>,
  passed: Map<string, Map<string, number>>,
): Promise<Fate[]> {
  const files: Files = Object.fromEntries(
    Array.from(controllers, ([path, actions]) => [
      path,
      async () => ({ default: asClass(actions) }),
    ]),
  );
  const written = readTable(table, 'import');
  const exact = readTable(withExactNames(table, files), 'import');
  const { places } = createLoader(files, { settings: readSettings(written) });
  const settings = settingsOf(written);

  async function fateOf(row: Row, exactly: string): Promise<Fate> {
    const { key, pattern, to } = row;
    const fate = { key, to, instead: null, place: null };
    if (isSwitch(pattern) || (isReserved(pattern) && to === ''))
      return { ...fate, kind: 'setting' };
    if (to === '') return { ...fate, kind: 'blocked' };
    const isOpen = variesIn(to, pattern);
    let varies = false;
    for (const { file, action, args } of places(exactly)) {
      const own = ownName(controllers.get(file.path) as Actions, action); // the cast: all are in it
      // Until the path is known, an action such as $1 may be one of this controller.
      if (own === null) varies ||= isOpen(action);
      if (own === null) continue;
      note(passed, file.path, own, args.length);
      if (varies) break;
      const instead = own === action ? null : respell(to, action, own);
      return { ...fate, kind: 'found', instead, place: { path: file.path, action: own } };
    }
    varies ||= await canLead(row, settings, files);
    return varies ? { ...fate, kind: 'varies' } : { ...fate, kind: 'dead', instead: '' };
  }

  const rows: Fate[] = [];
  for (const [at, row] of written.entries()) rows.push(await fateOf(row, exact[at].to));
  return rows;
}

/**
 * Spells an action as its class does, since PHP ignores the case of methods; `null` if it is
 * missing.
 */
function ownName(actions: Actions, action: string): string | null {
  if (actions.has(action) || actions.has(REMAP)) return action;
  const lower = action.toLowerCase();
  return Array.from(actions.keys()).find((name) => name.toLowerCase() === lower) ?? null;
}

/** Writes a destination with another spelling of its action. */
function respell(to: string, action: string, own: string): string {
  const segments = to.split('/');
  // A dash may stand for an underscore. The first segment is never the action.
  const at = segments.findIndex((part, at) => at > 0 && part.replaceAll('-', '_') === action);
  return segments.with(at, own).join('/');
}

function note(
  passed: Map<string, Map<string, number>>,
  path: string,
  action: string,
  count: number,
) {
  const least = passed.get(path) ?? new Map<string, number>();
  least.set(action, Math.min(least.get(action) ?? count, count));
  passed.set(path, least);
}

function settingsOf(rows: readonly Row[]): SuppliedTable {
  return Object.fromEntries(
    rows.flatMap(({ pattern, to }) => (isReserved(pattern) ? [[pattern, to]] : [])),
  );
}

/** Whether a row may lead to an action, depending on the path. */
async function canLead(row: Row, settings: SuppliedTable, files: Files): Promise<boolean> {
  const others = Object.keys(settings).filter((key) => key !== row.key);
  const handlers = Object.fromEntries(others.map((key) => [key, NOTHING]));
  try {
    await checkRoutes({ routes: { ...settings, [row.key]: row.to }, files, handlers });
    return true;
  } catch {
    return false;
  }
}

/** Makes a class with methods of these names. */
function asClass(actions: Actions) {
  const made = class {};
  for (const name of actions.keys())
    Object.defineProperty(made.prototype, name, { value: NOTHING });
  return made;
}
