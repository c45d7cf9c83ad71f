/**
 * The context of a request, which `hmvc/context.ts` makes. Three of its members have types of their
 * own: `url` is a `BuildUrl`, `load` a `Load` and `run` a `Run`.
 */
import type { Meta } from './meta.ts';
import type { NamedArguments, RouteName, RouteParams, UrlQuery } from './params.ts';

/**
 * The record of a request: the one argument of handlers, error pages, controllers and the option
 * `context`. `Platform` is the type of the runtime's further arguments: `[Env, ExecutionContext]` on
 * Workers, `[Server]` on Bun. `Params` is the type of the params.
 */
export interface RequestContext<
  Platform extends readonly unknown[] = readonly unknown[],
  Params = RouteParams,
> {
  /**
   * The request, unchanged.
   * @example
   * Route.get('agent', ({ request }) => request.headers.get('user-agent'));
   */
  readonly request: Request;
  /**
   * The params: an object with the names of the pattern's groups, or the captured strings in order
   * if none has a name. For an error page, those of the route that failed. Empty if no route
   * matched, and for actions that `run` calls.
   * @example
   * Route.get('hello/{name}', ({ params }) => `Hello, ${params.name}`);
   */
  readonly params: Params;
  /**
   * The table key that matched; for an error page, that of the route that failed or the block.
   * `null` if none matched.
   * @example
   * Route.get('key', ({ route }) => route); // answers 'GET key'
   */
  readonly route: string | null;
  /**
   * The name of the route; `null` if it has none.
   * @example
   * Route.get('about', { as: 'about' }, ({ name }) => name); // answers 'about'
   */
  readonly name: string | null;
  /**
   * The route's meta; for an error page, the meta of the route that failed. Empty if the route has
   * none, and for actions that `autoRoute` or `run` calls.
   * @example
   * Route.get('users', { meta: { role: 'admin' } }, ({ meta }) => `for ${meta.role}`);
   */
  readonly meta: Meta;
  /**
   * The status of the error page that answers, 404 for the table's `404_override`; `null` if a
   * route or `autoRoute` answers.
   * @example
   * const errorPages: ErrorPages = { 404: ({ status }) => `Status ${status}` };
   */
  readonly status: number | null;
  /**
   * The method that the route matched: `GET` for a HEAD request that a GET route answers.
   * @example
   * Route.any('echo', ({ method }) => method);
   */
  readonly method: string;
  /**
   * The runtime's arguments after the request.
   * @example
   * Route.get('bindings', ({ platform: [env] }) => Object.keys(Object(env)));
   */
  readonly platform: Platform;
  /**
   * The path at which the application is mounted; `''` if it is the root.
   * @example
   * Route.get('icon', ({ base }) => `The icon is at ${base}/icon.svg`);
   */
  readonly base: string;
  /**
   * Builds the path of a named route of this application, with its `base`. Unlike `Route.url`, it
   * doesn't depend on anything else the process has defined or collected.
   * @param name the name that the route was saved under
   * @param params a string or a number for each group of the pattern, not encoded: an array in order,
   *   or an object by the names of the groups
   * @param options `query`, with an array for a name that occurs several times
   * @throws {WaymarkError} if the name is unknown, a param is missing, surplus or doesn't match its
   *   group, or the pattern varies outside its groups
   * @example
   * Route.get('me', 'me', {}, ({ url }) => url('user', [7], { query: { tab: 'posts' } }));
   */
  readonly url: BuildUrl;
  /**
   * Headers for the response, whether you return an object, a string, a stream or a `Response`, and
   * for error pages too. They are created when first read. The headers of a `Response` that you
   * return or throw take precedence, but cookies are added to its own.
   * @example
   * Route.get('cart', 'cart', {}, ({ headers }) => {
   *   headers.append('set-cookie', 'seen=cart; HttpOnly');
   *   return { items: [] };
   * });
   */
  readonly headers: Headers;
  /**
   * Loads files; for a controller, its own module is searched first.
   * @example
   * type Photos = { latest(): readonly string[] }; // or typeof import('../models/photos.ts')
   * Route.get('latest', async ({ load }) => (await load.model<Photos>('photos')).latest());
   */
  readonly load: Load;
  /**
   * Calls a method of another module and returns its result: the H of HMVC. It can call methods
   * whose names start with `_`, which no URL reaches, and ignores `_remap`.
   * @param destination the controller and, as the last segment, the method; a single segment names
   *   a controller, whose `index` is called
   * @param args passed on unchanged
   * @throws {WaymarkError} if there is no such method, or calls are nested more than 32 deep
   * @example
   * type Latest = (count: number) => readonly string[]; // or a method: Posts['latest']
   * Route.get('latest', ({ run }) => run<Latest>('blog/posts/latest', 5));
   */
  readonly run: Run;
}

/**
 * What the option `context` adds to the context of handlers and controllers, declared by the
 * application. If it has a required member, a fetch handler without that option doesn't compile.
 * @example
 * declare module 'waymark' {
 *   interface AddedContext {
 *     readonly user: string | null;
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: declarations merge into it
export interface AddedContext {}

/** The options of `context.url`. */
export interface RouteUrlOptions {
  /** The query after the path. */
  readonly query?: UrlQuery | undefined;
}

/** Builds the URL of a named route; see `RequestContext.url`. */
export type BuildUrl = <Name extends RouteName>(
  name: Name,
  ...rest: NamedArguments<Name, RouteUrlOptions>
) => string;

/**
 * Loads files by kind and name. `load.model('gallery/photos')` in module `blog` looks for, as in
 * CodeIgniter's modular extensions (`Modules::find`):
 *
 * 1. `modules/blog/models/gallery/photos`, in the current module;
 * 2. `modules/gallery/models/photos`, in the module that the name starts with;
 * 3. `models/gallery/photos`.
 *
 * Each root is searched for 1 and 2, then each for 3. A file's first letter may be upper case.
 * Files other than source are named with their extension: `photo.html`.
 *
 * Each method resolves to the file's exports, like `import()`, and throws a `WaymarkError` if there
 * is no such file. The caller gives the type of the exports.
 * @example
 * const { find } = await this.context.load.model<typeof import('../models/photos.ts')>('photos');
 */
export interface Load {
  /** A file by its folder, relative to a root, and its name: `load('core', 'MY_Controller')`. */
  <Exports = unknown>(folder: string, name: string): Promise<Exports>;
  /** A file of `models`. */
  model<Exports = unknown>(name: string): Promise<Exports>;
  /** A file of `libraries`. */
  library<Exports = unknown>(name: string): Promise<Exports>;
  /** A file of `config`. */
  config<Exports = unknown>(name: string): Promise<Exports>;
  /**
   * A file of `views`: a function, a template's text, JSON, or any other export. A view that returns
   * `` html`…` `` of `waymark/http` is answered as HTML. Mark a template's text with `html.raw`.
   */
  view<Exports = unknown>(name: string): Promise<Exports>;
  /** A file of `core`. */
  core<Exports = unknown>(name: string): Promise<Exports>;
}

/** Calls another module's method; see `RequestContext.run`. */
export type Run = <Method extends (...args: never) => unknown = (...args: unknown[]) => unknown>(
  destination: string,
  ...args: Parameters<Method>
) => Promise<Awaited<ReturnType<Method>>>;
