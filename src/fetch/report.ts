import type { Application } from './options.ts';

/**
 * Calls `onError`, and gives what it returns. What it throws goes to `console.error`, and must not
 * keep the client waiting.
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
