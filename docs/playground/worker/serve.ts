/** One question, one answer: the page removes the frame after the first. */
import type { Answer, Imported } from '../answer.ts';
import type { Question } from '../question.ts';
import { failureOf } from './fail.ts';
import { inspectTable } from './inspect.ts';
import { isolate } from './isolate.ts';
import { loadTable, locate } from './load.ts';

/** The code that makes the table, and the file that it was written as. */
export interface Program {
  readonly code: string;
  readonly imported: Imported | null;
}

/**
 * Answers the question that the worker is sent.
 *
 * @param programOf the code to run for it
 */
export function serve(programOf: (question: Question) => Program): void {
  const send = openAnswer();
  const fail = (event: Event, error: unknown) => {
    event.preventDefault();
    send(failureOf(locate(error)));
  };
  addEventListener('error', (event) => fail(event, event.error));
  addEventListener('unhandledrejection', (event) => fail(event, event.reason));
  addEventListener(
    'message',
    async ({ data: question }: MessageEvent<Question>) => {
      send(await answer(question, programOf));
    },
    { once: true },
  );
  isolate();
}

/** Sends the first answer that it is given. */
function openAnswer(): (answer: Answer) => void {
  const post = postMessage;
  let sent = false;
  return (answer) => {
    if (!sent) post(JSON.stringify(answer));
    sent = true;
  };
}

async function answer(
  question: Question,
  programOf: (question: Question) => Program,
): Promise<Answer> {
  try {
    const { code, imported } = programOf(question);
    const table = await loadTable(code, imported === null);
    return await inspectTable(table, question, imported);
  } catch (error) {
    return failureOf(error);
  }
}
