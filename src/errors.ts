/** The errors that waymark throws, a named constructor for each. */
import { describe, drawPlace, type Place, quote, tableKey } from './describe.ts';

/** What a {@link WaymarkError} is about; stable, so that code may branch on it. */
export type WaymarkErrorCode =
  | 'bad-argument'
  | 'bad-files'
  | 'bad-key'
  | 'bad-pattern'
  | 'bad-placeholder'
  | 'bad-table'
  | 'bad-url'
  | 'no-action';

/**
 * The one class of error that waymark throws: for wrong arguments, patterns, tables and URLs, at
 * definition time or at boot, never for what a client sent.
 *
 * Two copies of the package have two classes, so compare `name` rather than use `instanceof` where
 * more than one copy may be loaded.
 *
 * @example
 * try { Route.get('posts/(:nmu)', 'posts/show/$1'); }
 * catch (error) { if (error instanceof WaymarkError) console.error(error.code, error.place?.index); }
 */
export class WaymarkError extends Error {
  /** What the error is about. */
  readonly code: WaymarkErrorCode;
  /** The call or the table key that is wrong: `Route.get('posts/(:nmu)')`, `table key 'a('`. */
  readonly where: string;
  /** The place in the pattern, where the error is about one. */
  readonly place: Place | undefined;

  /**
   * @param code what the error is about
   * @param where the call or the table key that is wrong
   * @param problem what is wrong with it, one clause
   * @param advice what to write instead, one clause
   * @param place the pattern and the index to point at
   */
  constructor(
    code: WaymarkErrorCode,
    where: string,
    problem: string,
    advice: string,
    place?: Place,
  ) {
    const pointer = place === undefined ? ' ' : `\n${drawPlace(place)}\n`;
    super(`${where}: ${problem}.${pointer}${capitalise(advice)}.`);
    this.code = code;
    this.where = where;
    this.place = place;
  }

  /** On the prototype, so that the stack, which is written first of all, starts with it. */
  override get name(): 'WaymarkError' {
    return 'WaymarkError';
  }

  /** An argument of a call is of the wrong kind. */
  static argument(where: string, name: string, wanted: string, given: unknown): WaymarkError {
    const problem = `${name} is ${describe(given)}`;
    return make('bad-argument', where, problem, `${name} must be ${wanted}`);
  }

  /** An options object has a key that the call does not know. */
  static unknownOption(where: string, name: string, known: readonly string[]): WaymarkError {
    const problem = `there is no option ${quote(name)}`;
    return make('bad-argument', where, problem, `known are: ${known.join(', ')}`);
  }

  /** A list names an action that `resources` does not make. */
  static unknownAction(where: string, option: string, given: unknown, known: readonly string[]) {
    const problem = `${option} names ${describe(given)}, which is none of the resource's actions`;
    return make('bad-argument', where, problem, `known are: ${known.join(', ')}`);
  }

  /** Two options that exclude each other are both given. */
  static onlyAndExcept(where: string): WaymarkError {
    const advice = 'give one of them';
    return make('bad-argument', where, 'both only and except are given', advice);
  }

  /** A callback of `prefix` or `nest` is asynchronous. */
  static asyncCallback(where: string): WaymarkError {
    return make(
      'bad-argument',
      where,
      'the callback returned a promise, and what it defines later would lose its prefix',
      'pass a function that defines its routes synchronously, and await before the call',
    );
  }

  /** A `from` begins like a table key. */
  static methodInPattern(where: string, from: string, method: string): WaymarkError {
    const rest = from.slice(method.length + 1);
    return make(
      'bad-argument',
      where,
      `the pattern starts with the HTTP method ${method} and a space`,
      `call Route.${method.toLowerCase()}(${quote(rest)}, …), or write ${quote(`/${from}`)} if the ` +
        'path itself starts so',
    );
  }

  /** A handler for a destination that blocks. */
  static handlerOnBlock(where: string): WaymarkError {
    return make(
      'bad-argument',
      where,
      'an empty destination blocks the pattern, so its handler could never be called',
      'give the route a destination, or leave the handler out',
    );
  }

  /** A table key starts with a word that looks like an HTTP method and is none. */
  static unknownMethod(where: string, key: string, word: string, known: readonly string[]) {
    return make(
      'bad-key',
      tableKey(where, key),
      `${quote(word)} is no HTTP method that a route can have`,
      `write one of ${known.join(', ')} in upper case, or ${quote(`/${key}`)} if the path itself ` +
        'starts so',
    );
  }

  /** A setting such as `default_controller` is given for one method. */
  static reservedForMethod(where: string, name: string, key?: string): WaymarkError {
    return make(
      'bad-key',
      key === undefined ? where : tableKey(where, key),
      `${name} is a setting of the whole table, not a pattern`,
      `set it in the table that Route.map takes: Route.map({ ${quote(name)}: … })`,
    );
  }

  /** A table is no plain object. */
  static notATable(where: string, given: unknown): WaymarkError {
    const advice = "pass a plain object of strings, such as { 'posts/(:num)': 'posts/show/$1' }";
    return make('bad-table', where, `the table is ${describe(given)}`, advice);
  }

  /** A destination in a table is no string. */
  static notADestination(where: string, key: string, given: unknown): WaymarkError {
    const problem = `its destination is ${describe(given)}, not a string`;
    const name = JSON.stringify(key);
    const advice =
      typeof given === 'function'
        ? `name a destination in the table, and give the function as createRouter(table, { handlers: { ${name}: … } })`
        : `write one string a key; for one method alone the key is ${JSON.stringify(`PUT ${key}`)}`;
    return make('bad-table', tableKey(where, key), problem, advice);
  }

  /** A handler stands under a key that the table lacks. */
  static handlerWithoutRoute(where: string): WaymarkError {
    const problem = 'the table has no such key';
    return make('bad-table', where, problem, 'write the key as it stands in the table');
  }

  /** A pattern is wrong at a place. */
  static pattern(where: string, place: Place, problem: string, advice: string): WaymarkError {
    return make('bad-pattern', where, problem, advice, place);
  }

  /** A `(:word)` that no placeholder has been defined for. */
  static unknownPlaceholder(where: string, place: Place, name: string, nearest: string) {
    return make(
      'bad-placeholder',
      where,
      `there is no placeholder (:${name})`,
      `write (:${nearest}), which is the nearest, or define it first with ` +
        `Route.placeholder('${name}', …)`,
      place,
    );
  }

  /** A placeholder's definition is wrong. */
  static placeholder(where: string, problem: string, advice: string): WaymarkError {
    return make('bad-placeholder', where, problem, advice);
  }

  /** Two files of one root serve one name. */
  static sameName(name: string, first: string, second: string): WaymarkError {
    const where = `files[${quote(second)}]`;
    const problem = `${quote(first)} serves the name ${quote(name)} already`;
    return make('bad-files', where, problem, 'rename one of the two files');
  }

  /** No root has a file of this name. */
  static noFile(where: string): WaymarkError {
    const advice = 'write its folder below a root and its name, first letter in lower case';
    return make('bad-files', where, 'no root has such a file', advice);
  }

  /** A controller's file exports no class. */
  static noClass(path: string): WaymarkError {
    const advice = "write 'export default class …'";
    return make('bad-files', path, 'its default export is no class', advice);
  }

  /** `run` names an action that there is not. */
  static noAction(where: string): WaymarkError {
    const advice = 'name module, controller and a public method of the class';
    return make('no-action', where, 'no action answers to this destination', advice);
  }

  /** A URL can't be built. */
  static url(where: string, problem: string, advice: string, place?: Place): WaymarkError {
    return make('bad-url', where, problem, advice, place);
  }
}

/** A class that names itself is renamed by bundlers, and Node would print that name. */
function make(...args: ConstructorParameters<typeof WaymarkError>): WaymarkError {
  return new WaymarkError(...args);
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
