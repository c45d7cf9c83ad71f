import { defineComponent, onBeforeUnmount, shallowRef, watch } from 'vue';
import type { AnswerOf } from '../../answer.ts';
import { SOURCE_LENGTH } from '../../limits.ts';
import type { Entries } from '../../question.ts';
import { programOf, Sandbox } from '../sandbox.ts';
import type { Session } from '../session.ts';
import { PROPS, say, sayLine, viewText, viewTry } from '../views/pieces.tsx';
import { useTool } from './tool.tsx';

/** Compares the table with another, and shows requests that they answer differently. */
export default defineComponent({
  props: PROPS,
  setup({ session }) {
    const { question, shown } = session;
    const tool = useTool(session, 'compared', 'Comparing …');
    const sandbox = new Sandbox();
    const source = shallowRef(question.source);
    const other = shallowRef<Entries | null>(null);
    const failure = shallowRef('');
    onBeforeUnmount(() => sandbox.close());

    /** Runs the other source, which the visitor wrote or copied. */
    async function run(): Promise<void> {
      const asked = { ...question, source: source.value, params: [] };
      const answer = await sandbox.ask(programOf(source.value), asked);
      if (answer === null) return;
      other.value = null;
      failure.value = '';
      if (answer.kind === 'table') other.value = { rows: answer.rows, settings: answer.settings };
      else if (answer.kind === 'failure') failure.value = sayLine(answer);
      else failure.value = 'This code produced no table in time.';
      compare();
    }
    function compare(): void {
      if (other.value === null) tool.clear();
      else tool.ask({ kind: 'compare', before: other.value });
    }
    watch(() => shown.table, compare);
    watch(source, () => {
      sandbox.close();
      other.value = null;
      failure.value = '';
      tool.clear();
    });

    return () => (
      <>
        <p class="pg-note">
          Paste another version of the definitions, such as the old one. You see which requests
          yours answer differently, even as you edit the code above.
        </p>
        {viewText(
          { label: 'Other definitions', model: source },
          { rows: 8, maxlength: SOURCE_LENGTH },
        )}
        <div class="pg-row pg-compare">
          <button type="button" class="pg-main" disabled={shown.state === 'held'} onClick={run}>
            Compare
          </button>
          <button
            type="button"
            onClick={() => {
              source.value = question.source;
            }}
          >
            Copy yours
          </button>
        </div>
        {failure.value !== '' && <pre class="pg-message pg-error">{failure.value}</pre>}
        {tool.view((answer) => viewDifference(answer, session))}
      </>
    );
  },
});

function viewDifference(
  { alike, changes, undecided, more }: AnswerOf<'compared'>,
  session: Session,
) {
  if (alike) {
    return (
      <p class="pg-message pg-success">Both tables answer every request alike. This is proved.</p>
    );
  }
  return (
    <>
      <p class="pg-message pg-warning">
        {changes.length === 0
          ? 'No difference found, but not everything is proved.'
          : `${say(changes.length, 'example')} of requests that they answer differently:`}
      </p>
      <table class="pg-table pg-changes">
        <thead>
          <tr>
            <th scope="col">Request</th>
            <th scope="col">Other</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr>
              <td>{viewTry(session, change)}</td>
              <td>{change.before}</td>
              <td>{change.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {undecided.map((doubt) => (
        <p class="pg-message pg-unproved">Not proved: {doubt}</p>
      ))}
      {more > 0 && <p class="pg-note">{more} more are not shown.</p>}
    </>
  );
}
