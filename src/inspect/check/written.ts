/** Expressions as a table writes them. */

/**
 * Writes an expression with placeholders again.
 *
 * @param source an expression, or a part of one, placeholders expanded
 *
 * @example
 * withPlaceholders('blog/([0-9]+)'); // 'blog/(:num)'
 */
export function withPlaceholders(source: string): string {
  return source.replaceAll('[^/]+', ':any').replaceAll('[0-9]+', ':num');
}
