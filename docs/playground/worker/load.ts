/** Runs a source and returns its table. */
import * as waymark from 'waymark';
import { createRouter, Route, type RouteFile, type SuppliedTable, WaymarkError } from 'waymark';
import { recordSources } from 'waymark-tools/inspect';
import { isReserved } from '../../../src/table/settings.ts';
import { messageOf, placeIn, Stop } from './fail.ts';
import { type Module, readSource } from './source.ts';
import { Spots } from './spots.ts';
import { lineAt, linkImports } from './syntax.ts';

// Read here, because `isolate` deletes both before a source runs.
const { Blob } = globalThis;
const { createObjectURL } = URL;

/** The modules that a source may import. */
export type Modules = Readonly<Record<string, object>>;

/** The exports of `waymark/http`. */
const OF_HTTP =
  'HttpError cookies readForm readJson readParams readQuery readText redirect signedCookies signUrl verifyUrl'.split(
    ' ',
  );

/** The table of the source's first router or handler. */
let routed: SuppliedTable | undefined;

/** The source's handlers, any of which it may export. */
const handlers = new Set<unknown>();

/** Records a handler and its table. */
export function keepRouted(table: SuppliedTable | undefined, handler: unknown): void {
  routed ??= table;
  handlers.add(handler);
}

const createSourceRouter: typeof createRouter = (table, options) => {
  const router = createRouter(table, options);
  routed ??= table;
  return router;
};

/** The modules for every source. Handlers do not run here, so those of `waymark/http` are stubs. */
export const MODULES: Modules = {
  waymark: { ...waymark, createRouter: createSourceRouter },
  'waymark/http': Object.fromEntries(OF_HTTP.map((name) => [name, missing(name)])),
};

function missing(name: string): object {
  // Sources extend it, and create instances outside handlers.
  if (name === 'HttpError') return class HttpError extends Error {};
  return () => {
    throw new TypeError(`${name} of 'waymark/http' is available only when you send a request`);
  };
}

/** A table, and the places of its rows. */
export interface Loaded {
  readonly table: SuppliedTable;
  readonly spots: Spots;
}

/**
 * Runs a source. As on the command line, its default export is the table, or else its export
 * `routes`. Either may be a function that defines routes. Without exports, calls of `Route` define
 * the table. Without those, as in some samples of the documentation, the first router or handler
 * provides it.
 *
 * @param source JavaScript, TypeScript or JSON
 * @param written the file generated from PHP, run instead; its lines differ from the editor's
 * @param modules the modules that it may import
 * @throws {Stop} with the line at fault, if known
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

/** The source's name in stacks, in the form that `recordSources` reads. */
const NAME = 'file:///routes';

/** The running source. */
class Running {
  private known: Spots | undefined;

  constructor(
    readonly source: string,
    readonly module: Module | null,
  ) {}

  /** Created on first use, since most code runs without errors. */
  get spots(): Spots {
    this.known ??= new Spots(this.source, this.module);
    return this.known;
  }
}

let running = new Running('', null);

/**
 * Finds the place in the entered source that caused an error.
 *
 * @param error anything thrown
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

/** Returns the table key that an error is about. */
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
    ? Route.collect(exported as RouteFile) // which checks its argument
    : (exported as SuppliedTable); // createRouter checks it
}

/** Whether an export is a handler, or an object whose `fetch` is one. */
function isHandler(main: unknown): boolean {
  return handlers.has(main) || handlers.has(Object(main).fetch);
}

/** Publishes each module that a source may import at a URL. */
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
