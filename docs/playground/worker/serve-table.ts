/** Answers questions about a table, which the worker keeps. */
import type { Answer } from '../answer.ts';
import type { TableAsk, TableData, TableQuestion } from '../question.ts';
import { failureOf } from './fail.ts';

/**
 * Answers the worker's questions. The table comes with the first question and is kept.
 *
 * @param compile prepares a table once, and returns a function that answers questions about it
 */
export function serveTable(
  compile: (data: TableData) => (question: TableQuestion) => Answer | Promise<Answer>,
): void {
  const counts = { compiled: 0, answered: 0 };
  // For tests.
  Reflect.set(globalThis, 'counts', counts);
  let answer: ReturnType<typeof compile> = () => {
    throw new TypeError('the table is missing');
  };

  addEventListener('message', async ({ data: { data, question } }: MessageEvent<TableAsk>) => {
    let answered: Answer;
    try {
      if (data !== undefined) {
        counts.compiled += 1;
        answer = compile(data);
      }
      counts.answered += 1;
      answered = await answer(question);
    } catch (error) {
      answered = failureOf(error);
    }
    postMessage(JSON.stringify(answered));
  });
}
