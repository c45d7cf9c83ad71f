import type { Row } from '../../answer.ts';
import { FIELD_LENGTH } from '../../limits.ts';
import { entered } from '../entered.ts';
import type { Session } from '../session.ts';
import { Key, ROWS } from './table.tsx';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

const MARKS: Record<Row['mark'], string> = {
  matched: 'matched',
  passed: 'passed over',
  unreached: 'never reached',
};

/** A request, and what each row makes of it. */
export function viewRequest({ question, shown: { table } }: Session) {
  const methods = METHODS.includes(question.method) ? METHODS : [...METHODS, question.method];
  return (
    <section class="pg-requests" aria-labelledby="pg-request">
      <h2 id="pg-request">Request</h2>
      <div class="pg-row pg-form">
        <label>
          Method
          <select
            value={question.method}
            onChange={(event: Event) => {
              question.method = entered(event);
            }}
          >
            {methods.map((method) => (
              <option value={method}>{method}</option>
            ))}
          </select>
        </label>
        <label class="pg-wide">
          Path
          <input
            type="text"
            spellcheck={false}
            autocapitalize="off"
            autocomplete="off"
            maxlength={FIELD_LENGTH}
            value={question.path}
            onInput={(event: Event) => {
              question.path = entered(event);
            }}
          />
        </label>
        <label class="pg-check">
          <input
            type="checkbox"
            checked={question.autoRoute}
            onChange={() => {
              question.autoRoute = !question.autoRoute;
            }}
          />
          <span>
            <code>autoRoute</code>
          </span>
        </label>
      </div>
      {table !== null && viewResult(table)}
    </section>
  );
}

function viewResult({ result, rows }: NonNullable<Session['shown']['table']>) {
  return (
    <>
      <div role="status">
        <p class={['pg-message', result.status === 'found' ? 'pg-success' : 'pg-warning']}>
          {result.summary}
        </p>
        {result.steps.length > 0 && (
          <p class="pg-note">
            The path that is matched is <code>{result.path}</code>: {result.steps.join(', ')}.
          </p>
        )}
      </div>
      <ol class="pg-marks" aria-label="What each row makes of it">
        {rows.slice(0, ROWS).map((row) => (
          <li class={`pg-${row.mark}`}>
            <Key row={row} />
            <span class="pg-why">
              <strong>{MARKS[row.mark]}</strong>
              {row.why !== null && `: ${row.why}`}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
