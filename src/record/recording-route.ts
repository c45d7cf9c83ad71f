/** A `Route` that records its calls, for bundles: the build has made their table. */
import type { Route as RealRoute } from '../define/route.ts';
import type { Complete } from '../errors/argument.ts';
import type { RouteTable } from '../table/table.ts';
import {
  createCall,
  digestOf,
  endOf,
  isGiven,
  Recorded,
  type RecordedCall,
  recordedTables,
  reporter,
} from './call.ts';
import { findResult, namesPart } from './tables.ts';

/** The calls of the process, or of what is collected apart from them. */
interface State {
  readonly calls: RecordedCall[];
  /** The table collected last. */
  collected: Recorded | null;
  /** The table of all calls so far, if there is one. */
  mapped: Recorded | null;
  /** The number of callbacks that are running. */
  depth: number;
}

const nothing = (calls: RecordedCall[] = [], depth = 0): State => {
  return { calls, collected: null, mapped: null, depth };
};

let state = nothing();

function record(name: string, args: readonly unknown[]): void {
  state.calls.push(createCall(`Route.${name}`, args));
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
    own.calls.push(endOf(returned));
  }
}

/** The function that a call runs: the last argument of `prefix`, or the option `children`. */
function callbackOf(name: string, args: readonly unknown[]): unknown {
  if (name === 'prefix') return args[2] === undefined ? args[1] : args[2];
  const options = args.find((arg) => {
    return typeof arg === 'object' && arg !== null && Object.hasOwn(arg, 'children');
  });
  return Object(options).children;
}

/** Notes the default controller of a subclass, for the call that comes next. */
function homeOf(type: unknown = Route): RecordedCall[] {
  const { defaultHome = HOME, default_home } = Object(type);
  const isUsual = defaultHome === HOME && default_home === undefined;
  return isUsual ? [] : [createCall('home', [defaultHome, default_home])];
}

const HOME = 'home';

/** The calls that a table which is made apart from the others depends on. */
function sharedCalls(): RecordedCall[] {
  return state.calls.filter(({ text }) => /^Route\.(?:placeholder|reset)\(/.test(text));
}

/** Records what a function calls in a list of its own. */
function runApart(calls: RecordedCall[], run: () => void): void {
  const before = state;
  state = nothing(calls, 1);
  try {
    run();
  } finally {
    state = before;
  }
}

/** The calls so far; another list after `Route.reset`. */
export function callsSoFar(): readonly RecordedCall[] {
  return state.calls;
}

/** Records a table with the routes that files of modules export. */
export function collectModules(
  args: readonly unknown[],
  files: readonly (readonly [path: string, exported: unknown])[],
): RouteTable {
  const shared = sharedCalls();
  const calls = [...shared, createCall('withModuleRoutes', args)];
  for (const file of files) {
    const own = [...shared];
    const [, exported] = file;
    runApart(own, () => runFile(exported));
    calls.push(createCall('file', file), ...own.slice(shared.length));
  }
  return collected(calls);
}

function runFile(file: unknown): void {
  if (typeof file === 'function') runInside(file as () => unknown, undefined); // the cast: any argument may be ignored
}

function collected(calls: RecordedCall[]): RouteTable {
  const recorded = new Recorded(calls, state.collected);
  state.collected = recorded;
  return createTable(recorded);
}

/**
 * Makes the table of recorded calls. Its rows are known to the build alone, so the first look at them
 * asks for them.
 */
function createTable(recorded: Recorded): RouteTable {
  const fill = (target: object) => {
    if (recorded.isRead) return;
    const reading = createCall('reading the rows of a table', []);
    const rows = ask(recorded, recorded.calls, reading) as [string, string][]; // the cast: the build noted them
    const members = [...rows, [RECORDED, true] as const, [Symbol('calls'), recorded] as const];
    const own = Object.getOwnPropertyDescriptors(Object.fromEntries(members));
    // An assignment of `__proto__` would lose the row.
    Object.defineProperties(target, own);
    recorded.isRead = true;
  };
  // Every look at the rows and every change of them fills the table first.
  const traps = new Proxy<ProxyHandler<RouteTable>>(
    {},
    {
      get:
        (_, trap: keyof typeof Reflect) =>
        (target: object, ...rest: unknown[]) => {
          const [name] = rest;
          if (trap === 'has' && name === RECORDED) return true;
          // What `instanceof` and `await` ask of every value.
          const isAsked = trap === 'getPrototypeOf' || (trap === 'get' && name === 'then');
          if (!isAsked) fill(target);
          return Reflect.apply(Reflect[trap] as AnyFunction, Reflect, [target, ...rest]);
        },
    },
  );
  const table = new Proxy<RouteTable>({}, traps);
  recordedTables.set(table, recorded);
  return table;
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** A member of each table here and of its copies, which `waymark` itself refuses. */
const RECORDED = Symbol.for('waymark.recorded');

/** Asks the build for the result of a call, which it alone knows. */
function ask(recorded: Recorded, before: readonly RecordedCall[], asked: RecordedCall): unknown {
  const digest = digestOf([...before, asked]);
  const build = reporter();
  return build === undefined ? findResult(digest, before) : build.result(recorded, digest);
}

/** Makes `Route.url` or `Route.named`. */
function asking(name: 'url' | 'named') {
  return (...args: unknown[]): unknown => {
    const { calls, collected } = state;
    const call = createCall(`Route.${name}`, args);
    const { held } = call;
    const found = reporter()
      ? undefined
      : namesPart()?.(state, name, args, held.find(isGiven)?.[0]);
    if (found !== undefined) return found;
    const asked = { ...call, held: collected === null ? held : [...held, [collected]] };
    return ask(new Recorded([...calls, call], collected), calls, asked);
  };
}

/** The methods of `Route` that only define. The class below has the others. */
const RECORDING = [
  ...['any', 'all', 'get', 'post', 'put', 'delete', 'head', 'patch', 'options', 'query', 'match'],
  ...['resources', 'redirect', 'context', 'block', 'placeholder', 'prefix'],
] as const;

function makeRoute(): typeof RealRoute {
  // biome-ignore lint/complexity/noStaticOnlyClass: the real class is one
  class Recording {
    static defaultHome = HOME;

    static readonly named = asking('named');
    static readonly url = asking('url');

    static map(this: unknown, ...args: readonly unknown[]): RouteTable {
      // biome-ignore lint/complexity/noThisInStatic: a subclass may have a defaultHome of its own
      const calls = [...state.calls, ...homeOf(this), createCall('Route.map', args)];
      state.mapped = new Recorded(calls, state.collected);
      return createTable(state.mapped);
    }

    static collect(this: unknown, ...files: readonly unknown[]): RouteTable {
      // biome-ignore lint/complexity/noThisInStatic: a subclass may have a defaultHome of its own
      const calls = [...sharedCalls(), ...homeOf(this), createCall('Route.collect', files)];
      runApart(calls, () => files.forEach(runFile));
      return collected(calls);
    }

    static reset(this: void): void {
      if (state.depth === 0) {
        state = nothing();
        return;
      }
      record('reset', []);
      state.collected = null;
    }
  }
  type Defining = Omit<typeof RealRoute, keyof typeof Recording>;
  for (const name of RECORDING satisfies Complete<Defining, typeof RECORDING>) {
    const call = (...args: unknown[]): void => {
      record(name, args);
      const callback = callbackOf(name, args);
      if (typeof callback === 'function') runInside(callback as () => unknown, Route); // the cast: as above
    };
    Object.assign(Recording, { [name]: call });
  }
  // The cast: a test makes every call on both.
  return Recording as unknown as typeof RealRoute;
}

/** See `Route` of `waymark`, whose members and types it has. */
export const Route = /* @__PURE__ */ makeRoute();
