/** Errors, and the lines of the source that cause them. */
import type { Failure, Spot } from '../answer.ts';

/** Ends a run, with the line at fault if known. */
export class Stop extends Error {
  constructor(
    message: string,
    readonly line: number | null,
    readonly spot: Spot | null = null,
    readonly wants?: Failure['wants'],
    /** The code of waymark's error. */
    readonly code?: string,
  ) {
    super(message);
  }
}

/**
 * Describes an error as a failure.
 *
 * @param error anything thrown
 */
export function failureOf(error: unknown): Failure {
  const { line, spot, wants, code } = error instanceof Stop ? error : new Stop('', null);
  return { kind: 'failure', message: messageOf(error), line, spot, wants, code };
}

/** Returns the message of anything thrown. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return `The code throws ${String(error)}`;
  return error instanceof Stop || error.name === 'WaymarkError'
    ? error.message
    : `${error.name}: ${error.message}`;
}

/** A place in a file; both numbers start at 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds the place in a file that threw an error, directly or through a call.
 *
 * @param error anything thrown
 * @param url the file's URL
 */
export function placeIn(error: unknown, url: string): Place | null {
  const stack = error instanceof Error ? String(error.stack) : '';
  const start = url === '' ? -1 : stack.indexOf(`${url}:`);
  if (start < 0) return null;
  const [line = 0, column = 1] = stack
    .slice(start + url.length + 1)
    .split(':', 2)
    .map((text) => Number.parseInt(text, 10));
  return line > 0 ? { line, column: column > 0 ? column : 1 } : null;
}
