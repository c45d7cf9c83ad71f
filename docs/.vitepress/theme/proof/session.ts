/** The state of the route file on the home page: its rows, a request, and the answers about both. */
import ahead from 'virtual:playground/ahead';
import { nextTick, onBeforeUnmount, reactive, shallowReactive } from 'vue';
import type { AnswerOf, Failure, Spot, Table } from '../../../playground/answer.ts';
import { RUN_TIME } from '../../../playground/limits.ts';
import type { Desk, Sandbox } from '../../../playground/page/sandbox.ts';

/** The pause in typing before the file runs, in milliseconds. */
const PAUSE = 200;

/** A line of the file that a visitor can edit. */
export interface Line {
  /** Stays the same while the line moves. */
  readonly id: number;
  text: string;
}

/** The answers about the file as it was when it ran. */
export interface Answers {
  readonly source: string;
  /** The ids of its lines, in order. */
  readonly lines: readonly number[];
  /** `null` if the file fails. */
  readonly table: Table | null;
  /** `null` until the table is checked; `stopped` if the checks took too long. */
  readonly checked: AnswerOf<'checked'> | 'stopped' | null;
  readonly failure: Failure | null;
}

/** The lines around the rows, which stay. */
const ALL = ahead.source.split('\n');
export const BEFORE = ALL.slice(
  0,
  ALL.findIndex((line) => line.startsWith('  ')),
);
export const AFTER = ALL.slice(ALL.findLastIndex((line) => line.startsWith('  ')) + 1);

const STOPPED = {
  stopped: `Stopped after ${RUN_TIME / 1000} seconds.`,
  unloaded: 'The checker could not be loaded. Reload the page.',
  broken: 'The file did not let the checker answer.',
};

/** What runs and checks the file. */
interface Parts {
  readonly sandbox: Sandbox;
  readonly proofs: Desk;
  readonly failureOf: typeof import('../../../playground/page/sandbox.ts').failureOf;
}

/** The session of the card. */
export type Session = ReturnType<typeof useSession>;

/** Starts a session that ends with its component. Nothing is loaded before it is needed. */
export function useSession() {
  let last = 0;
  const lineOf = (text: string): Line => ({ id: ++last, text });
  const firstLines = () =>
    ALL.slice(BEFORE.length, -AFTER.length).map((line) => lineOf(line.slice(2)));
  const lines = reactive<Line[]>(firstLines());
  const { method, path } = ahead.table.looked.request;
  const request = reactive({ method, path });
  const shown = shallowReactive<{ answers: Answers; isOld: boolean }>({
    answers: { ...ahead, lines: lines.map(({ id }) => id), failure: null },
    isOld: false,
  });

  let parts: Promise<Parts> | undefined;
  let timer = 0;
  let turn = 0;

  /** Loads what runs and checks the file. */
  function load(): Promise<Parts> {
    parts ??= import('../../../playground/page/sandbox.ts').then(
      ({ Sandbox, Desk, failureOf, SCRIPTS }) => {
        void SCRIPTS.proofs().catch(() => {});
        return { sandbox: new Sandbox(), proofs: new Desk('proofs'), failureOf };
      },
    );
    return parts;
  }

  function fail(base: Pick<Answers, 'source' | 'lines'>, failure: Failure): void {
    Object.assign(shown, {
      answers: { ...base, table: null, checked: null, failure },
      isOld: false,
    });
  }

  function sourceOf(): string {
    return [...BEFORE, ...lines.map(({ text }) => (text === '' ? '' : `  ${text}`)), ...AFTER].join(
      '\n',
    );
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    const own = ++turn;
    const source = sourceOf();
    const base = { source, lines: lines.map(({ id }) => id) };
    const loaded = await load().catch(() => null);
    if (own !== turn) return;
    if (loaded === null) {
      parts = undefined;
      return fail(base, { kind: 'failure', message: STOPPED.unloaded, line: null });
    }
    const { sandbox, proofs, failureOf } = loaded;
    const asked = { source, ...request, autoRoute: false, name: '', params: [], action: '' };
    const answer = await sandbox.ask('js', asked);
    if (answer === null || own !== turn) return;
    if (answer.kind !== 'table') return fail(base, failureOf(answer, STOPPED));
    // A request doesn't change what the checks find.
    const isSame = source === shown.answers.source && shown.answers.checked !== null;
    const { checked } = shown.answers;
    shown.answers = { ...base, table: answer, checked: isSame ? checked : null, failure: null };
    shown.isOld = false;
    if (isSame) return;
    proofs.open({ rows: answer.rows, settings: answer.settings, autoRoute: false });
    const proved = await proofs.ask({ kind: 'check' });
    if (proved === null || own !== turn) return;
    const known = proved.kind === 'checked' ? proved : 'stopped';
    shown.answers = { ...shown.answers, checked: known };
  }

  /** Runs the file after a pause in typing. */
  function runLater(): void {
    shown.isOld = true;
    clearTimeout(timer);
    timer = window.setTimeout(run, PAUSE);
  }

  onBeforeUnmount(async () => {
    clearTimeout(timer);
    turn += 1;
    const loaded = await parts?.catch(() => null);
    loaded?.sandbox.close();
    loaded?.proofs.close();
  });

  return {
    lines,
    request,
    shown,
    /** Loads ahead what a visitor will need. */
    prepare: () => void load().catch(() => {}),
    /** Changes the request, or both of its parts. */
    ask(changed: Partial<typeof request>) {
      Object.assign(request, changed);
      void run();
    },
    /** Sets a line's text. Each line break in it starts another line. */
    edit(index: number, text: string) {
      const [first = '', ...rest] = text.split(/\r?\n/);
      const line = lines[index];
      if (line !== undefined) line.text = first;
      lines.splice(index + 1, 0, ...rest.map(lineOf));
      runLater();
      return rest.length;
    },
    /** Joins a line to the one before it. Returns where their texts meet; -1 for the first line. */
    join(index: number): number {
      const [before, line] = [lines[index - 1], lines[index]];
      if (before === undefined || line === undefined) return -1;
      const { length } = before.text;
      before.text += line.text;
      lines.splice(index, 1);
      runLater();
      return length;
    },
    /** Moves a line up or down. Returns whether it can. */
    move(index: number, by: 1 | -1): boolean {
      const line = lines[index];
      if (line === undefined || lines[index + by] === undefined) return false;
      lines.splice(index, 1);
      lines.splice(index + by, 0, line);
      void nextTick(runLater);
      return true;
    },
    /** Restores the file and the request. */
    reset() {
      lines.splice(0, lines.length, ...firstLines());
      Object.assign(request, { method, path });
      void run();
    },
    isChanged: () => sourceOf() !== ahead.source,
  };
}

/** The id of the line in which a spot of the source starts; `undefined` if a visitor can't edit it. */
export function lineAt({ source, lines }: Answers, spot: Spot | null): number | undefined {
  if (spot === null) return undefined;
  const line = source.slice(0, spot.from).split('\n').length - 1;
  return lines[line - BEFORE.length];
}
