/**
 * Formats a count with its noun.
 *
 * @example
 * say(2, 'row'); // '2 rows'
 */
export function say(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
