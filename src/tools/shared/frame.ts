/** Reads the lines of stacks. */

/** A place in a stack. */
export interface Frame {
  /** An absolute path, or a URL that starts with `file://`. */
  readonly path: string;
  readonly line: number;
  /** From 1; in the compiled code, unless the engine applies source maps. */
  readonly column: number;
}

/**
 * Parses a line of V8's stack, such as `at define (/app/routes.ts:7:3)`; `null` if it names no
 * file.
 */
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
