import { defineComponent, watch } from 'vue';
import { entriesOf, useTool } from '../../tool.ts';
import { PROPS } from '../tools.tsx';
import { viewProblem } from './problem.tsx';

/** Lists the rows that some path may make slow. */
export default defineComponent({
  props: PROPS,
  setup(props) {
    const slow = useTool('tools', 'slow');
    const { shown } = props.session;

    watch(
      () => shown.table,
      (table) => {
        if (table === null) slow.clear();
        else void slow.ask({ kind: 'slow', entries: entriesOf(table) });
      },
      { immediate: true },
    );

    return () => (
      <>
        {viewProblem(slow, 'Looking …')}
        {slow.answer.value !== null && (
          <p class="pg-message pg-success">
            {slow.answer.value.rows.length === 0 ? 'No row is slow for any path. ' : ''}A pattern
            without back references takes time proportional to its length times the path’s length.
          </p>
        )}
        {(slow.answer.value?.rows ?? []).map((row) => (
          <p class="pg-message pg-warning">
            Row {orderOf(row)}, <code>{row}</code>, has a back reference. JavaScript’s own engine
            matches it, and some path may take very long.
          </p>
        ))}
      </>
    );

    function orderOf(row: string): number {
      return (shown.table?.rows.findIndex(({ route }) => route === row) ?? 0) + 1;
    }
  },
});
