/** `waymark match`. */
import { explain, inWords, type Near } from '../../inspect.ts';
import { type CliCommand, UsageError } from '../command.ts';
import { withProgress } from '../io.ts';
import { loadSource } from '../load/source.ts';
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

/** Explains a request. */
export const matchCommand: CliCommand = {
  name: 'match',
  takes: '<method> <path> [file]',
  summary: 'show where a request goes, and why not elsewhere',
  about:
    'Shows where a request goes, the rows before that nearly matched, and the rows after that would have, or nearly.',
  options: [...sourceOptions(), ...routerOptions(), ...formatOptions()],
  examples: ['GET /photos/new routes.ts', 'POST /users/login --files .', 'GET / table.json --json'],

  async run([given, path, file], options, io) {
    if (!/^[a-z-]+$/i.test(given)) {
      throw new UsageError(`'${given}' is not a method; write waymark match GET /path FILE`);
    }
    const method = given.toUpperCase();
    const { table } = await loadSource(file, options, io);
    const answer = await withProgress(io, 'Matching', () => explain(table, method, path, options));
    const told = (row: Near) => ({ ...row, to: String(table[row.route]) || BLOCKED });
    const before = answer.before.map(told);
    const after = answer.after.map((route) => told({ route, reason: '' }));
    const words = inWords({ ...answer, before: [], after: [], later: [] });
    const parts: Part[] = [
      { lines: words.split('\n'), method },
      ...listing('Rows that nearly matched:', before),
      ...listing('Later rows that match too; the first row that matches wins:', after),
      ...listing('Later rows that do not match:', answer.later.map(told)),
    ];
    report(io, options, answer, parts);
    return 0;
  },
};

function listing(title: string, rows: readonly Told[]): Part[] {
  return rows.length === 0 ? [] : [title, tableOf(rows, COLUMNS)];
}
