/** What was entered, what came of it, and where it is kept. */
import * as v from 'valibot';
import { nextTick, onBeforeUnmount, onMounted, reactive, shallowReactive, watch } from 'vue';
import {
  type Answer,
  type Checked,
  type Explained,
  type Failure,
  type Looked,
  type Reached,
  readAnswer,
  type Table,
} from '../answer.ts';
import { RUN_TIME } from '../limits.ts';
import { Question } from '../question.ts';
import { ask } from './ask.ts';
import { Desk } from './desk.ts';
import { readDraft, removeDraft, writeDraft } from './drafts.ts';
import { EXAMPLES } from './examples.ts';
import { whenIdle } from './idle.ts';
import { readHash, writeHash } from './link.ts';
import { keepOffline } from './offline.ts';
import { preload } from './preload.ts';
import { type Outcome, Sandbox } from './sandbox.ts';

/** How long nothing is typed before the code runs, in milliseconds. */
const PAUSE = 250;

/** How long a run may take before what is shown counts as old, in milliseconds. */
const SHORT = 300;

/** Who wrote the code. Only the visitor's own is kept as a draft. */
type Origin = 'example' | 'own' | 'link';

/** What is on the page. */
export interface Session {
  /** Bound to the fields. */
  readonly question: Question;
  readonly shown: Shown;
  /** Takes what the visitor typed as the source. */
  edit(source: string): void;
  /** Puts an example in the place of what is there, which Back restores. */
  open(question: Question): void;
  /** Puts the draft there again. */
  openDraft(): void;
  /** Goes back to the example that was opened last, and forgets the draft. */
  reset(): void;
  /** Copies the link. */
  share(): Promise<void>;
  /** Copies some text. */
  copy(text: string, name: string): Promise<void>;
  /** Runs the code now; that of a link only here. */
  run(): void;
  /** Ends the code and the checks. */
  stop(): void;
}

/** What came of the question. */
export interface Shown {
  /** `held` if the code came with a link, and waits for the visitor to run it. */
  state: 'running' | 'ready' | 'failed' | 'stopped' | 'held';
  /** Of the last code that ran. */
  table: Table | null;
  failure: Failure | null;
  looked: Looked | null;
  /** Why the request has no answer; `''` if it has one. */
  problem: string;
  explained: Explained | null;
  checked: Checked | null;
  /** How far the checks are. */
  checks: 'running' | 'done' | 'stopped';
  reached: Reached | null;
  /** Said of the link, or of a copy. */
  notice: string;
  /** The draft that is not on the page. */
  draft: Question | null;
  /** Whether what is shown is not of the code in the editor. A short run does not count. */
  stale: boolean;
  /** Whether the page has answered once. */
  answered: boolean;
}

/** Starts a session, which ends with its component. */
export function useSession(): Session {
  const question = reactive(copyOf(EXAMPLES[0].question));
  const shown = shallowReactive<Shown>({
    state: 'running',
    table: null,
    failure: null,
    looked: null,
    problem: '',
    explained: null,
    checked: null,
    checks: 'running',
    reached: null,
    notice: '',
    draft: null,
    stale: false,
    answered: false,
  });
  const sandbox = new Sandbox();
  const lookups = new Desk(() => import('virtual:playground/lookup'));
  const proofs = new Desk(() => import('virtual:playground/proofs'));
  /** The code that may run, and who wrote it. */
  const trusted = new Map<string, Origin>(
    EXAMPLES.map((example) => [example.question.source, 'example']),
  );
  let origin: Origin = 'example';
  let example: Question = EXAMPLES[0].question;
  const timers = { run: 0, keep: 0, explain: 0, stale: 0 };

  function after(name: keyof typeof timers, pause: number, action: () => void): void {
    clearTimeout(timers[name]);
    timers[name] = window.setTimeout(action, pause);
  }

  /** Shows that the code runs, or will. */
  function start(): void {
    if (shown.state !== 'running') {
      shown.state = 'running';
      after('stale', SHORT, () => {
        shown.stale = true;
      });
    }
  }

  /** Shows how a run ended. */
  function finish(state: 'ready' | 'failed' | 'stopped'): void {
    clearTimeout(timers.stale);
    Object.assign(shown, { state, stale: state !== 'ready' });
    if (state !== 'ready' && shown.checks === 'running') shown.checks = 'stopped';
  }

  async function run(): Promise<void> {
    clearTimeout(timers.run);
    if (shown.state === 'held') return;
    start();
    // The browser may run all frames in one process, which must end with the code's.
    lookups.close();
    proofs.close();
    const asked = v.safeParse(Question, question);
    if (!asked.success) return show(failure('What was entered is too long for the playground.'));
    try {
      const outcome = await ask(sandbox, asked.output);
      if (outcome !== null) show(answerOf(outcome), asked.output);
    } catch {
      show(failure('The playground could not be loaded. Load the page again.'));
    }
  }

  function show(answer: Answer, asked?: Question): void {
    shown.answered = true;
    if (answer.kind === 'failure') {
      shown.failure = answer;
      return finish('failed');
    }
    Object.assign(shown, NOTHING, { table: answer, looked: answer.looked });
    finish('ready');
    void nextTick(() => {
      // What follows loads much, and the answer goes first.
      inspect();
      if (asked === undefined || !isSameLookup(asked, question)) void look();
      else explainLater();
    });
  }

  /** Puts the table on the desks, and checks it. */
  function inspect(): void {
    if (shown.table === null) return;
    const { rows, settings } = shown.table;
    const { autoRoute } = question;
    lookups.open({ rows, settings, autoRoute });
    proofs.open({ rows, settings, autoRoute });
    Object.assign(shown, { checks: 'running', checked: null, explained: null });
    void check();
    void reach();
  }

  async function check(): Promise<void> {
    const answer = await proofs.ask({ kind: 'check' }).catch(() => 'stopped' as const);
    if (answer === null) return;
    if (answer !== 'stopped' && answer.kind === 'checked') {
      Object.assign(shown, { checked: answer, checks: 'done' });
    } else shown.checks = 'stopped';
    // A first lookup compiles the table before a path is typed.
    if (await preload()) void look();
  }

  /** Whether there is a table to ask about, and no code runs next to it. */
  function canAsk(): boolean {
    return shown.table !== null && shown.state !== 'running' && shown.state !== 'held';
  }

  /** Looks the request up in the table that is there; the code does not run again. */
  async function look(): Promise<void> {
    if (!canAsk()) return;
    const { method, path, name, params } = question;
    const answer = await lookups
      .ask({ kind: 'look', method, path, name, params: [...params] })
      .catch(() => NOT_LOADED);
    if (answer === null) return;
    if (answer === 'stopped') {
      const seconds = RUN_TIME / 1000;
      shown.problem = `Stopped after ${seconds} seconds: matching this path takes longer.`;
    } else if (answer.kind === 'looked') {
      Object.assign(shown, { looked: answer, problem: '' });
      explainLater();
    } else if (answer.kind === 'failure') shown.problem = answer.message;
  }

  /** Explains the answer once nothing has been typed for a while. */
  function explainLater(): void {
    after('explain', PAUSE, async () => {
      if (!canAsk()) return;
      const { method, path } = question;
      const answer = await proofs.ask({ kind: 'explain', method, path }).catch(() => null);
      if (answer !== null && answer !== 'stopped' && answer.kind === 'explained') {
        shown.explained = answer;
      }
    });
  }

  async function reach(): Promise<void> {
    const { action } = question;
    if (action === '') {
      shown.reached = null;
      return;
    }
    if (!canAsk()) return;
    const answer = await proofs.ask({ kind: 'reach', action }).catch(() => null);
    if (answer !== null && answer !== 'stopped' && answer.kind === 'reached') {
      shown.reached = answer;
    }
  }

  function keepLater(): void {
    shown.notice = '';
    after('keep', PAUSE, () => void keep());
  }

  /** Whether there is a link to what was entered. */
  async function keep(): Promise<boolean> {
    clearTimeout(timers.keep);
    keepDraft();
    try {
      history.replaceState(history.state, '', await writeHash(question));
      return true;
    } catch {
      return false;
    }
  }

  function keepDraft(): void {
    if (shown.state === 'held') return;
    trusted.set(question.source, origin);
    if (origin !== 'own') return;
    writeDraft(copyOf(question));
    shown.draft = null;
  }

  /** Lets nothing run until the visitor says so: the code of a link may be anyone's. */
  function hold(): void {
    clearTimeout(timers.run);
    close();
    clearTimeout(timers.stale);
    Object.assign(shown, NOTHING, { table: null, looked: null, state: 'held', stale: false });
  }

  function close(): void {
    sandbox.close();
    lookups.close();
    proofs.close();
  }

  /** Opens what the address holds. */
  async function follow(): Promise<void> {
    try {
      const linked = await readHash(location.hash);
      if (linked === null) return;
      const known = trusted.get(linked.source);
      if (known === undefined) {
        origin = 'link';
        hold();
      } else {
        origin = known;
        if (shown.state === 'held') start();
      }
      Object.assign(question, linked);
      findDraft();
    } catch {
      shown.notice = 'The link is damaged, so nothing of it is shown.';
    }
  }

  function findDraft(): void {
    const draft = readDraft();
    shown.draft = draft?.source === question.source ? null : draft;
  }

  /** Opens another question as a new entry of the history. */
  async function replace(other: Question, from: Origin): Promise<void> {
    await keep();
    origin = from;
    if (shown.state === 'held') start();
    const next = copyOf(other);
    try {
      history.pushState(null, '', await writeHash(next));
    } catch {
      // It is too long for an address, which then stays as it is.
    }
    Object.assign(question, next);
    findDraft();
    void run();
  }

  onMounted(async () => {
    // The first answer and its checks go first.
    watch(
      () => shown.state === 'held' || shown.checks !== 'running',
      () => whenIdle(keepOffline),
      { once: true },
    );
    const draft = readDraft();
    if (draft !== null) trusted.set(draft.source, 'own');
    if (location.hash.startsWith('#code=')) await follow();
    else if (draft !== null) {
      origin = 'own';
      Object.assign(question, draft);
    }
    findDraft();
    addEventListener('hashchange', follow);
    watch(
      () => question.source,
      () => {
        keepLater();
        if (shown.state === 'held') return;
        start();
        after('run', PAUSE, run);
      },
    );
    watch(
      () => [question.method, question.path, question.name, ...question.params],
      () => {
        keepLater();
        void look();
      },
    );
    watch(
      () => question.autoRoute,
      () => {
        keepLater();
        if (!canAsk()) return;
        inspect();
        void look();
      },
    );
    watch(
      () => question.action,
      () => {
        keepLater();
        void reach();
      },
    );
    await run();
  });
  onBeforeUnmount(() => {
    removeEventListener('hashchange', follow);
    for (const timer of Object.values(timers)) clearTimeout(timer);
    close();
  });

  async function copy(text: string, said: string, otherwise: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      shown.notice = said;
    } catch {
      shown.notice = otherwise;
    }
  }

  return {
    question,
    shown,
    edit(source) {
      if (source === question.source) return;
      if (origin === 'example') origin = 'own';
      question.source = source;
    },
    open(other) {
      example = other;
      void replace(other, 'example');
    },
    openDraft() {
      if (shown.draft !== null) void replace(shown.draft, 'own');
    },
    async reset() {
      await replace(example, 'example');
      removeDraft();
      shown.draft = null;
    },
    run() {
      if (shown.state === 'held') {
        start();
        trusted.set(question.source, origin);
      }
      void run();
    },
    stop() {
      clearTimeout(timers.run);
      sandbox.close();
      if (shown.state === 'running') finish('stopped');
      if (shown.checks === 'running') {
        proofs.close();
        shown.checks = 'stopped';
      }
    },
    async share() {
      if (await keep()) {
        await copy(location.href, 'The link is copied.', 'The link is in the address bar.');
      } else shown.notice = 'This is too long for a link.';
    },
    copy: (text, name) => copy(text, `${name} is copied.`, 'This browser does not allow copying.'),
  };
}

/** Nothing is known of a table. */
const NOTHING = {
  failure: null,
  problem: '',
  explained: null,
  checked: null,
  checks: 'running',
  reached: null,
} as const;

const NOT_LOADED: Failure = {
  kind: 'failure',
  message: 'This part of the playground could not be loaded. Load the page again.',
  line: null,
};

/** Whether a lookup for one question answers the other. */
function isSameLookup(one: Question, other: Question): boolean {
  return (
    one.method === other.method &&
    one.path === other.path &&
    one.name === other.name &&
    one.autoRoute === other.autoRoute &&
    one.params.length === other.params.length &&
    one.params.every((param, index) => param === other.params[index])
  );
}

function answerOf(outcome: Outcome): Answer {
  if (outcome.kind === 'stopped') {
    return failure(`Stopped after ${RUN_TIME / 1000} seconds: the code takes longer.`);
  }
  return readAnswer(outcome.answer) ?? failure('The code did not let the playground answer.');
}

function failure(message: string): Failure {
  return { kind: 'failure', message, line: null };
}

function copyOf(question: Question): Question {
  return { ...question, params: [...question.params] };
}
