/** Keeps what the visitor wrote in the browser. Code of a link is never kept. */
import * as v from 'valibot';
import { Question } from '../question.ts';

const KEY = 'waymark:playground';

/** The draft; `null` if there is none, or the browser keeps nothing. */
export function readDraft(): Question | null {
  try {
    return v.parse(Question, JSON.parse(localStorage.getItem(KEY) ?? ''));
  } catch {
    return null;
  }
}

/** Keeps a draft in the place of the one before. */
export function writeDraft(question: Question): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(question));
  } catch {
    // The browser keeps nothing, or no more: the address still holds what was entered.
  }
}

/** Forgets the draft. */
export function removeDraft(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // There is none then.
  }
}
