/** The environment of the command line, passed in so that tests need no process. */

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Standard output for workflow commands, which `stdout` would escape. */
  readonly workflow: Output;
  readonly readInput: () => Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The folder of the pages that `waymark help` prints, with a trailing slash. */
  readonly pages: URL;
  readonly version: string;
  readonly startProgress: (label: string) => () => unknown;
}

const USUAL_WIDTH = 80;

/** The maximum width of a line: the terminal's, or unlimited elsewhere. */
export function widthOf({ isTTY, columns }: Output): number {
  if (isTTY !== true) return Number.POSITIVE_INFINITY;
  return columns === undefined || columns === 0 ? USUAL_WIDTH : columns;
}

/**
 * Whether standard output is coloured: on a terminal, unless `NO_COLOR` is set
 * (https://no-color.org). As in Node, `FORCE_COLOR` overrides both; `0` turns colours off.
 */
export function isColoured({ stdout, env }: Pick<Io, 'stdout' | 'env'>): boolean {
  const { FORCE_COLOR: force, NO_COLOR: none, TERM: term } = env;
  if (force !== undefined) return force !== '0' && force !== 'false';
  if (none !== undefined && none !== '') return false;
  return stdout.isTTY === true && term !== 'dumb';
}

/** Makes {@link Io.startProgress} of an output, to which nothing else may write meanwhile. */
export function progressOn(stderr: Output): Io['startProgress'] {
  return (label) => {
    stderr.write(`${label}…`);
    return () => stderr.write('\r\x1b[K');
  };
}

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
    stop();
  }
}
