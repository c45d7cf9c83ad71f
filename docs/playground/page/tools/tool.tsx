/** A tool's question and answer. The programs are loaded on first use. */
import { onBeforeUnmount, type ShallowRef, shallowRef } from 'vue';
import type { Answer, AnswerOf } from '../../answer.ts';
import type { SendQuestion, TableQuestion } from '../../question.ts';
import { Desk, failureOf, type Outcome, Sandbox } from '../sandbox.ts';
import { type Session, STOPPED } from '../session.ts';
import { announce } from '../spoken.ts';
import { sayLine } from '../views/pieces.tsx';

const REASONS = {
  stopped: `${STOPPED}.`,
  unloaded: 'This tool could not be loaded. Reload the page.',
  broken: 'There was no answer.',
};

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
  const desk = new Desk('proofs');
  onBeforeUnmount(close);

  function close(): void {
    sandbox.close();
    desk.close();
  }
  function show(found: AnswerOf<Kind> | null, why: string): void {
    answer.value = found;
    problem.value = why;
    busy.value = false;
  }
  async function wait(asked: Promise<Outcome>): Promise<void> {
    busy.value = true;
    const outcome = await asked;
    if (outcome === null) return;
    // A frame that waits would keep the process of a native call in the code alive.
    close();
    if (isOf(outcome, kind)) show(outcome, '');
    else show(null, sayLine(failureOf(outcome, REASONS)));
    announce(problem.value || 'The tool has answered');
  }
  /** Drops the question and the answer. */
  function clear(): void {
    close();
    show(null, '');
  }

  return {
    clear,
    /** Sends a request. */
    send: (asked: SendQuestion) => wait(sandbox.ask('full', asked)),
    /** Asks about the table, or does nothing but {@link clear} if there is none. */
    ask(asked: TableQuestion): void {
      if (shown.table === null) return clear();
      const { rows, settings } = shown.table;
      desk.open({ rows, settings, autoRoute: question.autoRoute });
      void wait(desk.ask(asked));
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
  outcome: NonNullable<Outcome>,
  kind: Kind,
): outcome is AnswerOf<Kind> {
  return outcome.kind === kind;
}
