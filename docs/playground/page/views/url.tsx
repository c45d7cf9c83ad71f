import { FIELD_LENGTH, PARAMS } from '../../limits.ts';
import { entered } from '../entered.ts';
import type { Session } from '../session.ts';
import { staleness, viewStale } from './stale.tsx';

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
            <label>
              Name
              <select
                value={row.name}
                onChange={(event: Event) => {
                  question.name = entered(event);
                }}
              >
                {named.map(({ name }) => (
                  <option value={name}>{name}</option>
                ))}
              </select>
            </label>
            {Array.from({ length: Math.min(row.groups, PARAMS) }, (_, index) => (
              <label class="pg-param">
                Param {index + 1}
                <input
                  type="text"
                  spellcheck={false}
                  autocomplete="off"
                  maxlength={FIELD_LENGTH}
                  value={question.params[index] ?? ''}
                  onInput={(event: Event) => {
                    setParam(question.params, index, entered(event));
                  }}
                />
              </label>
            ))}
          </div>
          <div>
            <pre class={['pg-message', url.built ? 'pg-success' : 'pg-warning']}>{url.text}</pre>
          </div>
        </>
      )}
    </section>
  );
}

/** Sets a param; missing ones before it become empty. */
function setParam(params: string[], index: number, value: string): void {
  while (params.length < index) params.push('');
  params[index] = value;
}
