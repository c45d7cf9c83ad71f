/** Answers questions about a table, which comes with the first question and is kept. */
import type { TableAnswer } from '../answer.ts';
import type { TableAsk, TableData, TableQuestion } from '../ask-table.ts';
import { failureOf } from './fail.ts';

/** Answers one question. */
export type Answering = (question: TableQuestion) => TableAnswer | Promise<TableAnswer>;

/** Counts of the work so far, for tests. */
export interface Counts {
  compiled: number;
  answered: number;
}

/**
 * Answers the worker's questions, one after the other.
 *
 * @param compile prepares a table once, and returns a function that answers questions about it
 */
export function serveTable(compile: (data: TableData) => Answering): void {
  const counts: Counts = { compiled: 0, answered: 0 };
  Reflect.set(globalThis, 'counts', counts);
  let answering: Answering | undefined;

  async function answer({ data, question }: TableAsk): Promise<TableAnswer> {
    try {
      if (data !== undefined) {
        counts.compiled += 1;
        answering = compile(data);
      }
      if (answering === undefined) throw new TypeError('the table is missing');
      counts.answered += 1;
      return await answering(question);
    } catch (error) {
      return failureOf(error);
    }
  }

  addEventListener('message', async ({ data }: MessageEvent<TableAsk>) => {
    postMessage(JSON.stringify(await answer(data)));
  });
}
