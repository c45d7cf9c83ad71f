/** Serves Conduit over HTTP on PORT, 3000 by default. */
import { serve } from 'srvx';
import { fetch } from './app.ts';

const server = await serve({
  fetch,
  port: process.env.PORT || 3000,
  silent: true,
  // On SIGTERM and Ctrl-C, requests in progress finish before the process exits.
  gracefulShutdown: true,
}).ready();

console.log(`Conduit is at http://localhost:${new URL(server.url ?? '').port}/api`);
