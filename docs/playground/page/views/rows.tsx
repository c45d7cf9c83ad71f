/** The rows of the table, each marked with the result of the request. */
import { useVirtualizer } from '@tanstack/vue-virtual';
import {
  type ComponentPublicInstance,
  computed,
  defineComponent,
  type PropType,
  ref,
  watch,
} from 'vue';
import type { Finding, Row } from '../../answer.ts';
import { markOf } from '../marks.ts';
import type { Session } from '../session.ts';
import { viewTry } from './try.tsx';

/** The most rows that are rendered in full. Longer tables render only the rows in view. */
export const WHOLE = 60;

/** The estimated height of a row before it is measured, in pixels. */
const ROW = 76;

const LEVELS = { error: 'Error', warning: 'Warning', unproved: 'Not proved' } as const;

const MARKS = { matched: 'matched', skipped: 'skipped', untried: 'not tried' } as const;

/** The table of rows. Long tables render their rows as they scroll into view. */
export const Rows = defineComponent({
  props: { session: { type: Object as PropType<Session>, required: true } },
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
    /** By row key: the row's own findings, and the rows whose findings name it. */
    const findings = computed(() => {
      const about = new Map<string, { own: Finding[]; others: string[] }>();
      for (const finding of shown.checked?.findings ?? []) {
        finding.rows.forEach((route, place) => {
          const entry = about.get(route) ?? { own: [], others: [] };
          if (place === 0) entry.own.push(finding);
          else entry.others.push(finding.rows[0] ?? '');
          about.set(route, entry);
        });
      }
      return about;
    });
    const orders = computed(
      () => new Map(rows.value.map(({ route }, index) => [route, index + 1])),
    );

    const scrollToMatch = () => {
      const winner = shown.looked?.winner ?? null;
      if (isLong.value && winner !== null) {
        virtual.value.scrollToIndex(winner, { align: 'center' });
      }
    };
    watch([() => shown.looked, scroll], scrollToMatch, { flush: 'post' });

    const measure = (element: Element | ComponentPublicInstance | null) => {
      if (element instanceof Element) virtual.value.measureElement(element);
    };

    function viewRow(index: number) {
      const row = rows.value[index];
      if (row === undefined) return null;
      const { looked, explained, checked } = shown;
      const mark = looked === null ? null : markOf(row, index, looked, explained);
      const example = checked?.examples[index] ?? null;
      const { own = [], others = [] } = findings.value.get(row.route) ?? {};
      return (
        <tr
          key={row.route}
          ref={isLong.value ? measure : undefined}
          data-index={index}
          class={mark === null ? '' : `pg-${mark.kind}`}
          aria-rowindex={index + 2}
          aria-current={mark?.kind === 'matched' ? 'true' : undefined}
        >
          <td class="pg-order">{index + 1}</td>
          <td>
            <Key row={row} />
            {example !== null && viewTry(session, example)}
            {own.map((finding) => viewFinding(session, finding))}
            {[...new Set(others)].map((route) => (
              <p class="pg-note">See the finding at row {orders.value.get(route)}.</p>
            ))}
          </td>
          <td>
            {row.destination === '' ? (
              <span class="pg-blocked">blocked</span>
            ) : (
              <code>{row.destination}</code>
            )}
            {row.name !== null && <div class="pg-note">named {row.name}</div>}
            {mark !== null && (
              <div class="pg-mark">
                <strong>{MARKS[mark.kind]}</strong>
                {mark.why === '' ? null : `: ${mark.why}`}
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
      return (
        <div
          ref={scroll}
          class={['pg-scroll', { 'pg-long': isLong.value }]}
          {...(isLong.value
            ? { tabindex: 0, role: 'group', 'aria-label': 'Rows of the table' }
            : {})}
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

/** A row's key, split into method and pattern. */
function Key({ row: { method, pattern } }: { row: Row }) {
  return (
    <span class="pg-key">
      <span class="pg-method">{method ?? 'any'}</span> <code>{pattern === '' ? '/' : pattern}</code>
    </span>
  );
}

/** A finding, with a request that shows it. */
export function viewFinding(session: Session, { level, message, witness }: Finding) {
  return (
    <div class={`pg-message pg-${level}`}>
      <strong>{LEVELS[level]}:</strong> {message}
      {witness === null ? null : <div>{viewTry(session, witness)}</div>}
    </div>
  );
}
