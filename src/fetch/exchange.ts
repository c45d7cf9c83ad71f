import { badArgument } from '../errors/argument.ts';
import { quote } from '../errors/show.ts';
import { NOTHING } from '../hmvc/additions.ts';
import { andThen } from '../hmvc/promise.ts';
import type { RequestScope } from '../hmvc/run.ts';
import { type Meta, NO_META } from '../table/meta.ts';
import type { Application } from './options.ts';
import { report } from './report.ts';
import { isResponse } from './respond.ts';
import type { Sender } from './sender.ts';

/**
 * A request as controllers, handlers and error pages get it. Its members say what is known so far:
 * there is no route until one is found.
 */
export class Exchange implements RequestScope, Sender {
  readonly request: Request;
  readonly platform: readonly unknown[];
  readonly base: string;
  /** The method as sent. Kept, since reading it from a request is slow. */
  readonly sentMethod: string;
  readonly head: boolean;
  readonly Response: typeof Response;
  method: string;
  route: string | null = null;
  name: string | null = null;
  meta: Meta | undefined = undefined;
  params: readonly string[] = [];
  /** The status of the page that answers; `null` if a route does. */
  status: number | null = null;
  /** The action that answers; `null` if a route's handler does. */
  destination: string | null = null;

  readonly #application: Application;
  #added: object | Promise<object> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(application: Application, request: Request, platform: readonly unknown[]) {
    this.#application = application;
    this.request = request;
    this.platform = platform;
    this.base = application.base;
    this.Response = application.Response;
    this.sentMethod = request.method;
    this.head = this.sentMethod === 'HEAD';
    this.method = this.head ? 'GET' : this.sentMethod;
  }

  where(): string {
    return this.destination === null
      ? `the handler of ${quote(String(this.route))}`
      : `the action of ${quote(this.destination)}`;
  }

  report(error: unknown): void {
    report(this.#application, this, error);
  }

  /**
   * What the application adds to the context, made at the first call.
   * @throws what the option `context` threw, at every call
   */
  added(): object | Promise<object> {
    const { context } = this.#application;
    if (context === undefined) return NOTHING;
    if (this.#failure !== undefined) throw this.#failure.error;
    try {
      this.#added ??= this.#add(context);
      return this.#added;
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  #add(context: NonNullable<Application['context']>): object | Promise<object> {
    const { loader, where } = this.#application;
    const { route, name, params, method, meta = NO_META, status } = this;
    const arrival = { loader, route, name, params, method, meta, status };
    const added: unknown = context(this.request, arrival, ...this.platform);
    return andThen(added, readAdded, where);
  }
}

const WHAT = 'what context returned';

/** A function that only guards adds nothing. */
function readAdded(added: unknown, where: string): object {
  if (added === undefined) return NOTHING;
  // Passed over, the answer of a guard would let everyone in.
  if (isResponse(added)) throw badArgument(where, WHAT, 'thrown to be the answer', added);
  if (typeof added === 'object' && added !== null) return added;
  throw badArgument(where, WHAT, 'an object', added);
}
