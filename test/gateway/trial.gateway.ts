/** Follows the page about the gateway: every command as it is written, on an application in PHP. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ask, freePort } from '../support/gateway.ts';
import { installedApplication, RUN_TYPESCRIPT } from '../support/installed.ts';
import { blocksOf, pageOf, root } from '../support/pages.ts';

const page = pageOf('docs/gateway.md');
const [install, start, before, after] = Array.from(
  page.text.matchAll(/^```sh\n(.*?)\n```$/gms),
  ([, code]) => code.split('\n'),
);
const skeleton = blocksOf(page).find(({ file }) => file?.startsWith('src/'));

const application = installedApplication('trial');
const running: ChildProcess[] = [];
const ports = { php: 0, gateway: 0 };

/** The command of the page, without what npx looks up. */
function commandOf(line: string): string[] {
  const node = [process.execPath, ...RUN_TYPESCRIPT].join(' ');
  const tools = `${process.execPath} node_modules/waymark-tools/cli/bin.js`;
  return line
    .replace('npx tsx', node)
    .replace('npx waymark', tools)
    .replace('path/to/application', 'application')
    .replace('8080', String(ports.php))
    .split(' ');
}

const options = () => ({
  cwd: application.folder,
  env: { ...process.env, PORT: `${ports.gateway}`, PHP: `http://127.0.0.1:${ports.php}` },
});

async function run(line: string): Promise<string> {
  const [command, ...args] = commandOf(line);
  return (await promisify(execFile)(command, args, options())).stdout;
}

/** Starts a server of the page, and waits until it answers. */
async function serve(line: string, port: number): Promise<ChildProcess> {
  const [command, ...args] = commandOf(line);
  const child = spawn(command, args, { ...options(), stdio: 'ignore' });
  running.push(child);
  await vi.waitFor(() => ask(port, '/'), { timeout: 30_000 });
  return child;
}

const pages = ['/', '/contact', '/products/7', '/products/7/reviews', '/login', '/style.css'];

beforeAll(async () => {
  const example = join(root, 'test/gateway/application');
  const index = readFileSync(join(example, 'index.php'), 'utf8');
  application.write('package.json', '{ "type": "module" }');
  application.write('index.php', index.replace('__DIR__', "__DIR__ . '/application'"));
  application.write('style.css', 'body {}');
  application.write('application/logs/log.txt', 'secret');
  for (const name of ['config', 'controllers']) {
    cpSync(join(example, name), join(application.folder, 'application', name), { recursive: true });
  }
  const file = 'application/config/routes.php';
  const routes = readFileSync(join(application.folder, file), 'utf8');
  application.write(file, routes.replace('errors/missing', ''));
  const lines = pages.map(
    (path) => `127.0.0.1 - - [27/Nov/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" 200 12\n`,
  );
  application.write('access.log', lines.slice(0, -1).join(''));
  ports.php = await freePort();
  ports.gateway = await freePort();
});
afterAll(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill();
    await once(child, 'close');
  }
  application.remove();
});

describe('the page about the gateway', () => {
  it('imports the application, after the packages are installed', async () => {
    expect(install).toHaveLength(2);
    expect(install[0]).toMatch(/^npm install waymark srvx httpxy && /);
    expect(await run(install[1])).toContain('13 files written');
  });

  it('starts both servers, and every page comes from PHP', async () => {
    expect(start).toHaveLength(2);
    await serve(start[0], ports.php);
    await serve(start[1], ports.gateway);
    for (const path of pages) {
      const [direct, through] = await Promise.all([ask(ports.php, path), ask(ports.gateway, path)]);
      expect([direct.status, through.status]).toEqual([200, 200]);
      if (path !== '/')
        expect(through.text.replaceAll(`${ports.php}`, `${ports.gateway}`)).toBe(
          direct.text.replaceAll(`${ports.php}`, `${ports.gateway}`),
        );
    }
  });

  it.each(['/users./account', '/x.y?/contact', '/application/logs/log.txt', '/.style.css'])(
    'gives PHP the path as a web server does: %s',
    async (path) => expect((await ask(ports.php, path)).text).toMatch(/^PHP has no page at \//),
  );

  it('tests that everything is passed on', async () => {
    for (const line of before) await run(line);
  });

  it('ports one action, and finds no mistake', async () => {
    const file = skeleton?.file ?? '';
    const [written] = / {2}show\(.*?\n {2}\}/s.exec(skeleton?.code ?? '') ?? [''];
    const imported = readFileSync(join(application.folder, file), 'utf8');
    application.write(file, imported.replace(/ {2}show\(.*?\n {2}\}/s, written));
    const gateway = running.pop();
    gateway?.kill();
    await once(gateway as ChildProcess, 'close');
    await serve(start[1], ports.gateway);
    const bodies = await Promise.all(pages.map((path) => ask(ports.gateway, path)));
    expect(bodies.filter(({ text }) => text.includes('waymark')).map(({ text }) => text)).toEqual([
      '{"id":"7","by":"waymark"}',
    ]);
    const told = [];
    for (const line of after) told.push(await run(line));
    expect(told).toEqual([
      expect.stringContaining('No findings'),
      'Every request is answered alike.\n',
      expect.stringContaining('5 requests: 5 answered'),
    ]);
    await run(before[0]);
  });
});
