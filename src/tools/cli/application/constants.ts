/** Reads the constants of `--constant`. */

/**
 * The values of constants. Booleans and whole numbers are written as in PHP; anything else is text.
 */
export function constantsOf(
  given: Readonly<Record<string, string>>,
): Record<string, string | number | boolean> {
  return Object.fromEntries(Object.entries(given).map(([name, text]) => [name, constantOf(text)]));
}

function constantOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}
