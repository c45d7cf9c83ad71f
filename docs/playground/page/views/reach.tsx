import { FIELD_LENGTH } from '../../limits.ts';
import { entered } from '../entered.ts';
import type { Session } from '../session.ts';
import { staleness, viewStale } from './stale.tsx';
import { viewTry } from './try.tsx';

/** The requests that reach an action. */
export function viewReach(session: Session) {
  const { question, shown } = session;
  const reach = shown.reached;
  const isOther = reach !== null && reach.action !== question.action;
  return (
    <section
      aria-labelledby="pg-reach"
      class={{ 'pg-stale': reach !== null && (isOther || staleness(shown) !== '') }}
    >
      <div class="pg-head">
        <h2 id="pg-reach">Requests that reach an action</h2>
        <span class="pg-summary">{reach === null ? null : viewStale(shown)}</span>
      </div>
      <div class="pg-row pg-form">
        <label class="pg-wide">
          Action
          <input
            type="text"
            spellcheck={false}
            autocapitalize="off"
            autocomplete="off"
            placeholder="photos/show"
            maxlength={FIELD_LENGTH}
            value={question.action}
            onInput={(event: Event) => {
              question.action = entered(event);
            }}
          />
        </label>
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
