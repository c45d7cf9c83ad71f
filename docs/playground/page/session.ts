/** The page's state: the question, its answers, and the draft and link that store it. */
import * as v from 'valibot';
import { nextTick, onBeforeUnmount, onMounted, reactive, shallowReactive, watch } from 'vue';
import type { AnswerOf, Failure, Looked, Table } from '../answer.ts';
import { RUN_TIME } from '../limits.ts';
import { Question } from '../question.ts';
import { EXAMPLES } from './examples.ts';
import { keepOffline, preload, whenIdle } from './preload.ts';
import { Desk, failureOf, programOf, Sandbox } from './sandbox.ts';
import { readDraft, readHash, writeDraft, writeHash } from './saved.ts';

/** The pause in typing before the code runs, in milliseconds. */
const PAUSE = 250;

/** The run time after which the shown results count as stale, in milliseconds. */
const SHORT = 300;

/** The start of a message about too long a run. */
export const STOPPED = `Stopped after ${RUN_TIME / 1000} seconds`;

const NO_TABLE = {
  stopped: `${STOPPED}: the code takes longer.`,
  unloaded: 'The playground could not be loaded. Reload the page.',
  broken: 'The code did not let the playground answer.',
};

const NO_LOOKUP = {
  stopped: `${STOPPED}: matching this path takes longer.`,
  unloaded: 'This part of the playground could not be loaded. Reload the page.',
  broken: `${STOPPED}: matching this path takes longer.`,
};

/** The author of the code. Only the visitor's own code is stored as a draft. */
type Origin = 'example' | 'own' | 'link';

/** The results on the page. */
export interface Shown {
  /** `held` if the code is from a link and waits until the visitor runs it. */
  state: 'running' | 'ready' | 'failed' | 'stopped' | 'held';
  /** The table of the last successful run. */
  table: Table | null;
  failure: Failure | null;
  looked: Looked | null;
  /** The reason for a missing answer; `''` if there is one. */
  problem: string;
  explained: AnswerOf<'explained'> | null;
  checked: AnswerOf<'checked'> | null;
  /** The progress of the checks. */
  checks: 'running' | 'done' | 'stopped';
  reached: AnswerOf<'reached'> | null;
  /** A message about the link or a copied text. */
  notice: string;
  /** The draft, unless it is on the page. */
  draft: Question | null;
  /** Whether the results belong to earlier code. A short run does not count. */
  stale: boolean;
  /** Whether the page has answered once. */
  answered: boolean;
  /** The cursor's index in the source. */
  cursor: number;
  /** The line that the visitor wants to go to. */
  goal: { readonly line: number } | null;
}

/** The results before a table is checked. */
const NOTHING = {
  failure: null,
  problem: '',
  explained: null,
  checked: null,
  checks: 'running',
  reached: null,
} as const;

/** The state of the page, and the actions on it. */
export type Session = ReturnType<typeof useSession>;

/** Starts a session that ends with its component. */
export function useSession() {
  const question = reactive(structuredClone(EXAMPLES[0].question));
  const shown = shallowReactive<Shown>({
    ...NOTHING,
    state: 'running',
    table: null,
    looked: null,
    notice: '',
    draft: null,
    stale: false,
    answered: false,
    cursor: 0,
    goal: null,
  });
  const sandbox = new Sandbox();
  const lookups = new Desk('lookup');
  const proofs = new Desk('proofs');
  /** The sources that may run, with their authors. */
  const trusted = new Map<string, Origin>(
    EXAMPLES.map((example) => [example.question.source, 'example']),
  );
  let origin: Origin = 'example';
  let example = EXAMPLES[0].question;
  const timers = { run: 0, keep: 0, explain: 0, stale: 0 };
  /** The number of the history entry: it counts the moves between entries. */
  let moves = 0;
  /** The page's path. */
  let home = '';

  /** Whether the visitor is still at the entry of the history that had this number. */
  function isStill(before: number): boolean {
    // The site changes the address before it closes the page.
    return before === moves && location.pathname === home;
  }

  function after(name: keyof typeof timers, pause: number, action: () => void): void {
    clearTimeout(timers[name]);
    timers[name] = window.setTimeout(action, pause);
  }

  /** Shows that the code is running, or is about to. */
  function start(): void {
    if (shown.state === 'running') return;
    shown.state = 'running';
    after('stale', SHORT, () => {
      shown.stale = true;
    });
  }

  /** Shows the end of a run. */
  function finish(state: 'ready' | 'failed' | 'stopped'): void {
    clearTimeout(timers.stale);
    Object.assign(shown, { state, stale: state !== 'ready' });
    if (state !== 'ready' && shown.checks === 'running') shown.checks = 'stopped';
  }

  async function run(): Promise<void> {
    clearTimeout(timers.run);
    if (shown.state === 'held') return;
    start();
    // All frames may share a process, which ends only if all of them do.
    close();
    const asked = v.safeParse(Question, question);
    if (!asked.success) {
      const message = 'This is too long for the playground.';
      return fail({ kind: 'failure', message, line: null });
    }
    const answer = await sandbox.ask(programOf(asked.output.source), asked.output);
    if (answer === null) return;
    if (answer.kind !== 'table') return fail(failureOf(answer, NO_TABLE));
    Object.assign(shown, NOTHING, { table: answer, looked: answer.looked, answered: true });
    finish('ready');
    await nextTick();
    // Shows the answer first, because the rest loads a lot of code.
    inspect();
    if (isSameLookup(asked.output, question)) explainLater();
    else void look();
  }

  function fail(reason: Failure): void {
    Object.assign(shown, { failure: reason, answered: true });
    finish('failed');
  }

  /** Opens the table on both desks, and checks it. */
  function inspect(): void {
    if (shown.table === null) return;
    const { rows, settings } = shown.table;
    for (const desk of [lookups, proofs])
      desk.open({ rows, settings, autoRoute: question.autoRoute });
    Object.assign(shown, { checks: 'running', checked: null, explained: null });
    void check();
    void reach();
  }

  async function check(): Promise<void> {
    const answer = await proofs.ask({ kind: 'check' });
    if (answer === null) return;
    if (answer.kind === 'checked') Object.assign(shown, { checked: answer, checks: 'done' });
    else shown.checks = 'stopped';
    // Looks up once now, so the table is compiled before the visitor types a path.
    if (await preload()) void look();
  }

  /** Whether there is a table to ask about, and no code is running. */
  function canAsk(): boolean {
    return shown.table !== null && shown.state !== 'running' && shown.state !== 'held';
  }

  /** Looks up the request in the current table, without running the code again. */
  async function look(): Promise<void> {
    if (!canAsk()) return;
    const { method, path, name, params } = question;
    const answer = await lookups.ask({ kind: 'look', method, path, name, params: [...params] });
    if (answer?.kind === 'looked') {
      Object.assign(shown, { looked: answer, problem: '' });
      explainLater();
    } else if (answer !== null) shown.problem = failureOf(answer, NO_LOOKUP).message;
  }

  /** Explains the answer after a pause in typing. */
  function explainLater(): void {
    after('explain', PAUSE, async () => {
      if (!canAsk()) return;
      const { method, path } = question;
      const answer = await proofs.ask({ kind: 'explain', method, path });
      if (answer?.kind === 'explained') shown.explained = answer;
    });
  }

  async function reach(): Promise<void> {
    const { action } = question;
    if (action === '') shown.reached = null;
    if (action === '' || !canAsk()) return;
    const answer = await proofs.ask({ kind: 'reach', action });
    if (answer?.kind === 'reached') shown.reached = answer;
  }

  function keepLater(): void {
    shown.notice = '';
    after('keep', PAUSE, keep);
  }

  /** Stores the question. Resolves to whether it fits in a link. */
  async function keep(): Promise<boolean> {
    clearTimeout(timers.keep);
    keepDraft();
    const before = moves;
    try {
      const hash = await writeHash(question);
      if (isStill(before)) history.replaceState(history.state, '', hash);
      return true;
    } catch {
      return false;
    }
  }

  /** Leaves a history entry, before its question is replaced: the next entry must not get it. */
  function leave(): void {
    moves++;
    clearTimeout(timers.keep);
    keepDraft();
  }

  function keepDraft(): void {
    if (shown.state === 'held') return;
    trusted.set(question.source, origin);
    if (origin !== 'own') return;
    writeDraft(question);
    shown.draft = null;
  }

  function findDraft(): void {
    const draft = readDraft();
    shown.draft = draft?.source === question.source ? null : draft;
  }

  /** Waits for the visitor before running code from a link, which anyone may have written. */
  function hold(): void {
    clearTimeout(timers.run);
    clearTimeout(timers.stale);
    close();
    Object.assign(shown, NOTHING, { table: null, looked: null, state: 'held', stale: false });
  }

  function close(): void {
    sandbox.close();
    lookups.close();
    proofs.close();
  }

  /** Opens the question in the address. */
  async function follow(): Promise<void> {
    const before = moves;
    try {
      const linked = await readHash(location.hash);
      if (linked === null || !isStill(before)) return;
      origin = trusted.get(linked.source) ?? 'link';
      if (!trusted.has(linked.source)) hold();
      else if (shown.state === 'held') start();
      Object.assign(question, linked);
      findDraft();
    } catch {
      if (isStill(before)) shown.notice = 'The link is damaged and can’t be opened.';
    }
  }

  /** Opens another question as a new history entry. */
  async function replace(other: Question, from: Origin): Promise<void> {
    const before = moves;
    await keep();
    const next = structuredClone(other);
    // A question that is too long for a link leaves the address as it is.
    const hash = await writeHash(next).catch(() => null);
    if (!isStill(before)) return;
    origin = from;
    if (shown.state === 'held') start();
    // The site opens the page of an entry only if the entry has a state.
    if (hash !== null) history.pushState({}, '', hash);
    Object.assign(question, next);
    findDraft();
    void run();
  }

  onMounted(async () => {
    home = location.pathname;
    // Waits for the first answer and its checks.
    watch(
      () => shown.state === 'held' || shown.checks !== 'running',
      () => whenIdle(keepOffline),
      { once: true },
    );
    // Before the first wait, since the visitor may go back while the first question is read.
    addEventListener('popstate', leave);
    addEventListener('hashchange', follow);
    const draft = readDraft();
    if (draft !== null) trusted.set(draft.source, 'own');
    if (location.hash.startsWith('#code=')) await follow();
    else if (draft !== null) {
      origin = 'own';
      Object.assign(question, draft);
    }
    findDraft();
    watch(question, keepLater);
    watch(
      () => question.source,
      () => {
        if (shown.state === 'held') return;
        start();
        after('run', PAUSE, run);
      },
    );
    watch(() => [question.method, question.path, question.name, ...question.params], look);
    watch(
      () => question.autoRoute,
      () => {
        if (!canAsk()) return;
        inspect();
        void look();
      },
    );
    watch(() => question.action, reach);
    await run();
  });
  onBeforeUnmount(() => {
    removeEventListener('popstate', leave);
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
    /** Bound to the fields. */
    question,
    shown,
    /** Sets the source to the visitor's text. */
    edit(source: string) {
      if (source === question.source) return;
      if (origin === 'example') origin = 'own';
      question.source = source;
    },
    /** Opens an example. Going back in the browser restores the previous question. */
    open(other: Question) {
      example = other;
      void replace(other, 'example');
    },
    openDraft() {
      if (shown.draft !== null) void replace(shown.draft, 'own');
    },
    /** Returns to the last example opened, and deletes the draft. */
    async reset() {
      await replace(example, 'example');
      writeDraft(null);
      shown.draft = null;
    },
    /** Runs the code now. Code from a link runs only through this. */
    run() {
      if (shown.state === 'held') {
        start();
        trusted.set(question.source, origin);
      }
      void run();
    },
    /** Stops the code and the checks. */
    stop() {
      clearTimeout(timers.run);
      sandbox.close();
      if (shown.state === 'running') finish('stopped');
      if (shown.checks === 'running') {
        proofs.close();
        shown.checks = 'stopped';
      }
    },
    /** Copies the link. */
    async share() {
      if (await keep()) {
        await copy(location.href, 'The link is copied.', 'The link is in the address bar.');
      } else shown.notice = 'This is too long for a link.';
    },
    /** Copies some text. */
    copy: (text: string, name: string) =>
      copy(text, `${name} is copied.`, 'This browser does not allow copying.'),
  };
}

/** Whether a lookup for one question answers the other. */
function isSameLookup(one: Question, other: Question): boolean {
  const asked = ({ method, path, name, autoRoute, params }: Question) =>
    JSON.stringify([method, path, name, autoRoute, params]);
  return asked(one) === asked(other);
}
