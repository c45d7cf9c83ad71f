/** `waymark list` and `waymark examples`. */
import { Option } from 'commander';
import { RESERVED, type Row, readTable, withShortNames } from 'waymark/internal';
import { type Example, examples, type Listed, list } from '../../inspect.ts';
import { counted, sayRequest } from '../../shared/words.ts';
import { withProgress } from '../io.ts';
import { loadPlaced, loadSource } from '../load/source.ts';
import {
  type CliCommand,
  filterOptions,
  formatOptions,
  routerOptions,
  sourceOptions,
} from '../options.ts';
import { report } from '../show/report.ts';
import {
  ANY,
  type Column,
  filterRows,
  sayBriefly,
  sayDestination,
  sayPlace,
  tableOf,
} from '../show/table.ts';

const COLUMNS: readonly Column<Listed>[] = [
  { title: '#', kind: 'text', say: ({ order }) => String(order) },
  { title: 'Method', kind: 'method', say: ({ method }) => method ?? '', nothing: ANY },
  { title: 'Pattern', kind: 'code', say: ({ pattern }) => pattern || '/' },
  { title: 'Destination', kind: 'code', say: ({ destination }) => sayDestination(destination) },
  { title: 'Name', kind: 'code', say: ({ name }) => name ?? '', optional: true },
  { title: 'Meta', kind: 'code', say: ({ meta }) => sayBriefly(meta ?? {}), optional: true },
  { title: 'Example', kind: 'code', say: sayExample, optional: true },
];

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
    const load = options.source === true ? loadPlaced : loadSource;
    const { table } = await load(file, options, io);
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

function sourceIn(cwd: string): Column<Listed> {
  const say = ({ source }: Listed) => (source === null ? '' : sayPlace(source, cwd));
  return { title: 'Source', kind: 'code', say };
}

/** Writes only the path if the method is obvious: the row's own, or GET. */
function sayExample({ example, method }: Listed): string {
  if (example === null) return '';
  return example.method === (method ?? 'GET') ? example.path : sayRequest(example);
}

const EXAMPLES: readonly Column<Example>[] = [
  { title: 'Method', kind: 'method', say: ({ request }) => request?.method ?? '', nothing: '-' },
  { title: 'Path', kind: 'code', say: ({ request }) => request?.path ?? '', nothing: '-' },
  { title: 'Goes to', kind: 'code', say: sayTarget, nothing: '-' },
  { title: 'Row', kind: 'code', say: ({ route }) => withShortNames(route) },
  { title: 'Why none', kind: 'text', say: ({ reason = '' }) => reason },
];

export const examplesCommand: CliCommand = {
  takes: '[file]',
  about:
    'Makes a request for each row that provably reaches it, for smoke tests and documentation.',
  options: [...sourceOptions(), ...routerOptions(), ...filterOptions(), ...formatOptions()],
  examples: ['routes.ts', 'routes.ts --path photos', 'routes.ts --json'],

  async run([file], options, io) {
    const { table } = await loadSource(file, options, io);
    const made = await withProgress(io, 'Making examples', () => examples(table, options));
    const entries = new Map(readTable(table, 'waymark').rows.map((entry) => [entry.key, entry]));
    const rows = made.map((example, index) => {
      // The cast: every example belongs to a key of the table.
      const { method, pattern, to, name = null, meta = null } = entries.get(example.route) as Row;
      const shown = { method, pattern: withShortNames(pattern), destination: to, name, meta };
      return { order: index + 1, ...shown, example };
    });
    const chosen = filterRows(rows, options).map(({ example }) => example);
    const missing = chosen.filter(({ request }) => request === null).length;
    report(io, options, chosen, [
      ...(chosen.length === 0 ? [] : [tableOf(chosen, EXAMPLES)]),
      missing === 0
        ? counted(chosen.length, 'row')
        : `${counted(chosen.length, 'row')}, ${missing} without a request`,
    ]);
    return 0;
  },
};

function sayTarget({ request, destination }: Example): string {
  if (request === null) return '';
  return sayDestination(destination);
}
