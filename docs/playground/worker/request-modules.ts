/** What a source that answers requests itself may import. */
import * as fetching from 'waymark/fetch';
import * as http from 'waymark/http';
import { keepRouted, MODULES, type Modules } from './load.ts';

type Handler = ReturnType<typeof fetching.createFetchHandler>;

/** The first handler that the source made. */
let made: Handler | undefined;

const createFetchHandler: typeof fetching.createFetchHandler = (options) => {
  const handler = fetching.createFetchHandler(options);
  // The playground sends no more than a request.
  made ??= handler as Handler;
  keepRouted(options.routes, handler);
  return handler;
};

export const REQUEST_MODULES: Modules = {
  ...MODULES,
  'waymark/http': http,
  'waymark/fetch': { ...fetching, createFetchHandler },
};

/** The handler of the source, with its own options; `undefined` if it made none. */
export function ownHandler(): Handler | undefined {
  return made;
}
