import { answerAsJson, answerAsMarkdown } from '../copy.ts';
import type { Session } from '../session.ts';
import { staleness, viewChoice, viewCopy, viewText } from './pieces.tsx';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY'];

/** A request, and its answer. */
export function viewRequest(session: Session) {
  const { question } = session;
  return (
    <section class="pg-requests" aria-labelledby="pg-request">
      <h2 id="pg-request">Request</h2>
      <div class="pg-row pg-form">
        {viewChoice({
          label: 'Method',
          value: question.method,
          values: METHODS.includes(question.method) ? METHODS : [...METHODS, question.method],
          onChange: (method) => {
            question.method = method;
          },
        })}
        {viewText({
          label: 'Path',
          class: 'pg-wide',
          value: question.path,
          onChange: (path) => {
            question.path = path;
          },
        })}
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
      <div class="pg-result">{viewResult(session)}</div>
    </section>
  );
}

function viewResult(session: Session) {
  const { question, shown } = session;
  const { looked, problem, table, state } = shown;
  if (problem !== '' && table !== null) return <p class="pg-message pg-error">{problem}</p>;
  if (looked === null || table === null) {
    const says = state === 'running' ? 'Running' : 'No answer yet.';
    return <p class="pg-message pg-stale">{says}</p>;
  }
  const stale = staleness(shown);
  const { request, status, summary, path, steps } = looked;
  const isOther = request.method !== question.method || request.path !== question.path;
  const kind = status === 'found' ? 'pg-success' : 'pg-warning';
  return (
    <>
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
    </>
  );
}
