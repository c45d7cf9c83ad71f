import type { Session } from '../session.ts';

/** Asks whether to run code from a link. */
export function viewHeld({ shown, run }: Session) {
  return (
    <div class="pg-held">
      {shown.state === 'held' ? (
        <div class="pg-message pg-warning">
          <p>This code came with a link and has not run. Anyone may have written it.</p>
          <button
            type="button"
            class="pg-main"
            onClick={() => {
              run();
              // The focused button disappears.
              document.getElementById('pg-table')?.focus();
            }}
          >
            Run the code of this link
          </button>
        </div>
      ) : null}
    </div>
  );
}
