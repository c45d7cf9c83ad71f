import { defineComponent, watch } from 'vue';
import { entriesOf, useTool } from '../../tool.ts';
import { PROPS } from '../tools.tsx';
import { viewProblem } from './problem.tsx';

/** Times the router's answer to the request. */
export default defineComponent({
  props: PROPS,
  setup(props) {
    const tool = useTool('tools', 'timed');
    const { question, shown } = props.session;
    // Clears the time of another request or table. The same table may arrive twice.
    watch(
      () => {
        const { autoRoute, method, path } = question;
        return JSON.stringify([autoRoute, method, path, shown.table && entriesOf(shown.table)]);
      },
      () => tool.clear(),
    );
    const measure = () => {
      const { autoRoute, method, path } = question;
      const { table } = shown;
      if (table === null) return;
      void tool.ask({ kind: 'time', entries: entriesOf(table), autoRoute, method, path });
    };

    return () => (
      <>
        <button type="button" class="pg-main" disabled={shown.table === null} onClick={measure}>
          Measure {question.method} {question.path}
        </button>
        {viewProblem(tool, 'Measuring …')}
        {tool.answer.value !== null && (
          <p class="pg-message pg-success">
            A lookup takes about <strong>{sayTime(tool.answer.value.nanoseconds)}</strong>,{' '}
            {tool.answer.value.lookups === 1
              ? 'measured once.'
              : `the median of ${tool.answer.value.lookups.toLocaleString('en')} lookups in this browser.`}{' '}
            Numbers vary by machine.
          </p>
        )}
      </>
    );
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
