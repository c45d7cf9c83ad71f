/** Serves the gallery over HTTP on PORT, 3000 by default, and prints its route table. */
import { serve } from 'srvx';
import { fetch, table } from './app.ts';

const server = await serve({
  fetch,
  port: process.env.PORT || 3000,
  silent: true,
  // On SIGTERM and Ctrl-C, requests in progress finish before the process exits.
  gracefulShutdown: true,
}).ready();

console.table(
  Object.entries(table).map(([route, destination]) => ({
    route,
    destination: destination || '(blocked)',
  })),
);
// Ask the server for its port: with PORT=0 it picks a free one.
console.log(`The gallery is at http://localhost:${new URL(server.url ?? '').port}`);
