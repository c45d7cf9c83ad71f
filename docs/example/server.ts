/** Serves the gallery over HTTP on PORT, 3000 by default, and prints its route table. */
import { serve } from 'srvx';
import { fetch, table } from './app.ts';

const port = Number(process.env.PORT ?? 3000);
await serve({ fetch, port, silent: true }).ready();

console.table(
  Object.entries(table).map(([route, destination]) => ({
    route,
    destination: destination || '(blocked)',
  })),
);
console.log(`The gallery is at http://localhost:${port}`);
