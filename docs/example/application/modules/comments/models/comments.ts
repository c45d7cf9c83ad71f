/** The comments on each photo, in memory. */
import { lines, oneLine } from '../../../../framework/core/text.ts';

export interface Comment {
  readonly id: number;
  readonly author: string;
  readonly text: string;
}

/** Limits, since everything is kept in memory. */
export const LIMITS = { author: 40, text: 500, perPhoto: 50 };

const comments = new Map<number, Comment[]>();
let next = 1;

export function of(photo: number): readonly Comment[] {
  return comments.get(photo) ?? [];
}

export function count(): number {
  return [...comments.values()].flat().length;
}

/** Adds a comment. Returns `null`, or the problem if the comment is refused. */
export function add(photo: number, form: URLSearchParams): string | null {
  const author = oneLine(form.get('author')) || 'Someone';
  const text = lines(form.get('text'));
  const kept = of(photo);
  if (text === '') return 'Write something first.';
  if (text.length > LIMITS.text) return `Write at most ${LIMITS.text} characters.`;
  if (author.length > LIMITS.author) return `A name has at most ${LIMITS.author} characters.`;
  if (kept.length >= LIMITS.perPhoto) return 'This photo can take no more comments.';
  comments.set(photo, [...kept, { id: next++, author, text }]);
  return null;
}

/** Deletes a comment. Returns `false` if the photo has none with this id. */
export function remove(photo: number, id: number): boolean {
  const kept = of(photo);
  const left = kept.filter((comment) => comment.id !== id);
  if (left.length === kept.length) return false;
  comments.set(photo, left);
  return true;
}

/** Deletes all comments on a photo. */
export function forget(photo: number): void {
  comments.delete(photo);
}

/** Restores the original comments. */
export function reset(): void {
  comments.clear();
  add(12, new URLSearchParams({ author: 'Ada', text: 'Windy that day.' }));
  add(12, new URLSearchParams({ author: 'Grace', text: 'There was sand in everything.' }));
  add(7, new URLSearchParams({ author: 'Linus', text: 'Which tram goes there?' }));
}

reset();
