/** The projects of `waymark init`, run with their own commands. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { killGroup } from '../support/example-server.ts';
import { freePort } from '../support/gateway.ts';
import { installedApplication } from '../support/installed.ts';
import { root } from '../support/pages.ts';
import { folderOf, run } from '../tools/cli/run.ts';

const installed = installedApplication('init');
afterAll(() => installed.remove());

/** The commands of waymark and of the packages that the project asks for. */
const bins = join(installed.folder, 'node_modules/.bin');
mkdirSync(bins);
const bin = join(installed.folder, 'node_modules/waymark/dist/bin.js');
chmodSync(bin, 0o755);
symlinkSync(bin, join(bins, 'waymark'));
const PATH = [bins, join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);

it.each([
  ['functions', '/hello/Ada', { hello: 'Ada' }],
  ['controllers --controllers', '/photos/7', { id: '7', method: 'GET' }],
])('passes its check and its test, and answers: %s', async (line, path, answer) => {
  const cwd = folderOf({});
  expect((await run(`init ${line}`, { cwd })).status).toBe(0);
  const [name] = line.split(' ');
  const folder = join(installed.folder, name);
  cpSync(join(cwd, name), folder, { recursive: true });
  for (const command of ['check', 'test']) {
    const { status, stdout, stderr } = spawnSync('npm', ['run', command], {
      cwd: folder,
      env: { ...process.env, PATH },
      encoding: 'utf8',
    });
    expect(status, stdout + stderr).toBe(0);
  }
  const port = await freePort();
  const child = spawn('npm', ['run', 'dev'], {
    cwd: folder,
    env: { ...process.env, PATH, PORT: String(port) },
    stdio: 'ignore',
    detached: true,
  });
  onTestFinished(() => killGroup(child));
  const ask = () => fetch(`http://localhost:${port}${path}`).catch(() => null);
  let response = await ask();
  for (; response === null && child.exitCode === null; response = await ask()) await pause(50);
  expect(await response?.json()).toEqual(answer);
});
