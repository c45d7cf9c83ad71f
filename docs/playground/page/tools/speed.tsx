/** The tools about time: that of a lookup, and the rows that some path may make slow. */
import { defineComponent, watch } from 'vue';
import { tableAsJson } from '../copy.ts';
import { PROPS } from '../views/pieces.tsx';
import { useTool } from './tool.tsx';

/** Times the router's answer to the request. */
export const Time = defineComponent({
  props: PROPS,
  setup({ session }) {
    const { question, shown } = session;
    const tool = useTool(session, 'timed', 'Measuring …');
    // Clears the time of another request or table. The same table may arrive twice.
    watch(
      () => {
        const { autoRoute, method, path } = question;
        return JSON.stringify([autoRoute, method, path, shown.table && tableAsJson(shown.table)]);
      },
      () => tool.clear(),
    );
    const measure = () => tool.ask({ kind: 'time', method: question.method, path: question.path });

    return () => (
      <>
        <button type="button" class="pg-main" disabled={shown.table === null} onClick={measure}>
          Measure {question.method} {question.path}
        </button>
        {tool.view(({ nanoseconds, lookups }) => (
          <p class="pg-message pg-success">
            A lookup takes about <strong>{sayTime(nanoseconds)}</strong>,{' '}
            {lookups === 1
              ? 'measured once.'
              : `the median of ${lookups.toLocaleString('en')} lookups in this browser.`}{' '}
            Numbers vary by machine.
          </p>
        ))}
      </>
    );
  },
});

/** Lists the rows that some path may make slow. */
export const Slow = defineComponent({
  props: PROPS,
  setup({ session }) {
    const { shown } = session;
    const tool = useTool(session, 'slow', 'Looking …');
    watch(
      () => shown.table,
      () => tool.ask({ kind: 'slow' }),
      { immediate: true },
    );
    const orderOf = (row: string) =>
      (shown.table?.rows.findIndex(({ route }) => route === row) ?? 0) + 1;

    return () =>
      tool.view(({ rows }) => (
        <>
          <p class="pg-message pg-success">
            {rows.length === 0 ? 'No row is slow for any path. ' : ''}A pattern without back
            references takes time proportional to its length times the path’s length.
          </p>
          {rows.map((row) => (
            <p class="pg-message pg-warning">
              Row {orderOf(row)}, <code>{row}</code>, has a back reference. JavaScript’s own engine
              matches it, and some path may take very long.
            </p>
          ))}
        </>
      ));
  },
});

/** Formats a time with two significant digits. */
function sayTime(nanoseconds: number): string {
  const units: [number, string][] = [
    [1e9, 's'],
    [1e6, 'ms'],
    [1e3, 'µs'],
  ];
  const [size, unit] = units.find(([each]) => nanoseconds >= each) ?? [1, 'ns'];
  return `${Number((nanoseconds / size).toPrecision(2))} ${unit}`;
}
