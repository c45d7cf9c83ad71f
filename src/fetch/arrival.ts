import type { Runner } from '../hmvc/context.ts';
import type { Loader } from '../hmvc/loader.ts';
import type { BuildUrl } from '../table/handler.ts';
import { type Meta, NO_META } from '../table/meta.ts';
import type { Arrival } from './options.ts';

/** An exchange. Unlike an arrival, it has no loader, and its meta may be missing. */
type Known = Omit<Arrival, 'loader' | 'meta' | 'status'> & {
  readonly meta: Meta | undefined;
  readonly pageStatus: number | null;
};

/**
 * The argument of the option `context`. It is a class, so that headers are created only if read.
 */
export class OwnArrival implements Arrival {
  readonly request: Request;
  readonly route: string | null;
  readonly name: string | null;
  readonly params: readonly string[];
  readonly method: string;
  readonly meta: Meta;
  readonly status: number | null;
  readonly base: string;
  readonly url: BuildUrl;
  readonly #known: Known;
  readonly #runner: Pick<Runner, 'loader'>;

  /** @param known the request, and the parts of its route known so far */
  constructor(known: Known, runner: Pick<Runner, 'loader'>) {
    this.request = known.request;
    this.route = known.route;
    this.name = known.name;
    this.params = known.params;
    this.method = known.method;
    this.meta = known.meta ?? NO_META;
    this.status = known.pageStatus;
    this.base = known.base;
    this.url = known.url;
    this.#known = known;
    this.#runner = runner;
  }

  get loader(): Loader {
    return this.#runner.loader;
  }

  get headers(): Headers {
    return this.#known.headers;
  }
}
