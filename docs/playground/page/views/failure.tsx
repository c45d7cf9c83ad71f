import { withBase } from 'vitepress';
import type { Shown } from '../session.ts';

/**
 * The error of the last run.
 *
 * @param shown the results on the page
 * @param goTo moves the cursor to a line
 */
export function viewFailure({ failure, state }: Shown, goTo: (line: number) => void) {
  const line = failure?.line ?? null;
  return (
    <div class="pg-failure">
      {failure === null || state === 'held' ? null : (
        <div class={['pg-message', state === 'failed' ? 'pg-error' : 'pg-stale']}>
          {line === null ? null : (
            <button type="button" onClick={() => goTo(line)}>
              Line {line}
            </button>
          )}
          <pre>{failure.message}</pre>
          {failure.code === undefined ? null : (
            <a href={withBase(`/errors/${failure.code}`)}>What {failure.code} means</a>
          )}
        </div>
      )}
    </div>
  );
}
