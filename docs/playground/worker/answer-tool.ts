/** Answers a tool's question. This runs a visitor's patterns but no other code. */
import type { SuppliedTable } from 'waymark';
import type { Entries, ToolAnswer, ToolQuestion } from '../tools.ts';

/**
 * Answers the question that the worker is sent.
 *
 * @param answer makes the answer
 */
export function answerTool(answer: (question: ToolQuestion) => ToolAnswer): void {
  addEventListener('message', ({ data }: MessageEvent<ToolQuestion>) => {
    postMessage(JSON.stringify(tryAnswer(data, answer)));
  });
}

function tryAnswer(
  question: ToolQuestion,
  answer: (question: ToolQuestion) => ToolAnswer,
): ToolAnswer {
  try {
    return answer(question);
  } catch (error) {
    return { kind: 'failure', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Builds a table from its entries. */
export function tableOf(entries: Entries): SuppliedTable {
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === DASHES ? value === 'true' : value]),
  );
}

/** The only key whose value is a boolean. */
const DASHES = 'translate_uri_dashes';
