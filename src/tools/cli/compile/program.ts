/** Runs a program, and compiles the tables that it makes. */
import { relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type BuiltTable,
  readTable,
  registry,
  reportTo,
  type Source,
  withHandlers,
  writeTable,
} from 'waymark/internal';
import { check, type Finding, types } from '../../inspect.ts';
import { withConfig } from '../load/config.ts';
import { messageOf } from '../load/failure.ts';
import { patternsOf } from '../load/patterns.ts';
import { placeRows, readAcceptances } from '../load/places.ts';
import { Collector, type Found } from './collector.ts';

/** A program that can be started. */
export interface Program {
  /** Runs its modules. */
  readonly start: () => Promise<unknown>;
  /** Finds the place of a call in its stack. */
  readonly placeOf: (stack: string) => Source | undefined;
  /** The paths of its own files. */
  readonly files: () => readonly string[];
  readonly cwd: string;
  readonly isChecked: boolean;
  /** The name of a module that runs as it is written, for an error whose place is unknown. */
  readonly name?: string;
  /** Whether it may make no router. */
  readonly isOptional?: boolean;
}

/** A finding with a location. */
export type PlacedFinding = Finding & { readonly source: Source };

/** The tables of a program, as plain data. */
export interface Compiled {
  readonly tables: readonly BuiltTable[];
  readonly results: readonly (readonly [hash: string, value: unknown])[];
  readonly findings: readonly PlacedFinding[];
  /** The types of the names of each table. */
  readonly types: readonly string[];
  /** The program's own files. */
  readonly files: readonly string[];
}

const HOW_UNBUNDLED =
  ". Import createRouter, createFetchHandler and Route from 'waymark/compiled' in every file";

const HOW =
  "Import Route from 'waymark/compiled' in every file, or bundle the file that defines it";

/** Why a program can't be compiled. */
export class ProgramError extends Error {}

/** How long a program may take, once its modules have run, until it makes a router: in steps of 10 ms. */
const STEPS = 1000;

/**
 * Runs a program until its modules have run and it has made a router.
 * @throws {ProgramError} if it makes none, its routes have a mistake, or some are defined by the real
 *   `Route`, whose calls no bundle records
 */
export async function compileProgram(program: Program): Promise<Compiled> {
  const { placeOf, isChecked, files, isOptional = false } = program;
  const collector = new Collector(placeOf);
  const { length: defined } = registry().current.rows;
  const { stackTraceLimit } = Error;
  // Below a call of `Route` are those of the package, and perhaps many of the program.
  Error.stackTraceLimit = 100;
  reportTo(collector);
  try {
    const thrown = await program.start().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (thrown === null && !isOptional) await waitForRouter(collector);
    const strange = registry().current.rows.at(defined);
    if (collector.failure !== null) {
      refuse(program, messageOf(collector.failure.error), collector.failure.source);
    } else if (strange !== undefined) {
      const { key } = strange;
      refuse(
        program,
        `'${key}' is defined by the Route of 'waymark', which is not compiled. ${HOW}`,
      );
    } else if (collector.found.size === 0 && thrown !== null) {
      const source = placeOf(String(Object(thrown.error).stack));
      refuse(program, `${messageOf(thrown.error)}, before it makes a router`, source);
    } else if (collector.found.size === 0 && !isOptional) {
      const how = program.name === undefined ? '' : HOW_UNBUNDLED;
      refuse(program, `it makes no router as it starts${how}`);
    }
    const found = [...collector.found.values()];
    const findings: PlacedFinding[] = [];
    for (const one of isChecked ? found : []) {
      findings.push(...(await findingsIn(one, collector, program, files())));
    }
    return {
      tables: found.map(({ built }) => built),
      results: [...collector.results],
      findings,
      types: found.map(({ table }) => types(table)),
      files: files(),
    };
  } finally {
    reportTo(undefined);
    collector.stop();
    Error.stackTraceLimit = stackTraceLimit;
  }
}

async function waitForRouter(collector: Collector): Promise<void> {
  // Once the process would end, nothing can happen any more.
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once('beforeExit', end);
  const { signal } = ending;
  for (let step = 0; step < STEPS && !signal.aborted; step++) {
    if (collector.found.size > 0 || collector.failure !== null) break;
    await pause(10, undefined, { ref: false, signal }).catch(() => {});
  }
  process.off('beforeExit', end);
}

function refuse({ cwd, name }: Program, text: string, source?: Source): never {
  const where = source === undefined ? name : `${relative(cwd, source.file)}:${source.line}`;
  throw new ProgramError(where === undefined ? text : `${where}: ${text}`);
}

async function findingsIn(
  { table, options, application }: Found,
  { sources }: Collector,
  { cwd }: Program,
  files: readonly string[],
): Promise<PlacedFinding[]> {
  const read = readTable(table, 'waymark');
  const rows = withHandlers(read.rows, options.handlers ?? {}, 'waymark');
  // A mistake names the place of its call, which is that of the replay.
  const handled = writeTable({ ...read, rows, mistakes: [] });
  const { defaults } = await withConfig({}, [], cwd);
  const comments = await readAcceptances(await placeRows(table, files), files);
  const found = await check(await placeRows(handled, files), {
    sources,
    autoRoute: options.autoRoute ?? false,
    ...application,
    accept: [...(defaults?.accept ?? []), ...comments],
  });
  const source = { file: files[0] ?? cwd, line: 1, column: 1 };
  const placed = found.map((finding) => ({ source, ...finding }));
  const { move } = await patternsOf(placed.map((one) => one.source));
  return placed.map((one) => ({ ...one, source: move(one.source, one.rows[0]) }));
}
