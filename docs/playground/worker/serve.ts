/** Answers a single question about a source. The page removes the frame after the answer. */
import type { Answer, Table } from '../answer.ts';
import type { Question } from '../question.ts';
import { recordConsole } from './console.ts';
import { failureOf } from './fail.ts';
import { isolate } from './isolate.ts';
import { loadTable, locate, type Modules } from './load.ts';
import { createLookup } from './look.ts';
import { rowsOf, settingsOf } from './table.ts';

/**
 * Answers the worker's question.
 *
 * @param answer runs the source; the worker sends its first answer, or the first error
 * @param isolateCode deletes the globals that the source must not have
 */
export function serve<Asked = Question>(
  answer: (question: Asked) => Promise<Answer>,
  isolateCode: () => void = isolate,
): void {
  const logs = recordConsole();
  const post = postMessage;
  let sent = false;
  const send = (complete: Answer) => {
    if (!sent) post(JSON.stringify(logs.length === 0 ? complete : { ...complete, logs }));
    sent = true;
  };
  const fail = (error: unknown) => send(failureOf(locate(error)));
  const failLater = (event: ErrorEvent | PromiseRejectionEvent) => {
    event.preventDefault();
    fail('reason' in event ? event.reason : event.error);
  };
  addEventListener('error', failLater);
  addEventListener('unhandledrejection', failLater);
  const respond = ({ data }: MessageEvent<Asked>) => answer(data).then(send, fail);
  addEventListener('message', respond, { once: true });
  isolateCode();
}

/**
 * Runs a source, or the file generated from PHP, and returns the data that the page shows first.
 *
 * @throws {Stop} if the source throws
 */
export async function inspectSource(
  question: Question,
  modules?: Modules,
  imported: Table['imported'] = null,
): Promise<Table> {
  const { table, spots } = await loadTable(question.source, modules, imported?.code);
  const rows = rowsOf(table, spots);
  const looked = createLookup(table, rows, question.autoRoute)(question);
  return { kind: 'table', rows, settings: settingsOf(table), looked, imported };
}
