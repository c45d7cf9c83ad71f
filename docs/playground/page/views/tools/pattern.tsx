import { computed, defineComponent, shallowRef, watch } from 'vue';
import type { Row } from '../../../answer.ts';
import { entered } from '../../entered.ts';
import { entriesOf, useTool } from '../../tool.ts';
import { PROPS } from '../tools.tsx';
import { viewTry } from '../try.tsx';
import { viewProblem } from './problem.tsx';

/** Explains the pattern at the cursor or of the chosen row, part by part. */
export default defineComponent({
  props: PROPS,
  setup(props) {
    const tool = useTool('tools', 'pattern');
    const chosen = shallowRef('');
    const rows = computed(() => props.session.shown.table?.rows ?? []);
    const row = computed(() => rows.value.find(({ route }) => route === chosen.value));

    watch(
      [() => props.cursor, rows],
      () => {
        const under = rows.value.find(holds(props.cursor)) ?? row.value ?? rows.value[0];
        chosen.value = under?.route ?? '';
      },
      { immediate: true },
    );
    watch(
      [row, () => props.session.shown.table],
      () => {
        const { table } = props.session.shown;
        if (table === null || row.value === undefined) tool.clear();
        else void tool.ask({ kind: 'pattern', entries: entriesOf(table), row: row.value.route });
      },
      { immediate: true },
    );

    return () => (
      <>
        <div class="pg-row pg-form">
          <label class="pg-wide">
            Row, or put the cursor on a pattern
            <select
              value={chosen.value}
              onChange={(event: Event) => {
                chosen.value = entered(event);
              }}
            >
              {rows.value.map(({ route }, index) => (
                <option value={route}>
                  {index + 1}: {route}
                </option>
              ))}
            </select>
          </label>
        </div>
        {viewProblem(tool, 'Looking for paths …')}
        {tool.answer.value !== null && (
          <div class={{ 'pg-tool-old': tool.busy.value }}>
            <dl class="pg-parts">
              {tool.answer.value.parts.map(({ text, says, depth }) => (
                <div style={{ '--depth': Math.min(depth, 8) }}>
                  <dt>
                    <code>{text}</code>
                  </dt>
                  <dd>{says}</dd>
                </div>
              ))}
            </dl>
            <h3>These match</h3>
            {tool.answer.value.matches.length === 0 && <p class="pg-note">No example found.</p>}
            <ul class="pg-ways">
              {tool.answer.value.matches.map((match) => (
                <li>
                  {viewTry(props.session, match)}
                  <span class="pg-note">
                    {match.isOwn ? '→ ' : 'but another row comes first: '}
                    {match.answer}
                  </span>
                </li>
              ))}
            </ul>
            <h3>These nearly match</h3>
            {tool.answer.value.near.length === 0 && (
              <p class="pg-note">None found: it matches every path tried.</p>
            )}
            <ul class="pg-ways">
              {tool.answer.value.near.map((near) => (
                <li>
                  {viewTry(props.session, near)}
                  <span class="pg-note">{near.why}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </>
    );
  },
});

function holds(cursor: number) {
  return ({ spot }: Row) => spot !== null && spot.from <= cursor && cursor <= spot.to;
}
