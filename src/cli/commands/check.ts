/** `waymark check`. */

import { Option } from 'commander';
import { check, type Finding, recordSources } from '../../inspect.ts';
import { DEFAULT_CONTROLLER, isReserved } from '../../table/settings.ts';
import { readTable } from '../../table/table.ts';
import type { CliCommand } from '../command.ts';
import { withProgress } from '../io.ts';
import { loadSource } from '../load/source.ts';
import { formatOptions, LEVELS, routerOptions, sourceOptions } from '../options.ts';
import { report } from '../show/report.ts';
import { count, sayRequest } from '../show/request.ts';
import { type Column, type Lines, tableOf } from '../show/table.ts';

const COLUMNS: readonly Column<Finding>[] = [
  { title: 'Level', kind: 'text', say: ({ level }) => level },
  { title: 'Kind', kind: 'text', say: ({ kind }) => kind },
  { title: 'What is wrong', kind: 'text', say: ({ message }) => message },
  {
    title: 'Request',
    kind: 'code',
    say: ({ witness }) => (witness === undefined ? '' : sayRequest(witness)),
  },
];

/** Finds mistakes. */
export const checkCommand: CliCommand = {
  name: 'check',
  takes: '[file]',
  summary: 'find mistakes; exit with 1 if there are any',
  about:
    'Finds mistakes in a table: rows that no request reaches, blocks that another row bypasses, and slips. With --files, destinations are compared with actions. The exit status is 1 if something is found.',
  options: [
    ...sourceOptions(),
    ...routerOptions(),
    new Option(
      '--also-reached <destinations>',
      'with --files, what is reached without a route: error pages, what only run calls',
    ).argParser((text) => text.split(',')),
    new Option('--level <level>', 'the least level that is reported, and counts').choices(LEVELS),
    new Option('--recheck', 'have recheck judge the patterns; npm i -D recheck installs it'),
    ...formatOptions(),
  ],
  examples: [
    'routes.ts',
    `--files . --set ${DEFAULT_CONTROLLER}=welcome --recheck`,
    '--files . --also-reached errors/malformed,errors/broken',
    'table.json --level error --json',
  ],

  async run([file], options, io) {
    const sources = recordSources();
    const loaded = loadSource(file, options, io).finally(() => sources.stop());
    const { table: routes, files, roots, knowsDefault } = await loaded;
    const size = rowsIn(routes);
    const all = await withProgress(io, `Checking ${size}`, () =>
      check(routes, {
        autoRoute: options.autoRoute ?? false,
        recheck: options.recheck ?? false,
        sources,
        ...(files === undefined ? {} : { files }),
        ...(roots === undefined ? {} : { roots }),
        alsoReached: options.alsoReached ?? [],
      }),
    );
    const counted = LEVELS.slice(0, LEVELS.indexOf(options.level ?? 'unproved') + 1);
    const findings = all.filter(({ level }) => counted.includes(level));
    const table = { ...tableOf(findings, COLUMNS), told: findings.map(say) };
    report(io, options, findings, [
      ...(findings.length === 0 ? [] : [table]),
      `${summary(findings)} in ${size}.`,
      ...(findings.some(isUnreached) && !knowsDefault ? [NO_DEFAULT] : []),
    ]);
    return findings.length === 0 ? 0 : 1;
  },
};

/** What the application gives to Route.map is not known here, and one action too few is reached. */
const NO_DEFAULT = `No default controller is known; --set ${DEFAULT_CONTROLLER}=NAME says which it is.`;

function isUnreached({ kind }: Finding): boolean {
  return kind === 'unreached-action';
}

function rowsIn(table: Parameters<typeof readTable>[0]): string {
  const rows = readTable(table, 'waymark').filter(({ pattern }) => !isReserved(pattern));
  return count(rows.length, 'row');
}

function say({ level, kind, message, witness }: Finding): Lines {
  const shown = witness === undefined ? [] : [`  ${sayRequest(witness)}`];
  return { lines: [`${level} (${kind}): ${message}`, ...shown] };
}

function summary(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Nothing was found';
  return LEVELS.flatMap((level) => {
    const number = findings.filter((finding) => finding.level === level).length;
    if (number === 0) return [];
    return [level === 'unproved' ? `${number} unproved` : count(number, level)];
  }).join(', ');
}
