import { languageOf } from '../../question.ts';
import type { Session } from '../session.ts';
import { staleness, viewStale } from './stale.tsx';

/** The route file generated from PHP, and warnings about the rest. */
export function viewImported({ question, shown, edit }: Session) {
  const imported = shown.table?.imported ?? null;
  if (languageOf(question.source) !== 'php' || imported === null || shown.state === 'held') {
    return null;
  }
  return (
    <div class={['pg-imported', { 'pg-stale': staleness(shown) !== '' }]}>
      {viewStale(shown)}
      {imported.warnings.map(({ line, message }) => (
        <p class="pg-message pg-warning">
          {line !== null && `Line ${line}: `}
          {message}
        </p>
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
