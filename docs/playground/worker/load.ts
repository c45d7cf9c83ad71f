/** Runs a source, and takes the table that it makes. */
import * as waymark from 'waymark';
import { createRouter, Route, type RouteFile, type SuppliedTable, WaymarkError } from 'waymark';
import { recordSources } from 'waymark/inspect';
import { isReserved } from '../../../src/table/settings.ts';
import { messageOf, placeIn, Stop } from './fail.ts';
import { type Module, readSource } from './source.ts';
import { Spots } from './spots.ts';
import { lineAt, linkImports } from './syntax.ts';

// `isolate` deletes both before a source runs.
const { Blob } = globalThis;
const { createObjectURL } = URL;

/** The modules that a source may import. */
export type Modules = Readonly<Record<string, object>>;

/** What `waymark/http` exports. */
const OF_HTTP = 'HttpError cookies readForm readJson readText redirect signedCookies'.split(' ');

/** The first table that the source made a router or a handler of. */
let routed: SuppliedTable | undefined;

/** The handlers that the source made, which it may export. */
const handlers = new Set<unknown>();

/** Keeps the table of a handler, and the handler. */
export function keepRouted(table: SuppliedTable | undefined, handler: unknown): void {
  routed ??= table;
  handlers.add(handler);
}

const createSourceRouter: typeof createRouter = (table, options) => {
  const router = createRouter(table, options);
  routed ??= table;
  return router;
};

/** What every source may import. Handlers do not run here, so `waymark/http` is its names. */
export const MODULES: Modules = {
  waymark: { ...waymark, createRouter: createSourceRouter },
  'waymark/http': Object.fromEntries(OF_HTTP.map((name) => [name, missing(name)])),
};

function missing(name: string): object {
  // Sources extend it, and make instances outside of handlers.
  if (name === 'HttpError') return class HttpError extends Error {};
  return () => {
    throw new TypeError(`${name} of 'waymark/http' is only there for requests that are sent`);
  };
}

/** A table, and the places of its rows. */
export interface Loaded {
  readonly table: SuppliedTable;
  readonly spots: Spots;
}

/**
 * Runs a source. As with the command line, its default export counts, or else its export `routes`: a
 * table, or a function that defines routes; without either, what it defined on `Route`. A source that
 * has none of these, as some samples of the documentation, shows the table of its first router or handler.
 *
 * @param source JavaScript, TypeScript or JSON
 * @param written the file that it was written as, if it was not; its lines are not the editor's
 * @param modules what it may import
 * @throws {Stop} with the line that is wrong, if it is known
 */
export async function loadTable(
  source: string,
  written: string | null = null,
  modules: Modules = MODULES,
): Promise<Loaded> {
  const module = readSource(written ?? source);
  running = new Running(source, written === null ? module : null);
  routed = undefined;
  const sources = recordSources();
  const linked = linkImports(module.code, module.program, moduleUrls(modules));
  const url = publish(`${linked}\n//# sourceURL=${NAME}`);
  try {
    const table = tableOf(await import(/* @vite-ignore */ url));
    createRouter(table);
    return { table, spots: running.spots };
  } catch (error) {
    throw locate(error);
  } finally {
    sources.stop();
  }
}

/** The name of the source in stacks, of the form that `recordSources` reads. */
const NAME = 'file:///routes';

/** The source that runs. */
class Running {
  private known: Spots | undefined;

  constructor(
    readonly source: string,
    readonly module: Module | null,
  ) {}

  /** Made when they are asked for first, since most code runs. */
  get spots(): Spots {
    this.known ??= new Spots(this.source, this.module);
    return this.known;
  }
}

let running = new Running('', null);

/**
 * Finds the place in the entered source that an error comes from.
 *
 * @param error whatever has been thrown
 */
export function locate(error: unknown): Stop {
  if (error instanceof Stop) return error;
  const { spots, module, source } = running;
  const place = module === null ? null : placeIn(error, NAME);
  const key = error instanceof WaymarkError ? keyOf(error) : null;
  const pattern = error instanceof WaymarkError ? error.place : undefined;
  const whole = key === null ? place && spots.ofName(place) : spots.ofKey(key);
  const spot = (pattern && spots.ofPattern(pattern, key, place)) ?? whole;
  const isKey = key !== null && spot !== null;
  const line = isKey ? lineAt(source, spot.from) : (place?.line ?? null);
  const code = error instanceof WaymarkError ? error.code : undefined;
  return new Stop(messageOf(error), line, spot, undefined, code);
}

/** The key of a table that an error is about. */
function keyOf({ where }: WaymarkError): string | null {
  return /table key '(.+)'$/s.exec(where)?.[1] ?? null;
}

function tableOf({ default: main, routes }: Record<string, unknown>): SuppliedTable {
  const exported = isHandler(main) ? routes : (main ?? routes);
  if (exported === undefined) {
    const defined = Route.map();
    return Object.keys(defined).every(isReserved) ? (routed ?? defined) : defined;
  }
  return typeof exported === 'function'
    ? Route.collect(exported as RouteFile) // which judges what it is given
    : (exported as SuppliedTable); // createRouter judges it
}

/** Whether an export is a handler, or an object with one as servers take it. */
function isHandler(main: unknown): boolean {
  return handlers.has(main) || handlers.has(Object(main).fetch);
}

/** A URL for each module that a source may import. */
function moduleUrls(modules: Modules): Map<string, string> {
  Reflect.set(globalThis, 'playground', modules);
  return new Map(
    Object.entries(modules).map(([name, exported]) => {
      const names = Object.keys(exported).join(', ');
      return [name, publish(`export const { ${names} } = globalThis.playground['${name}'];`)];
    }),
  );
}

function publish(code: string): string {
  return createObjectURL(new Blob([code], { type: 'text/javascript' }));
}
