import type { Shown } from '../session.ts';

/**
 * What went wrong.
 *
 * @param shown what is on the page
 * @param goTo puts the cursor at a line
 */
export function viewFailure({ failure }: Shown, goTo: (line: number) => void) {
  const line = failure?.line ?? null;
  return (
    <div role="status" class="pg-failure">
      {failure === null ? null : (
        <div class="pg-message pg-error">
          {line === null ? null : (
            <button type="button" onClick={() => goTo(line)}>
              Line {line}
            </button>
          )}
          <pre>{failure.message}</pre>
        </div>
      )}
    </div>
  );
}
