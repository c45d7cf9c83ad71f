/** A `Route` for bundles, which only records its calls: the build has made their table. */
import type { Route as RealRoute } from '../define/route.ts';
import type { Complete } from '../errors/argument.ts';
import { METHODS, type Method } from '../table/methods.ts';
import { USUAL_HOME } from '../table/row.ts';
import type { RouteTable } from '../table/table.ts';
import { callsOfTable, createCall, type RecordedCall, TableCalls } from './call.ts';
import {
  createLazyTable,
  noteCollected,
  noteMapped,
  record,
  reset,
  runApart,
  runInside,
  sharedCalls,
  state,
  tablesWithNames,
} from './state.ts';
import { findResult, namesPart } from './tables.ts';

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
  const { defaultHome = USUAL_HOME, default_home } = Object(type);
  const isUsual = defaultHome === USUAL_HOME && default_home === undefined;
  return isUsual ? [] : [createCall('home', [defaultHome, default_home])];
}

/** Makes `Route.url` or `Route.named`. */
function asking(name: 'url' | 'named') {
  return (...args: unknown[]): unknown => {
    const { calls, collectedTable } = state;
    const call = createCall(`Route.${name}`, args);
    const { routes } = Object(args[2]);
    const tables = routes ? [callsOfTable.get(routes)] : tablesWithNames();
    // In a build it finds nothing, since no table has its router there.
    const found = namesPart()?.(tables, name, args);
    if (found !== undefined) return found;
    // The answer depends on the table collected last, too.
    const asked = { ...call, tables: [...call.tables, { own: collectedTable, copied: [] }] };
    return findResult(new TableCalls([...calls, call], collectedTable), calls, asked);
  };
}

/** The methods of `Route` that only define, besides those of one HTTP method. The class has the others. */
const DEFINING = [
  'any',
  'all',
  'match',
  'resources',
  'redirect',
  'context',
  'block',
  'placeholder',
  'prefix',
] as const;

function makeRoute(): typeof RealRoute {
  // biome-ignore lint/complexity/noStaticOnlyClass: the real class is one
  class RecordingRoute {
    static defaultHome = USUAL_HOME;

    static readonly named = asking('named');
    static readonly url = asking('url');

    static map(this: unknown, ...args: readonly unknown[]): RouteTable {
      // biome-ignore lint/complexity/noThisInStatic: a subclass may have a defaultHome of its own
      const calls = [...state.calls, ...homeOf(this), createCall('Route.map', args)];
      return createLazyTable(noteMapped(calls));
    }

    static collect(this: unknown, ...files: readonly unknown[]): RouteTable {
      // biome-ignore lint/complexity/noThisInStatic: a subclass may have a defaultHome of its own
      const calls = [...sharedCalls(), ...homeOf(this), createCall('Route.collect', files)];
      runApart(calls, files);
      return createLazyTable(noteCollected(calls));
    }

    static readonly reset = reset;
  }
  type Defining = Omit<typeof RealRoute, keyof typeof RecordingRoute | Lowercase<Method>>;
  const others = DEFINING satisfies Complete<Defining, typeof DEFINING>;
  for (const name of [...METHODS.map((method) => method.toLowerCase()), ...others]) {
    const call = (...args: unknown[]): void => {
      record(`Route.${name}`, args);
      runInside(callbackOf(name, args), Route);
    };
    Object.assign(RecordingRoute, { [name]: call });
  }
  // The cast: a test makes every call on both.
  return RecordingRoute as unknown as typeof RealRoute;
}

/** See `Route` of `waymark`, whose members and types it has. */
export const Route = /* @__PURE__ */ makeRoute();
