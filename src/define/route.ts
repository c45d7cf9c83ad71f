/** The class that route files call. */
import { readOptions } from '../errors/argument.ts';
import { fromCaller } from '../errors/error.ts';
import type { RedirectStatus } from '../table/destination.ts';
import type { Method } from '../table/methods.ts';
import type { NamedArguments, RouteName, UrlParams } from '../table/params.ts';
import { USUAL_HOME } from '../table/row.ts';
import { namesIn, type RouteTable, type SuppliedTable } from '../table/table.ts';
import type { UrlOptions } from '../url/builder.ts';
import { buildNamed, urlCall } from '../url/named.ts';
import { createUrlBuilder } from '../url/parts.ts';
import { type Collected, collectTable } from './collect.ts';
import { type AnyArguments, define, defineMatch, type Inline } from './define.ts';
import { mapTable, readHome } from './map.ts';
import { definePlaceholder } from './placeholders.ts';
import { definePrefix, type PrefixArguments } from './prefix.ts';
import { registry, resetRegistry } from './registry.ts';
import { defineResources, type ResourceOptions } from './resources.ts';
import { type ContextArguments, defineContext } from './route-context.ts';
import type { Define, DefineMatch, DefinePrefix } from './signatures.ts';
import { defineBlocks, defineRedirect, type RouteRedirectOptions } from './special-rows.ts';

/**
 * Defines an application's routes. Every method is static, works when detached
 * (`const { get, post } = Route`), and adds to one registry that the whole process shares.
 * {@link Route.map} turns the registry into a table.
 *
 * A `from` is a CodeIgniter pattern: `(:num)` matches digits, `(:any)` matches one segment, and
 * your own groups may contain any regular expression. `{id:num}` and `{slug}` are the same with
 * names. A `to` is `module/controller/action/arg…`, in which `$1` is the first group.
 * @example
 * Route.resources('photos');
 * Route.prefix('api', () => Route.get('users/(:num)', 'users/show/$1', { as: 'user' }));
 * Route.block('users/login');
 * const router = createRouter(Route.map({ default_controller: 'welcome' }));
 */
// biome-ignore lint/complexity/noStaticOnlyClass: the class is the API that route files are written against
export class Route {
  /** The default controller if the table sets none; subclasses may override it. */
  protected static defaultHome = USUAL_HOME;

  /**
   * A route for every method.
   * @example
   * Route.any('posts/(:num)', 'posts/show/$1', { as: 'post' });
   */
  static readonly any: Define = (from: string, ...rest: AnyArguments) =>
    fromCaller(Route.any, define, Route, null, from, rest);

  /**
   * A route for every method: another name for {@link Route.any}.
   * @example
   * Route.all('posts/(:num)', 'posts/show/$1', { as: 'post' });
   */
  static readonly all: Define = (from: string, ...rest: AnyArguments) =>
    fromCaller(Route.all, define, Route, null, from, rest, 'all');

  /**
   * A route for GET only. The fetch handler also answers HEAD with it, unless HEAD has a route.
   * @example
   * Route.get('photos/(:num)', 'photos/show/$1', { as: 'photo' }); // GET /photos/7
   */
  static readonly get: Define = (from: string, ...rest: AnyArguments) =>
    fromCaller(Route.get, define, Route, 'GET', from, rest);

  /**
   * A route for POST only.
   * @example
   * Route.post('echo', async ({ request }) => await request.text());
   */
  static readonly post: Define = (from: string, ...rest: AnyArguments) =>
    fromCaller(Route.post, define, Route, 'POST', from, rest);

  /**
   * A route for PUT only.
   * @example
   * Route.put('photos/(:num)', 'photos/update/$1'); // PUT /photos/7
   */
  static readonly put: Define = (from: string, ...rest: AnyArguments) =>
    fromCaller(Route.put, define, Route, 'PUT', from, rest);

  /**
   * A route for DELETE only.
   * @example
   * Route.delete('photos/(:num)', 'photos/delete/$1'); // DELETE /photos/7
   */
  static readonly delete: Define = (from: string, ...rest: AnyArguments) =>
    fromCaller(Route.delete, define, Route, 'DELETE', from, rest);

  /**
   * A route for HEAD only.
   * @example
   * Route.head('status', () => new Response());
   */
  static readonly head: Define = (from: string, ...rest: AnyArguments) =>
    fromCaller(Route.head, define, Route, 'HEAD', from, rest);

  /**
   * A route for PATCH only.
   * @example
   * Route.patch('photos/(:num)', 'photos/update/$1'); // PATCH /photos/7
   */
  static readonly patch: Define = (from: string, ...rest: AnyArguments) =>
    fromCaller(Route.patch, define, Route, 'PATCH', from, rest);

  /**
   * A route for OPTIONS only.
   * @example
   * Route.options('photos', () => new Response(null, { headers: { allow: 'GET, POST' } }));
   */
  static readonly options: Define = (from: string, ...rest: AnyArguments) =>
    fromCaller(Route.options, define, Route, 'OPTIONS', from, rest);

  /**
   * A route for QUERY only: a request with a body that changes nothing, such as a long search
   * (RFC 10008). CodeIgniter has no such call.
   * @example
   * Route.query('photos', 'photos/search'); // QUERY /photos
   */
  static readonly query: Define = (from: string, ...rest: AnyArguments) =>
    fromCaller(Route.query, define, Route, 'QUERY', from, rest);

  /**
   * The same route for several methods, one row for each. CodeIgniter 3 has no such call.
   * @example
   * Route.match(['GET', 'POST'], 'search', 'search/index'); // GET /search, POST /search
   */
  static readonly match: DefineMatch = (
    methods: readonly Method[],
    from: string,
    ...rest: AnyArguments
  ) => fromCaller(Route.match, defineMatch, Route, methods, from, rest);

  /**
   * Redirects every request that matches the pattern, whatever its method. The fetch handler answers
   * it; in the table it is a row such as `301\t/photos/$1`. CodeIgniter 3 has no such call, and
   * CodeIgniter 4 has `addRedirect`. For a redirect that depends on the request, write a handler.
   * @param from the pattern, below the current prefix; a leading slash is ignored
   * @param to a path of this application (`photos/$1`), to which its base is added, or a URL
   *   (`https://photos.test/$1`), not encoded and without a query; `$1` is the first group. A slash
   *   before an empty param at the end is left out
   * @param options the status, or options. The option `status` is 303 by default; 301 and 308 are
   *   permanent, and 307 and 308 keep method and body. `query: 'keep'` adds the query of the request,
   *   which is dropped otherwise. `as` names the pattern, and `meta` is data that the route carries
   * @throws {WaymarkError} if an argument is wrong; earlier definitions are kept
   * @example
   * Route.redirect('images/(:num)', 'photos/$1', 301); // /images/7 → /photos/7
   * Route.redirect('find', 'search', { query: 'keep' }); // /find?q=a → /search?q=a
   */
  static redirect(
    this: void,
    from: string,
    to: string,
    options?: RedirectStatus | RouteRedirectOptions | null,
  ): void {
    fromCaller(Route.redirect, defineRedirect, from, to, options);
  }

  /**
   * The seven routes of a REST resource, in this order:
   *
   * | method | pattern | destination |
   * | --- | --- | --- |
   * | GET | `name` | `name/index` |
   * | GET | `name/new` | `name/create_new` |
   * | GET | `name/<id>/edit` | `name/edit/$1` |
   * | GET | `name/<id>` | `name/show/$1` |
   * | POST | `name` | `name/create` |
   * | PUT | `name/<id>` | `name/update/$1` |
   * | DELETE | `name/<id>` | `name/delete/$1` |
   *
   * Inside `children`, the groups of the outer route come first: `comments/show/$1/$2`.
   * @param name the resource; may be `module/controller`
   * @param options `controller`, `module`, `constraint` (the id's group) and `offset` as in
   *   CodeIgniter's `Route` library; beyond it `only`, `except`, `as`, `patch`, `children` and `meta`
   * @param handler one handler for all the routes, or `false`
   * @throws {WaymarkError} if an argument is wrong; no route is defined then. If `children` throws,
   *   these routes stay defined
   * @example
   * Route.resources('photos', { constraint: '(:num)', as: 'photos' });
   */
  static resources(
    this: void,
    name: string,
    options?: ResourceOptions<typeof Route> | null,
    handler?: Inline,
  ): void {
    fromCaller(Route.resources, defineResources, Route, name, options, handler);
  }

  /**
   * Defines an area of the site to which every module can add a controller of the same name. There
   * are six routes, longest first, from `name/(:any)/(:any)…` to `$1/controller/$2…`; the module
   * comes first.
   * @param name the area's first segment
   * @param rest the controller's name in each module, which is `name` by default, and options:
   *   `offset` shifts every reference; `home` adds `name` → `name/<home>` as the last
   *   route, with `{default_controller}` replaced by the default controller; `meta` (beyond
   *   CodeIgniter) is data that the routes carry
   * @throws {WaymarkError} if an argument is wrong; no route is defined then
   * @example
   * Route.context('tools', 'developer'); // tools/gallery/report → gallery/developer/report
   */
  static context(this: void, name: string, ...rest: ContextArguments): void {
    fromCaller(Route.context, defineContext, name, ...rest);
  }

  /**
   * Puts `name/` before every pattern that the callback defines. Beyond CodeIgniter, options may
   * precede the callback, and its argument is `Route` with the names of the prefix in the types of
   * params; see {@link Within}.
   * @example
   * Route.prefix('api', () => Route.prefix('v1', () => Route.resources('users'))); // api/v1/users
   * Route.prefix('{lang}', (within) => within.get('hello', ({ params }) => params.lang));
   */
  static readonly prefix: DefinePrefix = (name: string, ...rest: PrefixArguments) =>
    fromCaller(Route.prefix, definePrefix, Route, name, ...rest);

  /**
   * Blocks patterns: their requests are not found, whatever comes later in the table. Without
   * arguments, or with an empty array, it blocks nothing. Values that aren't strings are ignored, as
   * in CodeIgniter's library, such as the `null` that {@link Route.named} returns for an unknown
   * name. The fetch handler reports them when it starts, and `check` as errors.
   * @param paths patterns, or arrays of them
   * @throws {WaymarkError} if a pattern is wrong; no pattern is blocked then
   * @example
   * Route.block('users/login', 'users/(:num)/secret');
   */
  static block(this: void, ...paths: readonly (string | readonly string[])[]): void {
    fromCaller(Route.block, defineBlocks, Route.block, paths);
  }

  /**
   * The full pattern saved with `{ as: name }`, prefix included and placeholders expanded. If a
   * name was used twice, the later pattern is returned.
   * @param name the name that the route was saved under
   * @returns the pattern, or `null` if the name is unknown
   * @example
   * Route.named('user'); // 'api/users/(:num)'
   */
  static named(this: void, name: RouteName): string | null {
    const { collectedNames, names } = registry().current;
    return collectedNames.get(name) ?? names.get(name) ?? null;
  }

  /**
   * Builds the URL of a named route. CodeIgniter has no such call.
   * @param name the name that the route was saved under
   * @param rest the params, then the options. The params are strings or numbers, not encoded: an
   *   array with one for each group of the pattern, or an object with the names of the groups, if
   *   all have one. An optional group at the end needs none. The option `query` accepts anything that
   *   `URLSearchParams` does. The option `base` is put before the path. If the process has several
   *   applications, the option `routes` is the table to look the name up in
   * @returns the path with a leading slash, percent-encoded
   * @throws {WaymarkError} if the name is unknown, a param is missing, surplus or doesn't match its
   *   group, or the pattern varies outside its groups
   * @example
   * Route.url('user', [7], { query: { tab: 'posts' } }); // '/api/users/7?tab=posts'
   * Route.url('article', { slug: 'first' }); // '/articles/first'
   */
  static url<Name extends RouteName>(
    this: void,
    name: Name,
    ...rest: NamedArguments<Name, UrlOptions>
  ): string;
  static url(name: string, params?: UrlParams, options?: UrlOptions): string {
    return fromCaller(Route.url, urlOf, name, params, options);
  }

  /**
   * Defines the expression for `(:name)` in patterns defined from now on. CodeIgniter 3 has no such
   * call. `(:segment)`, `(:alpha)`, `(:alphanum)` and `(:hash)` are built in.
   * @param name letters, digits and underscores, not starting with a digit; not `any` or `num`
   * @param regex a regular expression without flags and without capturing groups
   * @throws {WaymarkError} if the name or the expression is wrong
   * @example
   * Route.placeholder('year', '[0-9]{4}');
   * Route.get('archive/(:year)', 'archive/year/$1');
   */
  static placeholder(this: void, name: string, regex: string | RegExp): void {
    fromCaller(Route.placeholder, definePlaceholder, name, regex);
  }

  /**
   * Makes the route table by replaying every definition, in order, over the supplied table. Further
   * calls give the same result.
   * @param table the table to start from, as in CodeIgniter's `routes.php`; it is not modified
   * @param method if given, the result is the table that CodeIgniter has during a request of this
   *   method, with bare keys only
   * @returns a new plain object; handlers are attached under a symbol
   * @throws {WaymarkError} if the table or the method is wrong
   * @example
   * Route.map({ default_controller: 'welcome' }); // { default_controller: 'welcome', … }
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: TypeScript calls the this of a detached call void
  static map(this: typeof Route | void, table: SuppliedTable = {}, method?: Method): RouteTable {
    // biome-ignore lint/complexity/noThisInStatic: a subclass may have a defaultHome of its own
    return fromCaller(Route.map, mapOf, this ?? Route, table, method);
  }

  /**
   * Makes the route table of the given functions, such as the exports of route files. The result
   * equals {@link Route.map}'s after calling only these functions, in this order. The process's own
   * definitions stay untouched and out of the table, so you can repeat the call for each test or
   * reload. CodeIgniter has no such call.
   *
   * The table's names replace those collected before, and {@link Route.url} searches them first.
   * The functions can use the process's placeholders; placeholders that they define are forgotten
   * when the call returns.
   * @param given functions that call `Route` synchronously, optionally preceded by the table to
   *   start from, which is not modified
   * @returns a new plain object, as from {@link Route.map}
   * @throws {WaymarkError} if an argument is wrong, or a function is asynchronous or a generator,
   *   and whatever a function throws; the registry and the names are unchanged then
   * @example
   * Route.collect({ default_controller: 'welcome' }, () => Route.resources('photos'));
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: TypeScript calls the this of a detached call void
  static collect(this: typeof Route | void, ...given: Collected): RouteTable {
    // biome-ignore lint/complexity/noThisInStatic: a subclass may have a defaultHome of its own
    return fromCaller(Route.collect, collectTable, this ?? Route, ...given);
  }

  /**
   * Forgets every definition, name, prefix and placeholder, for tests. Route files that export a
   * function don't need it; see {@link Route.collect}.
   * @example
   * beforeEach(() => Route.reset());
   */
  static reset(this: void): void {
    resetRegistry();
  }
}

/** @param type `Route` or a subclass, which has the default controller */
function mapOf(type: unknown, table: SuppliedTable, method: Method | undefined): RouteTable {
  return mapTable(table, method, readHome('Route.map', type));
}

/** Parses each pattern once, for its first URL. */
function urlOf(name: string, params?: UrlParams, options?: UrlOptions): string {
  const where = urlCall('Route.url', name, options);
  const given = readOptions(where, options, ['query', 'base', 'routes']);
  const { current, builders } = registry();
  const { collectedNames, names } = current;
  const maps =
    given.routes === undefined ? [collectedNames, names] : [namesIn(given.routes, where)];
  return buildNamed({ maps, builders, create: createUrlBuilder }, where, name, params, given);
}
