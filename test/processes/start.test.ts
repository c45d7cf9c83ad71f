/** `npm start`: its build, its start and its end. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { NPM_START, startExample } from '../support/example-server.ts';

describe('npm start', () => {
  // A supervisor sends SIGTERM only to npm; Ctrl-C in a terminal reaches the whole group.
  it.each([
    ['SIGTERM', 'npm alone'],
    ['SIGTERM', 'the process group'],
    ['SIGINT', 'npm alone'],
    ['SIGINT', 'the process group'],
  ] as const)(
    'prints its routes, and ends with exit code 0 and frees the port, for %s to %s',
    async (signal, to) => {
      const { output, port, child, stop } = await startExample(NPM_START);
      try {
        expect(output).toContain("'GET photos/(:num)'");
        expect(output).toContain("'photos/show/$1'");
        expect(output).toContain('(blocked)');
        expect(output).toContain(`The gallery is at http://localhost:${port}\n`);
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

  it('needs a build without declarations', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'waymark-'));
    try {
      await promisify(execFile)('npx', ['tsup', '--no-dts', '--out-dir', dir]);
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

describe('a command that needs a build', () => {
  const BUILT = join(import.meta.dirname, '../build/built.js');
  /** Writes what the real build does, and counts the builds. */
  const FAKE = `
    const { mkdirSync, appendFileSync, writeFileSync } = require('node:fs');
    for (const made of ['dist/tools', 'node_modules/waymark', 'node_modules/waymark-tools']) {
      mkdirSync(made, { recursive: true });
    }
    writeFileSync('dist/tools/package.json', '{}');
    appendFileSync('count', '1');`;

  const CHANGES: readonly [string, (dir: string) => Promise<unknown>, number][] = [
    ['nothing', async () => {}, 0],
    ['a source', (dir) => writeFile(join(dir, 'src/a.ts'), '1'), 1],
    ['a new source', (dir) => writeFile(join(dir, 'src/b.ts'), ''), 1],
    ['a link', (dir) => rm(join(dir, 'node_modules/waymark'), { recursive: true }), 1],
    ['what was built', (dir) => rm(join(dir, 'dist'), { recursive: true }), 1],
    [
      'a build that was interrupted',
      (dir) => promisify(execFile)('node', [BUILT, 'start'], { cwd: dir }),
      1,
    ],
  ];

  it('builds once more only after a change', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'waymark-'));
    try {
      for (const folder of ['src', 'docs/errors', 'test/build', 'node_modules']) {
        await mkdir(join(dir, folder), { recursive: true });
      }
      const build = `node ${BUILT} start && node fake.js && node ${BUILT} done`;
      const files = { 'package.json': JSON.stringify({ scripts: { build } }), 'fake.js': FAKE };
      const empty = [
        ...['LICENSE', 'docs/CHANGELOG.md', 'package-lock.json', 'tsconfig.json', 'tsup.config.ts'],
        'src/a.ts',
      ];
      for (const name of empty) await writeFile(join(dir, name), '');
      for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
      const builds = async () => {
        await promisify(execFile)('node', [BUILT], { cwd: dir });
        return (await readFile(join(dir, 'count'), 'utf8')).length;
      };
      let before = await builds();
      for (const [what, change, more] of CHANGES) {
        await change(dir);
        const after = await builds();
        expect(after - before, what).toBe(more);
        before = after;
      }
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});
