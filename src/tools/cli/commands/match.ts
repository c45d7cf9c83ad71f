/** `waymark match`. */
import { withExactNames } from 'waymark/hmvc';
import { DEFAULT_CONTROLLER, isMethod, isRedirect, quote, withShortNames } from 'waymark/internal';
import {
  type Explanation,
  explain,
  inWords,
  type LocatedAction,
  locateAction,
  type Near,
} from '../../inspect.ts';
import { cutOrigin } from '../../shared/words.ts';
import { withProgress } from '../io.ts';
import { loadSource, type Source } from '../load/source.ts';
import {
  type CliCommand,
  formatOptions,
  routerOptions,
  sourceOptions,
  UsageError,
} from '../options.ts';
import { type Part, report } from '../show/report.ts';
import { type Column, sayDestination, titled } from '../show/table.ts';

interface Told extends Near {
  readonly to: string;
}

const COLUMNS: readonly Column<Told>[] = [
  { title: 'Row', kind: 'code', say: ({ route }) => withShortNames(route) },
  { title: 'Goes to', kind: 'code', say: ({ to }) => to },
  { title: 'Why not', kind: 'text', say: ({ reason }) => reason },
];

export const matchCommand: CliCommand = {
  takes: '<method-or-path> [path] [file]',
  about:
    'Shows where a request goes, which earlier rows nearly matched, and which later rows match or nearly match. The path may be a whole URL. With --files, it also shows which file and action answer. The exit status is 1 if no route answers.',
  options: [...sourceOptions(), ...routerOptions(), ...formatOptions()],
  examples: [
    'GET /photos/new routes.ts',
    "GET 'https://example.org/photos/7?size=large' routes.ts",
    'POST /users/login --files .',
    'GET / table.json --json',
  ],

  async run(args, options, io) {
    // Without a method, the first word is the path of a GET.
    const isPath = /^(?:\/|https?:)/.test(args[0]) && !isMethod(args[1]);
    const [given, target, file] = isPath ? ['GET', ...args] : args;
    if (!/^[a-z-]+$/i.test(given)) {
      throw new UsageError(`'${given}' is not a method; write waymark match GET /path FILE`);
    }
    if (target === undefined) {
      throw new UsageError('the path is missing; write waymark match GET /path FILE');
    }
    const method = given.toUpperCase();
    const path = cutOrigin(target) || '/';
    const source = await loadSource(file, options, io);
    const { table, files, roots } = source;
    const named = files === undefined ? table : withExactNames(table, files, { roots });
    const answer = await withProgress(io, 'Matching', () => explain(named, method, path, options));
    const action = await findAction(answer, { ...source, table: named });
    const told = (row: Near) => ({ ...row, to: sayDestination(String(table[row.route])) });
    const before = answer.before.map(told);
    const after = answer.after.map((route) => told({ route, reason: '' }));
    const words = inWords({ ...answer, before: [], after: [], later: [] });
    const parts: Part[] = [
      {
        lines: [...words.split('\n'), ...sayAction(action)],
        painted: { before: '', word: method },
      },
      ...titled('Rows that nearly matched:', before, COLUMNS),
      ...titled('Later rows that match too; the first row that matches wins:', after, COLUMNS),
      ...titled('Later rows that do not match:', answer.later.map(told), COLUMNS),
    ];
    report(io, options, action === undefined ? answer : { ...answer, action }, parts);
    const isAnswered = answer.answer.status === 'found' && action !== null;
    return isAnswered ? 0 : 1;
  },
};

/** Finds the action that answers; `null` if there is none, `undefined` if unknown or not needed. */
async function findAction(
  { answer }: Explanation,
  { table, files, roots, knowsDefault }: Source,
): Promise<LocatedAction | null | undefined> {
  if (answer.status === 'found' && answer.route === DEFAULT_CONTROLLER && !knowsDefault()) return;
  if (files === undefined || !('destination' in answer)) return;
  const { destination = null } = answer;
  if (destination === null || isRedirect(destination)) return;
  return await locateAction(table, destination, files, { roots });
}

function sayAction(located: LocatedAction | null | undefined): string[] {
  if (located === undefined) return [];
  if (located === null) return ['  no action answers'];
  const { file, action, args } = located;
  const given = args.length === 0 ? '' : `, with the arguments ${args.map(quote).join(', ')}`;
  return [`  the action ${quote(action)} of ${quote(file)} answers${given}`];
}
