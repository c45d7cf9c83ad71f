/** The form of a command. */
import type { Option } from 'commander';
import type { Io } from './io.ts';
import type { Options } from './options.ts';

/** A command, which `main` loads if it is asked for. */
export interface CliCommand {
  /** Its arguments, as commander spells them: `<method> <path> [file]`. */
  readonly takes: string;
  /** The description in its help, in full sentences. */
  readonly about: string;
  readonly options: readonly Option[];
  /** Command lines for its help, without `waymark` and the command's name. */
  readonly examples: readonly string[];
  /**
   * Runs the command.
   * @param given the arguments
   * @param options the options
   * @param io its environment
   * @returns the exit status: 0, or 1 for findings
   * @throws {UsageError} if the arguments contradict each other
   */
  run(given: readonly string[], options: Options, io: Io): Promise<number>;
}

/** A mistake in the command line that only the command itself can notice. */
export class UsageError extends Error {}

/** The exit status for a mistake in the command line or a file that can't be loaded. */
export const FAILED = 2;
