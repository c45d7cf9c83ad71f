/** Describes errors. */
import type { Failure } from '../answer.ts';

/** Ends a run. */
export class Stop extends Error {
  constructor(
    message: string,
    /** The line at fault; `null` if unknown. */
    readonly line: number | null,
    /** The characters at fault, the error's page, and whether types must be removed. */
    readonly more: Pick<Failure, 'spot' | 'code' | 'wants'> = {},
  ) {
    super(message);
  }
}

/** Describes anything thrown as a failure. */
export function failureOf(error: unknown): Failure {
  const { line, more } = error instanceof Stop ? error : new Stop('', null);
  return { kind: 'failure', message: messageOf(error), line, ...more };
}

/** Returns the message of anything thrown. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return `The code throws ${String(error)}`;
  return error instanceof Stop || error.name === 'WaymarkError'
    ? error.message
    : `${error.name}: ${error.message}`;
}
