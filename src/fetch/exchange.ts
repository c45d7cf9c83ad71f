/** An application, and one request on its way through it. */
import { badArgument } from '../errors/argument.ts';
import { isPromise } from '../errors/kind.ts';
import { quote } from '../errors/show.ts';
import { NO_MEMBERS, type RequestFacts, type Runner } from '../hmvc/context.ts';
import type { ClientStatus } from '../http/http-error.ts';
import type { readInputs } from '../http/read.ts';
import { withShortNames } from '../pattern/placeholder.ts';
import { isHead, servedMethod } from '../resolve/by-method.ts';
import type { Router } from '../resolve/router.ts';
import { type Meta, NO_META } from '../table/meta.ts';
import type { RouteParams } from '../table/params.ts';
import type { BuildUrl, RequestContext } from '../table/request-context.ts';
import { patternOfKey } from '../table/row.ts';
import type { UrlsBelow } from '../url/named.ts';
import { readPages } from './error-pages.ts';
import { isResponse } from './headers.ts';
import { log, logFailure } from './log.ts';
import type { ENVIRONMENT, ErrorClass, Page, RouteInfo } from './options.ts';
import type { HandlerOptions } from './read-options.ts';

/** A handler's options after they are read, and what is made of its table. */
export interface Application
  extends Pick<HandlerOptions, (typeof ENVIRONMENT)[number] | 'onMissing' | 'where'> {
  readonly router: Router;
  readonly runner: Runner;
  /** `undefined` in a bundle whose routes have no schemas. */
  readonly readInputs: typeof readInputs | undefined;
  readonly errorStatus: readonly (readonly [ErrorClass, ClientStatus])[];
  /** Finds the page for a status; `null` if there is none. */
  readonly pages: (status: number) => Page | null;
  /** Destinations of pages that are known to have no action, so that each is reported once. */
  readonly missingPages: Set<string>;
  readonly url: BuildUrl;
  /** Reports mistakes in the table while it answers; `null` if a build has checked it. */
  readonly reports: Reports | null;
}

/**
 * Makes an application. It doesn't keep the table, which the router no longer needs.
 * @param made the parts that its maker has made of the table
 * @param urls builds the table's URLs
 */
export function makeApplication(
  options: Omit<HandlerOptions, 'controllers'>,
  made: Pick<Application, 'router' | 'runner' | 'readInputs' | 'reports'>,
  urls: UrlsBelow,
): Application {
  const {
    routes,
    handlers,
    autoRoute,
    maxPathLength,
    errorPages = {},
    errorStatus = [],
    ...kept
  } = options;
  const { notFoundOverride } = made.router.settings;
  return {
    ...kept,
    ...made,
    errorStatus: [...errorStatus],
    pages: readPages(errorPages, notFoundOverride),
    // A middleware in front of another application may lack its 404_override.
    missingPages: new Set(kept.onMissing === 'pass' ? [notFoundOverride ?? ''] : []),
    url: urls(kept.base.encoded, 'context.url'),
  };
}

/** Reports the mistakes in a table while it answers requests; see `reports.ts`. */
export interface Reports {
  /** Reports the mistakes of startup with the first request, once. Unset if none is left. */
  readonly begin: ((exchange: Exchange) => void) | undefined;
  /** Called if an action or a handler returned nothing, not even `null`. */
  nothing(exchange: Exchange): void;
  /** Called if a destination has no action. Returns `undefined` if such requests are passed on. */
  miss(exchange: Exchange): Promise<void> | undefined;
}

/**
 * One request on its way through an application. Members such as `route` are `null` until known.
 */
export class Exchange implements RequestFacts {
  readonly application: Application;
  readonly request: Request;
  readonly platform: readonly unknown[];
  readonly base: string;
  /** The class of its responses; see the option `Response`. */
  readonly Response: typeof Response;
  /** The method as sent. Cached because `request.method` is slow. */
  sentMethod = '';
  isHead = false;
  method = '';
  route: string | null = null;
  name: string | null = null;
  meta: Meta = NO_META;
  params: RouteParams = [];
  /** The status of the error page that answers; `null` if a route answers. */
  status: number | null = null;
  /** The destination found; `null` before that, and for handlers, blocks, misses and bad requests. */
  destination: string | null = null;

  /** The headers, if something has read them. */
  headersIfRead: Headers | undefined = undefined;

  /** The members that the option `context` added; `undefined` before its call. */
  #additions: object | undefined = undefined;

  /** Never throws, whatever the request is, so that errors can be answered. */
  constructor(application: Application, request: Request, platform: readonly unknown[]) {
    this.application = application;
    this.request = request;
    this.platform = platform;
    this.base = application.base.encoded;
    this.Response = application.Response ?? Response;
  }

  /** May throw, since a server can pass something other than a request. */
  readMethod(): void {
    this.sentMethod = this.request.method;
    this.isHead = isHead(this.sentMethod);
    this.method = servedMethod(this.sentMethod, null);
  }

  /** The headers that every response to the request gets; created when first read. */
  get headers(): Headers {
    this.headersIfRead ??= new Headers();
    return this.headersIfRead;
  }

  get url(): BuildUrl {
    return this.application.url;
  }

  /** Names the action or handler that answers, and its route, for errors. */
  describePlace(): string {
    const { destination, route, status } = this;
    const page = `the page for ${status}`;
    if (destination === null) {
      if (status !== null) return page;
      return route === null ? 'an answer without a route' : `the handler of ${quote(route)}`;
    }
    const action = `the action of ${quote(destination)}`;
    if (status !== null) return `${action}, ${page}`;
    return route === null ? action : `${action}, route ${quote(route)}`;
  }

  /** The request and its route, for the functions of the application. */
  info(status: number): RouteInfo {
    const { request, method, route, name, params, meta, platform } = this;
    return {
      request,
      method,
      route,
      pattern: route === null ? null : withShortNames(patternOfKey(route)),
      name,
      params,
      meta,
      platform,
      status,
    };
  }

  /**
   * Calls `onError`, and logs the error unless `onError` has dealt with it. Never rejects.
   * @param status the status of the response
   * @param isQuiet whether to keep the error out of the log, whatever `onError` says
   * @returns the result of `onError`, wrapped, since it may look like a promise
   */
  async report(error: unknown, status: number, isQuiet = false): Promise<{ answer: unknown }> {
    const { onError } = this.application;
    let answer: unknown;
    try {
      answer = await onError?.(error, this.info(status));
    } catch (thrown) {
      log(thrown);
    }
    if (!isQuiet && answer !== true && !isResponse(answer)) logFailure(this, error, status);
    return { answer };
  }

  /**
   * Calls the option `context`, once.
   * @param own the context that its members are added to
   * @returns the members that the application adds to the context; none after a call that failed,
   *   so that an error page can answer
   * @throws whatever the option threw
   */
  added(own: RequestContext): object | Promise<object> {
    if (this.#additions !== undefined) return this.#additions;
    const { context, where } = this.application;
    this.#additions = NO_MEMBERS;
    if (context === undefined) return NO_MEMBERS;
    const added: unknown = context(own);
    if (isPromise(added)) return this.#addLater(added);
    this.#additions = readAdded(added, where);
    return this.#additions;
  }

  /** Forgets members that could not be added, so that an error page can answer. */
  dropAdditions(): void {
    this.#additions = NO_MEMBERS;
  }

  async #addLater(added: PromiseLike<unknown>): Promise<object> {
    this.#additions = readAdded(await added, this.application.where);
    return this.#additions;
  }
}

const WHAT = 'the value returned by context';

/** Accepts undefined too, since a guard may return nothing. */
function readAdded(added: unknown, where: string): object {
  if (added === undefined) return NO_MEMBERS;
  // A guard meant this as the answer. If it were ignored, everyone would get in.
  if (isResponse(added))
    throw badArgument(where, WHAT, 'an object; throw a Response to answer with it', added);
  if (typeof added === 'object' && added !== null) return added;
  throw badArgument(where, WHAT, 'an object', added);
}
