/** Words and values that inspection and the command line write and read alike. */

/** Writes a number with its noun: `1 group`, `2,000 groups`. */
export function counted(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** Writes the params of an answer: `'first', '7'`, or `slug: 'first', id: '7'`. */
export function sayParams(
  params: readonly string[] | Readonly<Record<string, string>>,
  say: (param: string) => string,
): string {
  const isNamed = !Array.isArray(params);
  return Object.entries(params)
    .map(([name, param]) => (isNamed ? `${name}: ${say(param)}` : say(param)))
    .join(', ');
}

/** Names a request: `GET /photos/7`. */
export function sayRequest({ method, path }: { readonly method: string; readonly path: string }) {
  return `${method} ${path}`;
}

/** Removes the origin of a URL: `https://example.org/photos` is `/photos`. */
export function cutOrigin(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
}

/** Whether a value is an object other than an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface Frame {
  /** An absolute path, or a URL that starts with `file://`. */
  readonly path: string;
  readonly line: number;
  /** From 1; in the compiled code, unless the engine applies source maps. */
  readonly column: number;
}

/** Parses a line of V8's stack: `at define (/app/routes.ts:7:3)`; `null` if it names no file. */
export function readFrame(text: string): Frame | null {
  const colon = text.lastIndexOf(':');
  const end = text.lastIndexOf(':', colon - 1);
  const place = text.slice(text.lastIndexOf('(', end) + 1, Math.max(end, 0));
  const start = place.search(/file:\/\/|\/|[A-Z]:[\\/]/i);
  const number = text.slice(end + 1, colon);
  const column = Number.parseInt(text.slice(colon + 1), 10);
  if (start === -1 || !/^\d+$/.test(number) || Number.isNaN(column)) return null;
  return { path: place.slice(start), line: Number(number), column };
}
