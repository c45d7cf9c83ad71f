import { languageOf } from '../../question.ts';
import type { Session } from '../session.ts';

/** What was written from PHP, and what could not be. */
export function viewImported({ question, shown }: Session) {
  const imported = shown.table?.imported ?? null;
  if (languageOf(question.source) !== 'php' || imported === null || shown.failure !== null) {
    return null;
  }
  return (
    <div class="pg-imported">
      {imported.warnings.map(({ line, message }) => (
        <p class="pg-message pg-warning">
          {line !== null && `Line ${line}: `}
          {message}
        </p>
      ))}
      <details open>
        <summary>The route file that is written from it</summary>
        <textarea readonly rows="14" aria-label="The route file" value={imported.code} />
      </details>
      <button
        type="button"
        onClick={() => {
          question.source = imported.code;
        }}
      >
        Go on with this file
      </button>
    </div>
  );
}
