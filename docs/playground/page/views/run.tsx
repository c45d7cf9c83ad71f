import type { Session } from '../session.ts';

const SAYS = {
  running: 'Running',
  ready: '',
  failed: 'Failed',
  stopped: 'Stopped',
  held: 'Not run',
} as const;

/** The state of the run, and the button that stops it or starts another. */
export function viewRun({ shown, run, stop }: Session) {
  const { state, checks, table } = shown;
  const isChecking = state === 'ready' && checks === 'running' && table !== null;
  const isBusy = state === 'running' || isChecking;
  return (
    <div class={['pg-run', { 'pg-busy': isBusy }]}>
      <span class="pg-spinner" />
      <span class="pg-note">{isChecking ? 'Checking' : SAYS[state]}</span>
      <button
        type="button"
        class="pg-run-button"
        disabled={state === 'held'}
        onClick={() => (isBusy ? stop() : run())}
      >
        {isBusy ? 'Stop' : 'Run'}
      </button>
    </div>
  );
}
