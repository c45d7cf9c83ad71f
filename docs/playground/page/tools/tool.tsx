/** A tool's question and answer. The programs are loaded on first use. */
import { onBeforeUnmount, type ShallowRef, shallowRef } from 'vue';
import type { Answer, AnswerOf, Failure } from '../../answer.ts';
import { RUN_TIME } from '../../limits.ts';
import type { SendQuestion, TableQuestion } from '../../question.ts';
import { type Outcome, Sandbox } from '../sandbox.ts';
import type { Session } from '../session.ts';
import { announce } from '../spoken.ts';

/**
 * Creates a tool that answers its last question, and ends with its component.
 *
 * @param session the state of the page
 * @param kind the kind of its answers
 * @param doing the note shown while it works
 */
export function useTool<Kind extends Answer['kind']>(
  { question, shown }: Session,
  kind: Kind,
  doing: string,
) {
  // The cast: Vue's types unwrap a type that may be a ref.
  const answer = shallowRef(null) as ShallowRef<AnswerOf<Kind> | null>;
  const problem = shallowRef('');
  const busy = shallowRef(false);
  const sandbox = new Sandbox();
  onBeforeUnmount(() => sandbox.close());

  function show(found: AnswerOf<Kind> | null, why = ''): void {
    answer.value = found;
    problem.value = why;
    busy.value = false;
    if (found !== null || why !== '') announce(why === '' ? 'The tool has answered' : why);
  }
  async function ask(program: 'full' | 'proofs', asked: object): Promise<void> {
    busy.value = true;
    const outcome = await sandbox.ask(program, asked);
    if (isOf(outcome, kind)) show(outcome);
    else if (outcome !== null) show(null, sayOutcome(outcome));
  }
  /** Drops the question and the answer. */
  function clear(): void {
    sandbox.close();
    show(null);
  }

  return {
    clear,
    /** Sends a request. */
    send: (asked: SendQuestion) => ask('full', asked),
    /** Asks about the table, or does nothing but {@link clear} if there is none. */
    ask(asked: TableQuestion): void {
      if (shown.table === null) return clear();
      const { rows, settings } = shown.table;
      const data = { rows, settings, autoRoute: question.autoRoute };
      void ask('proofs', { data, question: asked });
    },
    /** Shows the answer, the reason why there is none, or that the tool is working. */
    view: (viewAnswer: (answer: AnswerOf<Kind>, isOld: boolean) => unknown) => (
      <>
        <div>
          {busy.value && <p class="pg-note">{doing}</p>}
          {!busy.value && problem.value !== '' && (
            <pre class="pg-message pg-error">{problem.value}</pre>
          )}
        </div>
        {answer.value !== null && viewAnswer(answer.value, busy.value)}
      </>
    ),
  };
}

function isOf<Kind extends Answer['kind']>(
  outcome: Outcome,
  kind: Kind,
): outcome is AnswerOf<Kind> {
  return outcome?.kind === kind;
}

function sayOutcome(outcome: NonNullable<Outcome>): string {
  switch (outcome.kind) {
    case 'failure':
      return sayFailure(outcome);
    case 'stopped':
      return `Stopped after ${RUN_TIME / 1000} seconds.`;
    case 'unloaded':
      return 'This tool could not be loaded. Reload the page.';
    default:
      return 'There was no answer.';
  }
}

/** Formats an error with its line. */
export function sayFailure({ line, message }: Failure): string {
  return line === null ? message : `Line ${line}: ${message}`;
}
