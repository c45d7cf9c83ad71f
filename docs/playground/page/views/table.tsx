/** The table: its rows with the result of the request and the findings, and its settings. */
import { useVirtualizer } from '@tanstack/vue-virtual';
import { computed, defineComponent, ref, watch } from 'vue';
import type { Finding, Looked, Row, Table } from '../../answer.ts';
import { tableAsJson, tableAsMarkdown } from '../copy.ts';
import type { Session, Shown } from '../session.ts';
import {
  PROPS,
  say,
  staleness,
  viewCopy,
  viewPairs,
  viewPanel,
  viewStale,
  viewTry,
} from './pieces.tsx';

/** The most rows that are rendered in full. Longer tables render only the rows in view. */
const WHOLE = 60;

/** The estimated height of a row before it is measured, in pixels. */
const ROW = 76;

const LEVELS = { error: 'Error', warning: 'Warning', unproved: 'Not proved' } as const;

/** The table, with findings at their rows. */
export function viewTable(session: Session) {
  const { shown } = session;
  const { table, state } = shown;
  const summary = viewStale(shown) ?? (table === null ? '' : summarise(table, shown));
  return viewPanel(
    { id: 'pg-table', title: 'Table', class: 'pg-tables', summary, isOld: staleness(shown) !== '' },
    table !== null && viewContent(session, table),
    table === null && state === 'running' && (
      <div class="pg-skeleton" aria-hidden="true">
        {Array.from({ length: 5 }, () => (
          <div />
        ))}
      </div>
    ),
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

function viewContent(session: Session, table: Table) {
  const { rows, settings } = table;
  const routes = new Set(rows.map(({ route }) => route));
  const findings = session.shown.checked?.findings ?? [];
  const general = findings.filter((finding) => !routes.has(finding.rows[0] ?? ''));
  return (
    <>
      {general.map((finding) => viewFinding(session, finding))}
      <Rows session={session} />
      {settings.length > 0 && viewPairs(settings.map(({ key, value }) => [key, value || "''"]))}
      {viewCopy(session, 'The table', {
        JSON: () => tableAsJson(table),
        Markdown: () => tableAsMarkdown(table),
      })}
    </>
  );
}

/** The rows. Long tables render theirs as they scroll into view. */
const Rows = defineComponent({
  props: PROPS,
  setup({ session }) {
    const { shown } = session;
    const scroll = ref<HTMLElement | null>(null);
    const rows = computed(() => shown.table?.rows ?? []);
    const isLong = computed(() => rows.value.length > WHOLE);
    const virtual = useVirtualizer(
      computed(() => ({
        count: isLong.value ? rows.value.length : 0,
        getScrollElement: () => scroll.value,
        estimateSize: () => ROW,
        overscan: 6,
      })),
    );
    const scrollToMatch = () => {
      const winner = shown.looked?.winner ?? null;
      if (isLong.value && winner !== null) {
        virtual.value.scrollToIndex(winner, { align: 'center' });
      }
    };
    watch([() => shown.looked, scroll], scrollToMatch, { flush: 'post' });

    const orderOf = (key?: string) => rows.value.findIndex(({ route }) => route === key) + 1;
    const measure = (element: unknown) => {
      if (element instanceof Element) virtual.value.measureElement(element);
    };

    function viewRow(index: number) {
      const row = rows.value[index];
      if (row === undefined) return null;
      const { looked, checked } = shown;
      const mark = looked === null ? null : markOf(row, index, looked, shown);
      const isMatched = mark?.says === 'matched';
      const example = checked?.examples[index] ?? null;
      const findings = checked?.findings ?? [];
      const own = findings.filter((finding) => finding.rows[0] === row.route);
      const others = findings.filter((finding) => finding.rows.indexOf(row.route, 1) > 0);
      return (
        <tr
          key={row.route}
          ref={isLong.value ? measure : undefined}
          data-index={index}
          class={{ 'pg-matched': isMatched }}
          aria-rowindex={index + 2}
          aria-current={isMatched ? 'true' : undefined}
        >
          <td class="pg-order">{index + 1}</td>
          <td>
            <span class="pg-key">
              <span class="pg-method">{row.method ?? 'any'}</span> <code>{row.pattern || '/'}</code>
            </span>
            {example !== null && viewTry(session, example)}
            {own.map((finding) => viewFinding(session, finding))}
            {[...new Set(others.map((finding) => finding.rows[0]))].map((route) => (
              <p class="pg-note">See the finding at row {orderOf(route)}.</p>
            ))}
          </td>
          <td>
            {row.destination === '' ? <span>blocked</span> : <code>{row.destination}</code>}
            {row.name !== null && <div class="pg-note">named {row.name}</div>}
            {mark !== null && (
              <div class="pg-mark">
                <strong>{mark.says}</strong>
                {mark.why && `: ${mark.why}`}
              </div>
            )}
          </td>
        </tr>
      );
    }

    return () => {
      const items = isLong.value
        ? virtual.value.getVirtualItems()
        : rows.value.map((_, index) => ({ index, start: 0, end: 0 }));
      const before = items[0]?.start ?? 0;
      const after = isLong.value ? virtual.value.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
      const scrolling = { tabindex: 0, role: 'group', 'aria-label': 'Rows of the table' };
      return (
        <div
          ref={scroll}
          class={['pg-scroll', { 'pg-long': isLong.value }]}
          {...(isLong.value && scrolling)}
        >
          <table class="pg-table" aria-rowcount={rows.value.length + 1}>
            <thead>
              <tr aria-rowindex={1}>
                <th scope="col">
                  <span class="pg-hidden">Order</span>
                </th>
                <th scope="col">Route</th>
                <th scope="col">Destination</th>
              </tr>
            </thead>
            {before > 0 && viewSpace(before)}
            <tbody>{items.map(({ index }) => viewRow(index))}</tbody>
            {after > 0 && viewSpace(after)}
          </table>
        </div>
      );
    };
  },
});

/** A space as high as the rows that are not rendered. */
function viewSpace(height: number) {
  return (
    <tbody aria-hidden="true">
      <tr style={{ height: `${height}px` }} />
    </tbody>
  );
}

/** A finding, with a request that shows it. */
function viewFinding(session: Session, { level, message, help, witness }: Finding) {
  return (
    <div class={`pg-message pg-${level}`}>
      <strong>{LEVELS[level]}:</strong> {message} {help}
      {witness !== undefined && <div>{viewTry(session, witness)}</div>}
    </div>
  );
}

/** Returns the result of the request for a row, and its reason in one clause, if there is one. */
function markOf(row: Row, index: number, looked: Looked, { explained }: Shown) {
  if (index === looked.winner) return { says: 'matched', why: '' };
  if (index >= looked.tried) {
    return { says: 'not tried', why: looked.after.includes(index) ? 'it would match too' : '' };
  }
  const { method, path } = looked.request;
  // The reasons may still be those for another request.
  const isSame = explained?.request.method === method && explained.request.path === path;
  const near = isSame ? explained.reasons.find(({ route }) => route === row.route) : undefined;
  const isOther = row.method !== null && row.method !== method;
  const plain = isOther ? `it is only for ${row.method}` : 'the path does not match';
  return { says: 'skipped', why: near?.reason ?? plain };
}
