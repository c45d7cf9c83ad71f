/**
 * The types of handlers and of their answers. `Html` is an answer that is HTML, where a string is plain
 * text.
 */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { isCallable } from '../errors/kind.ts';
import type { RouteParams } from './params.ts';
import type { AddedContext, RequestContext } from './request-context.ts';

/**
 * What a handler returns: a `Response`; a string, which is plain text; `` html`…` `` of
 * `waymark/http`; a body for a `Response`, or an asynchronous iterable, which is streamed; an object,
 * a number or a boolean, which is JSON; or `null` for an empty answer, a 204. `undefined` is excluded,
 * so a handler without a `return` doesn't compile. So are objects with a `then`: otherwise, a promise
 * of nothing would count as an object.
 * @example
 * const answer: Answer = { photos: [1, 2] };
 */
export type Answer =
  | string
  | number
  | boolean
  | null
  | ({ readonly then?: never } & (Readonly<Record<string, unknown>> | object));

/**
 * A route's own handler. It is called instead of a controller, and its result is treated the same
 * way. Its context has the members of {@link AddedContext}, and those of `Read`, the outputs of
 * the route's schemas.
 * @example
 * Route.get('health/{id}', ({ params, request }) => ({ check: params.id, url: request.url }));
 */
// A promise is named beside what is like one, so that the compiler explains a promise of nothing.
export type Handler<Params = RouteParams, Read = unknown> = (
  context: RequestContext<readonly unknown[], Params> & AddedContext & Read,
) => Answer | Promise<Answer> | PromiseLike<Answer>;

/** A handler of some pattern. Only the pattern tells the type of its params. */
// biome-ignore lint/suspicious/noExplicitAny: a handler of any pattern fits, and one written here compiles
export type AnyHandler = Handler<any>;

/**
 * Checks a handler and returns it.
 * @throws {WaymarkError} if it is not a function, or is a class
 */
export function checkHandler(where: string, given: AnyHandler): Handler {
  if (isCallable(given)) return given;
  throw badArgument(where, 'the handler', 'a function, such as () => new Photos().index()', given);
}

/** The error for a handler of a route whose destination is empty. */
export function handlerOfBlock(where: string): WaymarkError {
  const problem = 'an empty destination blocks the pattern, so its handler could never be called';
  const advice = 'give the route a destination, or leave the handler out';
  return new WaymarkError('bad-argument', where, problem, advice);
}

/**
 * The member of a value that is HTML, with its text. The symbol is registered, so every copy of the
 * package knows it. JSON has no symbols, so nothing that a client sends has it.
 */
export const HTML: unique symbol = Symbol.for('waymark.html');

/** HTML, as the tag `html` of `waymark/http` makes it. It can't be changed. */
export interface Html {
  readonly [HTML]: string;
  /** The text, so that a template of text, another view or a test can use it. */
  toString(): string;
  /** The text, as a member of a JSON answer. */
  toJSON(): string;
}
