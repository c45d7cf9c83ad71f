/** A server that records all attempts to reach it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export interface Canary {
  readonly host: string;
  /** The kind and path of everything that arrived. */
  readonly reached: string[];
}

/** Starts a server that allows every origin, for all tests of a file. */
export async function startCanary(): Promise<Canary> {
  const reached: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    reached.push(url);
    response.setHeader('access-control-allow-origin', '*');
    const type = url.startsWith('/event') ? 'text/event-stream' : 'text/javascript';
    response.setHeader('content-type', type);
    response.end('export default 1;');
  });
  server.on('upgrade', ({ url = '' }, socket) => {
    reached.push(url);
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // the server listens on TCP
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: `127.0.0.1:${port}`, reached };
}
