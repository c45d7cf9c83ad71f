/** The options of all commands. */
import { InvalidArgumentError, Option } from 'commander';
import type { Acceptance } from '../inspect.ts';
import { isSwitch, RESERVED } from '../table/settings.ts';

/** What the options of a command say; those that a command does not have are absent. */
export interface Options {
  readonly files?: string;
  readonly roots?: readonly string[];
  readonly set?: Readonly<Record<string, string>>;
  readonly autoRoute?: boolean;
  readonly json?: boolean;
  readonly md?: boolean;
  readonly format?: Format;
  readonly method?: string;
  readonly path?: string;
  readonly name?: string;
  readonly to?: string;
  readonly meta?: Readonly<Record<string, string>>;
  readonly sort?: SortKey;
  readonly source?: boolean;
  readonly none?: boolean;
  readonly recheck?: boolean;
  readonly alsoReached?: readonly string[];
  readonly level?: (typeof LEVELS)[number];
  readonly output?: string;
  readonly force?: boolean;
  readonly any?: 'segment' | 'all';
  readonly constant?: Readonly<Record<string, string>>;
  readonly include?: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly base?: string;
  readonly debug?: boolean;
  readonly defaults?: Defaults;
}

/** What a configuration file says of the table. */
export interface Defaults {
  /** The name of the file. */
  readonly from: string;
  /** The route file, the JSON table or the folder of the application. */
  readonly routes?: string;
  /** As `--files`. */
  readonly files?: string;
  /** Findings that are accepted; files are absolute paths. */
  readonly accept?: readonly Acceptance[];
}

/** How bad a finding is, the worst first. */
export const LEVELS = ['error', 'warning', 'unproved'] as const;

/** How findings are written. */
export const FORMATS = ['text', 'json', 'md', 'github', 'sarif'] as const;
export type Format = (typeof FORMATS)[number];

/** What rows can be sorted by. */
export const SORT_KEYS = ['order', 'method', 'path', 'name', 'to'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Where a table comes from, and what is added to it. */
export const sourceOptions = () => [
  new Option('--files <folder>', 'the application: its route file, the routes of its modules'),
  new Option(
    '--roots <folders>',
    'the folders of --files, first searched first (application,framework)',
  ).argParser((text) => text.split(',')),
  pairs(
    '--set <setting=value>',
    `set ${RESERVED.slice(0, -1).join(', ')} or ${RESERVED.at(-1)}`,
    RESERVED,
  ),
];

/** How requests are answered. */
export const routerOptions = () => [
  new Option('--auto-route', 'as createRouter takes it: unknown paths are their own destination'),
  new Option('--no-auto-route', 'not so, whatever waymark.config.ts says'),
];

/** How the answer is written. */
export const formatOptions = () => [
  new Option('--json', 'write JSON: what the function of waymark/inspect returns').conflicts('md'),
  new Option('--md', 'write Markdown'),
];

/** Which rows are shown, and in which order. */
export const filterOptions = () => [
  new Option('--method <method>', 'only rows that answer this method').argParser((text) =>
    text.toUpperCase(),
  ),
  new Option('--path <text>', 'only rows whose pattern contains the text'),
  new Option('--name <text>', 'only rows whose name contains the text'),
  new Option('--to <text>', 'only rows whose destination contains the text'),
  pairs('--meta <key=value>', 'only rows whose meta has this value'),
  new Option('--sort <by>', 'sort the rows').choices(SORT_KEYS),
];

/** Where a file is written. */
export const outputOption = () =>
  new Option('-o, --output <file>', 'write a file, not standard output');

/** The folders of files that PHP may include. */
export const includeOption = () =>
  new Option(
    '--include <folder>',
    "a folder of files that the PHP may include, besides the application's; may be given again",
  ).argParser((folder: string, before: readonly string[] = []) => [...before, folder]);

/**
 * An option that may be given several times, each time with a name and a value.
 *
 * @param known the names that there are; any name will do if it is left out
 *
 * @example
 * pairs('--query <name=value>', 'a part of the query');
 */
export function pairs(flags: string, description: string, known?: readonly string[]): Option {
  return new Option(flags, description).argParser(
    (text: string, before: Readonly<Record<string, string>> | undefined) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (name === undefined) throw new InvalidArgumentError('Write name=value.');
      if (known !== undefined && !known.includes(name)) {
        throw new InvalidArgumentError(`Allowed names are ${known.join(', ')}.`);
      }
      if (known !== undefined && isSwitch(name) && value !== 'true' && value !== 'false') {
        throw new InvalidArgumentError(`Write ${name}=true or ${name}=false.`);
      }
      return Object.fromEntries([...Object.entries(before ?? {}), [name, value]]);
    },
  );
}
