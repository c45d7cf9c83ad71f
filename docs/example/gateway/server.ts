/** Serves the gateway on PORT, in front of the PHP application at the origin PHP. */
import type { AddressInfo } from 'node:net';
import { createGateway } from 'waymark/gateway';
import { createShop } from './app.ts';

const { PORT = '3000', PHP = 'http://127.0.0.1:8080' } = process.env;

const server = createGateway(createShop(PHP));
server.listen(Number(PORT), () => {
  const { port } = server.address() as AddressInfo; // the cast: it listens on a port
  console.log(`The gateway is at http://localhost:${port}`);
});
process.once('SIGTERM', () => server.close());
