/** The comments on each photo, in memory. */

const comments = new Map<number, string[]>([[12, ['Windy that day.']]]);

export function of(photo: number): readonly string[] {
  return comments.get(photo) ?? [];
}

export function add(photo: number, text: string): void {
  comments.set(photo, [...of(photo), text]);
}
