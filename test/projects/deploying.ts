/** Someone follows docs/deploying.md, and every result answers. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { installFile, installRuntime } from '../runtimes/runtimes.ts';
import { pageOf } from '../support/pages.ts';
import { type Application, applicationIn, type Project } from './project.ts';

const { text } = pageOf('docs/deploying.md');
const files = Object.fromEntries(
  Array.from(
    text.matchAll(/^```jsonc?\n(\/\/ (\S+)\n.*?)^```$|^```js\n(\/\/ (\S+)\n.*?)^```$/gms),
  ).map(([, json, jsonName, code, name]) => [jsonName ?? name, json ?? code]),
);

const ANSWERS = {
  '/': '200 It works',
  '/photos/7': '200 {"id":"7","self":"/photos/7"}',
  '/nothing': '404 Not Found',
};

/** Where Workers are served. */
const WORKERD = (port: number) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "app.js", esModule = embed "app.js")],
  compatibilityDate = "2026-01-01"
);
`;

export function testDeploying(project: Project): void {
  describe('docs/deploying.md', () => {
    let app: Application;
    /** A folder that has the result alone. */
    let alone: string;

    before(() => {
      app = project.application('deploying', { type: 'module' });
      app.write(files);
      app.node('build.js');
      const script = files['build.js'].replace('app.js', 'lambda.js').replace('neutral', 'node');
      const reads = '(_match, { platform: [env] }) => env.event.version';
      const routes = files['routes.js'].replace("() => 'It works'", reads);
      app.write({ 'build-lambda.js': script, 'routes.js': routes });
      app.node('build-lambda.js');
      app.write({ 'routes.js': files['routes.js'] });
      alone = mkdtempSync(join(tmpdir(), 'waymark-deploying-'));
      cpSync(join(app.folder, 'out'), alone, { recursive: true });
      writeFileSync(join(alone, 'package.json'), '{"type":"module"}');
    });
    after(() => rmSync(alone, { recursive: true }));

    it('makes a Worker that Wrangler takes and workerd serves', async () => {
      const [node] = installRuntime('Node 22'); // Wrangler needs it
      const wrangler = installFile('wrangler@4', 'wrangler/bin/wrangler.js');
      const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: 'true' };
      const args = [wrangler, 'deploy', '--dry-run', '--outdir', 'deployed'];
      const printed = execFileSync(node, args, { cwd: app.folder, env, encoding: 'utf8' });
      assert.match(printed, /--dry-run: exiting now/);
      const port = await freePort();
      const folder = join(app.folder, 'deployed');
      writeFileSync(join(folder, 'workerd.capnp'), WORKERD(port));
      const [workerd] = installRuntime('workerd');
      await expectAnswers([workerd, 'serve', 'workerd.capnp'], folder, port);
    });

    it('is served by Deno, which may read nothing', async () => {
      const [deno] = installRuntime('Deno');
      const port = await freePort();
      const serve = [deno, 'serve', '--no-prompt', '--host', '127.0.0.1', '--port', String(port)];
      await expectAnswers([...serve, 'app.js'], alone, port);
    });

    it('is served by Bun', async () => {
      const [bun] = installRuntime('Bun');
      await expectAnswers([bun, 'app.js'], alone, await freePort());
    });

    it('becomes an executable with Bun', async () => {
      const [bun] = installRuntime('Bun');
      const args = ['build', '--compile', 'app.js', '--outfile', 'photos'];
      execFileSync(bun, args, { cwd: alone, stdio: 'pipe' });
      await expectAnswers([join(alone, 'photos')], alone, await freePort());
    });

    it('answers events of AWS Lambda', () => {
      const events = JSON.stringify(Object.keys(ANSWERS).map(eventOf));
      const ask = `import { handler } from './lambda.js';
        for (const event of ${events}) {
          const { statusCode, body } = await handler(event, {});
          console.log(statusCode, body);
        }`;
      writeFileSync(join(alone, 'ask.js'), ask);
      const answers = Object.values({ ...ANSWERS, '/': '200 2.0' });
      assert.equal(applicationIn(alone).node('ask.js'), `${answers.join('\n')}\n`);
    });
  });
}

/** An event of API Gateway and of function URLs, version 2.0. */
function eventOf(path: string): object {
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers: { host: 'example.com' },
    requestContext: { http: { method: 'GET', path }, domainName: 'example.com' },
    isBase64Encoded: false,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on a port has one
  server.close();
  return port;
}

/** Starts a server, and asks it. Bun and its executables take their port from PORT. */
async function expectAnswers(
  [file, ...args]: readonly string[],
  cwd: string,
  port: number,
): Promise<void> {
  const env = { ...process.env, PORT: String(port), NO_COLOR: '1' };
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return `${response.status} ${await response.text()}`;
  };
  try {
    for (;;) {
      assert.equal(child.exitCode, null, output);
      if (
        await ask('/').then(
          () => true,
          () => pause(50),
        )
      )
        break;
    }
    for (const [path, answer] of Object.entries(ANSWERS)) assert.equal(await ask(path), answer);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
