/** Serves the gallery over HTTP on PORT, 3000 by default, and prints its route table. */
import { serve } from 'srvx';
import { fetch, table } from './app.ts';

const server = await serve({
  fetch,
  port: process.env.PORT || 3000,
  silent: true,
  // SIGTERM and Ctrl-C let the requests that are under way end, and then the process.
  gracefulShutdown: true,
}).ready();

console.table(
  Object.entries(table).map(([route, destination]) => ({
    route,
    destination: destination || '(blocked)',
  })),
);
// The port is the server's to say: with PORT=0 it picks a free one.
console.log(`The gallery is at http://localhost:${new URL(server.url ?? '').port}`);
