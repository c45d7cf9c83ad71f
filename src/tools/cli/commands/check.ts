/** `waymark check`. */
import { relative, resolve } from 'node:path';
import { Option } from 'commander';
import type { SuppliedTable } from 'waymark';
import { DEFAULT_CONTROLLER, isReserved, readTable } from 'waymark/internal';
import { type Acceptance, check, type Finding, type Source as Place } from '../../inspect.ts';
import { counted } from '../../shared/words.ts';
import { type Io, withProgress } from '../io.ts';
import { isBelow } from '../load/paths.ts';
import { patternsOf } from '../load/patterns.ts';
import { readAcceptances } from '../load/places.ts';
import { loadPlaced, type Source } from '../load/source.ts';
import {
  type CliCommand,
  FORMATS,
  type Format,
  formatOptions,
  LEVELS,
  type Options,
  routerOptions,
  sourceOptions,
  UsageError,
} from '../options.ts';
import { type About, countFindings, drawFindings, markFindings } from '../show/findings.ts';
import { annotate } from '../show/github.ts';
import { report, writeJson } from '../show/report.ts';
import { sarifOf } from '../show/sarif.ts';

export const checkCommand: CliCommand = {
  takes: '[file]',
  about:
    'Finds mistakes in a table: rows that no request reaches, blocks that another row bypasses, and slips. With --files, destinations are compared with actions. A comment such as // waymark-accept dot: REASON at a definition, or accept in waymark.config.ts, accepts a finding. The exit status is 1 if there are findings.',
  options: [
    ...sourceOptions(),
    ...routerOptions(),
    new Option(
      '--also-reached <destinations>',
      'with --files, actions reached without a route: error pages, calls of run',
    ).argParser((text) => text.split(',')),
    new Option('--level <level>', 'the lowest level to report').choices(LEVELS),
    new Option(
      '--format <format>',
      'the output format; by default text, or github if GITHUB_ACTIONS is set',
    )
      .choices(FORMATS)
      .conflicts(formatOptions().map((option) => option.attributeName())),
    ...formatOptions(),
  ],
  examples: [
    'routes.ts',
    `--files . --set ${DEFAULT_CONTROLLER}=welcome`,
    '--files . --also-reached errors/malformed,errors/broken',
    'routes.ts --format sarif > waymark.sarif',
    'table.json --level error --json',
  ],

  async run([file], options, io) {
    const source = await loadPlaced(file, options, io);
    const { table, files, roots, knowsDefault, paths, sources } = source;
    if (files === undefined && options.alsoReached !== undefined) {
      throw new UsageError(
        '--also-reached needs --files FOLDER, since actions are checked only with their files',
      );
    }
    const written = [...(options.defaults?.accept ?? []), ...(await readAcceptances(table, paths))];
    const { rows } = readTable(table, 'waymark');
    const size = counted(rows.filter(({ pattern }) => !isReserved(pattern)).length, 'row');
    const all = await withProgress(io, `Checking ${size}`, () =>
      check(table, {
        autoRoute: options.autoRoute ?? false,
        sources,
        files,
        roots,
        alsoReached: options.alsoReached,
        guards: options.defaults?.guards,
        accept: written.map((one) => spell(one, source)),
      }),
    );
    const levels = LEVELS.slice(0, LEVELS.indexOf(options.level ?? 'unproved') + 1);
    const placed = all
      .filter(({ level }) => levels.includes(level))
      .map((finding) => place(finding, source));
    const places = placesOf(table, placed);
    const { texts, move } = await patternsOf([
      ...placed.flatMap((one) => one.source ?? []),
      ...places.values(),
    ]);
    const findings = placed
      .map((one) =>
        one.source === undefined ? one : { ...one, source: move(one.source, one.rows[0]) },
      )
      .sort(byPlace);
    const summary = [
      `${countFindings(findings)} in ${size}.`,
      ...(findings.some(isUnreached) && !knowsDefault() ? [NO_DEFAULT] : []),
      ...(options.autoRoute !== true && findings.filter(isUnreached).length >= MANY
        ? [BY_PATH]
        : []),
    ];
    const moved = new Map(Array.from(places, ([key, one]) => [key, move(one, key)]));
    const about = { places: moved, base: baseOf(io), texts, summary };
    await write(options, findings, about, io);
    return findings.length === 0 ? 0 : 1;
  },
};

/** Shown if Route.map fills in the default controller, so that its action counts as unreached. */
const NO_DEFAULT = `The default controller is unknown; set it with --set ${DEFAULT_CONTROLLER}=NAME.`;

/** This many controllers without a route suggest that the application uses autoRoute. */
const MANY = 5;
const BY_PATH =
  'If paths without a route name their actions, as in CodeIgniter, check with --auto-route.';

function isUnreached({ kind }: Finding): boolean {
  return kind === 'unreached-action';
}

/** Spells an acceptance's file in the same way as findings about controllers. */
function spell(acceptance: Acceptance, { folder = '', files = {} }: Source): Acceptance {
  const { file } = acceptance;
  if (file === undefined) return acceptance;
  const name = relative(folder, file);
  return Object.hasOwn(files, name) ? { ...acceptance, file: name } : acceptance;
}

/** Adds a place to a finding: its own, or else the start of the table's file, if any. */
function place(finding: Finding, { folder = '', paths }: Source): Finding {
  const { source } = finding;
  if (source !== undefined)
    return { ...finding, source: { ...source, file: resolve(folder, source.file) } };
  const [file] = paths;
  return file === undefined ? finding : { ...finding, source: { file, line: 1, column: 1 } };
}

/** The place of findings about standard input, which come first. */
const NOWHERE = { file: '', line: 0, column: 0 };

/** Compares by file, line and column. */
function byPlace({ source: one = NOWHERE }: Finding, { source: other = NOWHERE }: Finding): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.line - other.line || one.column - other.column;
}

/** The places of the rows that findings name. */
function placesOf(table: SuppliedTable, findings: readonly Finding[]): Map<string, Place> {
  const named = new Set(findings.flatMap(({ rows }) => rows));
  const { rows } = readTable(table, 'waymark');
  return new Map(
    rows.flatMap(({ key, source }) => (source && named.has(key) ? [[key, source]] : [])),
  );
}

function baseOf({ env, cwd }: Io): string {
  // A step may run in a subfolder, but paths in annotations are relative to the repository.
  const workspace = env.GITHUB_WORKSPACE ?? '';
  return workspace !== '' && isBelow(workspace, cwd) ? workspace : cwd;
}

async function write(options: Options, findings: readonly Finding[], about: About, io: Io) {
  const format = formatOf(options, io);
  if (format === 'github') return await annotate(io, findings, about);
  if (format === 'sarif') return io.stdout.write(writeJson(sarifOf(findings, about, io.version)));
  const flags = format === undefined ? options : { json: format === 'json', md: format === 'md' };
  const lines = drawFindings(findings, { ...about, wrapped: format === undefined });
  report(io, flags, findings, markFindings(findings, about), lines);
}

/** The format; `undefined` if an option shared by all commands chooses it. */
function formatOf(options: Options, { env }: Io): Format | undefined {
  const { format } = options;
  const isChosen = formatOptions().some((option) => option.attributeName() in options);
  if (format !== undefined || isChosen) return format;
  return (env.GITHUB_ACTIONS ?? '') === '' ? undefined : 'github';
}
