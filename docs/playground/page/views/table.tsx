import type { Finding, Row, Table } from '../../answer.ts';
import { say } from '../say.ts';
import type { Session } from '../session.ts';
import { viewTry } from './try.tsx';

/** How many rows are shown. */
export const ROWS = 300;

const LEVELS = { error: 'Error', warning: 'Warning', unproved: 'Not proved' } as const;

/** The table, with its findings at the rows that they are about. */
export function viewTable(session: Session) {
  const { table, failure } = session.shown;
  return (
    <section class="pg-tables" aria-labelledby="pg-table">
      <div class="pg-head">
        <h2 id="pg-table" tabindex={-1}>
          Table
        </h2>
        <span role="status" class="pg-note">
          {table === null ? '' : failure === null ? summarise(table) : 'of the last code that ran'}
        </span>
      </div>
      {table !== null && viewRows(session, table)}
    </section>
  );
}

function viewRows(session: Session, { rows, settings, findings }: Table) {
  const shown = rows.slice(0, ROWS);
  const orders = new Map(rows.map(({ route }, index) => [route, index + 1]));
  const general = findings.filter((finding) => !orders.has(finding.rows[0] ?? ''));
  return (
    <>
      {general.map((finding) => viewFinding(session, finding))}
      <table class="pg-table">
        <thead>
          <tr>
            <th scope="col">
              <span class="pg-hidden">Order</span>
            </th>
            <th scope="col">Route</th>
            <th scope="col">Leads to</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <tr
              class={{ 'pg-hit': row.mark === 'matched' }}
              aria-current={row.mark === 'matched' ? 'true' : undefined}
            >
              <td class="pg-order">{index + 1}</td>
              <td>
                <Key row={row} />
                {row.example !== null && viewTry(session, row.example)}
                {findings.filter(isAbout(row)).map((finding) => viewFinding(session, finding))}
                {alsoAt(row, findings, orders).map((order) => (
                  <p class="pg-note">See also what was found at row {order}.</p>
                ))}
              </td>
              <td>
                {row.destination === '' ? <em>blocked</em> : <code>{row.destination}</code>}
                {row.name !== null && <div class="pg-note">named {row.name}</div>}
                {row.mark === 'matched' && <div class="pg-mark">matched</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > ROWS && <p class="pg-note">{rows.length - ROWS} more rows are not shown.</p>}
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
    </>
  );
}

/** A row's key, its method apart. */
export function Key({ row: { method, pattern } }: { row: Row }) {
  return (
    <span class="pg-key">
      <span class="pg-method">{method ?? 'any'}</span> <code>{pattern === '' ? '/' : pattern}</code>
    </span>
  );
}

function viewFinding(session: Session, { level, message, witness }: Finding) {
  return (
    <div class={`pg-message pg-${level}`}>
      <strong>{LEVELS[level]}:</strong> {message}
      {witness === null ? null : <div>{viewTry(session, witness)}</div>}
    </div>
  );
}

/** Whether a row is the one that is wrong. */
function isAbout({ route }: Row) {
  return ({ rows: [first] }: Finding) => first === route;
}

/** The rows whose findings name this row as well. */
function alsoAt({ route }: Row, findings: readonly Finding[], orders: ReadonlyMap<string, number>) {
  const found = findings
    .filter(({ rows }) => rows.indexOf(route) > 0)
    .flatMap(({ rows: [first = ''] }) => orders.get(first) ?? []);
  return [...new Set(found)];
}

function summarise({ rows, findings }: Table): string {
  const found = findings.length === 0 ? 'nothing was found' : say(findings.length, 'finding');
  return `${say(rows.length, 'row')}, ${found}`;
}
