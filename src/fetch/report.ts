import type { Application } from './options.ts';

/** A request, and what the runtime handed over with it. */
export interface Received {
  readonly request: Request;
  readonly platform: readonly unknown[];
}

/**
 * Calls `onError`, and gives what it returns, wrapped, since that may look like a promise. Never
 * rejects: what `onError` throws goes to `console.error`, and must not keep the client waiting.
 */
export async function report(
  { onError }: Pick<Application, 'onError'>,
  { request, platform }: Received,
  error: unknown,
): Promise<{ readonly answer: unknown }> {
  try {
    return { answer: await onError(error, request, ...platform) };
  } catch (second) {
    log(second);
    return { answer: undefined };
  }
}

/** Logs an error, which may be a value that the console fails to print, such as one whose `stack` throws. */
export function log(error: unknown): void {
  try {
    console.error(error);
  } catch {
    console.error(UNPRINTABLE);
  }
}

const UNPRINTABLE = "waymark: a request failed with an error that console.error can't print";
