/**
 * CodeIgniter's two placeholders. Its router replaces them as plain text, so `:any` and `:num` stand
 * for their expression wherever they occur, with or without parentheses (`system/core/Router.php`,
 * `_parse_routes`).
 */
const STANDS_FOR = { ':any': '[^/]+', ':num': '[0-9]+' } as const;

const PLACEHOLDER = /:any|:num/g;

/** A pattern as a regular expression's source, not anchored: `posts/(:num)` → `posts/([0-9]+)`. */
export function expand(pattern: string): string {
  // The cast says what the expression can match.
  return pattern.replace(PLACEHOLDER, (name) => STANDS_FOR[name as keyof typeof STANDS_FOR]);
}

/**
 * Where a place of the expanded pattern is in the pattern as written; any place inside an expansion
 * is the start of its placeholder.
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
