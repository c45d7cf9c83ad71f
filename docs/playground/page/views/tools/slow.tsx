import { defineComponent, shallowRef, watch } from 'vue';
import { entriesOf, useTool } from '../../tool.ts';
import { PROPS } from '../tools.tsx';
import { viewTry } from '../try.tsx';
import { viewProblem } from './problem.tsx';

/** Lists the rows that some path may make slow, and finds such paths. */
export default defineComponent({
  props: PROPS,
  setup(props) {
    const slow = useTool('tools', 'slow');
    const attack = useTool('attack', 'attack');
    const judged = shallowRef('');
    const { shown } = props.session;

    watch(
      () => shown.table,
      (table) => {
        attack.clear();
        judged.value = '';
        if (table === null) slow.clear();
        else void slow.ask({ kind: 'slow', entries: entriesOf(table) });
      },
      { immediate: true },
    );
    function judge(row: string): void {
      if (shown.table === null) return;
      judged.value = row;
      void attack.ask({ kind: 'attack', entries: entriesOf(shown.table), row });
    }

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
          <div class="pg-slow">
            <p class="pg-message pg-warning">
              Row {orderOf(row)}, <code>{row}</code>, has a back reference. JavaScript’s own engine
              matches it, and some path may take very long.
            </p>
            <button type="button" onClick={() => judge(row)}>
              Look for a slow path
            </button>
            {judged.value === row && (
              <>
                {viewProblem(attack, 'Loading recheck and searching …')}
                {attack.answer.value !== null && (
                  <p
                    class={[
                      'pg-message',
                      attack.answer.value.request === null ? 'pg-success' : 'pg-error',
                    ]}
                  >
                    {attack.answer.value.says}
                    {attack.answer.value.request !== null && (
                      <div>{viewTry(props.session, attack.answer.value.request)}</div>
                    )}
                  </p>
                )}
              </>
            )}
          </div>
        ))}
      </>
    );

    function orderOf(row: string): number {
      return (shown.table?.rows.findIndex(({ route }) => route === row) ?? 0) + 1;
    }
  },
});
