import { defineComponent, onBeforeUnmount, shallowRef, watch } from 'vue';
import { readAnswer, type Table } from '../../../answer.ts';
import { SOURCE_LENGTH } from '../../../limits.ts';
import type { Entries } from '../../../tools.ts';
import { ask } from '../../ask.ts';
import { Sandbox } from '../../sandbox.ts';
import { say } from '../../say.ts';
import { entriesOf, useTool } from '../../tool.ts';
import { PROPS } from '../tools.tsx';
import { viewTry } from '../try.tsx';
import { viewProblem } from './problem.tsx';

/** Compares the table with another, and shows requests that they answer differently. */
export default defineComponent({
  props: PROPS,
  setup(props) {
    const tool = useTool('tools', 'compared');
    const sandbox = new Sandbox();
    const { question, shown } = props.session;
    const source = shallowRef(question.source);
    const other = shallowRef<Entries | null>(null);
    const failure = shallowRef('');
    onBeforeUnmount(() => sandbox.close());

    /** Runs the other source, which the visitor wrote or copied. */
    async function run(): Promise<void> {
      const outcome = await ask(sandbox, { ...question, source: source.value, params: [] });
      if (outcome === null) return;
      const answer = outcome.kind === 'answer' ? readAnswer(outcome.answer) : null;
      other.value = answer?.kind === 'table' ? entriesOf(answer) : null;
      failure.value = answer?.kind === 'table' ? '' : sayFailure(answer);
      compare();
    }
    function compare(): void {
      const table: Table | null = shown.table;
      if (table === null || other.value === null) return tool.clear();
      void tool.ask({
        kind: 'compare',
        before: other.value,
        after: entriesOf(table),
        autoRoute: question.autoRoute,
      });
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
        <label>
          Other definitions
          <textarea
            rows="8"
            spellcheck={false}
            maxlength={SOURCE_LENGTH}
            value={source.value}
            onInput={({ target }: Event) => {
              if (target instanceof HTMLTextAreaElement) source.value = target.value;
            }}
          />
        </label>
        <div class="pg-row pg-compare">
          <button
            type="button"
            class="pg-main"
            disabled={shown.state === 'held'}
            onClick={() => void run()}
          >
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
        {viewProblem(tool, 'Comparing …')}
        {tool.answer.value !== null && viewDifference(tool.answer.value, props.session)}
      </>
    );
  },
});

type Compared = NonNullable<ReturnType<typeof useTool<'compared'>>['answer']['value']>;

function viewDifference(
  { alike, changes, undecided, more }: Compared,
  session: Parameters<typeof viewTry>[0],
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

function sayFailure(answer: ReturnType<typeof readAnswer>): string {
  if (answer?.kind !== 'failure') return 'This code produced no table in time.';
  return answer.line === null ? answer.message : `Line ${answer.line}: ${answer.message}`;
}
