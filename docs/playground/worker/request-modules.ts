/** The modules for a source that answers requests itself. */
import * as fetching from 'waymark/fetch';
import * as http from 'waymark/http';
import { keepRouted, MODULES, type Modules } from './load.ts';

type Handler = ReturnType<typeof fetching.createFetchHandler>;

/** The source's first handler. */
let made: Handler | undefined;

const createFetchHandler: typeof fetching.createFetchHandler = (options) => {
  const handler = fetching.createFetchHandler(options);
  // The cast: the playground calls it with a request alone.
  made ??= handler as Handler;
  keepRouted(options.routes, handler);
  return handler;
};

export const REQUEST_MODULES: Modules = {
  ...MODULES,
  'waymark/http': http,
  'waymark/fetch': { ...fetching, createFetchHandler },
};

/** Returns the source's own handler; `undefined` if it has none. */
export function ownHandler(): Handler | undefined {
  return made;
}
