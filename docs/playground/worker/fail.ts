/** What went wrong, and at which line of the source. */
import type { Failure } from '../answer.ts';

/** Ends a run, with a line that is known. */
export class Stop extends Error {
  constructor(
    message: string,
    readonly line: number | null,
  ) {
    super(message);
  }
}

/**
 * Words a failure.
 *
 * @param error whatever was thrown
 */
export function failureOf(error: unknown): Failure {
  const line = error instanceof Stop ? error.line : null;
  return { kind: 'failure', message: messageOf(error), line };
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return `The code throws ${String(error)}`;
  return error instanceof Stop || error.name === 'WaymarkError'
    ? error.message
    : `${error.name}: ${error.message}`;
}

/**
 * The line of a file that an error comes from.
 *
 * @param error whatever was thrown
 * @param url the file's
 */
export function lineIn(error: unknown, url: string): number | null {
  const stack = error instanceof Error ? String(error.stack) : '';
  const start = url === '' ? -1 : stack.indexOf(`${url}:`);
  if (start < 0) return null;
  const line = Number.parseInt(stack.slice(start + url.length + 1), 10);
  return line > 0 ? line : null;
}
