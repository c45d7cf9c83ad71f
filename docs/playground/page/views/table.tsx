import type { Table } from '../../answer.ts';
import { tableAsJson, tableAsMarkdown } from '../copy.ts';
import { say } from '../say.ts';
import type { Session, Shown } from '../session.ts';
import { viewCopy } from './copy.tsx';
import { Rows, viewFinding } from './rows.tsx';
import { staleness, viewStale } from './stale.tsx';

/** The table, with findings at their rows. */
export function viewTable(session: Session) {
  const { shown } = session;
  const { table, state } = shown;
  return (
    <section
      class={['pg-tables', { 'pg-stale': staleness(shown) !== '' }]}
      aria-labelledby="pg-table"
    >
      <div class="pg-head">
        <h2 id="pg-table" tabindex={-1}>
          Table
        </h2>
        <span class="pg-note pg-summary">
          {viewStale(shown) ?? (table === null ? '' : summarise(table, shown))}
        </span>
      </div>
      {table !== null ? viewRows(session, table) : state === 'running' ? viewSkeleton() : null}
    </section>
  );
}

function viewRows(session: Session, table: Table) {
  const { settings } = table;
  const routes = new Set(table.rows.map(({ route }) => route));
  const findings = session.shown.checked?.findings ?? [];
  const general = findings.filter((finding) => !routes.has(finding.rows[0] ?? ''));
  return (
    <>
      {general.map((finding) => viewFinding(session, finding))}
      <Rows session={session} />
      {settings.length > 0 && (
        <dl class="pg-settings">
          {settings.map(({ key, value }) => (
            <div>
              <dt>{key}</dt>
              <dd>
                <code>{value === '' ? "''" : value}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {viewCopy(session, 'The table', {
        json: () => tableAsJson(table),
        markdown: () => tableAsMarkdown(table),
      })}
    </>
  );
}

/** A placeholder for the first table. */
function viewSkeleton() {
  return (
    <div class="pg-skeleton" aria-hidden="true">
      {Array.from({ length: 5 }, () => (
        <div />
      ))}
    </div>
  );
}

/** Summarises the number of rows and findings. */
export function summarise({ rows }: Table, { checks, checked }: Shown): string {
  const count = say(rows.length, 'row');
  if (checks === 'running') return `${count}, checking`;
  if (checked === null) return `${count}, not checked: the checks were stopped`;
  const { length } = checked.findings;
  return length === 0 ? `${count}, no problems` : `${count}, ${say(length, 'finding')}`;
}
