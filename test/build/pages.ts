/** The addresses of the error pages. */

/**
 * The prefix of the code at the end of an error's message: the homepage of package.json, or else
 * the command that prints the page.
 *
 * @example
 * addressOf({ homepage: 'https://waymark.test/' }); // 'https://waymark.test/errors/'
 */
export function addressOf({ homepage }: { readonly homepage?: string }): string {
  return homepage === undefined ? 'npx waymark help ' : `${homepage.replace(/\/+$/, '')}/errors/`;
}
