import type { PatternPlace, Pointer } from './pointer.ts';

/** What comes before a code to find its page. The build sets it; the sources do without. */
declare const WAYMARK_PAGES: string | undefined;

/**
 * What a {@link WaymarkError} is about; stable, so that code may branch on it. The documentation has
 * a page for each, `errors/<code>`. The message ends with its address or with the command that prints it.
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
 * The one class of error that waymark throws: for wrong arguments, patterns, tables, files and URLs,
 * where they are written or at boot. Two are thrown while a request is answered: by `run` of a
 * destination without an action, and for an action that returns what no response can be made of. What
 * a client sends never causes either.
 *
 * Two copies of the package have two classes: compare `name` if both may be loaded.
 * @example
 * try { Route.get('posts/(:nmu)', 'posts/show/$1'); }
 * catch (error) { if (error instanceof WaymarkError) console.error(error.code, error.place?.index); }
 */
export class WaymarkError extends Error {
  /** What the error is about. */
  readonly code: WaymarkErrorCode;
  /** The call or the table key that is wrong: `Route.get('posts/(:nmu)')`, `table key 'a('`. */
  readonly where: string;
  /** The place in the pattern, if the error is about one. */
  readonly place: PatternPlace | undefined;

  /**
   * @param code what the error is about
   * @param where the call or the table key that is wrong
   * @param problem what is wrong with it, one clause
   * @param advice what to write instead, one clause
   * @param pointer draws the place in the pattern that is wrong
   */
  constructor(
    code: WaymarkErrorCode,
    where: string,
    problem: string,
    advice: string,
    pointer?: Pointer,
  ) {
    const drawing = pointer === undefined ? ' ' : `\n${pointer.draw()}\n`;
    const pages = typeof WAYMARK_PAGES === 'string' ? WAYMARK_PAGES : 'npx waymark help ';
    super(`${where}: ${problem}.${drawing}${capitalise(advice)}. See ${pages}${code}.`);
    this.code = code;
    this.where = where;
    this.place = pointer?.place;
  }

  /** On the prototype, since the engine writes the stack before the constructor's own lines run. */
  override get name(): 'WaymarkError' {
    return 'WaymarkError';
  }
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
