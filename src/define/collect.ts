/** Collects the definitions that one piece of code makes, apart from those of the process. */
import { badArgument, isRecord } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe } from '../errors/show.ts';
import { namesIn, type RouteTable, type SuppliedTable } from '../table/table.ts';
import { mapTable, readHome } from './map.ts';
import {
  type Definitions,
  type FileDefinitions,
  nothingDefined,
  registry,
  runInScope,
  TOP,
} from './registry.ts';

/** Export of a route file: a function that calls `Route`, synchronously. */
export type RouteFile = () => void;

/** The arguments of `Route.collect`: an optional table to start from, then route files. */
export type Collected = readonly RouteFile[] | readonly [SuppliedTable, ...RouteFile[]];

/**
 * Restores the process's registry when it returns or throws.
 * @param type `Route` or a subclass, which has the default controller
 */
export function collectTable(type: unknown, ...given: Collected): RouteTable {
  const where = 'Route.collect';
  const [first] = given;
  given.forEach(checkArgument);
  const base = typeof first === 'object' ? first : {};
  const collected = apart(() => {
    given.forEach((file, index) => {
      if (typeof file === 'function') {
        runInScope(`${where}, argument ${index + 1}`, TOP, file, undefined);
      }
    });
  });
  const table = mapTable(base, undefined, readHome(where, type), collected, where);
  registry().current.collectedNames = namesIn(table, where);
  return table;
}

/** Collects a function's definitions, in the order of its calls, without touching the registry. */
export function collectFrom(where: string, file: RouteFile): FileDefinitions {
  return apart(() => runInScope(where, TOP, file, undefined));
}

/** The import in progress. There is only one registry, so concurrent imports would mix. */
let busy: Promise<unknown> | undefined;

/**
 * Imports a file and moves the rows and mistakes of that time out of the registry. This includes
 * definitions by other code that runs meanwhile. Names and placeholders stay. Imports run one after
 * another.
 * @throws whatever the import throws; then its definitions are lost
 */
export function collectImport(
  load: () => Promise<unknown>,
): Promise<FileDefinitions & { readonly module: unknown }> {
  const collected = Promise.resolve(busy).then(() => importApart(load));
  busy = collected.catch(() => undefined);
  return collected;
}

async function importApart(load: () => Promise<unknown>) {
  const { current } = registry();
  const { rows, mistakes } = current;
  const defined: FileDefinitions = { rows: [], mistakes: [] };
  Object.assign(current, defined);
  try {
    return { ...defined, module: await load() };
  } finally {
    Object.assign(current, { rows, mistakes });
  }
}

/** Returns what a function defines, which starts with only the process's placeholders. */
function apart(run: () => void): Definitions {
  const state = registry();
  const before = state.current;
  state.current = nothingDefined(before.placeholders);
  try {
    run();
    return state.current;
  } finally {
    state.current = before;
  }
}

const LATE_TABLE = 'a table, and only the first may be one';

/** Advice on objects that are often taken for route files. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  [LATE_TABLE, 'write Route.collect({ ...first, ...second }, photos)'],
  ['an array', 'write Route.collect(...files)'],
  ['a Module', 'pass what the file exports: photos.default'],
  ['a Promise', "await the import first: Route.collect((await import('./photos.ts')).default)"],
]);

function checkArgument(value: unknown, index: number): void {
  const described = describe(value);
  const isTable = isRecord(value) && !ADVICE.has(described);
  if (typeof value === 'function' || (index === 0 && isTable)) return;
  const name = `argument ${index + 1}`;
  const kind = isTable ? LATE_TABLE : described;
  const advice = ADVICE.get(kind);
  if (advice !== undefined) {
    throw new WaymarkError('bad-argument', 'Route.collect', `${name} is ${kind}`, advice);
  }
  const wanted =
    "a function that defines routes, such as a route file's export (export default () => …)";
  const table = index === 0 ? ', or the table to start from' : '';
  throw badArgument('Route.collect', name, `${wanted}${table}`, value);
}
