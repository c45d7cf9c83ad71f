/** Runs the part of a module that makes a table, and compiles the table. */
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
import { type Files, withExactNames } from 'waymark/hmvc';
import {
  canonicalKey,
  isDefaultControllerWritten,
  isReserved,
  namesIn,
  parseKey,
  type Row,
  readTable,
  writeTable,
} from 'waymark/internal';
import { findFiles } from 'waymark/node';
import { withConfig } from '../cli/load/config.ts';
import { LoadFailure } from '../cli/load/failure.ts';
import { withImports } from '../cli/load/imports.ts';
import { runnerIn } from '../cli/load/module.ts';
import { placeRows, readAcceptances } from '../cli/load/places.ts';
import { SourceMaps } from '../cli/load/source-maps.ts';
import {
  type CheckOptions,
  check,
  type Finding,
  recordSources,
  type Source,
  types,
} from '../inspect.ts';
import { readModule } from './module.ts';
import { FILES, FIND, LISTED, OPTIONS, redirectFiles, TABLE } from './prepare.ts';

/** A module to run. */
export interface Request {
  /** The module's file. */
  readonly file: string;
  /** The code that runs instead of the file's text. */
  readonly text: string;
  /** The folder of the project. */
  readonly cwd: string;
  /** Whether the application has no files, so every route needs its own handler. */
  readonly hasNoFiles: boolean;
  /** Whether to run `check` on the table. */
  readonly isChecked: boolean;
}

/** A route with its own handler. */
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
  /** The compiled table as JSON. */
  readonly data: string;
  readonly handlers: readonly Handled[];
  readonly hasNames: boolean;
  readonly methodOverride: boolean;
  /** Whether no request reaches anything. */
  readonly isEmpty: boolean;
  readonly findings: readonly PlacedFinding[];
  /** The types of the route names. */
  readonly types: string;
  /** The files that the table depends on. */
  readonly watched: readonly string[];
}

/** The files that a call of `findFiles` lists. */
export interface Listed {
  readonly folder: string;
  /** Paths below the folder. */
  readonly sources: readonly string[];
  /** The contents of the files that are read, by path. */
  readonly texts: Readonly<Record<string, unknown>>;
}

/**
 * Makes the table of a call and compiles it. It resets `Route` first.
 *
 * @param request see {@link Request}
 * @throws {LoadFailure} if the code throws, or the table is wrong
 */
export async function evaluateRouter(request: Request): Promise<Made> {
  const { file, cwd, hasNoFiles } = request;
  const maps = new SourceMaps();
  const run = runnerOf(request, maps);
  Route.reset();
  const sources = recordSources(maps.original);
  try {
    const module = await run.load().finally(() => sources.stop());
    const given = Object(await module[OPTIONS]?.());
    const { autoRoute = false, maxPathLength, handlers = {}, roots, methodOverride } = given;
    // The cast: createRouter checks it.
    let table = module[TABLE] as unknown as SuppliedTable;
    const files = hasNoFiles ? {} : await filesOf(module);
    const place = roots === undefined ? {} : { roots };
    if (files !== null) table = withExactNames(table, files, place);
    createRouter(table, { handlers });
    const options = { autoRoute, maxPathLength } satisfies Record<keyof CompileOptions, unknown>;
    const compiled = compileTable(table, options);
    const canonical = (key: string) => canonicalKey(parseKey(key, 'waymark'));
    const inOptions = new Map(
      Object.entries<Handler>(handlers).map(([key, handler]) => [canonical(key), handler]),
    );
    const rows = readTable(table, 'waymark').map((row): Row => {
      return { ...row, handler: inOptions.get(canonicalKey(row)) ?? row.handler };
    });
    const defined = rows.flatMap(({ source }) => source?.file ?? []);
    const watched = await withImports([...run.loaded, ...defined], request.text);
    const findings = await findingsIn(request, table, rows, watched, {
      autoRoute,
      sources,
      ...place,
      ...(files !== null && { files }),
      alsoReached: Object.values(given.errorPages ?? {}).filter((page) => typeof page === 'string'),
    });
    const own = compiled.handlers.filter((key) => !inOptions.has(canonical(key)));
    return {
      data: JSON.stringify(compiled),
      handlers: handledIn(rows, new Set(own)),
      hasNames: compiled.names.length > 0,
      methodOverride: methodOverride === true,
      isEmpty: !autoRoute && rows.every(({ pattern }) => isReserved(pattern)),
      findings,
      types: types(table),
      watched,
    };
  } catch (error) {
    throw new LoadFailure(file, cwd, error);
  }
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
  { file, cwd, isChecked }: Request,
  table: SuppliedTable,
  rows: readonly Row[],
  watched: readonly string[],
  options: CheckOptions,
): Promise<PlacedFinding[]> {
  if (!isChecked) return [];
  const handled = writeTable(rows, namesIn(table, 'waymark'), isDefaultControllerWritten(table));
  const placed = await placeRows(handled, watched);
  const accept = await acceptedIn(table, watched, cwd);
  const findings = await check(placed, { ...options, accept });
  const source = { file, line: 1, column: 1 };
  return findings.map((finding) => ({ source, ...finding }));
}

/**
 * Lists the files of a call of `findFiles`.
 *
 * @param request see {@link Request}
 * @throws {LoadFailure} if the code throws
 */
export async function evaluateList(request: Request): Promise<Listed> {
  const { file, cwd } = request;
  try {
    const module = await runnerOf(request, new SourceMaps()).load();
    const given = await module[LISTED]?.();
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

type Exports = Readonly<Record<string, (() => Promise<unknown>) | undefined>>;

interface Runner {
  /** The files that were compiled. */
  readonly loaded: ReadonlySet<string>;
  load(): Promise<Exports>;
}

/** Runs the request's text as its module. */
function runnerOf({ file, text }: Request, maps: SourceMaps): Runner {
  const loaded = new Set<string>([file]);
  const prepare = (source: string, path: string) => {
    loaded.add(path);
    const module = path !== file && source.includes('findFiles') ? readModule(source, path) : null;
    if (module === null) return source;
    const { code, added } = redirectFiles(module);
    return code + added;
  };
  const runner = runnerIn(dirname(file), { cached: false, maps, prepare });
  const find = (dir: string | URL, options?: object) =>
    findFiles(dir, { ...options, import: (url) => runner.load(fileURLToPath(url)) });
  return {
    loaded,
    async load() {
      Reflect.set(globalThis, FIND, find);
      return (await runner.evaluate(file, text)) as Exports; // the cast: the text exports these
    },
  };
}

/** The application's files; `null` if there are none, or only the bundler can list them. */
async function filesOf(module: Exports): Promise<Files | null> {
  const files = await module[FILES]?.().catch(() => null);
  return (files ?? null) as Files | null; // the cast: their users check them
}

async function acceptedIn(table: SuppliedTable, files: readonly string[], cwd: string) {
  const { defaults } = await withConfig({}, [], cwd);
  const placed = await placeRows(table, files);
  return [...(defaults?.accept ?? []), ...(await readAcceptances(placed, files))];
}
