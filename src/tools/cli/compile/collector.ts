/** Notes the tables of a program that runs, and compiles them. */
import {
  createRouter,
  Route,
  type RouterOptions,
  type RouteUrlOptions,
  type SuppliedTable,
  type UrlParams,
  WaymarkError,
} from 'waymark';
import {
  createFetchHandler,
  createFetchMiddleware,
  type FetchMiddlewareOptions,
} from 'waymark/fetch';
import { createControllers, withExactNames } from 'waymark/hmvc';
import {
  type BuiltTable,
  type CompiledControllers,
  type Digest,
  type FoundRouter,
  type RecordedCall,
  type Reporter,
  readInputs,
  readTable,
  registry,
  type Source,
  type TableCalls,
  type UrlsBelow,
  writeCompiledTable,
} from 'waymark/internal';
import { type CheckOptions, recordSources, type Sources } from '../../inspect.ts';
import { Replay } from './replay.ts';

type AnyUrl = (name: string, params: UrlParams | undefined, options: object) => string;

/** A table that a router was made of. */
export interface Found {
  readonly table: SuppliedTable;
  readonly options: RouterOptions;
  /** What `check` needs to know of the application. */
  readonly application: Pick<CheckOptions, 'files' | 'roots' | 'alsoReached'>;
  readonly built: BuiltTable;
}

/** A mistake in the routes, which `Route` itself reports. */
export interface Failure {
  readonly error: unknown;
  readonly source: Source | undefined;
}

export class Collector implements Reporter {
  readonly found = new Map<string, Found>();
  readonly results = new Map<string, unknown>();
  /** The first mistake, even if the program catches it. */
  failure: Failure | null = null;
  readonly sources: Sources;
  private readonly replay: Replay;

  /** @param placeOf finds the place of a call in its stack */
  constructor(placeOf: (stack: string) => Source | undefined) {
    this.replay = new Replay(placeOf);
    registry().sourceTaggers.add(this.replay.tagger);
    this.sources = recordSources();
  }

  stop(): void {
    this.sources.stop();
    registry().sourceTaggers.delete(this.replay.tagger);
  }

  place(): string {
    return String(new Error().stack);
  }

  router(call: RecordedCall, digest: Digest, handlerOptions: object): FoundRouter {
    return this.explained(() => {
      const [routes, further = {}] = this.replay.readArguments(call);
      // The casts: `writeCompiledTable` checks its arguments.
      const options = further as RouterOptions;
      const given: Partial<FetchMiddlewareOptions> = handlerOptions;
      const own = applicationOf(given);
      const table = own.named(routes as SuppliedTable);
      // Refuses what the package would refuse, which a bundle does not read.
      if (call.name !== 'createRouter') {
        const create =
          call.name === 'createFetchHandler' ? createFetchHandler : createFetchMiddleware;
        // It answers no request, so with `onError` a mistake is not logged.
        const onError = given.onError ?? Boolean;
        create({ ...given, ...options, ...own.checked, routes: table, onError });
      }
      const placeOf = (handler: unknown) => {
        const place = digest.held.indexOf(handler);
        if (place >= 0) return place;
        const problem = 'a handler is in an object that is not plain';
        throw new WaymarkError('bad-argument', call.name, problem, 'copy it: { ...handlers }');
      };
      const compiled = writeCompiledTable(table, options, placeOf);
      const { hash, checks } = digest;
      const built = { ...compiled, hash, checks, isNamed: this.isNamed(call, table, compiled) };
      this.found.set(hash, { table, options, application: own.known, built });
      const urls =
        (base = '') =>
        (name: string, params?: UrlParams, rest?: RouteUrlOptions) =>
          // The casts: it checks the params, whatever the types of the names say.
          (Route.url as AnyUrl)(name, params, { ...rest, base, routes: table });
      return { router: createRouter(table, options), urls: urls as UrlsBelow, readInputs };
    });
  }

  result(tableCalls: TableCalls, { hash }: Digest): unknown {
    const { name } = tableCalls.calls[tableCalls.calls.length - 1];
    // The program may expect an error of such a call.
    const noted = ['Route.named', 'Route.url'].includes(name)
      ? this.replay.make(tableCalls).result
      : this.explained(() => Object.entries(this.replay.table(tableCalls)));
    this.results.set(hash, noted);
    return noted;
  }

  async prepare(tableCalls: TableCalls): Promise<void> {
    try {
      await this.replay.prepare(tableCalls);
    } catch (error) {
      throw this.explain(error);
    }
  }

  private explained<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw this.explain(error);
    }
  }

  private explain(error: unknown): unknown {
    this.failure ??= { error, source: this.replay.placeOfError(Object(error)) };
    return error;
  }

  /** Whether `Route.url` finds the same patterns in this table as the real one does. */
  private isNamed(
    call: RecordedCall,
    table: SuppliedTable,
    { names, urls }: Pick<BuiltTable, 'names' | 'urls'>,
  ): boolean {
    const [given] = call.tables;
    if (!given?.own || given.copied.length > 0) return false;
    const real = this.replay.make(given.own).names;
    const { names: own } = readTable(table, 'waymark');
    return (
      real.size === own.size &&
      names.every(
        (name, at) => real.get(name) === own.get(name) && own.get(name) === urls[at].written,
      )
    );
  }
}

/** The parts of an application that its table depends on, and what `check` needs to know of it. */
function applicationOf(given: Partial<FetchMiddlewareOptions>) {
  const { controllers: its, errorPages, onMissing } = given;
  const pages: readonly unknown[] = Object.values(errorPages ?? {});
  const alsoReached = pages.filter((page): page is string => typeof page === 'string');
  const place = its ? { files: its.files, roots: its.roots } : null;
  // The cast: those of a bundle have their options, which are checked here.
  const { options = { roots: place?.roots } } = (its ?? {}) as Partial<CompiledControllers>;
  return {
    named: (table: SuppliedTable) =>
      place === null ? table : withExactNames(table, place.files, { roots: place.roots }),
    checked: {
      ...(onMissing && { onMissing }),
      ...(place && { controllers: createControllers(place.files, options) }),
    },
    known: { alsoReached, ...place },
  };
}
