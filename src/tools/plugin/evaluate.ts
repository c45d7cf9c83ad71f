/** Runs a module up to the call that makes a router, and compiles the table. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CompileOptions,
  compileTable,
  createRouter,
  type Handler,
  Route,
  type SuppliedTable,
} from 'waymark';
import type { FetchOptions } from 'waymark/fetch';
import { type Files, withExactNames } from 'waymark/hmvc';
import {
  canonicalKey,
  isDefaultControllerWritten,
  namesIn,
  parseKey,
  type Recorder,
  type Row,
  readTable,
  registry,
  writeTable,
} from 'waymark/internal';
import { findFiles } from 'waymark/node';
import { withConfig } from '../cli/load/config.ts';
import { LoadFailure } from '../cli/load/failure.ts';
import { runnerIn, SourceMaps } from '../cli/load/module.ts';
import { placeRows, readAcceptances, withImports } from '../cli/load/places.ts';
import {
  type CheckOptions,
  check,
  type Finding,
  recordSources,
  type Source,
  types,
} from '../inspect.ts';
import { forBuild, HOOKS, type Hooks } from './capture.ts';
import { type Maker, readModule } from './module.ts';

export interface Request {
  readonly file: string;
  /** The code that runs instead of the file's text; see `withCapture`. */
  readonly text: string;
  readonly maker: Maker | 'findFiles';
  readonly cwd: string;
  readonly isChecked: boolean;
  /** Whether the module makes no other router, which may have the same files. */
  readonly isAlone: boolean;
}

export interface Handled {
  readonly key: string;
  /** The location of the route's definition; `null` if unknown. */
  readonly source: Source | null;
  /** A number for each function. */
  readonly instance: number;
}

/** A finding with a location, which is at least the module of the call. */
export type PlacedFinding = Finding & { readonly source: Source };

/** A compiled table and its findings, as plain data. */
export interface Made {
  readonly data: string;
  readonly handlers: readonly Handled[];
  readonly hasNames: boolean;
  /** The last place in the module that defined a route before the call; `null` if there is none. */
  readonly last: Source | null;
  readonly findings: readonly PlacedFinding[];
  readonly types: string;
  readonly watched: readonly string[];
}

export interface Listed {
  readonly folder: string;
  readonly sources: readonly string[];
  /** The contents of the files that are read, by path. */
  readonly texts: Readonly<Record<string, unknown>>;
}

export interface Evaluator {
  router(request: Request): Promise<Made | null>;
  list(request: Request): Promise<Listed | null>;
}

/** Compiles the table of a call, up to which a module runs; `null` if it isn't reached. */
export async function evaluateRouter(request: Request): Promise<Made | null> {
  const { file, cwd, maker } = request;
  const maps = new SourceMaps();
  Route.reset();
  const sources = recordSources(maps.original);
  const places = recordPlaces(file);
  const { recorders } = registry();
  try {
    const { given, loaded } = await run(request, maps).finally(() => {
      sources.stop();
      recorders.delete(places.recorder);
    });
    if (given === null) return null;
    const isRouter = maker === 'createRouter';
    // The casts: createRouter checks the table, and the options are read below.
    const options = Object((isRouter ? given[1] : given[0]) ?? {}) as FetchOptions;
    let table = (isRouter ? given[0] : options.routes) as SuppliedTable;
    const { autoRoute = false, maxPathLength, controllers, errorPages } = options;
    const handlers = options.handlers ?? {};
    const files = isRouter ? null : filesIn(options);
    const place = controllers == null ? {} : { roots: controllers.roots };
    if (files !== null) table = withExactNames(table, files, place);
    createRouter(table, { handlers });
    const baked = { autoRoute, maxPathLength } satisfies Record<keyof CompileOptions, unknown>;
    const compiled = compileTable(table, baked);
    const canonical = (key: string) => canonicalKey(parseKey(key, 'waymark'));
    const inOptions = new Map(
      Object.entries<Handler>(handlers).map(([key, handler]) => [canonical(key), handler]),
    );
    const rows = readTable(table, 'waymark').map((row): Row => {
      return { ...row, handler: inOptions.get(canonicalKey(row)) ?? row.handler };
    });
    const defined = rows.flatMap(({ source }) => source?.file ?? []);
    const watched = await withImports([...loaded, ...defined], request.text);
    const findings = await findingsIn(request, table, rows, watched, {
      autoRoute,
      sources,
      ...place,
      ...(files !== null && { files }),
      alsoReached: Object.values(errorPages ?? {}).filter((page) => typeof page === 'string'),
    });
    const own = compiled.handlers.filter((key) => !inOptions.has(canonical(key)));
    return {
      data: JSON.stringify(compiled),
      handlers: handledIn(rows, new Set(own)),
      hasNames: compiled.names.length > 0,
      last: places.last(),
      findings,
      types: types(table),
      watched,
    };
  } catch (error) {
    throw new LoadFailure(file, cwd, error);
  }
}

function recordPlaces(file: string) {
  let last: Source | null = null;
  const isAfter = (one: Source, { line, column }: Source) =>
    one.line > line || (one.line === line && one.column > column);
  const recorder: Recorder = (rows) => {
    for (const { source } of rows) {
      if (source?.file === file && (last === null || isAfter(source, last))) last = source;
    }
    return rows;
  };
  registry().recorders.add(recorder);
  return { recorder, last: (): Source | null => last };
}

function filesIn(options: FetchOptions): Files | null {
  const files = options.controllers?.files ?? {};
  return HOOKS in files ? null : files;
}

/** The rows with these keys, each with the number of its handler among all functions. */
function handledIn(rows: readonly Row[], keys: ReadonlySet<string>): Handled[] {
  const functions = [...new Set(rows.map(({ handler }) => handler))];
  return rows
    .filter(({ key }) => keys.has(key))
    .map(({ key, source = null, handler }) => {
      return { key, source, instance: functions.indexOf(handler) };
    });
}

async function findingsIn(
  { file, cwd, isChecked, isAlone }: Request,
  table: SuppliedTable,
  rows: readonly Row[],
  watched: readonly string[],
  options: CheckOptions,
): Promise<PlacedFinding[]> {
  if (!isChecked) return [];
  const handled = writeTable(rows, namesIn(table, 'waymark'), isDefaultControllerWritten(table));
  const placed = await placeRows(handled, watched);
  const { defaults } = await withConfig({}, [], cwd);
  const comments = await readAcceptances(await placeRows(table, watched), watched);
  const accept = [...(defaults?.accept ?? []), ...comments];
  const found = await check(placed, { ...options, accept });
  const findings = isAlone ? found : found.filter(({ kind }) => kind !== 'unreached-action');
  const source = { file, line: 1, column: 1 };
  return findings.map((finding) => ({ source, ...finding }));
}

/** Lists the files of a call of `findFiles`; `null` if the module doesn't reach it. */
export async function evaluateList(request: Request): Promise<Listed | null> {
  const { file, cwd } = request;
  Route.reset();
  try {
    const { given } = await run(request, new SourceMaps());
    if (given === null) return null;
    const [dir, options] = given as Parameters<typeof findFiles>; // the cast: findFiles checks them
    const found = await findFiles(dir, options);
    const isUrl = dir instanceof URL || String(dir).startsWith('file:');
    const folder = isUrl ? fileURLToPath(dir) : String(dir);
    const sources: string[] = [];
    const texts: Record<string, unknown> = Object.create(null);
    for (const [path, read] of Object.entries(found)) {
      if (/\.[cm]?[jt]sx?$/.test(path)) sources.push(path);
      else texts[path] = Object(await read()).default;
    }
    return { folder, sources, texts: { ...texts } };
  } catch (error) {
    throw new LoadFailure(file, cwd, error);
  }
}

/** Ends the run of a module. */
export const STOP = new Error('the build runs the module up to this call');

/** Runs the request's text as its module, up to the call. */
async function run({ file, text }: Request, maps: SourceMaps) {
  const loaded = new Set<string>([file]);
  const prepare = (source: string, path: string) => {
    loaded.add(path);
    return path === file
      ? source
      : forBuild(source, source.includes('findFiles') ? readModule(source, path) : null);
  };
  const runner = runnerIn(dirname(file), { cached: false, maps, prepare });
  let given: readonly unknown[] | null = null;
  const hooks: Hooks = {
    capture(all) {
      given ??= all;
      throw STOP;
    },
    find: (dir: string | URL, options?: object) =>
      findFiles(dir, { ...options, import: (url) => runner.load(fileURLToPath(url)) }),
    glob: () => ({ [HOOKS]: true }),
  };
  Reflect.set(globalThis, HOOKS, hooks);
  await runner.evaluate(file, text).catch((error: unknown) => {
    if (given === null) throw error;
  });
  return { given: given as readonly unknown[] | null, loaded }; // the cast: `capture` assigns it
}
