import { withShortNames } from 'waymark/internal';
import { type Change, diff, type Undecided } from '../../inspect.ts';
import { counted } from '../../shared/words.ts';
import { withProgress } from '../io.ts';
import { loadSource } from '../load/source.ts';
import { type CliCommand, formatOptions, routerOptions, sourceOptions } from '../options.ts';
import { type Part, report } from '../show/report.ts';
import { type Column, sayAnswer, tableOf, titled } from '../show/table.ts';

const CHANGES: readonly Column<Change>[] = [
  { title: 'Method', kind: 'method', say: ({ request }) => request.method },
  { title: 'Path', kind: 'code', say: ({ request }) => request.path },
  { title: 'Before', kind: 'code', say: ({ before }) => sayAnswer(before) },
  { title: 'After', kind: 'code', say: ({ after }) => sayAnswer(after) },
];

const UNDECIDED: readonly Column<Undecided>[] = [
  {
    title: 'Row before',
    kind: 'code',
    say: ({ before }) => withShortNames(before ?? ''),
    nothing: '(none)',
  },
  {
    title: 'Row after',
    kind: 'code',
    say: ({ after }) => withShortNames(after ?? ''),
    nothing: '(none)',
  },
  { title: 'Reason', kind: 'text', say: ({ reason }) => reason },
];

export const diffCommand: CliCommand = {
  takes: '<before> [after]',
  about:
    'Shows which requests two tables answer differently, however they are written: each change with a request and both answers. The exit status is 0 only if both are proved to answer every request alike. Each table is a file or the folder of an application; - reads a JSON table from standard input. Without a second one, it is the table that other commands read by default. Handlers are not compared: two routes with the same key and a handler count as the same. JSON carries no meta, so meta is not compared if one of the tables is JSON.',
  options: [...sourceOptions(), ...routerOptions(), ...formatOptions()],
  examples: [
    'before.json',
    'before.json routes.ts',
    '- routes.ts < before.json',
    '../release . --roots application',
    'old.ts new.ts --md',
  ],

  async run([before, after], options, io) {
    // One after the other, since all files define their routes in one registry.
    const { files, defaults: _, ...alone } = options;
    const old = await loadSource(before, alone, io);
    const isDefault = after === undefined || files !== undefined;
    const { table, isJson } = await loadSource(after, isDefault ? options : alone, io);
    const found = await withProgress(io, 'Comparing', () =>
      // Two files have two functions for each route, and JSON has none.
      diff(old.table, table, { ...options, handlers: old.isJson || isJson ? 'json' : 'rows' }),
    );
    const { alike, changes, undecided } = found;
    const parts: Part[] = [];
    if (changes.length > 0)
      parts.push(tableOf(changes, CHANGES), `${counted(changes.length, 'change')}.`);
    const what = 'It is not known whether all requests to these rows are answered alike:';
    parts.push(...titled(what, undecided, UNDECIDED));
    if (alike) parts.push('Every request is answered alike.');
    report(io, options, found, parts);
    return alike ? 0 : 1;
  },
};
