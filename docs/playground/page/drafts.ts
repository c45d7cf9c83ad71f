/** Stores the visitor's draft in the browser. Code from a link is never stored. */
import * as v from 'valibot';
import { Question } from '../question.ts';

const KEY = 'waymark:playground';

/** Reads the draft; `null` if there is none or storage is unavailable. */
export function readDraft(): Question | null {
  try {
    return v.parse(Question, JSON.parse(localStorage.getItem(KEY) ?? ''));
  } catch {
    return null;
  }
}

/** Stores a draft, replacing the previous one. */
export function writeDraft(question: Question): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(question));
  } catch {
    // Storage is full or unavailable; the address still has the question.
  }
}

/** Deletes the draft. */
export function removeDraft(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable, so there is no draft.
  }
}
