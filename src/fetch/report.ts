import type { Application } from './options.ts';

/**
 * Calls `onError`. What that throws itself goes to `console.error`, and must not keep the client
 * waiting.
 *
 * @param application whose `onError` it is
 * @param exchange the request
 * @param error what was thrown
 * @returns what `onError` returned
 */
export async function report(
  { onError }: Pick<Application, 'onError'>,
  { request, platform }: { readonly request: Request; readonly platform: readonly unknown[] },
  error: unknown,
): Promise<unknown> {
  try {
    return await onError(error, request, ...platform);
  } catch (second) {
    console.error(second);
    return undefined;
  }
}
