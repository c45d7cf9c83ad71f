/** Runs a route file, without PHP. */
import { isReserved } from '../../table/settings.ts';
import { readPlace } from '../place.ts';
import { Budget, TooMuch } from './budget.ts';
import { decode } from './bytes.ts';
import { evaluate } from './evaluate.ts';
import { callClosure, execute } from './execute.ts';
import { isRefused, normal } from './include.ts';
import { type Item, Journal, type Warning } from './journal.ts';
import { type Machine, type ReadFile, type Refused, type Scope, Thrown } from './machine.ts';
import { importable } from './output.ts';
import { parsePhp, tryParsePhp } from './source.ts';
import { PhpArray, type Ref, type Slot, type Value } from './values.ts';

/** The result of running a route file. */
export interface Run {
  /** The comments, the remarks and the calls of `Route`, in order. */
  readonly items: readonly Item[];
  /** The entries of `$route` at the call of `Route::map`, or at the end without one. */
  readonly base: readonly Slot[];
  /** Later assignments, in order. */
  readonly later: readonly Slot[];
  /** The time of the call of `Route::map`: later rows of `$route` come after the calls. */
  readonly mapped: number;
  readonly record: Journal;
  readonly warnings: readonly Warning[];
}

/** {@link ReadFile} before the text is decoded. */
type ReadBytes = (path: string) => Uint8Array | string | null | Refused;

/** The options of {@link runPhp}. */
export interface RunOptions {
  readonly file: string;
  readonly constants: Readonly<Record<string, string | number | boolean>>;
  readonly read: ReadBytes | null;
}

/**
 * Runs a route file.
 *
 * @param php its text
 * @param options its name, constants that are known, and how to read other files
 * @throws {WaymarkError} if it is not PHP
 */
export function runPhp(php: Uint8Array | string, { file, constants, read }: RunOptions): Run {
  const source = parsePhp(decode(php), file);
  const budget = new Budget();
  budget.spend('characters', READING * php.length);
  const route: Ref = { value: new PhpArray(budget) };
  const globals = new Map<string, Ref>([['route', route]]);
  const items: Item[] = [];
  const record = new Journal(budget);
  const machine: Machine = {
    record,
    constants: new Map([...frameworkConstants(file), ...Object.entries<Value>(constants)]),
    functions: new Map(),
    globals,
    read: read && ((path) => readFile(read, path, budget)),
    included: new Set(),
    isFirst: false,
    maps: [],
    budget,
    summaries: new WeakMap(),
    namespace: null,
    statement: null,
    at: { file, line: 1 },
    opaque: 0,
    depth: 0,
    jump: 1,
    evaluate: (node, scope) => evaluate(machine, node, scope),
    run: (nodes, scope) => execute(machine, nodes, scope),
    call: (closure, args, scope) => callClosure(machine, closure, args, scope),
  };
  readConstants(machine);
  const scope: Scope = { variables: globals, source, items, returned: null };
  try {
    execute(machine, source.children, scope);
  } catch (error) {
    if (error instanceof TooMuch || error instanceof RangeError) {
      // An expression of thousands of parts overflows the stack.
      const why = error instanceof TooMuch ? error.message : 'an expression is nested too deeply';
      record.warn(machine.at, `not imported from here on: ${why}`);
    } else if (!(error instanceof Thrown)) throw error; // PHP stops as well
  }
  record.comments(items, source, Number.POSITIVE_INFINITY);
  const run = importable({ items, ...tables(machine, route.value) }, record);
  return { ...run, record, warnings: record.warnings };
}

/**
 * Runs the file of the application's constants, which CodeIgniter includes before the route file. What
 * it does besides is ignored.
 */
function readConstants(machine: Machine): void {
  const { constants, read, budget } = machine;
  const path = normal(`${constants.get('APPPATH')}config/constants.php`);
  const found = read?.(path) ?? null;
  if (found === null || isRefused(found)) return;
  const source = tryParsePhp(found, path);
  if ('problem' in source) return;
  const [record, globals] = [new Journal(budget), new Map<string, Ref>()];
  const aside: Machine = { ...machine, record, globals, maps: [], isFirst: true };
  aside.evaluate = (node, scope) => evaluate(aside, node, scope);
  aside.run = (nodes, scope) => execute(aside, nodes, scope);
  aside.call = (closure, args, scope) => callClosure(aside, closure, args, scope);
  try {
    execute(aside, source.children, {
      variables: aside.globals,
      source,
      items: [],
      returned: null,
    });
  } catch (error) {
    if (!(error instanceof TooMuch || error instanceof RangeError || error instanceof Thrown)) {
      throw error;
    }
  }
}

/** Reading a character costs more than concatenating it. */
const READING = 4;

function readFile(read: ReadBytes, path: string, budget: Budget): ReturnType<ReadFile> {
  const file = read(path);
  if (file === null || isRefused(file)) return file;
  budget.spend('characters', READING * file.length);
  return decode(file);
}

/** The constants that CodeIgniter defines before it includes the file. */
function frameworkConstants(file: string): [string, Value][] {
  const folder = file.includes('/') ? file.replace(/\/[^/]*$/, '') : '.';
  const app = `${folder}/${'../'.repeat(readPlace(file).depth)}`;
  return [
    ['BASEPATH', '/system/'],
    ['SYSDIR', 'system'],
    ['APPPATH', app],
    ['FCPATH', `${app}../`],
    ['EXT', '.php'],
    ['PHP_EOL', '\n'],
    ['DIRECTORY_SEPARATOR', '/'],
  ];
}

function tables(machine: Machine, route: Value): Pick<Run, 'base' | 'later' | 'mapped'> {
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
