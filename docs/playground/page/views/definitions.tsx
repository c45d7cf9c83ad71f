/** The run of the definitions, and what it says about them. */
import { withBase } from 'vitepress';
import { languageOf } from '../../question.ts';
import type { Session, Shown } from '../session.ts';
import { sayLine, staleness, viewStale } from './pieces.tsx';

const STATES = {
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
      <span class="pg-note">{isChecking ? 'Checking' : STATES[state]}</span>
      <button
        type="button"
        class="pg-run-button"
        disabled={state === 'held'}
        onClick={isBusy ? stop : run}
      >
        {isBusy ? 'Stop' : 'Run'}
      </button>
    </div>
  );
}

/** Asks whether to run code from a link. */
export function viewHeld({ shown, run }: Session) {
  const runLink = () => {
    run();
    // The focused button disappears.
    document.getElementById('pg-table')?.focus();
  };
  return (
    <div class="pg-held">
      {shown.state === 'held' ? (
        <div class="pg-message pg-warning">
          <p>This code came with a link and has not run. Anyone may have written it.</p>
          <button type="button" class="pg-main" onClick={runLink}>
            Run the code of this link
          </button>
        </div>
      ) : null}
    </div>
  );
}

/** The error of the last run. Its button moves the cursor to its line. */
export function viewFailure(shown: Shown) {
  const { failure, state } = shown;
  const { line = null, message, code } = failure ?? {};
  return (
    <div class="pg-failure">
      {failure === null || state === 'held' ? null : (
        <div class={['pg-message', state === 'failed' ? 'pg-error' : 'pg-stale']}>
          {line !== null && (
            <button type="button" onClick={() => Object.assign(shown, { goal: { line } })}>
              Line {line}
            </button>
          )}
          <pre>{message}</pre>
          {code !== undefined && <a href={withBase(`/errors/${code}`)}>What {code} means</a>}
        </div>
      )}
    </div>
  );
}

/** The route file generated from PHP, and warnings about the rest. */
export function viewImported({ question, shown, edit }: Session) {
  const imported = shown.table?.imported ?? null;
  if (languageOf(question.source) !== 'php' || imported === null || shown.state === 'held') {
    return null;
  }
  return (
    <div class={['pg-imported', { 'pg-stale': staleness(shown) !== '' }]}>
      {viewStale(shown)}
      {imported.warnings.map((warning) => (
        <p class="pg-message pg-warning">{sayLine(warning)}</p>
      ))}
      <details open>
        <summary>The route file written from it</summary>
        <textarea readonly rows="14" aria-label="The route file" value={imported.code} />
      </details>
      <button type="button" onClick={() => edit(imported.code)}>
        Continue with this file
      </button>
    </div>
  );
}

/** The console output of the code. */
export function viewConsole({ shown }: Session) {
  const { failure, table } = shown;
  const logs = (failure ?? table)?.logs ?? [];
  if (logs.length === 0) return null;
  const isOld = failure === null && staleness(shown) !== '';
  return (
    <section class={['pg-console', { 'pg-stale': isOld }]} aria-label="Console">
      <h3>Console</h3>
      <ol>
        {logs.map(({ level, text }) => (
          <li class={`pg-console-${level}`}>
            <pre>{text}</pre>
          </li>
        ))}
      </ol>
    </section>
  );
}
