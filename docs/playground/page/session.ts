/** What was entered, what came of it, and the link to it. */
import * as v from 'valibot';
import { onBeforeUnmount, onMounted, reactive, shallowReactive, watch } from 'vue';
import { type Answer, type Failure, readAnswer, type Table } from '../answer.ts';
import { RUN_TIME } from '../limits.ts';
import { Question } from '../question.ts';
import { ask } from './ask.ts';
import { EXAMPLES } from './examples.ts';
import { readHash, writeHash } from './link.ts';
import { type Outcome, Sandbox } from './sandbox.ts';

/** How long nothing is entered before it is run, in milliseconds. */
const PAUSE = 250;

/** What is on the page. */
export interface Session {
  /** Bound to the fields. */
  readonly question: Question;
  readonly shown: Shown;
  /** Puts another question in the place of this one. */
  open(question: Question): void;
  /** Copies the link. */
  share(): Promise<void>;
  /** Runs the code of a link. */
  release(): void;
}

/** What came of the question. */
export interface Shown {
  /** The last table there was. */
  table: Table | null;
  failure: Failure | null;
  /** What is said of the link. */
  link: string;
  /** Whether the code came with a link, and waits for the visitor to run it. */
  held: boolean;
}

/** Starts a session, which ends with its component. */
export function useSession(): Session {
  const question = reactive(copy(EXAMPLES[0].question));
  const shown = shallowReactive<Shown>({
    table: null,
    failure: null,
    link: '',
    held: false,
  });
  const sandbox = new Sandbox();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    if (shown.held) return;
    const asked = v.safeParse(Question, question);
    if (!asked.success) return show(failure('What was entered is too long for the playground.'));
    try {
      const outcome = await ask(sandbox, asked.output);
      if (outcome !== null) show(answerOf(outcome));
    } catch {
      show(failure('The playground could not be loaded; load the page again.'));
    }
  }

  function show(answer: Answer): void {
    shown.failure = answer.kind === 'failure' ? answer : null;
    if (answer.kind === 'table') shown.table = answer;
  }

  function later(): void {
    shown.link = '';
    clearTimeout(timer);
    timer = setTimeout(() => {
      void keep();
      void run();
    }, PAUSE);
  }

  /** Whether there is a link to what was entered. */
  async function keep(): Promise<boolean> {
    try {
      history.replaceState(history.state, '', await writeHash(question));
      return true;
    } catch {
      return false;
    }
  }

  /** Lets nothing run until the visitor says so: the code of a link may be anyone's. */
  function hold(): void {
    sandbox.close();
    Object.assign(shown, { table: null, failure: null, held: true });
  }

  async function follow(): Promise<void> {
    try {
      const linked = await readHash(location.hash);
      if (linked === null) return;
      if (EXAMPLES.some((example) => example.question.source === linked.source)) shown.held = false;
      else if (linked.source !== question.source) hold();
      Object.assign(question, linked);
    } catch {
      shown.link = 'The link is damaged, so what it held is not shown.';
    }
  }

  onMounted(async () => {
    await follow();
    addEventListener('hashchange', follow);
    watch(question, later, { deep: true });
    await run();
  });
  onBeforeUnmount(() => {
    removeEventListener('hashchange', follow);
    clearTimeout(timer);
    sandbox.close();
  });

  return {
    question,
    shown,
    open(other) {
      shown.held = false;
      Object.assign(question, copy(other));
    },
    release() {
      shown.held = false;
      void run();
    },
    async share() {
      if (!(await keep())) {
        shown.link = 'This is too long for a link.';
        return;
      }
      try {
        await navigator.clipboard.writeText(location.href);
        shown.link = 'The link is copied.';
      } catch {
        shown.link = 'The link is in the address bar.';
      }
    },
  };
}

function answerOf(outcome: Outcome): Answer {
  if (outcome.kind === 'stopped') {
    const seconds = RUN_TIME / 1000;
    return failure(
      `Stopped after ${seconds} seconds: the code, or the checks of its table, take longer.`,
    );
  }
  return readAnswer(outcome.answer) ?? failure('The code did not let the playground answer.');
}

function failure(message: string): Failure {
  return { kind: 'failure', message, line: null };
}

function copy(question: Question): Question {
  return { ...question, params: [...question.params] };
}
