/** Runs untrusted code in frames that have no access to the site. */
import html from 'virtual:playground/frame';
import { type Answer, type Failure, readAnswer } from '../answer.ts';
import { RUN_TIME } from '../limits.ts';
import { languageOf, type TableAsk, type TableData, type TableQuestion } from '../question.ts';

/** The scripts, each loaded on first use. */
export const SCRIPTS = {
  js: () => import('virtual:playground/worker'),
  requests: () => import('virtual:playground/requests'),
  full: () => import('virtual:playground/full'),
  php: () => import('virtual:playground/php'),
  types: () => import('virtual:playground/types'),
  lookup: () => import('virtual:playground/lookup'),
  proofs: () => import('virtual:playground/proofs'),
};

/** The reason for a missing answer: no time, no valid answer, or no network. */
type Missing = 'stopped' | 'broken' | 'unloaded';

/** An answer, or the reason for a missing one. `null` if the question was dropped. */
export type Outcome = Answer | { readonly kind: Missing } | null;

/** Returns the failure of an outcome that is not the wanted answer. */
export function failureOf(
  outcome: NonNullable<Outcome>,
  reasons: Readonly<Record<Missing, string>>,
): Failure {
  const { kind } = outcome;
  if (kind === 'failure') return outcome;
  const reason = kind === 'stopped' || kind === 'unloaded' ? kind : 'broken';
  return { kind: 'failure', message: reasons[reason], line: null };
}

/** Chooses a source's program. Some of the package's entries are large and rarely imported. */
export function programOf(source: string): keyof typeof SCRIPTS {
  if (languageOf(source) === 'php') return 'php';
  if (/['"]waymark-tools\/inspect['"]/.test(source)) return 'full';
  return /['"]waymark\/fetch['"]/.test(source) ? 'requests' : 'js';
}

/** The script that removes types before a program runs; empty until a source may be TypeScript. */
let types = '';

/** Sends questions to one worker at a time. */
class Asker {
  protected worker: FramedWorker | undefined;
  protected turn = 0;

  /** Drops all questions and ends the worker. The next question starts another. */
  close(): void {
    this.worker?.close();
    this.worker = undefined;
    this.turn += 1;
  }

  protected async send(
    program: keyof typeof SCRIPTS,
    question: object,
    before = '',
  ): Promise<Outcome> {
    const { turn } = this;
    try {
      const { default: code } = await SCRIPTS[program]();
      if (turn !== this.turn) return null;
      this.worker ??= new FramedWorker(program, before + code);
      return await this.worker.ask(question);
    } catch {
      return turn === this.turn ? { kind: 'unloaded' } : null;
    }
  }
}

/**
 * Asks one question about a source at a time, each in its own frame. Ending a worker does not
 * interrupt a native call such as `normalize`. Removing its frame does, if the browser gives the
 * frame its own process: Chromium ends a process with its last frame.
 */
export class Sandbox extends Asker {
  /** Asks a program a question, and drops the previous question. */
  async ask(program: keyof typeof SCRIPTS, question: object): Promise<Outcome> {
    this.close();
    const before = types;
    const outcome = await this.send(program, question, before);
    if (outcome === null) return null;
    this.close();
    const { turn } = this;
    const wantsTypes = outcome.kind === 'failure' && outcome.wants === 'types';
    if (!wantsTypes || before !== '') return outcome;
    types = await SCRIPTS.types().then(
      (script) => script.default,
      () => '',
    );
    if (turn !== this.turn) return null;
    return types === '' ? { kind: 'unloaded' } : this.ask(program, question);
  }
}

/**
 * Asks one question about a table after the other. A new question replaces a waiting one of the
 * same kind. The worker keeps the table: it runs a visitor's patterns, but no other code.
 */
export class Desk extends Asker {
  private data: TableData | undefined;
  private last: Promise<Outcome> = Promise.resolve(null);
  private readonly newest = new Map<TableQuestion['kind'], TableQuestion>();

  constructor(private readonly program: 'lookup' | 'proofs') {
    super();
  }

  /** Opens a table, and drops all questions about the previous one. */
  open(data: TableData): void {
    this.close();
    this.data = data;
  }

  /** Asks a question about the table. */
  ask(question: TableQuestion): Promise<Outcome> {
    const { turn } = this;
    this.newest.set(question.kind, question);
    this.last = this.last.then(async () => {
      const isWanted = turn === this.turn && this.newest.get(question.kind) === question;
      if (!isWanted || this.data === undefined) return null;
      const ask: TableAsk = this.worker ? { question } : { data: this.data, question };
      const outcome = await this.send(this.program, ask);
      if (outcome?.kind === 'stopped' || outcome?.kind === 'broken') {
        this.worker?.close();
        this.worker = undefined;
      }
      return outcome;
    });
    return this.last;
  }
}

/** A worker in its own frame. */
class FramedWorker {
  private readonly frame = document.createElement('iframe');
  private readonly port: MessagePort;
  private finish: ((outcome: Outcome) => void) | undefined;

  constructor(program: keyof typeof SCRIPTS, code: string) {
    // The frame's origin is opaque, so it can't access this page, storage or cookies.
    this.frame.setAttribute('sandbox', 'allow-scripts');
    const isTable = program === 'lookup' || program === 'proofs';
    this.frame.title = isTable
      ? 'Where the table is inspected'
      : 'Where the code of the playground runs';
    this.frame.style.display = 'none';
    this.frame.srcdoc = html;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }) => this.finish?.(readAnswer(data) ?? { kind: 'broken' });
    port1.postMessage(code);
    // An opaque origin can't be a target. Only this frame receives the message, a port.
    const connect = () => this.frame.contentWindow?.postMessage('connect', '*', [port2]);
    this.frame.addEventListener('load', connect, { once: true });
    document.body.append(this.frame);
  }

  /** Asks a question. The outcome is `null` if the worker is closed before it answers. */
  ask(question: object): Promise<Outcome> {
    this.port.postMessage(question);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.finish?.({ kind: 'stopped' }), RUN_TIME);
      this.finish = (outcome) => {
        clearTimeout(timer);
        this.finish = undefined;
        resolve(outcome);
      };
    });
  }

  /** Removes the frame, which ends the worker. */
  close(): void {
    this.finish?.(null);
    this.port.close();
    this.frame.remove();
  }
}
