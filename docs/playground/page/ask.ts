/** Asks the sandbox, and loads the type remover once a source may be TypeScript. */
import { readAnswer } from '../answer.ts';
import type { Question } from '../question.ts';
import type { Outcome, Sandbox } from './sandbox.ts';

/** The script that runs before the program; empty until a source is not JavaScript. */
let types = '';

/**
 * Asks a question. If the source is not JavaScript, asks again with the type remover.
 *
 * @returns `null` if the question was dropped
 */
export async function ask(sandbox: Sandbox, question: Question): Promise<Outcome | null> {
  const outcome = await sandbox.ask(question, types);
  if (types !== '' || outcome === null || !wantsTypes(outcome)) return outcome;
  const { signal } = sandbox;
  await loadTypes();
  return signal.aborted ? null : sandbox.ask(question, types);
}

/** Returns the script that removes types; `''` until it is loaded. */
export function typesScript(): string {
  return types;
}

/** Loads the script that removes types. */
export async function loadTypes(): Promise<void> {
  types = (await import('virtual:playground/types')).default;
}

function wantsTypes(outcome: Outcome): boolean {
  const answer = outcome.kind === 'answer' ? readAnswer(outcome.answer) : null;
  return answer?.kind === 'failure' && answer.wants === 'types';
}
