import { computed, defineComponent, shallowRef, watch } from 'vue';
import { PROPS, viewChoice, viewWays } from '../views/pieces.tsx';
import { useTool } from './tool.tsx';

/** Explains the pattern at the cursor or of the chosen row, part by part. */
export default defineComponent({
  props: PROPS,
  setup({ session }) {
    const { shown } = session;
    const tool = useTool(session, 'pattern', 'Looking for paths …');
    const chosen = shallowRef('');
    const routes = computed(() => shown.table?.rows.map(({ route }) => route) ?? []);

    watch(
      [() => shown.cursor, () => shown.table],
      ([cursor, table]) => {
        const under = table?.rows.find(
          ({ spot }) => spot !== null && spot.from <= cursor && cursor <= spot.to,
        );
        if (under !== undefined) chosen.value = under.route;
        else if (!routes.value.includes(chosen.value)) chosen.value = routes.value[0] ?? '';
      },
      { immediate: true },
    );
    watch(
      [chosen, () => shown.table],
      () => {
        if (chosen.value === '') tool.clear();
        else tool.ask({ kind: 'pattern', row: chosen.value });
      },
      { immediate: true },
    );

    return () => (
      <>
        <div class="pg-row pg-form">
          {viewChoice(
            { label: 'Row, or put the cursor on a pattern', class: 'pg-wide', model: chosen },
            routes.value,
            (route, index) => `${index + 1}: ${route}`,
          )}
        </div>
        {tool.view(({ parts, matches, near }, isOld) => (
          <div class={{ 'pg-tool-old': isOld }}>
            <dl class="pg-parts">
              {parts.map(({ text, says, depth }) => (
                <div style={{ '--depth': Math.min(depth, 8) }}>
                  <dt>
                    <code>{text}</code>
                  </dt>
                  <dd>{says}</dd>
                </div>
              ))}
            </dl>
            <h3>These match</h3>
            {matches.length === 0 && <p class="pg-note">No example found.</p>}
            {viewWays(session, matches, ({ isOwn, answer }) =>
              isOwn ? `→ ${answer}` : `but another row comes first: ${answer}`,
            )}
            <h3>These nearly match</h3>
            {near.length === 0 && <p class="pg-note">None found: it matches every path tried.</p>}
            {viewWays(session, near, ({ why }) => why)}
          </div>
        ))}
      </>
    );
  },
});
