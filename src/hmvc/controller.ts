/** The base class of controllers, and the type of their context. */
import type { AddedContext, RequestContext } from '../table/handler.ts';
import { BASE } from './actions.ts';

/**
 * The argument of a controller's constructor, which is called for each request. `Added` is the
 * return type of the option `context`: an interface or a class.
 */
export type Context<
  Added extends object = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
> = Added & RequestContext<Platform>;

/**
 * A base class for controllers. It is optional: any class that takes a {@link Context} works, and
 * then each of its methods can be an action, except those of `Object.prototype`. No URL reaches a
 * member of the base class, or a member that overrides one.
 * @example
 * export default class Photos extends Controller {
 *   show(id: string) { return { id, method: this.context.method }; }
 * }
 */
export class Controller<
  Added extends object = AddedContext,
  Platform extends readonly unknown[] = readonly unknown[],
> {
  static readonly [BASE] = true;

  readonly #context: Context<Added, Platform>;

  /** @param context see {@link Context} */
  constructor(context: Context<Added, Platform>) {
    this.#context = context;
  }

  /**
   * The request, its route and the response headers. An accessor on the prototype, so that it isn't
   * an action.
   */
  protected get context(): Context<Added, Platform> {
    return this.#context;
  }
}
