import { FIELD_LENGTH } from '../../limits.ts';
import { answerAsJson, answerAsMarkdown } from '../copy.ts';
import { entered } from '../entered.ts';
import type { Session } from '../session.ts';
import { viewCopy } from './copy.tsx';
import { staleness } from './stale.tsx';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY'];

/** A request, and its answer. */
export function viewRequest(session: Session) {
  const { question } = session;
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
      {viewResult(session)}
    </section>
  );
}

function viewResult(session: Session) {
  const { question, shown } = session;
  const { looked, problem, table, state } = shown;
  const stale = staleness(shown);
  if (problem !== '' && table !== null) {
    return (
      <div class="pg-result">
        <p class="pg-message pg-error">{problem}</p>
      </div>
    );
  }
  if (looked === null || table === null) {
    const says = state === 'running' ? 'Running' : 'No answer yet.';
    return (
      <div class="pg-result">
        <p class="pg-message pg-stale">{says}</p>
      </div>
    );
  }
  const { request, status, summary, path, steps } = looked;
  const isOther = request.method !== question.method || request.path !== question.path;
  const kind = status === 'found' ? 'pg-success' : 'pg-warning';
  return (
    <div class="pg-result">
      <p class={['pg-message', stale !== '' || isOther ? 'pg-stale' : kind]}>
        {summary}
        {stale === '' ? null : <span class="pg-stale-note"> {stale}</span>}
      </p>
      {steps.length > 0 && (
        <p class="pg-note">
          The path is matched as <code>{path}</code>: {steps.join(', ')}.
        </p>
      )}
      {viewCopy(session, 'The answer', {
        json: () => answerAsJson(looked, table),
        markdown: () => answerAsMarkdown(looked),
      })}
    </div>
  );
}
