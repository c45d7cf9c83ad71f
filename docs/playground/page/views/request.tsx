import { toRef } from 'vue';
import { answerAsJson, answerAsMarkdown } from '../copy.ts';
import type { Session } from '../session.ts';
import { staleness, viewChoice, viewCopy, viewStale, viewText } from './pieces.tsx';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY'];

/** A request, and its answer. */
export function viewRequest(session: Session) {
  const { question } = session;
  return (
    <section class="pg-requests" aria-labelledby="pg-request">
      <h2 id="pg-request">Request</h2>
      <div class="pg-row pg-form">
        {viewChoice({ label: 'Method', model: toRef(question, 'method') }, [
          ...new Set([...METHODS, question.method]),
        ])}
        {viewText({ label: 'Path', class: 'pg-wide', model: toRef(question, 'path') })}
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
  const { request, status, summary, path, steps } = looked;
  const isOther = request.method !== question.method || request.path !== question.path;
  const isOld = isOther || staleness(shown) !== '';
  const kind = status === 'found' ? 'pg-success' : 'pg-warning';
  return (
    <>
      <p class={['pg-message', isOld ? 'pg-stale' : kind]}>
        {summary} {viewStale(shown)}
      </p>
      {steps.length > 0 && (
        <p class="pg-note">
          The path is matched as <code>{path}</code>: {steps.join(', ')}.
        </p>
      )}
      {viewCopy(session, 'The answer', {
        JSON: () => answerAsJson(looked, table),
        Markdown: () => answerAsMarkdown(looked),
      })}
    </>
  );
}
