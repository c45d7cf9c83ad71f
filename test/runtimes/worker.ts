/** Runs the suite and the example in a worker. */
import { fetch as answer } from '../../docs/example/app.ts';
import { runSuite } from './suite.ts';

export default {
  fetch: (request: Request) =>
    new URL(request.url).pathname === '/--suite' ? Response.json(runSuite()) : answer(request),
};
