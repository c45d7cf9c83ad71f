/** HEAD, 405, redirects and cookies below a base, over HTTP, through each adapter on Node. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { adaptersOf, runHttp } from '../runtimes/http/requests.ts';
import { RUN_TYPESCRIPT } from '../support/installed.ts';
import { requestFor, sendRaw } from '../support/raw.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

// Each in its own process, since @hono/node-server replaces the global Response.
it.each(adaptersOf('Node'))(
  'an application below a base is the same by every adapter: %s',
  async (adapter) => {
    const command = [...RUN_TYPESCRIPT, 'test/runtimes/http/server.ts', adapter];
    const child = spawn(process.execPath, command, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [origin] = await once(createInterface(child.stdout), 'line');
      const { checks, failed } = await runHttp(origin);
      expect(failed).toEqual([]);
      expect(checks).toBeGreaterThan(0);

      const port = Number(new URL(origin).port);
      const ask = (target: string, more = '') =>
        sendRaw(port, requestFor('GET', target, `a${more}`));
      const own = await ask('/shop/nothing');
      // The absolute form of a target (RFC 9112, section 3.2.2).
      const absolute = await ask('http://example.com/shop/nothing');
      expect([absolute.status, absolute.body]).toEqual([own.status, own.body]);
      expect((await ask('/shop/nothing', '\r\nHost: a')).status).toBe(400);
    } finally {
      child.kill();
    }
  },
);
