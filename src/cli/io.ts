/** What the command line reads and writes, given to it so that a test needs no process. */

/** A stream to write to. */
export interface Output {
  write(text: string): unknown;
  /** Whether it is a terminal. */
  readonly isTTY?: boolean | undefined;
  /** How many columns the terminal has. */
  readonly columns?: number | undefined;
}

/** The surroundings of a command. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Reads standard input to its end. */
  readonly readInput: () => Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** The folder of the pages that `waymark help` prints, with a slash at its end. */
  readonly pages: URL;
  /** What `--version` prints. */
  readonly version: string;
  /**
   * Starts to show on standard error that work is under way, after it has taken a second.
   *
   * @param label what is being done
   * @returns a function that ends it and removes what was shown
   */
  readonly startProgress: (label: string) => () => Promise<void>;
}

/** The width of a terminal that does not say how wide it is. */
const USUAL_WIDTH = 80;

/** The columns that a line may have: those of the terminal, and as many as it takes elsewhere. */
export function widthOf({ isTTY, columns }: Output): number {
  if (isTTY !== true) return Number.POSITIVE_INFINITY;
  return columns === undefined || columns === 0 ? USUAL_WIDTH : columns;
}

/**
 * Whether standard output is coloured: on a terminal, unless `NO_COLOR` is set to anything
 * (https://no-color.org); `FORCE_COLOR` comes before both, as it does in Node, and `0` is off.
 */
export function isColoured({ stdout, env }: Pick<Io, 'stdout' | 'env'>): boolean {
  const { FORCE_COLOR: force, NO_COLOR: none, TERM: term } = env;
  if (force !== undefined) return force !== '0' && force !== 'false';
  if (none !== undefined && none !== '') return false;
  return stdout.isTTY === true && term !== 'dumb';
}

/**
 * Does work that may take long, with a line on the terminal that says so.
 *
 * @param io if standard error is no terminal, nothing is shown
 * @param label what is being done
 * @param work does it
 * @returns what the work returns
 * @throws whatever the work throws
 */
export async function withProgress<T>(
  { stderr, startProgress }: Pick<Io, 'stderr' | 'startProgress'>,
  label: string,
  work: () => T | Promise<T>,
): Promise<T> {
  if (stderr.isTTY !== true) return await work();
  const stop = startProgress(label);
  try {
    return await work();
  } finally {
    await stop();
  }
}
