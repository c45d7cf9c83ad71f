/** `npm start`: its build, its start and its end. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { NPM_START, startExample } from '../support/example-server.ts';

describe('npm start', () => {
  it('prints the route table and where the example is', async () => {
    const { output, port, stop } = await startExample(NPM_START);
    stop();
    expect(output).toContain("'GET photos/(:num)'");
    expect(output).toContain("'photos/show/$1'");
    expect(output).toContain('(blocked)');
    expect(output).toContain(`The gallery is at http://localhost:${port}\n`);
  }, 120_000);

  // A supervisor sends SIGTERM only to npm; Ctrl-C in a terminal reaches the whole group.
  it.each([
    ['SIGTERM', 'npm alone'],
    ['SIGTERM', 'the process group'],
    ['SIGINT', 'npm alone'],
    ['SIGINT', 'the process group'],
  ] as const)(
    'ends with exit code 0 and frees the port, for %s to %s',
    async (signal, to) => {
      const { port, child, stop } = await startExample(NPM_START);
      try {
        // The connection stays open, but must not keep the server running.
        expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
        const exited = once(child, 'exit');
        process.kill(to === 'npm alone' ? Number(child.pid) : -Number(child.pid), signal);
        expect(await exited).toEqual([0, null]);
        const successor = createServer().listen(port);
        await once(successor, 'listening');
        successor.close();
      } finally {
        stop();
      }
    },
    120_000,
  );

  it('builds what the example imports first, without declarations', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'waymark-'));
    try {
      await promisify(execFile)('npm', ['run', 'prestart', '--', '--out-dir', dir]);
      const built = await readdir(dir);
      expect(built).toEqual(
        expect.arrayContaining(['index.js', 'hmvc.js', 'fetch.js', 'node.js', 'cjs']),
      );
      expect(built.filter((name) => /\.d\.c?ts/.test(name))).toEqual([]);
    } finally {
      await rm(dir, { recursive: true });
    }
  }, 120_000);
});
