/** A server that records all attempts to reach it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Canary {
  readonly host: string;
  /** The kind and path of everything that arrived. */
  readonly reached: string[];
  close(): Promise<void>;
}

/** Starts a server that allows every origin. */
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
  return {
    host: `127.0.0.1:${port}`,
    reached,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
