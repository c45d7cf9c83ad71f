/** Words that inspection and the command line write and read alike. */

/** Writes a number with its noun: `1 group`, `2,000 groups`. */
export function counted(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** Names a request: `GET /photos/7`. */
export function sayRequest({ method, path }: { readonly method: string; readonly path: string }) {
  return `${method} ${path}`;
}

/** Removes the origin of a URL: `https://example.org/photos` is `/photos`. */
export function cutOrigin(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
}
