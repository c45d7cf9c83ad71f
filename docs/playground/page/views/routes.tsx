/** The panels about one route: the URL of a named one, and the requests that reach an action. */
import { toRef } from 'vue';
import { PARAMS } from '../../limits.ts';
import type { Session } from '../session.ts';
import { staleness, viewChoice, viewPanel, viewStale, viewText, viewWays } from './pieces.tsx';

/** The URL of a named route. */
export function viewUrl(session: Session) {
  const { shown } = session;
  const panel = { id: 'pg-url', title: 'URL of a named route' };
  const isOld = staleness(shown) !== '';
  return viewPanel({ ...panel, summary: viewStale(shown), isOld }, viewNamed(session));
}

function viewNamed({ question, shown: { table, looked } }: Session) {
  if (table === null) return null;
  const named = table.rows.filter(({ name }) => name !== null);
  const row = named.find(({ name }) => name === question.name) ?? named[0];
  const url = looked?.url ?? null;
  if (row === undefined || url === null) {
    return (
      <p class="pg-note">
        No route has a name. Give it one with <code>{"{ as: 'photo' }"}</code>.
      </p>
    );
  }
  const chosen = {
    get value() {
      return row.name ?? '';
    },
    set value(name) {
      question.name = name;
    },
  };
  const paramAt = (index: number) => ({
    get value() {
      return question.params[index] ?? '';
    },
    set value(param) {
      while (question.params.length < index) question.params.push('');
      question.params[index] = param;
    },
  });
  return (
    <>
      <div class="pg-row pg-form">
        {viewChoice(
          { label: 'Name', model: chosen },
          named.map(({ name }) => name ?? ''),
        )}
        {Array.from({ length: Math.min(row.groups, PARAMS) }, (_, index) =>
          viewText({ label: `Param ${index + 1}`, class: 'pg-param', model: paramAt(index) }),
        )}
      </div>
      <pre class={['pg-message', url.built ? 'pg-success' : 'pg-warning']}>{url.text}</pre>
    </>
  );
}

/** The requests that reach an action. */
export function viewReach(session: Session) {
  const { question, shown } = session;
  const { reached } = shown;
  const isOther = reached?.action !== question.action;
  return viewPanel(
    {
      id: 'pg-reach',
      title: 'Requests that reach an action',
      summary: reached === null ? null : viewStale(shown),
      isOld: reached !== null && (isOther || staleness(shown) !== ''),
    },
    <div class="pg-row pg-form">
      {viewText(
        { label: 'Action', class: 'pg-wide', model: toRef(question, 'action') },
        { placeholder: 'photos/show' },
      )}
    </div>,
    <div>
      {reached?.ways.length === 0 && reached.unproved.length === 0 && (
        <p class="pg-message pg-warning">No request reaches it.</p>
      )}
      {reached?.unproved.map((reason) => (
        <p class="pg-message pg-unproved">Not proved: {reason}</p>
      ))}
    </div>,
    reached !== null &&
      viewWays(session, reached.ways, ({ route }) =>
        route === null ? 'by its own segments, with autoRoute' : <code>{route}</code>,
      ),
  );
}
