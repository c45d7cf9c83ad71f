/** What a command of the command line is. */
import type { Option } from 'commander';
import type { Io } from './io.ts';
import type { Options } from './options.ts';

/** A command, as `main` adds it. */
export interface CliCommand {
  readonly name: string;
  /** What it takes, as commander spells it: `<method> <path> [file]`. */
  readonly takes: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What its help says besides; full sentences. */
  readonly about: string;
  readonly options: readonly Option[];
  /** Command lines for its help, without `waymark` and the command's name. */
  readonly examples: readonly string[];
  /**
   * Runs it.
   *
   * @param given the arguments that there are
   * @param options what the options say
   * @param io where it reads and writes
   * @returns the exit status: 0, or 1 for findings
   * @throws {UsageError} if arguments make no sense together
   */
  run(given: readonly string[], options: Options, io: Io): Promise<number>;
}

/** The command line is wrong in a way that only the command can tell. */
export class UsageError extends Error {}

/** The exit status of a command line that is wrong, and of a file that can't be loaded. */
export const FAILED = 2;
