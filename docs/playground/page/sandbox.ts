/** Runs untrusted code in frames that have no access to the site. */
import html from 'virtual:playground/frame';
import { type Answer, readAnswer } from '../answer.ts';
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

/**
 * An answer, or the reason for a missing one: it took too long, the worker sent something else, or
 * its script could not be loaded. `null` if the question was dropped.
 */
export type Outcome = Answer | { readonly kind: 'stopped' | 'broken' | 'unloaded' } | null;

/** Chooses a source's program. Some of the package's entries are large and rarely imported. */
export function programOf(source: string): keyof typeof SCRIPTS {
  const language = languageOf(source);
  if (language !== 'js') return language;
  if (/['"]waymark-tools\/inspect['"]/.test(source)) return 'full';
  return /['"]waymark\/fetch['"]/.test(source) ? 'requests' : 'js';
}

/** The script that removes types before a program runs; empty until a source may be TypeScript. */
let types = '';

/**
 * Asks one question at a time, each in its own frame. Ending a worker does not interrupt a native
 * call such as `normalize`. Removing its frame does, if the browser gives the frame its own
 * process: Chromium ends a process with its last frame.
 */
export class Sandbox {
  private worker: FramedWorker | undefined;
  private turn = 0;

  /** Asks a program a question, and drops the previous question. */
  async ask(program: keyof typeof SCRIPTS, question: object): Promise<Outcome> {
    this.close();
    const { turn } = this;
    try {
      const { default: code } = await SCRIPTS[program]();
      if (turn !== this.turn) return null;
      const before = program === 'proofs' ? '' : types;
      const worker = new FramedWorker('Where the code of the playground runs', before + code);
      this.worker = worker;
      const outcome = await worker.ask(question);
      worker.close();
      const wantsTypes = outcome?.kind === 'failure' && outcome.wants === 'types';
      if (!wantsTypes || before !== '') return outcome;
      types = (await SCRIPTS.types()).default;
      return turn === this.turn ? this.ask(program, question) : null;
    } catch {
      return turn === this.turn ? { kind: 'unloaded' } : null;
    }
  }

  /** Drops the question and ends its code. */
  close(): void {
    this.worker?.close();
    this.turn += 1;
  }
}

/**
 * Asks one question about a table after the other. A new question replaces a waiting one of the
 * same kind. The worker keeps the table: it runs a visitor's patterns, but no other code.
 */
export class Desk {
  private data: TableData | undefined;
  private worker: FramedWorker | undefined;
  private turn = 0;
  private last: Promise<Outcome> = Promise.resolve(null);
  private readonly newest = new Map<TableQuestion['kind'], TableQuestion>();

  constructor(private readonly program: 'lookup' | 'proofs') {}

  /** Opens a table, and drops all questions about the previous one. */
  open(data: TableData): void {
    this.close();
    this.data = data;
  }

  /** Asks a question about the table. */
  ask(question: TableQuestion): Promise<Outcome> {
    const { turn } = this;
    this.newest.set(question.kind, question);
    this.last = this.last.then(() => {
      const isWanted = turn === this.turn && this.newest.get(question.kind) === question;
      return isWanted ? this.send(question) : null;
    });
    return this.last;
  }

  /** Drops all questions and ends the worker. The next question starts another. */
  close(): void {
    this.worker?.close();
    this.worker = undefined;
    this.turn += 1;
  }

  private async send(question: TableQuestion): Promise<Outcome> {
    const { turn, data } = this;
    try {
      const { default: code } = await SCRIPTS[this.program]();
      if (turn !== this.turn || data === undefined) return null;
      const ask: TableAsk = this.worker === undefined ? { data, question } : { question };
      this.worker ??= new FramedWorker('Where the table is inspected', code);
      const { worker } = this;
      const outcome = await worker.ask(ask);
      if (outcome?.kind === 'stopped' || outcome?.kind === 'broken') {
        worker.close();
        this.worker = undefined;
      }
      return outcome;
    } catch {
      return { kind: 'unloaded' };
    }
  }
}

/** A worker in its own frame. */
class FramedWorker {
  private readonly frame = document.createElement('iframe');
  private readonly port: MessagePort;
  private finish: ((outcome: Outcome) => void) | undefined;

  constructor(title: string, code: string) {
    // The frame's origin is opaque, so it can't access this page, storage or cookies.
    this.frame.setAttribute('sandbox', 'allow-scripts');
    this.frame.title = title;
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
