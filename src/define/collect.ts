/** Keeps what a piece of code defines apart from what the process has defined. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe } from '../errors/show.ts';
import type { Row } from '../table/row.ts';
import { namesIn, type RouteTable, type SuppliedTable } from '../table/table.ts';
import { mapTable } from './map.ts';
import { nothingDefined, registry, TOP } from './registry.ts';
import { runInScope } from './scope.ts';

/** What a route file may export: a function that calls `Route`, synchronously. */
export type RouteFile = () => void;

/** What `Route.collect` takes: route files, and before them a table to start from. */
export type Collected = readonly RouteFile[] | readonly [SuppliedTable, ...RouteFile[]];

/**
 * Implements `Route.collect`: the registry is the process's again when it returns or throws.
 * @param defaultHome the default controller if the table has none
 * @throws {WaymarkError} if an argument is wrong, or a function is asynchronous or a generator;
 *   and whatever a function throws
 */
export function collectTable(defaultHome: string, ...given: Collected): RouteTable {
  const [first] = given;
  const base = isTable(first) ? first : {};
  given.forEach(checkArgument);
  const table = apart(() => {
    given.forEach((file, index) => {
      if (typeof file === 'function') {
        runInScope(`Route.collect, argument ${index + 1}`, TOP, file);
      }
    });
    return mapTable(base, undefined, defaultHome, { where: 'Route.collect' });
  });
  registry().collected = namesIn(table, 'Route.collect');
  return table;
}

/**
 * Collects what a function defines, apart from everything else, in the order of its calls.
 * @param where whose function it is, for errors
 * @throws as {@link collectTable}
 */
export function collectFrom(where: string, file: RouteFile): readonly Row[] {
  return apart(() => {
    runInScope(where, TOP, file);
    return registry().definitions;
  });
}

/** The import in progress: there is one registry, so two imports at once would mix. */
let busy: Promise<unknown> | undefined;

/**
 * Imports a file, and takes what is defined during the import out of the registry: what other code
 * defines meanwhile is taken too, while names and placeholders stay. Imports run one after another.
 * @throws whatever the import throws; then its definitions are lost
 */
export function collectImport(
  load: () => Promise<unknown>,
): Promise<{ readonly definitions: readonly Row[]; readonly module: unknown }> {
  const collected = Promise.resolve(busy).then(() => importApart(load));
  busy = collected.catch(() => undefined);
  return collected;
}

async function importApart(load: () => Promise<unknown>) {
  const state = registry();
  const { definitions: before } = state;
  const definitions: Row[] = [];
  state.definitions = definitions;
  try {
    return { definitions, module: await load() };
  } finally {
    state.definitions = before;
  }
}

/** Runs a function with a registry that is empty except for the process's placeholders. */
function apart<T>(run: () => T): T {
  const state = registry();
  const before = { ...state };
  Object.assign(state, nothingDefined(), { placeholders: new Map(before.placeholders) });
  try {
    return run();
  } finally {
    Object.assign(state, before);
  }
}

/** A module's exports and a promise are objects, and neither is meant as a table. */
function isTable(value: unknown): value is SuppliedTable {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(Symbol.iterator in value || Symbol.toStringTag in value)
  );
}

const LATE_TABLE = 'a table, and only the first may be one';

/** Advice on objects that are often taken for route files. */
const ADVICE: Readonly<Record<string, string>> = {
  [LATE_TABLE]: 'write Route.collect({ ...first, ...second }, photos)',
  'an array': 'write Route.collect(...files)',
  'a Module': 'pass what the file exports: photos.default',
  'a Promise': "await the import first: Route.collect((await import('./photos.ts')).default)",
};

function checkArgument(value: unknown, index: number): void {
  if (typeof value === 'function' || (index === 0 && isTable(value))) return;
  const name = `argument ${index + 1}`;
  const kind = isTable(value) ? LATE_TABLE : describe(value);
  const advice: string | undefined = ADVICE[kind];
  if (advice !== undefined) {
    throw new WaymarkError('bad-argument', 'Route.collect', `${name} is ${kind}`, advice);
  }
  const wanted =
    'a function that defines routes, such as what a route file exports ' +
    '(export default () => …)';
  const table = index === 0 ? ', or the table to start from' : '';
  throw badArgument('Route.collect', name, `${wanted}${table}`, value);
}
