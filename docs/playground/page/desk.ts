/** Asks questions about a table. The worker keeps the table between questions. */
import { readTableAnswer, type TableAnswer } from '../answer.ts';
import type { TableData, TableQuestion } from '../ask-table.ts';
import { ANSWER_LENGTH, RUN_TIME } from '../limits.ts';
import { FramedWorker } from './sandbox.ts';

/** An answer; `stopped` if it takes too long, `null` if the question was dropped. */
export type DeskAnswer = TableAnswer | 'stopped' | null;

interface Waiting {
  readonly question: TableQuestion;
  resolve(answer: DeskAnswer): void;
  reject(error: unknown): void;
}

/**
 * Asks one question after the other. A new question replaces a waiting one of the same kind. The
 * worker can outlive an answer: it runs a visitor's patterns, which may be slow, but no other code.
 */
export class Desk {
  private data: TableData | null = null;
  private worker: FramedWorker | null = null;
  private isBusy = false;
  private closed = 0;
  private readonly waiting = new Map<TableQuestion['kind'], Waiting>();

  /** @param load loads the program */
  constructor(private readonly load: () => Promise<{ default: string }>) {}

  /** Opens a table, and drops all questions about the previous one. */
  open(data: TableData): void {
    this.close();
    this.data = data;
  }

  /** Asks a question about the table. */
  ask(question: TableQuestion): Promise<DeskAnswer> {
    if (this.data === null) return Promise.resolve(null);
    this.waiting.get(question.kind)?.resolve(null);
    return new Promise((resolve, reject) => {
      this.waiting.set(question.kind, { question, resolve, reject });
      void this.next();
    });
  }

  /** Drops all questions and ends the worker. The next question starts another. */
  close(): void {
    for (const { resolve } of this.waiting.values()) resolve(null);
    this.waiting.clear();
    this.worker?.close();
    this.worker = null;
    this.closed += 1;
  }

  private async next(): Promise<void> {
    const [first] = this.waiting.values();
    if (this.isBusy || first === undefined) return;
    this.waiting.delete(first.question.kind);
    this.isBusy = true;
    try {
      first.resolve(await this.send(first.question));
    } catch (error) {
      first.reject(error);
    } finally {
      this.isBusy = false;
      void this.next();
    }
  }

  private async send(question: TableQuestion): Promise<DeskAnswer> {
    const { data, closed } = this;
    const { default: code } = await this.load();
    if (data === null || closed !== this.closed) return null;
    if (this.worker === null) {
      const first = { code, question: { data, question }, length: ANSWER_LENGTH };
      this.worker = new FramedWorker('Where the table is inspected', first);
    } else {
      this.worker.ask({ question: { question } });
    }
    const { worker } = this;
    const outcome = await worker.reply(RUN_TIME);
    if (outcome === null || worker !== this.worker) return null;
    const answer = outcome.kind === 'answer' ? readTableAnswer(outcome.answer) : null;
    if (answer !== null) return answer;
    worker.close();
    this.worker = null;
    return 'stopped';
  }
}
