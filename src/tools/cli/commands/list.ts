/** `waymark list`. */
import { Option } from 'commander';
import { RESERVED } from 'waymark/internal';
import { type Listed, list, recordSources } from '../../inspect.ts';
import { counted, sayRequest } from '../../shared/words.ts';
import type { CliCommand } from '../command.ts';
import { filterRows } from '../filter.ts';
import { withProgress } from '../io.ts';
import { withImports } from '../load/imports.ts';
import { placeRows } from '../load/places.ts';
import { loadSource } from '../load/source.ts';
import { SourceMaps } from '../load/source-maps.ts';
import { filterOptions, formatOptions, routerOptions, sourceOptions } from '../options.ts';
import { ANY, BLOCKED, sayMeta, sayPlace } from '../show/cells.ts';
import { report } from '../show/report.ts';
import { type Column, tableOf } from '../show/table.ts';

const COLUMNS: readonly Column<Listed>[] = [
  { title: '#', kind: 'text', say: ({ order }) => String(order) },
  { title: 'Method', kind: 'method', say: ({ method }) => method ?? '', nothing: ANY },
  { title: 'Pattern', kind: 'code', say: ({ pattern }) => pattern || '/' },
  { title: 'Destination', kind: 'code', say: ({ destination }) => destination || BLOCKED },
  { title: 'Name', kind: 'code', say: ({ name }) => name ?? '' },
  { title: 'Meta', kind: 'code', say: ({ meta }) => sayMeta(meta ?? {}) },
  { title: 'Example', kind: 'code', say: sayExample },
];

/** Lists a table. */
export const listCommand: CliCommand = {
  takes: '[file]',
  about:
    'Lists the rows of a table, in the order in which they are tried, each with a request that reaches it.',
  options: [
    ...sourceOptions(),
    ...routerOptions(),
    new Option('--source', 'show the file, line and column of each definition'),
    ...filterOptions(),
    ...formatOptions(),
  ],
  examples: [
    'routes.ts',
    'routes.ts --source',
    'routes.ts --method POST --sort to',
    '--files . --md',
    'table.json --json',
  ],

  async run([file], options, io) {
    const maps = options.source === true ? new SourceMaps() : undefined;
    const sources = maps && recordSources(maps.original);
    const loading = loadSource(file, options, io, maps).finally(() => sources?.stop());
    const { table: loaded, paths } = await loading;
    const table =
      options.source === true ? await placeRows(loaded, await withImports(paths)) : loaded;
    const { autoRoute = false } = options;
    const all = await withProgress(io, 'Listing', () => list(table, { autoRoute }));
    const rows = filterRows(all, options);
    const settings = RESERVED.flatMap((name) =>
      Object.hasOwn(table, name) ? [`${name}: ${table[name]}`] : [],
    );
    const shown = rows.length === all.length ? '' : `${rows.length.toLocaleString('en')} of `;
    report(io, options, rows, [
      ...(rows.length === 0 ? [] : [tableOf(rows, [...COLUMNS, sourceIn(io.cwd)])]),
      [`${shown}${counted(all.length, 'row')}`, ...settings].join('; '),
    ]);
    return 0;
  },
};

/** The column for the location of a row's definition. */
function sourceIn(cwd: string): Column<Listed> {
  const say = ({ source }: Listed) => (source === null ? '' : sayPlace(source, cwd));
  return { title: 'Source', kind: 'code', say };
}

/** Writes only the path if the method is obvious: the row's own, or GET. */
function sayExample({ example, method }: Listed): string {
  if (example === null) return '';
  return example.method === (method ?? 'GET') ? example.path : sayRequest(example);
}
