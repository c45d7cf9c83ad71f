/** The panels about one route: the URL of a named one, and the requests that reach an action. */
import { PARAMS } from '../../limits.ts';
import type { Session } from '../session.ts';
import { staleness, viewChoice, viewStale, viewText, viewTry } from './pieces.tsx';

/** The URL of a named route. */
export function viewUrl({ question, shown }: Session) {
  const { table, looked } = shown;
  const named = table?.rows.filter(({ name }) => name !== null) ?? [];
  const row = named.find(({ name }) => name === question.name) ?? named[0];
  const url = looked?.url ?? null;
  return (
    <section aria-labelledby="pg-url" class={{ 'pg-stale': staleness(shown) !== '' }}>
      <div class="pg-head">
        <h2 id="pg-url">URL of a named route</h2>
        <span class="pg-summary">{viewStale(shown)}</span>
      </div>
      {row === undefined || url === null ? (
        table !== null && (
          <p class="pg-note">
            No route has a name. Give it one with <code>{"{ as: 'photo' }"}</code>.
          </p>
        )
      ) : (
        <>
          <div class="pg-row pg-form">
            {viewChoice({
              label: 'Name',
              value: row.name ?? '',
              values: named.map(({ name }) => name ?? ''),
              onChange: (name) => {
                question.name = name;
              },
            })}
            {Array.from({ length: Math.min(row.groups, PARAMS) }, (_, index) =>
              viewText({
                label: `Param ${index + 1}`,
                class: 'pg-param',
                value: question.params[index] ?? '',
                onChange: (param) => {
                  while (question.params.length < index) question.params.push('');
                  question.params[index] = param;
                },
              }),
            )}
          </div>
          <div>
            <pre class={['pg-message', url.built ? 'pg-success' : 'pg-warning']}>{url.text}</pre>
          </div>
        </>
      )}
    </section>
  );
}

/** The requests that reach an action. */
export function viewReach(session: Session) {
  const { question, shown } = session;
  const reach = shown.reached;
  const isOld = reach?.action !== question.action || staleness(shown) !== '';
  return (
    <section aria-labelledby="pg-reach" class={{ 'pg-stale': reach !== null && isOld }}>
      <div class="pg-head">
        <h2 id="pg-reach">Requests that reach an action</h2>
        <span class="pg-summary">{reach === null ? null : viewStale(shown)}</span>
      </div>
      <div class="pg-row pg-form">
        {viewText({
          label: 'Action',
          class: 'pg-wide',
          placeholder: 'photos/show',
          value: question.action,
          onChange: (action) => {
            question.action = action;
          },
        })}
      </div>
      <div>
        {reach !== null && reach.ways.length === 0 && reach.unproved.length === 0 && (
          <p class="pg-message pg-warning">No request reaches it.</p>
        )}
        {reach?.unproved.map((reason) => (
          <p class="pg-message pg-unproved">Not proved: {reason}</p>
        ))}
      </div>
      {reach !== null && (
        <ul class="pg-ways">
          {reach.ways.map((way) => (
            <li>
              {viewTry(session, way)}
              <span class="pg-note">
                {way.route === null ? (
                  'by its own segments, with autoRoute'
                ) : (
                  <code>{way.route}</code>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
