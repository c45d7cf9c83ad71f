/**
 * CodeIgniter's two placeholders. Its router replaces them as plain text, so `:any` and `:num`
 * stand for their expression wherever they occur, with or without parentheses
 * (`system/core/Router.php`, `_parse_routes`).
 */
const STANDS_FOR = { ':any': '[^/]+', ':num': '[0-9]+' } as const;

const PLACEHOLDER = /:any|:num/g;

/**
 * A pattern as a regular expression's source, not yet anchored.
 *
 * @param pattern a pattern without a leading slash
 *
 * @example
 * expand('posts/(:num)'); // 'posts/([0-9]+)'
 */
export function expand(pattern: string): string {
  // The cast says what the expression can match.
  return pattern.replace(PLACEHOLDER, (name) => STANDS_FOR[name as keyof typeof STANDS_FOR]);
}

/**
 * Where a place of the expanded pattern stands in the pattern that was written. A place inside an
 * expansion counts as the start of its placeholder.
 *
 * @param pattern the pattern as it was written
 * @param index a place in `expand(pattern)`, from 0
 *
 * @example
 * writtenIndex('(:num)/x', 8); // 6, for ([0-9]+)/x
 */
export function writtenIndex(pattern: string, index: number): number {
  let added = 0;
  for (const { 0: name, index: start } of pattern.matchAll(PLACEHOLDER)) {
    const { length } = expand(name);
    if (index < start + added + length) return Math.min(start, index - added);
    added += length - name.length;
  }
  return index - added;
}
