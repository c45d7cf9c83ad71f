import { badArgument } from '../errors/argument.ts';
import { quote } from '../errors/show.ts';
import { NOTHING } from '../hmvc/additions.ts';
import { isPromise } from '../hmvc/promise.ts';
import type { Visit } from '../hmvc/run.ts';
import { type Meta, NO_META } from '../table/meta.ts';
import { isResponse } from './is-response.ts';
import { log } from './log.ts';
import type { Application } from './options.ts';

/**
 * A request on its way through an application, as controllers, handlers and error pages get it. Its
 * members say what is known so far: there is no route until one is found.
 */
export class Exchange implements Visit {
  readonly application: Application;
  readonly request: Request;
  readonly platform: readonly unknown[];
  readonly base: string;
  /** The class of the responses to it; see the option of that name. */
  readonly Response: typeof Response;
  /** The method as sent. Kept, since reading it from a request is slow. */
  sentMethod = '';
  head = false;
  method = '';
  route: string | null = null;
  name: string | null = null;
  meta: Meta | undefined = undefined;
  params: readonly string[] = [];
  /** The status of the page that answers; `null` if a route does. */
  status: number | null = null;
  /** The action that answers; `null` if a route's handler does. */
  destination: string | null = null;

  #added: object | Promise<object> | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** Throws for no request, so that there is an exchange to answer an error of any. */
  constructor(application: Application, request: Request, platform: readonly unknown[]) {
    this.application = application;
    this.request = request;
    this.platform = platform;
    this.base = application.base;
    this.Response = application.Response;
  }

  /**
   * Reads the method.
   * @throws if a server passes something that is not a request
   */
  readMethod(): void {
    this.sentMethod = this.request.method;
    this.head = this.sentMethod === 'HEAD';
    this.method = this.head ? 'GET' : this.sentMethod;
  }

  /** Names what answers, for errors. */
  where(): string {
    return this.destination === null
      ? `the handler of ${quote(String(this.route))}`
      : `the action of ${quote(this.destination)}`;
  }

  /**
   * Calls `onError`, and gives what it returns, wrapped, since that may look like a promise. Never
   * rejects: what `onError` throws goes to `console.error`, and must not keep the client waiting.
   */
  async report(error: unknown): Promise<{ readonly answer: unknown }> {
    const { onError } = this.application;
    try {
      return { answer: await onError(error, this.request, ...this.platform) };
    } catch (second) {
      log(second);
      return { answer: undefined };
    }
  }

  /**
   * What the application adds to the context, made at the first call.
   * @throws what the option `context` threw, at every call
   */
  added(): object | Promise<object> {
    const { context } = this.application;
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
    const { loader, where } = this.application;
    const { route, name, params, method, meta = NO_META, status } = this;
    const arrival = { loader, route, name, params, method, meta, status };
    const added: unknown = context(this.request, arrival, ...this.platform);
    return isPromise(added) ? readLater(added, where) : readAdded(added, where);
  }
}

/** What makes a response of a value needs to know of the exchange that it answers. */
export type Sender = Pick<Exchange, 'application' | 'head' | 'Response' | 'where' | 'report'>;

const WHAT = 'what context returned';

/** A function that only guards adds nothing. */
function readAdded(added: unknown, where: string): object {
  if (added === undefined) return NOTHING;
  // Ignored, the answer of a guard would let everyone in.
  if (isResponse(added)) throw badArgument(where, WHAT, 'thrown to be the answer', added);
  if (typeof added === 'object' && added !== null) return added;
  throw badArgument(where, WHAT, 'an object', added);
}

async function readLater(added: PromiseLike<unknown>, where: string): Promise<object> {
  return readAdded(await added, where);
}
