/** Serves the gateway on PORT, in front of the PHP application at the origin PHP. */
import { type AddressInfo, BlockList } from 'node:net';
import { createShop, failed, spellings } from './app.ts';
import { createGateway } from './gateway.ts';
import { passWebSockets } from './websocket.ts';

const { PORT = '3000', PHP = 'http://127.0.0.1:8080', WEBSOCKETS } = process.env;
/** The proxies in front, such as `trusted.addSubnet('10.0.0.0', 8)`. */
const trusted = new BlockList();

const server = createGateway({
  answer: createShop(PHP),
  spellings,
  failed,
  php: PHP,
  trusted,
  onFailure: (failure, { method, url }) => console.error('PHP is %s: %s %s', failure, method, url),
});
if (WEBSOCKETS !== undefined) {
  const onFailure = (error: unknown) => console.error('No WebSocket:', error);
  passWebSockets(server, { origin: WEBSOCKETS, trusted, timeLimit: 10_000, onFailure });
}
server.listen(Number(PORT), () => {
  const { port } = server.address() as AddressInfo; // the cast: it listens on a port
  console.log(`The gateway is at http://localhost:${port}`);
});
process.once('SIGTERM', () => server.close());
