/** Answers a question of a tool. No code of a visitor runs here, but patterns do. */
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

/** The table of some entries. */
export function tableOf(entries: Entries): SuppliedTable {
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === DASHES ? value === 'true' : value]),
  );
}

/** The one key whose value is no text. */
const DASHES = 'translate_uri_dashes';
