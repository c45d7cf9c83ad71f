/** `waymark reach`. */
import { Option } from 'commander';
import { quote, withShortNames } from 'waymark/internal';
import { reach, reachAction, type Way } from '../../inspect.ts';
import { withProgress } from '../io.ts';
import { loadSource } from '../load/source.ts';
import { type CliCommand, formatOptions, routerOptions, sourceOptions } from '../options.ts';
import { type Part, report } from '../show/report.ts';
import { type Column, HANDLER, tableOf, titled } from '../show/table.ts';

const ROW: Column<{ readonly route: string | null }> = {
  title: 'Row',
  kind: 'code',
  say: ({ route }) => withShortNames(route ?? ''),
  nothing: '(autoRoute)',
};

const WAYS: readonly Column<Way>[] = [
  { title: 'Method', kind: 'method', say: ({ method }) => method },
  { title: 'Path', kind: 'code', say: ({ path }) => path },
  ROW,
  { title: 'Goes to', kind: 'code', say: ({ destination }) => destination ?? HANDLER },
];

const UNPROVED: readonly Column<{ readonly route: string | null; readonly reason: string }>[] = [
  ROW,
  { title: 'Reason', kind: 'text', say: ({ reason }) => reason },
];

export const reachCommand: CliCommand = {
  takes: '<destination> [file]',
  about:
    'Shows which requests reach an action, one for each row, or proves that none does. Without --files, destinations are compared as texts; with --files, all destinations of the action count, and it must exist.',
  options: [
    ...sourceOptions(),
    ...routerOptions(),
    new Option('--none', 'exit with 1 unless it is proved that no request reaches it'),
    ...formatOptions(),
  ],
  examples: [
    'users/login routes.ts',
    'users/login routes.ts --files . --none',
    'photos/show --files . --json',
  ],

  async run([destination, file], options, io) {
    const { table, files, roots } = await loadSource(file, options, io);
    const autoRoute = options.autoRoute ?? false;
    const found = await withProgress(io, 'Proving', () =>
      files === undefined
        ? reach(table, destination, { autoRoute })
        : reachAction(table, destination, files, { autoRoute, roots }),
    );
    const { ways, unproved } = found;
    const parts: Part[] = [];
    if (ways.length > 0) parts.push(tableOf(ways, WAYS));
    const doubt = `It is not known whether these reach ${destination}:`;
    parts.push(...titled(doubt, unproved, UNPROVED));
    if (parts.length === 0) {
      parts.push(
        files === undefined
          ? `No request has the destination ${quote(destination)}.`
          : `No request reaches the action ${quote(destination)}.`,
      );
    }
    report(io, options, found, parts);
    return options.none === true && ways.length + unproved.length > 0 ? 1 : 0;
  },
};
