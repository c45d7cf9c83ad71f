/** One question, one answer: the page removes the frame after the first. */
import type { Answer, Imported } from '../answer.ts';
import type { Question } from '../question.ts';
import { recordConsole } from './console.ts';
import { failureOf } from './fail.ts';
import { inspectTable } from './inspect.ts';
import { isolate } from './isolate.ts';
import { loadTable, locate, MODULES, type Modules } from './load.ts';

/** Writes the file that a source is imported as; `null` if the source itself runs. */
export type ImportOf = (question: Question) => Imported | null;

/**
 * Answers the question that the worker is sent.
 *
 * @param importOf writes the file of the source, if it is not JavaScript
 * @param modules what the source may import
 * @param keep takes the globals that the source must not have
 */
export function serve(
  importOf: ImportOf,
  modules: Modules = MODULES,
  keep: () => void = isolate,
): void {
  const logs = recordConsole();
  const send = openAnswer((answer) => (logs.length === 0 ? answer : { ...answer, logs }));
  const fail = (event: Event, error: unknown) => {
    event.preventDefault();
    send(failureOf(locate(error)));
  };
  addEventListener('error', (event) => fail(event, event.error));
  addEventListener('unhandledrejection', (event) => fail(event, event.reason));
  addEventListener(
    'message',
    async ({ data: question }: MessageEvent<Question>) => {
      send(await answer(question, importOf, modules));
    },
    { once: true },
  );
  keep();
}

/** Sends the first answer that it is given. */
function openAnswer(complete: (answer: Answer) => object): (answer: Answer) => void {
  const post = postMessage;
  let sent = false;
  return (answer) => {
    if (!sent) post(JSON.stringify(complete(answer)));
    sent = true;
  };
}

async function answer(question: Question, importOf: ImportOf, modules: Modules): Promise<Answer> {
  try {
    const imported = importOf(question);
    const loaded = await loadTable(question.source, imported?.code ?? null, modules);
    return inspectTable(loaded, question, imported);
  } catch (error) {
    return failureOf(error);
  }
}
