/** `waymark examples`. */

import { type Row, readTable } from 'waymark/internal';
import { type Example, examples } from '../../inspect.ts';
import { counted } from '../../shared/words.ts';
import type { CliCommand } from '../command.ts';
import { filterRows } from '../filter.ts';
import { withProgress } from '../io.ts';
import { loadSource } from '../load/source.ts';
import { filterOptions, formatOptions, routerOptions, sourceOptions } from '../options.ts';
import { BLOCKED, HANDLER } from '../show/cells.ts';
import { report } from '../show/report.ts';
import { type Column, tableOf } from '../show/table.ts';

const COLUMNS: readonly Column<Example>[] = [
  { title: 'Method', kind: 'method', say: ({ request }) => request?.method ?? '', nothing: '-' },
  { title: 'Path', kind: 'code', say: ({ request }) => request?.path ?? '', nothing: '-' },
  { title: 'Goes to', kind: 'code', say: sayDestination, nothing: '-' },
  { title: 'Row', kind: 'code', say: ({ route }) => route },
  { title: 'Why none', kind: 'text', say: ({ reason = '' }) => reason },
];

/** Makes example requests. */
export const examplesCommand: CliCommand = {
  takes: '[file]',
  about:
    'Makes a request for each row that provably reaches it, for smoke tests and documentation.',
  options: [...sourceOptions(), ...routerOptions(), ...filterOptions(), ...formatOptions()],
  examples: ['routes.ts', 'routes.ts --path photos', 'routes.ts --json'],

  async run([file], options, io) {
    const { table } = await loadSource(file, options, io);
    const made = await withProgress(io, 'Making examples', () => examples(table, options));
    const entries = new Map(readTable(table, 'waymark').map((entry) => [entry.key, entry]));
    const rows = made.map((example, index) => {
      // The cast: every example belongs to a key of the table.
      const { method, pattern, to, name = null, meta = null } = entries.get(example.route) as Row;
      return { order: index + 1, method, pattern, destination: to, name, meta, example };
    });
    const chosen = filterRows(rows, options).map(({ example }) => example);
    const missing = chosen.filter(({ request }) => request === null).length;
    report(io, options, chosen, [
      ...(chosen.length === 0 ? [] : [tableOf(chosen, COLUMNS)]),
      missing === 0
        ? counted(chosen.length, 'row')
        : `${counted(chosen.length, 'row')}, ${missing} without a request`,
    ]);
    return 0;
  },
};

function sayDestination({ request, destination }: Example): string {
  if (request === null) return '';
  return destination === null ? HANDLER : destination || BLOCKED;
}
