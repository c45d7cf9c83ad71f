/**
 * `WaymarkError`, the drawing of a place in a pattern, and `fromCaller`, which starts the stack of an
 * error at the caller of a public function.
 */
import { SHOWN, visible } from './show.ts';

/** The base address of the error pages. Set by the build, undefined in the sources. */
declare const WAYMARK_PAGES: string | undefined;

/**
 * The kind of a {@link WaymarkError}. Codes are stable, so your code may branch on them. The
 * documentation has a page for each, `errors/<code>`. A message ends with the page's address or the
 * command that prints it.
 */
export type WaymarkErrorCode =
  | 'bad-argument'
  | 'bad-files'
  | 'bad-key'
  | 'bad-pattern'
  | 'bad-php'
  | 'bad-placeholder'
  | 'bad-table'
  | 'bad-url'
  | 'no-action';

/**
 * The class of nearly all errors that waymark throws; `HttpError` is the other. It reports invalid
 * arguments, patterns, tables, files and URLs, at the call or at boot. During a request, only calls
 * inside an action throw it, such as `run`, `redirect` and `cookies`, and an action whose result
 * can't become a response. Routing never throws, whatever a client sends.
 *
 * Two copies of the package have two classes, and `instanceof` accepts the errors of both.
 * @example
 * try { Route.get('posts/(:nmu)', 'posts/show/$1'); }
 * catch (error) { if (error instanceof WaymarkError) console.log(error.code, error.place?.index); }
 */
export class WaymarkError extends Error {
  readonly code: WaymarkErrorCode;
  /** The call or table key with the error: `Route.get('posts/(:nmu)')`, `table key 'a('`. */
  readonly where: string;
  /** The place in the pattern, if the error is in a pattern. */
  readonly place: PatternPlace | undefined;

  /**
   * @param where the call or table key with the error
   * @param problem what is wrong, one clause
   * @param advice what to write instead, one clause
   * @param place the place in the pattern
   * @param drawing shows that place, on lines of its own; see `errorAt`
   */
  constructor(
    code: WaymarkErrorCode,
    where: string,
    problem: string,
    advice: string,
    place?: PatternPlace,
    drawing = ' ',
  ) {
    const pages = typeof WAYMARK_PAGES === 'string' ? WAYMARK_PAGES : 'npx waymark help ';
    super(
      `${where}: ${problem}.${drawing}${advice.charAt(0).toUpperCase()}${advice.slice(1)}. See ${pages}${code}.`,
    );
    this.code = code;
    this.where = where;
    this.place = place;
  }

  /** Recognises the errors of another copy of the package too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: subclasses inherit it, and have instances of their own
    return Object.hasOwn(this, Symbol.hasInstance)
      ? value instanceof Error && value.name === 'WaymarkError'
      : // biome-ignore lint/complexity/noThisInStatic: as above
        super[Symbol.hasInstance](value);
  }

  /**
   * A getter on the prototype, since the engine writes the stack before the constructor's body
   * runs.
   */
  override get name(): 'WaymarkError' {
    return 'WaymarkError';
  }
}

/** The place in a pattern that an error points at. */
export interface PatternPlace {
  /** The whole pattern, as it was written. */
  readonly pattern: string;
  /** In UTF-16 units, from 0. */
  readonly index: number;
}

/**
 * Makes an error that shows the part of a pattern around a place, with a caret below the place. It is
 * apart from the class, so that only code that parses patterns bundles it.
 */
export function errorAt(
  { pattern, index }: PatternPlace,
  code: WaymarkErrorCode,
  where: string,
  problem: string,
  advice: string,
): WaymarkError {
  const start = Math.max(0, index - SHOWN);
  const end = Math.min(pattern.length, index + SHOWN);
  const head = visible(`${start > 0 ? '…' : ''}${pattern.slice(start, index)}`);
  const tail = visible(`${pattern.slice(index, end)}${end < pattern.length ? '…' : ''}`);
  const drawing = `\n  ${head}${tail}\n  ${' '.repeat(head.length)}^\n`;
  return new WaymarkError(code, where, problem, advice, { pattern, index }, drawing);
}

/** Errors whose stack has already been trimmed, so that an outer call doesn't trim it again. */
const cut = new WeakSet<WaymarkError>();

/**
 * Calls the implementation of a public function. If the engine has `Error.captureStackTrace`, an
 * error's stack starts at the public function's caller. Engines keep only ten lines, and the
 * package's own could push the caller's out.
 */
export function fromCaller<Args extends readonly unknown[], Result>(
  entry: (...args: never[]) => unknown,
  call: (...args: Args) => Result,
  ...args: Args
): Result {
  try {
    return call(...args);
  } catch (error) {
    if (error instanceof WaymarkError && !cut.has(error)) {
      cut.add(error);
      Error.captureStackTrace?.(error, entry);
    }
    throw error;
  }
}

/**
 * Like {@link fromCaller}, for a function that returns a promise. When it rejects, the caller is no
 * longer on the stack, so the stack is recorded first.
 */
export async function fromAsyncCaller<Args extends readonly unknown[], Result>(
  entry: (...args: never[]) => unknown,
  call: (...args: Args) => Promise<Result>,
  ...args: Args
): Promise<Result> {
  // A real error: Bun, and libraries that format stacks, refuse anything else.
  const caller = new Error();
  Error.captureStackTrace?.(caller, entry);
  try {
    return await call(...args);
  } catch (error) {
    if (error instanceof WaymarkError && !cut.has(error) && typeof caller.stack === 'string') {
      cut.add(error);
      const frames = caller.stack.slice(caller.stack.indexOf('\n'));
      Object.defineProperty(error, 'stack', { value: `${error}${frames}` });
    }
    throw error;
  }
}
