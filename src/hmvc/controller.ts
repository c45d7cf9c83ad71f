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
 * A base class for controllers. It is not required: any class that takes a {@link Context} will do.
 * No member of it can be reached by a URL, nor one of the same name in a class that extends it.
 *
 * @example
 * export default class Photos extends Controller {
 *   show(id: string) { return { id, method: this.context.method }; }
 * }
 */
export class Controller<Added extends object = object> {
  static readonly [BASE] = true;

  /** @param context see {@link Context} */
  constructor(protected readonly context: Context<Added>) {}
}

/** Any class that can be constructed with a context. */
export type ControllerClass = new (context: Context) => object;

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
export function findAction(
  controller: ControllerClass,
  name: string,
): ((...args: readonly unknown[]) => unknown) | null {
  if (name.startsWith('_') || name in Object.prototype) return null;
  const chain: object[] = [];
  for (let level = controller.prototype; level !== null && level !== Object.prototype; ) {
    if (Object.hasOwn(level.constructor, BASE)) {
      if (Object.hasOwn(level, name)) return null;
      break;
    }
    chain.push(level);
    level = Object.getPrototypeOf(level);
  }
  const own = chain.find((level) => Object.hasOwn(level, name));
  const value: unknown = own && Object.getOwnPropertyDescriptor(own, name)?.value;
  // The cast says that a method may be called with anything: its arguments come from the path.
  return typeof value === 'function' ? (value as (...args: readonly unknown[]) => unknown) : null;
}
