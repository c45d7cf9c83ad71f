/** A `Route` that records its calls, for bundles: the build has made their table. */
import type { Route as RealRoute } from '../define/route.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe } from '../errors/show.ts';
import type { RouteTable } from '../table/table.ts';
import { createCall, createTable, MARK, Recorded, type RecordedCall, recordedOf } from './call.ts';
import { digestOf } from './digest.ts';
import { reporter } from './report.ts';
import { findText, type TableNames } from './tables.ts';

interface State {
  /** All calls, with those that make a table of them. */
  readonly calls: RecordedCall[];
  /** The calls that define routes; the same list, unless the table is made apart. */
  defined: RecordedCall[];
  /** The table collected last. */
  collected: RouteTable | null;
  /** The table of all calls so far, if there is one. */
  mapped: RouteTable | null;
  /** The number of callbacks that are running. */
  depth: number;
}

const nothing = (calls: RecordedCall[] = [], defined = calls, depth = 0): State => {
  return { calls, defined, collected: null, mapped: null, depth };
};

let state = nothing();

function push(call: RecordedCall): void {
  state.calls.push(call);
  if (state.defined !== state.calls) state.defined.push(call);
}

function record(name: string, args: readonly unknown[]): void {
  push(createCall(name, args, reporter()?.place()));
  state.mapped = null;
}

function runInside(callback: (argument: unknown) => unknown, argument: unknown): void {
  const own = state;
  let returned: unknown;
  own.depth++;
  try {
    returned = callback(argument);
  } finally {
    own.depth--;
    push(endOf(returned));
  }
}

/** Only an object that a callback returns can be a mistake, such as a promise. */
function endOf(returned: unknown): RecordedCall {
  if (typeof returned !== 'object' || returned === null) return createCall('end', []);
  if (recordedOf(returned) !== null) return createCall('end', [returned]);
  return { text: `end(${MARK})`, held: [returned], place: undefined };
}

/** Makes a member of `Route` that records its call, and runs its callback. */
function recording(name: string, callbackOf: (args: readonly unknown[]) => unknown = childrenOf) {
  return (...args: unknown[]): void => {
    record(`Route.${name}`, args);
    const callback = callbackOf(args);
    if (typeof callback === 'function') runInside(callback as () => void, Route); // the cast: any argument may be ignored
  };
}

/** The option `children`, wherever the options are. */
function childrenOf(args: readonly unknown[]): unknown {
  for (const arg of args) {
    const isOptions = typeof arg === 'object' && arg !== null && Object.hasOwn(arg, 'children');
    if (isOptions) return Reflect.get(arg, 'children');
  }
  return undefined;
}

/** Notes the default controller of a subclass, for the call that comes next. */
function homeOf(type: unknown): readonly RecordedCall[] {
  const { defaultHome, ...others } = { defaultHome: HOME, ...ownHome(type) };
  if (defaultHome === HOME && Object.keys(others).length === 0) return [];
  return [createCall('home', [defaultHome, ...Object.keys(others)])];
}

const HOME = 'home';

/** The members of a class, or of one that it extends, that name a default controller. */
function ownHome(type: unknown): Readonly<Record<string, unknown>> {
  const members = ['defaultHome', 'default_home'].filter((name) => name in Object(type));
  return Object.fromEntries(members.map((name) => [name, Reflect.get(Object(type), name)]));
}

/** The calls that a table which is made apart from the others depends on. */
const SHARED = /^Route\.(?:placeholder|reset)\(/;

/**
 * Records the calls of files apart, after those of the process's placeholders. The table of these
 * calls is the one that is collected last.
 * @param heads the calls before those of the files
 */
function recordFiles(
  heads: readonly RecordedCall[],
  files: readonly { readonly head: readonly RecordedCall[]; readonly file: unknown }[],
): RouteTable {
  const before = state;
  const shared = before.defined.filter(({ text }) => SHARED.test(text));
  const own = nothing([...shared, ...heads], [...shared], 1);
  state = own;
  try {
    for (const { head, file } of files) {
      // The routes of a file with a head are a list of their own.
      if (head.length > 0) own.defined = [...shared];
      own.calls.push(...head);
      if (typeof file !== 'function') continue;
      let returned: unknown;
      try {
        returned = file(undefined);
      } finally {
        own.calls.push(endOf(returned));
      }
    }
  } finally {
    state = before;
  }
  state.collected = tableOf(own.calls);
  return state.collected;
}

/** The number of calls so far. */
export function countCalls(): number {
  return state.defined.length;
}

/** Records a table with the routes that files of modules export. */
export function collectModules(
  args: readonly unknown[],
  files: readonly (readonly [path: string, exported: unknown])[],
): RouteTable {
  const heads = [createCall('withModuleRoutes', args)];
  return recordFiles(
    heads,
    files.map((file) => ({ head: [createCall('file', file)], file: file[1] })),
  );
}

function tableOf(calls: readonly RecordedCall[]): RouteTable {
  return createTable(new Recorded(calls, recordedOf(state.collected)), rowsOf);
}

function rowsOf(recorded: Recorded): RouteTable {
  const digest = digestOf(recorded.calls);
  const rows = reporter()?.rows(recorded, digest) ?? findText(digest, digest, 'Route.map');
  if (rows !== undefined) return Object.fromEntries(rows as [string, string][]); // the cast: the build noted them
  const advice = 'read the table once, at the start, where the build sees it';
  throw new WaymarkError('bad-table', 'Route.map', 'the bundle has no copy of these rows', advice);
}

/** The names of tables that routers were made of. */
const named = new WeakMap<Recorded, TableNames>();

/** Lets `Route.url` find the names of a table. */
export function nameTable(recorded: Recorded, names: TableNames): void {
  named.set(recorded, names);
}

function namesOf(table: unknown): TableNames | undefined {
  const recorded = recordedOf(table);
  return recorded === null ? undefined : named.get(recorded);
}

interface Lookup {
  readonly text: string | null;
}

/** Looks a name up where the real `Route` would: in the table collected last, then in all calls. */
function look(
  name: string,
  read: (names: TableNames) => string | null,
  given: unknown,
): Lookup | null {
  const { collected, mapped, defined } = state;
  const own = namesOf(given ?? collected);
  if (own?.isNamed === true && own.names.includes(name)) return { text: read(own) };
  const all = given !== undefined || defined.length === 0 ? own : namesOf(mapped);
  return all?.isNamed === true ? { text: read(all) } : null;
}

function ask(
  call: string,
  args: readonly unknown[],
  read: (names: TableNames) => string | null,
  given?: unknown,
): string | null {
  const { defined: calls, collected } = state;
  const where = `${call}(${describe(args[0])})`;
  const asked = () => {
    const own = createCall(call, [...args, collected]);
    return { call: own, digest: digestOf([...calls, own]) };
  };
  const build = reporter();
  if (build !== undefined) return build.text(calls, recordedOf(collected), asked());
  const found = look(String(args[0]), read, given);
  if (found !== null) return found.text;
  const text = findText(asked().digest, digestOf(calls), where);
  if (text !== undefined) return text as string | null; // the cast: the build noted it
  const problem = 'the bundle has no router whose table has this name';
  throw new WaymarkError(
    'bad-url',
    where,
    problem,
    'use context.url, or call it as routes are defined',
  );
}

// biome-ignore lint/complexity/noStaticOnlyClass: the real class is one
class Recording {
  protected static defaultHome = HOME;

  static readonly any = recording('any');
  static readonly all = recording('all');
  static readonly get = recording('get');
  static readonly post = recording('post');
  static readonly put = recording('put');
  static readonly delete = recording('delete');
  static readonly head = recording('head');
  static readonly patch = recording('patch');
  static readonly options = recording('options');
  static readonly query = recording('query');
  static readonly match = recording('match');
  static readonly resources = recording('resources');
  static readonly redirect = recording('redirect');
  static readonly context = recording('context');
  static readonly block = recording('block');
  static readonly placeholder = recording('placeholder');
  static readonly prefix = recording('prefix', ([, second, third]) =>
    third === undefined ? second : third,
  );

  static named(this: void, name: string): string | null {
    return ask(
      'Route.named',
      [name],
      ({ names, patterns }) => patterns[names.indexOf(name)] ?? null,
    );
  }

  static url(this: void, name: string, params?: unknown, options?: unknown): string | null {
    const { base, routes, ...others } = { ...Object(options) };
    const read = ({ urls }: TableNames) => urls(base, 'Route.url')(name, params as [], others); // the cast: it is checked
    return ask('Route.url', [name, params, options], read, routes);
  }

  static map(this: unknown, ...args: readonly unknown[]): RouteTable {
    const call = createCall('Route.map', args, reporter()?.place());
    // biome-ignore lint/complexity/noThisInStatic: a subclass may have a defaultHome of its own
    const made = tableOf([...state.defined, ...homeOf(this), call]);
    state.mapped = made;
    return made;
  }

  static collect(this: unknown, ...given: readonly unknown[]): RouteTable {
    const heads = [
      // biome-ignore lint/complexity/noThisInStatic: a subclass may have a defaultHome of its own
      ...homeOf(this),
      createCall('Route.collect', given, reporter()?.place()),
    ];
    return recordFiles(
      heads,
      given.map((file) => ({ head: [], file })),
    );
  }

  static reset(this: void): void {
    if (state.depth === 0) state = nothing();
    else record('Route.reset', []);
  }
}

/** See `Route` of `waymark`, whose members and types it has. */
// The cast: a test makes every call on both.
export const Route = Recording as unknown as typeof RealRoute;
