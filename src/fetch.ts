/** Every public name of `waymark/fetch`. */
export { createFetchHandler, type FetchHandler, type FetchOptions } from './fetch/handler.ts';
