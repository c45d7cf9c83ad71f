import type { Session } from '../session.ts';

/** A button that tries a request. */
export function viewTry(
  { question }: Session,
  { method, path }: { readonly method: string; readonly path: string },
) {
  return (
    <button type="button" class="pg-try" onClick={() => Object.assign(question, { method, path })}>
      Try {method} {path}
    </button>
  );
}
