/** The form of a command, and the options of all. */
import { InvalidArgumentError, Option } from 'commander';
import { isSwitch, RESERVED } from 'waymark/internal';
import type { Acceptance } from '../inspect.ts';
import type { Io } from './io.ts';

/** The parsed options of a command. Options that it doesn't have are absent. */
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
  readonly alsoReached?: readonly string[];
  readonly level?: (typeof LEVELS)[number];
  readonly output?: string;
  readonly force?: boolean;
  readonly any?: 'segment' | 'all';
  readonly ci2?: boolean;
  readonly gateway?: boolean;
  readonly controllers?: boolean;
  readonly module?: string;
  readonly constant?: Readonly<Record<string, string>>;
  readonly include?: readonly string[];
  /** `null` stands for the value in the environment. */
  readonly env?: Readonly<Record<string, string | null>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly base?: string;
  readonly against?: string;
  readonly debug?: boolean;
  readonly defaults?: Defaults;
}

export interface Defaults {
  readonly from: string;
  readonly routes?: string;
  readonly files?: string;
  /** Acceptances, with absolute file paths. */
  readonly guards?: readonly string[];
  readonly accept?: readonly Acceptance[];
}

export const LEVELS = ['error', 'warning', 'unproved'] as const;

export const FORMATS = ['text', 'json', 'md', 'github', 'sarif'] as const;
export type Format = (typeof FORMATS)[number];

const SORT_KEYS = ['order', 'method', 'path', 'name', 'to'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const sourceOptions = () => [
  new Option('--files <folder>', 'the application: its route file, the routes of its modules'),
  new Option(
    '--roots <folders>',
    'root folders in --files, in search order (application,framework)',
  ).argParser((text) => text.split(',')),
  pairs(
    '--set <setting=value>',
    `set ${RESERVED.slice(0, -1).join(', ')} or ${RESERVED.at(-1)}`,
    RESERVED,
  ),
];

export const routerOptions = () => [
  new Option('--auto-route', 'the router option autoRoute: unknown paths are destinations'),
  new Option('--no-auto-route', 'turn autoRoute off, even if waymark.config.ts turns it on'),
];

export const formatOptions = () => [
  new Option('--json', 'write the result of the waymark-tools/inspect function as JSON').conflicts(
    'md',
  ),
  new Option('--md', 'write Markdown'),
];

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

export const outputOption = () =>
  new Option('-o, --output <file>', 'write a file instead of standard output');

export const includeOption = () =>
  new Option(
    '--include <folder>',
    "another folder, besides the application's, whose files the PHP may include; repeatable",
  ).argParser((folder: string, before: readonly string[] = []) => [...before, folder]);

export const envOption = () =>
  new Option(
    '--env <name[=value]>',
    'a variable for getenv(), by default with its value in the environment; repeatable',
  ).argParser((text: string, before: Options['env']) => {
    const [, name, value = null] = /^([^=]+)(?:=(.*))?$/s.exec(text) ?? [];
    if (name === undefined) throw new InvalidArgumentError('Write name or name=value.');
    return Object.fromEntries([...Object.entries(before ?? {}), [name, value]]);
  });

/** Makes a repeatable option that takes a name and a value. */
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

export interface CliCommand {
  /** Its arguments, as commander spells them: `<method> <path> [file]`. */
  readonly takes: string;
  readonly about: string;
  readonly options: readonly Option[];
  /** Command lines for its help, without `waymark` and the command's name. */
  readonly examples: readonly string[];
  run(given: readonly string[], options: Options, io: Io): Promise<number>;
}

/** A mistake in the command line that only the command itself can notice. */
export class UsageError extends Error {}

/** The exit status for a mistake in the command line or a file that can't be loaded. */
export const FAILED = 2;
