/** `waymark match`. */
import { quote } from '../../errors/show.ts';
import { createLoader } from '../../hmvc.ts';
import { findRun, type Runs } from '../../inspect/run.ts';
import { type Explanation, explain, inWords, type Near } from '../../inspect.ts';
import { DEFAULT_CONTROLLER, readSettings } from '../../table/settings.ts';
import { readTable } from '../../table/table.ts';
import { type CliCommand, UsageError } from '../command.ts';
import { withProgress } from '../io.ts';
import { loadSource, type Source } from '../load/source.ts';
import { formatOptions, routerOptions, sourceOptions } from '../options.ts';
import { type Part, report } from '../show/report.ts';
import { BLOCKED } from '../show/request.ts';
import { type Column, tableOf } from '../show/table.ts';

/** A row, and what is said of it. */
interface Told extends Near {
  readonly to: string;
}

const COLUMNS: readonly Column<Told>[] = [
  { title: 'Row', kind: 'code', say: ({ route }) => route },
  { title: 'Goes to', kind: 'code', say: ({ to }) => to },
  { title: 'Why not', kind: 'text', say: ({ reason }) => reason },
];

/** The start of a URL, up to its path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Explains a request. */
export const matchCommand: CliCommand = {
  name: 'match',
  takes: '<method> <path> [file]',
  summary: 'show where a request goes, and why not elsewhere',
  about:
    'Shows where a request goes, the rows before that nearly matched, and the rows after that would have, or nearly. The path may be a whole URL. With --files, it also shows which file and action answer. The exit status is 1 if no route answers.',
  options: [...sourceOptions(), ...routerOptions(), ...formatOptions()],
  examples: [
    'GET /photos/new routes.ts',
    "GET 'https://example.org/photos/7?size=large' routes.ts",
    'POST /users/login --files .',
    'GET / table.json --json',
  ],

  async run([given, target, file], options, io) {
    if (!/^[a-z-]+$/i.test(given)) {
      throw new UsageError(`'${given}' is not a method; write waymark match GET /path FILE`);
    }
    const method = given.toUpperCase();
    const path = target.replace(ORIGIN, '') || '/';
    const source = await loadSource(file, options, io);
    const { table } = source;
    const answer = await withProgress(io, 'Matching', () => explain(table, method, path, options));
    const runs = await findRuns(answer, source);
    const told = (row: Near) => ({ ...row, to: String(table[row.route]) || BLOCKED });
    const before = answer.before.map(told);
    const after = answer.after.map((route) => told({ route, reason: '' }));
    const words = inWords({ ...answer, before: [], after: [], later: [] });
    const parts: Part[] = [
      { lines: [...words.split('\n'), ...sayRuns(runs)], method },
      ...listing('Rows that nearly matched:', before),
      ...listing('Later rows that match too; the first row that matches wins:', after),
      ...listing('Later rows that do not match:', answer.later.map(told)),
    ];
    report(io, options, runs === undefined ? answer : { ...answer, runs }, parts);
    const isAnswered = (answer.served ?? answer.answer).status === 'found' && runs !== null;
    return isAnswered ? 0 : 1;
  },
};

/** What answers a request; `undefined` if that is not known, or no controller has to. */
async function findRuns(
  { answer, served = answer }: Explanation,
  { table, files, roots, knowsDefault }: Source,
): Promise<Runs | null | undefined> {
  if (!knowsDefault && served.status === 'found' && served.route === DEFAULT_CONTROLLER) return;
  const isHandled = served.status === 'found' && served.handler !== undefined;
  if (files === undefined || isHandled || !('destination' in served)) return undefined;
  const settings = readSettings(readTable(table, 'createRouter'));
  return await findRun(createLoader(files, { roots, settings }), served.destination as string);
}

function sayRuns(runs: Runs | null | undefined): string[] {
  if (runs === undefined) return [];
  if (runs === null) return ['  no action answers'];
  const { file, action, args } = runs;
  const given = args.length === 0 ? '' : `, with the arguments ${args.map(quote).join(', ')}`;
  return [`  the action ${quote(action)} of ${quote(file)} answers${given}`];
}

function listing(title: string, rows: readonly Told[]): Part[] {
  return rows.length === 0 ? [] : [title, tableOf(rows, COLUMNS)];
}
