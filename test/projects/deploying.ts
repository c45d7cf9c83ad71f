/** Follows the pages about deploying, and checks each result. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { installFile, installRuntime } from '../runtimes/runtimes.ts';
import { killGroup } from '../support/example-server.ts';
import { freePort } from '../support/gateway.ts';
import { filesOf, pageOf } from '../support/pages.ts';
import { workerdConfig } from '../support/workerd.ts';
import { type Application, applicationIn, type Project } from './project.ts';

const { text } = pageOf('docs/deploying.md');
const application = filesOf(text.split('\n## Bun\n')[0]);

/** What the documentation says of a platform. */
const PARTS = {
  workers: pageOf('docs/deploying/workers.md').text,
  lambda: pageOf('docs/deploying/lambda.md').text,
  bun: text.split('\n## Bun\n')[1].split('\n## ')[0],
  deno: text.split('\n## Deno and Deno Deploy\n')[1],
};

/** The routes of the application, and those that are shown for a platform. */
const routesOf = (platform: keyof typeof PARTS) => {
  const shown = [...PARTS[platform].matchAll(/^Route\..*(?=;$)|(?<=`)Route\.get\(.*?\)(?=`)/gm)];
  const { 'routes.js': routes } = application;
  return routes.replace(/^\};/m, `${shown.map(([route]) => `  ${route};`).join('\n')}\n};`);
};

const ANSWERS = {
  '/': '200 It works',
  '/photos/7': '200 {"id":"7","self":"/photos/7"}',
  '/nothing': '404 Not Found',
};

export function testDeploying(project: Project): void {
  /**
   * Creates an application with the files of a platform, and a folder with only its build.
   */
  const build = (platform: keyof typeof PARTS, changed: Readonly<Record<string, string>> = {}) => {
    const app = project.application(`deploying-${platform}`, { type: 'module' });
    const files = { ...filesOf(PARTS[platform]), 'routes.js': routesOf(platform) };
    app.write({ ...application, ...files, ...changed });
    app.node('build.js');
    const alone = mkdtempSync(join(tmpdir(), 'waymark-deploying-'));
    folders.push(alone);
    cpSync(join(app.folder, 'out'), alone, { recursive: true });
    writeFileSync(join(alone, 'package.json'), '{"type":"module"}');
    return { app, alone };
  };
  const folders: string[] = [];
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  describe('docs/deploying/workers.md', () => {
    let app: Application;
    let node: string;
    let wrangler: string;
    const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: 'true' };
    before(() => {
      ({ app } = build('workers'));
      mkdirSync(join(app.folder, 'public'));
      app.write({ 'public/style.css': 'p {}' });
      [node] = installRuntime('Node 22'); // Wrangler needs it
      wrangler = installFile('wrangler@4', 'wrangler/bin/wrangler.js');
    });

    it('builds a Worker for Wrangler and workerd', async () => {
      const args = [wrangler, 'deploy', '--dry-run', '--outdir', 'deployed'];
      const printed = execFileSync(node, args, { cwd: app.folder, env, encoding: 'utf8' });
      assert.match(printed, /--dry-run: exiting now/);
      const port = await freePort();
      const folder = join(app.folder, 'deployed');
      writeFileSync(join(folder, 'workerd.capnp'), workerdConfig('app.js', port));
      const [workerd] = installRuntime('workerd');
      await expectAnswers([workerd, 'serve', 'workerd.capnp'], folder, port, ANSWERS);
    });

    it('serves bindings and static files with wrangler dev', async () => {
      const port = await freePort();
      const inspector = await freePort();
      const args = ['dev', '--port', String(port), '--inspector-port', String(inspector)];
      await expectAnswers([node, wrangler, ...args], app.folder, port, {
        ...ANSWERS,
        '/visits': '200 Hello from Lisbon',
        '/style.css': '200 p {}',
      });
    });
  });

  it('the file is served by Deno without read permission', async () => {
    const { alone } = build('deno');
    const [deno] = installRuntime('Deno');
    const port = await freePort();
    const serve = [deno, 'serve', '--no-prompt', '--host', '127.0.0.1', '--port', String(port)];
    const answers = { ...ANSWERS, '/address': '200 127.0.0.1' };
    await expectAnswers([...serve, 'app.js'], alone, port, answers);
  });

  describe('the file on Bun', () => {
    let alone: string;
    let bun: string;
    before(() => {
      ({ alone } = build('bun'));
      [bun] = installRuntime('Bun');
    });
    const answers = { ...ANSWERS, '/address': /^200 (::ffff:)?127\.0\.0\.1$/ };

    it('is served by Bun', async () => {
      await expectAnswers([bun, 'app.js'], alone, await freePort(), answers);
    });

    it('becomes an executable', async () => {
      const args = ['build', '--compile', 'app.js', '--outfile', 'photos'];
      execFileSync(bun, args, { cwd: alone, stdio: 'pipe' });
      await expectAnswers([join(alone, 'photos')], alone, await freePort(), answers);
    });
  });

  describe('docs/deploying/lambda.md', () => {
    const script = application['build.js']
      .replace('app.js', 'lambda.js')
      .replace('neutral', 'node');
    /** The built function's responses to events with these paths. */
    const ask = (alone: string, paths: readonly string[], stage: string) => {
      const events = JSON.stringify(paths.map((path) => eventOf(path, stage)));
      const asking = `import { handler } from './lambda.js';
        for (const event of ${events}) {
          const { statusCode, body, isBase64Encoded } = await handler(event, {});
          console.log(statusCode, isBase64Encoded ? 'base64' : 'text', body);
        }`;
      writeFileSync(join(alone, 'ask.js'), asking);
      return applicationIn(alone).node('ask.js').trimEnd().split('\n');
    };

    it('answers events', () => {
      const { alone } = build('lambda', { 'build.js': script });
      const paths = ['/', '/photos/7', '/stage', '/pixel', '/nothing'];
      assert.deepEqual(ask(alone, paths, '$default'), [
        '200 text It works',
        '200 text {"id":"7","self":"/photos/7"}',
        '200 text $default',
        '200 base64 R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
        '404 text Not Found',
      ]);
    });

    it('answers with cookies, whose package the build finds', () => {
      const routes = `
        import { Route } from 'waymark';
        import { cookies } from 'waymark/http';
        export default () => {
          Route.get('/', (context) => {
            cookies(context).set('seen', 'yes');
            return 'set';
          });
        };`;
      const { alone } = build('lambda', { 'build.js': script, 'routes.js': routes });
      assert.deepEqual(ask(alone, ['/'], '$default'), ['200 text set']);
    });

    it('answers below the stage, which the page sets as base', () => {
      const [base] = /base: '\/prod'/.exec(PARTS.lambda) ?? [];
      assert.ok(base);
      const app = application['app.js'].replace('routes:', `${base}, routes:`);
      const { alone } = build('lambda', { 'build.js': script, 'app.js': app });
      assert.deepEqual(ask(alone, ['/prod/photos/7', '/photos/7'], 'prod'), [
        '200 text {"id":"7","self":"/prod/photos/7"}',
        '404 text Not Found',
      ]);
    });
  });
}

/** An event of API Gateway and of function URLs, version 2.0. */
function eventOf(path: string, stage: string): object {
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers: { host: 'example.com' },
    requestContext: { http: { method: 'GET', path }, domainName: 'example.com', stage },
    isBase64Encoded: false,
  };
}

/** Starts a server, and sends it requests. Bun and its executables read the port from PORT. */
export async function expectAnswers(
  [file, ...args]: readonly string[],
  cwd: string,
  port: number,
  answers: Readonly<Record<string, string | RegExp>>,
): Promise<void> {
  const env = { ...process.env, PORT: String(port), NO_COLOR: '1' };
  // A process group, since Wrangler's script starts more processes.
  const child = spawn(file, args, {
    ...{ cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  });
  const closed = once(child, 'close');
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
    for (const [path, answer] of Object.entries(answers)) {
      if (typeof answer === 'string') assert.equal(await ask(path), answer);
      else assert.match(await ask(path), answer);
    }
  } finally {
    killGroup(child);
    // A surviving process would keep the pipes open, and this process running.
    await closed;
  }
}
