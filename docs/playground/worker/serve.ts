/** Answers a single question. The page removes the frame after the first answer. */
import type { Answer, Imported } from '../answer.ts';
import type { Question } from '../question.ts';
import { recordConsole } from './console.ts';
import { failureOf } from './fail.ts';
import { inspectTable } from './inspect.ts';
import { isolate } from './isolate.ts';
import { loadTable, locate, MODULES, type Modules } from './load.ts';

/** Generates the route file of a PHP source; returns `null` if the source itself runs. */
export type ImportOf = (question: Question) => Imported | null;

/**
 * Answers the worker's question.
 *
 * @param importOf generates the route file of a PHP source
 * @param modules the modules that the source may import
 * @param keep deletes the globals that the source must not have
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

/** Returns a function that sends its first answer and ignores later ones. */
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
