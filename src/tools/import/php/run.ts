/** Runs a route file, without PHP. */
import { isReserved } from 'waymark/internal';
import { Budget, TooMuch } from './budget.ts';
import { evaluate } from './evaluate.ts';
import { callClosure, execute } from './execute.ts';
import { isRefused, normal } from './include.ts';
import { type Item, Journal } from './journal.ts';
import {
  type ListFolder,
  type Machine,
  type ReadFile,
  type ReadVariable,
  type Refused,
  type Scope,
  Stopped,
  Variables,
} from './machine.ts';
import { importable, type Output } from './output.ts';
import { decode, parsePhp, tryParsePhp } from './source.ts';
import { PhpArray, type Ref, type Slot, type Value } from './values.ts';

export interface Run extends Output {
  readonly record: Journal;
  readonly globals: ReadonlyMap<string, Ref>;
}

type ReadBytes = (path: string) => Uint8Array | string | null | Refused;

export interface RunOptions {
  readonly file: string;
  readonly place: FilePlace;
  readonly ci2: boolean;
  readonly constants: Readonly<Record<string, string | number | boolean>>;
  readonly read: ReadBytes | null;
  readonly list: ListFolder | null;
  readonly env: ReadVariable | null;
}

export function runPhp(php: string, options: RunOptions): Run {
  const { file, place, constants, read, list, env } = options;
  const source = parsePhp(php, file);
  const budget = new Budget();
  budget.spend('characters', READING * php.length);
  const route: Ref = { value: new PhpArray(budget) };
  const variables = new Variables([['route', route]]);
  const items: Item[] = [];
  const record = new Journal(budget);
  const machine: Machine = {
    record,
    constants: new Map([...frameworkConstants(place), ...Object.entries<Value>(constants)]),
    functions: new Map(),
    route,
    frames: [variables],
    captured: new Set(),
    skipped: [],
    checked: new WeakSet(),
    read: read && ((path) => readFile(read, path, budget)),
    list,
    env,
    included: new Set(),
    maps: [],
    budget,
    namespace: null,
    statement: null,
    at: { file, line: 1 },
    depth: 0,
    jump: 1,
    evaluate,
    run: execute,
    call: callClosure,
  };
  const scope: Scope = { machine, variables, source, items, returned: null };
  try {
    readConstants(machine, options);
    execute(source.children, scope);
  } catch (error) {
    const isOwn = error instanceof TooMuch || error instanceof Stopped;
    if (!isOwn && !(error instanceof RangeError)) throw error;
    // An expression with thousands of parts overflows the stack.
    const why = isOwn ? error.message : 'an expression is nested too deeply';
    record.warn(machine.at, `not imported from here on: ${why}`);
  }
  record.comments(items, source, Number.POSITIVE_INFINITY);
  const run = importable({ items, ...tables(machine, route.value) }, record);
  return { ...run, record, globals: variables };
}

/**
 * Runs the application's constants files, which CodeIgniter includes before the route file. Those
 * of the environment come first; in version 2 they are the only ones. Their other code has no
 * effect on routes.
 */
function readConstants(machine: Machine, { ci2 }: RunOptions): void {
  const { constants } = machine;
  const folder = `${constants.get('APPPATH')}config/`;
  const environment = constants.get('ENVIRONMENT');
  if (typeof environment === 'string') {
    const isFound = readConstantsOf(machine, `${folder}${environment}/constants.php`);
    if (isFound && ci2) return;
  }
  readConstantsOf(machine, `${folder}constants.php`);
}

function readConstantsOf(machine: Machine, file: string): boolean {
  const { read, budget, at, included } = machine;
  const path = normal(file);
  const found = read?.(path) ?? null;
  if (found === null || isRefused(found)) return false;
  included.add(path);
  machine.record.included.add(path);
  const source = tryParsePhp(found, path);
  if ('problem' in source) return true;
  const variables = new Variables();
  const apart = { record: new Journal(budget), frames: [variables], maps: [] };
  const aside: Machine = { ...machine, ...apart };
  try {
    execute(source.children, { machine: aside, variables, source, items: [], returned: null });
  } catch (error) {
    machine.at = aside.at;
    if (!(error instanceof Stopped)) throw error;
  }
  machine.at = at;
  return true;
}

/** Reading a character costs more than concatenating it. */
const READING = 4;

function readFile(read: ReadBytes, path: string, budget: Budget): ReturnType<ReadFile> {
  const file = read(path);
  if (file === null || isRefused(file)) return file;
  budget.spend('characters', READING * file.length);
  return decode(file);
}

function frameworkConstants({ application, environment }: FilePlace): [string, Value][] {
  return [
    ['BASEPATH', '/system/'],
    ['SYSDIR', 'system'],
    ['APPPATH', application],
    ['FCPATH', `${application}../`],
    ...(environment === null ? [] : [['ENVIRONMENT', environment] satisfies [string, Value]]),
    ['EXT', '.php'],
    ['PHP_EOL', '\n'],
    ['DIRECTORY_SEPARATOR', '/'],
    ['GLOB_MARK', 2],
    ['GLOB_ONLYDIR', 8192],
    ['SCANDIR_SORT_ASCENDING', 0],
    ['SCANDIR_SORT_DESCENDING', 1],
  ];
}

function tables(machine: Machine, route: Value): Omit<Output, 'items'> {
  const end = route instanceof PhpArray ? route : new PhpArray(machine.budget);
  const map = machine.maps.at(-1);
  if (map === undefined || !(map.table instanceof PhpArray)) {
    return { base: end.list(), later: [], mapped: Number.POSITIVE_INFINITY };
  }
  const { table, order } = map;
  const late = end.list().filter(({ changed }) => changed.order > order);
  const settings = late.filter(isSetting);
  const base = table
    .list()
    .filter(({ key }) => end.get(key) !== undefined)
    .map((slot) => settings.find(({ key }) => key === slot.key) ?? slot);
  return {
    mapped: order,
    base: [...base, ...settings.filter(({ key }) => table.get(key) === undefined)],
    later: late
      .filter((slot) => !isSetting(slot))
      .toSorted((one, other) => one.changed.order - other.changed.order),
  };
}

/** Whether an entry is a setting, which becomes an argument of `Route.map`. */
function isSetting({ key }: Slot): boolean {
  return typeof key === 'string' && isReserved(key);
}

/** The place of a PHP file; see {@link readPlace}. */
export interface FilePlace {
  /** The application's folder, with a trailing slash: PHP's `APPPATH`. */
  readonly application: string;
  /** The module that the file belongs to; `null` if it is the application's own. */
  readonly module: string | null;
  /** The environment that the file is for, such as `production`; `null` if it is for all. */
  readonly environment: string | null;
}

const MODULE = /^(?:(.*)\/)?modules\/([^/]+)\/config$/s;
const ENVIRONMENT = /^(?:(.*)\/)?config\/([^/]+)$/s;

/**
 * Reads the place of a route file from its path: below `config`, optionally in an environment's
 * folder, optionally in a module. For any other file, the parent of its folder counts as the
 * application.
 * @param file the path, with forward slashes
 * @example
 * readPlace('application/modules/gallery/config/routes.php').module; // 'gallery'
 * readPlace('application/config/production/routes.php').environment; // 'production'
 */
export function readPlace(file: string): FilePlace {
  const folder = file.slice(0, Math.max(file.lastIndexOf('/'), 0)) || '.';
  const [, modules, module = null] = MODULE.exec(folder) ?? [];
  const [, config, environment = null] = ENVIRONMENT.exec(folder) ?? [];
  const around = module === null ? config : modules;
  const isKnown = module !== null || environment !== null;
  return { application: isKnown ? `${around ?? '.'}/` : `${folder}/../`, module, environment };
}
