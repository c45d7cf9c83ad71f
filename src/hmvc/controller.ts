/** What a controller is given, and what it may extend. */

/**
 * What a controller is constructed with, for each request anew. `Added` is what the application
 * adds through the option `context`.
 */
export type Context<Added extends object = object> = Added & {
  /** The request as it came. */
  readonly request: Request;
  /** The captured strings in order, decoded; none for what `run` and `404_override` reach. */
  readonly params: readonly string[];
  /** The table key that answered; `null` where none did. */
  readonly route: string | null;
  /** The method that the route was found for: `GET` for a HEAD that a GET route answers. */
  readonly method: string;
  /**
   * Calls another module's action and gives what it returns: the H of HMVC.
   *
   * @param destination as in the table, arguments included
   * @param args further arguments, passed as they are
   * @throws {WaymarkError} where no action answers to the destination
   */
  readonly run: (destination: string, ...args: readonly unknown[]) => Promise<unknown>;
};

/** Marks the base class, so that any copy of the package knows any other copy's. */
const BASE = Symbol.for('waymark.controller');

/**
 * A base class for controllers. It is not required: any class that takes a {@link Context} will do,
 * and then every method that is not of `Object.prototype` can be an action.
 * No member of the base class can be reached by a URL, nor one of the same name in a class that
 * extends it.
 *
 * @example
 * export default class Photos extends Controller {
 *   show(id: string) { return { id, method: this.context.method }; }
 * }
 */
export class Controller<Added extends object = object> {
  static readonly [BASE] = true;

  readonly #context: Context<Added>;

  /** @param context see {@link Context} */
  constructor(context: Context<Added>) {
    this.#context = context;
  }

  /** The request and what belongs to it. On the prototype, so that its name can be no action. */
  protected get context(): Context<Added> {
    return this.#context;
  }
}

/** Any class that can be constructed with a context, whatever the application adds to it. */
export type ControllerClass = new (context: never) => object;

/** A controller's function, as whoever dispatches calls it: with what the path holds. */
export type Action = (...args: readonly unknown[]) => unknown;

/**
 * Finds the action of a controller by its name: a method of the class itself or of a class between
 * it and the base. Names that start with `_`, names of the base class and of `Object.prototype`,
 * accessors, statics and fields are none, whatever a class makes of them.
 *
 * @param controller the class
 * @param name the action, as the destination has it
 * @returns the method, or `null` where no URL can reach one of that name
 *
 * @example
 * findAction(Photos, 'show'); // Photos.prototype.show
 * findAction(Photos, 'constructor'); // null
 */
export function findAction(controller: ControllerClass, name: string): Action | null {
  if (name.startsWith('_') || name in Object.prototype) return null;
  let nearest: PropertyDescriptor | undefined;
  let level = controller;
  while (level.prototype !== undefined) {
    const own = Object.getOwnPropertyDescriptor(level.prototype, name);
    if (Object.hasOwn(level, BASE)) {
      if (own !== undefined) return null;
      break;
    }
    nearest ??= own;
    level = Object.getPrototypeOf(level);
  }
  return typeof nearest?.value === 'function' ? nearest.value : null;
}
