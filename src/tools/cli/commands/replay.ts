/** `waymark replay`. */
import { Option } from 'commander';
import { createRouter, type Resolution } from 'waymark';
import { withExactNames } from 'waymark/hmvc';
import {
  DEFAULT_CONTROLLER,
  findInvoker,
  isRedirect,
  isReserved,
  makeLoader,
  readController,
  readSettings,
  readTable,
  withShortNames,
} from 'waymark/internal';
import { counted } from '../../shared/words.ts';
import { withProgress } from '../io.ts';
import { loadSource, type Source } from '../load/source.ts';
import { readEntry, readLines } from '../log/lines.ts';
import { type Asked, type Find, type Statuses, Tally } from '../log/tally.ts';
import {
  type CliCommand,
  formatOptions,
  routerOptions,
  sourceOptions,
  UsageError,
} from '../options.ts';
import { type Part, report } from '../show/report.ts';
import { type Column, sayAnswer, tableOf } from '../show/table.ts';
import { lineOf } from '../show/text.ts';

/** The number of requests shown; `--json` has more. */
const SHOWN = 50;

const HITS: readonly Column<{ readonly row: string | null; readonly count: number }>[] = [
  { title: 'Requests', kind: 'text', say: (hit) => hit.count.toLocaleString('en') },
  { title: 'Row', kind: 'code', say: ({ row }) => withShortNames(row ?? '(autoRoute)') },
];

const REQUEST: readonly Column<Asked>[] = [
  { title: 'Requests', kind: 'text', say: (asked) => asked.count.toLocaleString('en') },
  { title: 'Method', kind: 'method', say: ({ method }) => method },
  { title: 'Path', kind: 'code', say: ({ path }) => path },
  { title: 'Answer', kind: 'code', say: sayAsked },
];

const MISSES: readonly Column<Asked>[] = [
  ...REQUEST,
  { title: 'Logged', kind: 'text', say: ({ statuses }) => sayStatuses(statuses) },
];

const AUTO = 'autoRoute answers without a row:';

interface Changed extends Asked {
  readonly other: Resolution;
}

const CHANGES: readonly Column<Changed>[] = [
  ...REQUEST,
  { title: 'Second answer', kind: 'code', say: ({ other }) => sayAnswer(other) },
];

export const replayCommand: CliCommand = {
  takes: '<log> [file]',
  about:
    'Resolves each request of an access log. Shows how many requests each row answers, which requests --auto-route answers, which requests nothing answers, and which rows no request reached. With --files, a row or --auto-route answers only if the action exists; without, it is unknown whether --auto-route does. With --against, it also shows which requests a second table answers differently. Lines are in the common or the combined log format, or JSON; the log may be compressed with gzip. Queries are ignored. The exit status is 1 if no row answers a request that the log has with a status below 400, or if that is unknown, or if the tables differ.',
  options: [
    ...sourceOptions(),
    ...routerOptions(),
    new Option('--against <file>', 'a second table, to compare the answers'),
    ...formatOptions(),
  ],
  examples: [
    'access.log routes.ts',
    'access.log.1.gz --files . --auto-route',
    'access.log before.json --against routes.ts',
  ],

  async run([log, file], options, io) {
    const { autoRoute = false, against } = options;
    const source = await loadSource(file, options, io);
    const { files, roots } = source;
    const table =
      files === undefined ? source.table : withExactNames(source.table, files, { roots });
    const second = against === undefined ? null : await loadSource(against, options, io);
    const tally = new Tally(
      createRouter(table, { autoRoute }),
      second && createRouter(second.table, { autoRoute }),
      finderOf({ ...source, table }),
    );
    await withProgress(io, 'Replaying', () =>
      readLines(log, io.cwd, async (line) => {
        const entry = line === null ? null : readEntry(line);
        if (entry === null) tally.skip(line);
        else await tally.add(entry);
      }),
    );
    const { total, unread, unknown, sample, isCapped, lost } = tally;
    // Otherwise a log in another format would look like one without lost requests.
    if (total === 0 && unread > 0) throw withoutRequests(log, tally);
    const hits = Array.from(tally.byRow, ([row, count]) => ({ row, count })).sort(byCount);
    const asked = [...tally.asked.values()].sort(byCount);
    const missing = asked.filter(({ isMissing }) => isMissing);
    const auto = asked.filter(({ isAuto }) => isAuto);
    const different = asked.filter((one): one is Changed => one.other !== null);
    const unasked = Object.keys(table).filter((key) => !isReserved(key) && !tally.byRow.has(key));
    const example = sample === null ? '' : `, such as ${lineOf(sample.slice(0, 120))}`;
    const data = { total, unread, unknown, hits, auto, missing, different, unasked, isCapped };
    report(io, options, data, [
      ...listing('', hits, HITS),
      ...listing(AUTO, auto, MISSES),
      ...listing('No row or action answers:', missing, MISSES),
      ...listing('The second table answers differently:', different, CHANGES),
      ...(unasked.length === 0
        ? []
        : ['Rows that no request reached:', { lines: unasked.map(lineOf) }]),
      summaryOf(tally, second !== null),
      ...(isCapped ? ['The log has too many paths; some are counted but not shown.'] : []),
      ...(unread === 0 ? [] : [`${counted(unread, 'line')} had no request${example}.`]),
    ]);
    return lost > 0 || tally.different > 0 ? 1 : 0;
  },
};

/** Makes the function that tells whether an action answers. */
function finderOf({ table, files, roots, knowsDefault }: Source): Find {
  const settings = readSettings(readTable(table, 'replay').rows);
  const loader = files && makeLoader(files, { roots, settings });
  const knowsHome = knowsDefault();
  return async (answer) => {
    if (answer.status !== 'found') return false;
    const { route, destination } = answer;
    // A handler or a redirect.
    if (destination === null || isRedirect(destination)) return true;
    if (loader === undefined || (!knowsHome && route === DEFAULT_CONTROLLER)) {
      return route === null ? null : true;
    }
    for (const { file, action } of loader.places(destination)) {
      if (findInvoker(await readController(file), action) !== null) return true;
    }
    return false;
  };
}

function sayAsked({ answer, isMissing }: Asked): string {
  const said = sayAnswer(answer);
  return isMissing && answer.status === 'found' ? `no action: ${said}` : said;
}

function withoutRequests(log: string, { unread, sample }: Tally): UsageError {
  const first = sample === null ? '' : `; the first is ${sample.slice(0, 120)}`;
  return new UsageError(
    `${log} has no request: of ${counted(unread, 'line')}, none is in the common or the combined log format, or JSON with a method and a path${first}`,
  );
}

function byCount(one: { readonly count: number }, other: { readonly count: number }): number {
  return other.count - one.count;
}

function listing<Row>(
  title: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Part[] {
  if (rows.length === 0) return [];
  const more = rows.length - SHOWN;
  return [
    ...(title === '' ? [] : [title]),
    tableOf(rows.slice(0, SHOWN), columns),
    ...(more > 0 ? [`${more.toLocaleString('en')} more; --json shows them.`] : []),
  ];
}

function summaryOf(tally: Tally, isCompared: boolean): string {
  const { total, missing, unknown, lost, different } = tally;
  const answered = `${counted(total, 'request')}: ${(total - missing - unknown).toLocaleString('en')} answered`;
  const open = unknown === 0 ? '' : `, ${unknown.toLocaleString('en')} unknown without --files`;
  const not = `${missing.toLocaleString('en')} not answered${open}`;
  const without = `${lost.toLocaleString('en')} lost an answer`;
  const changed = isCompared ? `; ${different.toLocaleString('en')} answered differently` : '';
  return `${answered}, ${not}; ${without}${changed}.`;
}

function sayStatuses(statuses: Statuses): string {
  return Object.entries(statuses.toJSON())
    .map(([status, count]) => `${status}${count === 1 ? '' : ` × ${count.toLocaleString('en')}`}`)
    .join(', ');
}
