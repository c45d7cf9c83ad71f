/** Runs a source and returns its table. */
import * as waymark from 'waymark';
import { createRouter, Route, type RouteFile, type SuppliedTable, WaymarkError } from 'waymark';
import { recordSources } from 'waymark-tools/inspect';
import { isReserved } from '../../../src/table/row.ts';
import { messageOf, Stop } from './fail.ts';
import { lineAt, type Module, readSource } from './source.ts';
import { type Place, Spots } from './spots.ts';

// Read here, because `isolate` deletes both before a source runs.
const { Blob } = globalThis;
const { createObjectURL } = URL;

/** The source's name in stacks, in the form that `recordSources` reads. */
const NAME = 'file:///routes';
const PLACE = /file:\/\/\/routes:(\d+)(?::(\d+))?/;

/** The modules that a source may import. */
export type Modules = Readonly<Record<string, object>>;

/** The exports of `waymark/http`. */
const OF_HTTP =
  'HttpError cookies cors events html problemDetails readForm readJson readParams readQuery readStream readText redirect signedCookies signUrl verifyUrl';

/** The table of the source's first router or handler. */
let routed: SuppliedTable | undefined;

/** The source's handlers, any of which it may export. */
const handlers = new Set<unknown>();

/** The places in the running source. */
let spots = new Spots('', null);

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
  'waymark/http': Object.fromEntries(OF_HTTP.split(' ').map((name) => [name, missing(name)])),
};

function missing(name: string): object {
  // Sources extend it, and create instances outside handlers.
  if (name === 'HttpError') return class HttpError extends Error {};
  return () => {
    throw new TypeError(`${name} of 'waymark/http' is available only when you send a request`);
  };
}

/**
 * Runs a source. As on the command line, its default export is the table, or else its export
 * `routes`. Either may be a function that defines routes. Without exports, calls of `Route` define
 * the table. Without those, as in some samples of the documentation, the first router or handler
 * provides it.
 *
 * @param source JavaScript, TypeScript or JSON
 * @param modules the modules that it may import
 * @param written the file generated from PHP, run instead; its lines differ from the editor's
 * @returns the table, and the places of its rows
 * @throws {Stop} with the line at fault, if known
 */
export async function loadTable(source: string, modules = MODULES, written?: string) {
  const module = readSource(written ?? source);
  spots = new Spots(source, written === undefined ? module : null);
  routed = undefined;
  const sources = recordSources();
  const url = publish(`${linkImports(module, modules)}\n//# sourceURL=${NAME}`);
  try {
    const table = tableOf(await import(/* @vite-ignore */ url));
    createRouter(table);
    return { table, spots };
  } catch (error) {
    throw locate(error);
  } finally {
    sources.stop();
  }
}

function tableOf({ default: main, routes }: Record<string, unknown>): SuppliedTable {
  const isHandler = handlers.has(main) || handlers.has(Object(main).fetch);
  const exported = isHandler ? routes : (main ?? routes);
  if (exported === undefined) {
    const defined = Route.map();
    return Object.keys(defined).every(isReserved) ? (routed ?? defined) : defined;
  }
  return typeof exported === 'function'
    ? Route.collect(exported as RouteFile) // which checks its argument
    : (exported as SuppliedTable); // createRouter checks it
}

/**
 * Replaces the imports of a module with URLs. Line numbers do not change.
 *
 * @throws {Stop} if it imports anything but these modules
 */
function linkImports({ code, program }: Module, modules: Modules): string {
  Reflect.set(globalThis, 'playground', modules);
  let linked = '';
  let end = 0;
  for (const node of program.body) {
    if (!('source' in node) || node.source == null) continue;
    const { value, start, end: after, loc } = node.source;
    const name = String(value);
    if (!Object.hasOwn(modules, name)) {
      const known = "'waymark', 'waymark/fetch', 'waymark/http' and 'waymark-tools/inspect'";
      const message = `There is no '${name}' here: the playground has ${known}.`;
      throw new Stop(message, loc?.start.line ?? null, { spot: { from: start, to: after } });
    }
    const names = Object.keys(modules[name] ?? {}).join(', ');
    const url = publish(`export const { ${names} } = globalThis.playground['${name}'];`);
    linked += code.slice(end, start) + JSON.stringify(url);
    end = after;
  }
  return linked + code.slice(end);
}

function publish(code: string): string {
  return createObjectURL(new Blob([code], { type: 'text/javascript' }));
}

/** Finds the place in the entered source that caused an error. */
export function locate(error: unknown): Stop {
  if (error instanceof Stop) return error;
  const place = spots.module === null ? null : placeOf(error);
  const waymarkError = error instanceof WaymarkError ? error : undefined;
  const key = /table key '(.+)'$/s.exec(waymarkError?.where ?? '')?.[1] ?? null;
  const whole = key === null ? place && spots.ofName(place) : spots.ofRow(key, key, null);
  const pattern = waymarkError?.place;
  const spot = (pattern && spots.ofPattern(pattern, key, place)) ?? whole;
  const isKey = key !== null && spot !== null;
  const line = isKey ? lineAt(spots.source, spot.from) : (place?.line ?? null);
  return new Stop(messageOf(error), line, { spot, code: waymarkError?.code });
}

/** Finds the place in the source that threw an error, directly or through a call. */
function placeOf(error: unknown): Place | null {
  const stack = error instanceof Error ? String(error.stack) : '';
  const [, line, column] = PLACE.exec(stack) ?? [];
  return line === undefined ? null : { line: Number(line), column: Number(column ?? 1) };
}
