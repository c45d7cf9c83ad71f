/** Compiles tables with the command, for the bundlers that take no plugin of waymark. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { installFile, installRuntime } from '../runtimes/runtimes.ts';
import { freePort } from '../support/gateway.ts';
import { filesOf, pageOf } from '../support/pages.ts';
import { workerdConfig } from '../support/workerd.ts';
import { expectAnswers } from './deploying.ts';
import type { Application, Project } from './project.ts';

const { 'app.js': APP } = filesOf(pageOf('docs/plugin.md').text);

const ROUTES = `import { Route } from 'waymark/compiled';

export default () => {
  Route.block('secret');
  Route.get('hello/{name}', ({ params }) => ({ hello: params.name }));
  Route.get('(:any)', ({ params }) => params[0]);
};
`;
const ANSWERS = {
  '/hello/ada': '200 {"hello":"ada"}',
  '/secret': '404 Not Found',
  '/other': '200 other',
};

/** What a program says whose routes were changed after the command. */
const DIFFERENT = /Route\.block\("late"\) is not call \d of the build/;
/** A message of the compiler of tables, which no compiled program needs. */
const COMPILER = 'is not an HTTP method that a route can have';

export function testCompiled(project: Project): void {
  const tools = project.installed('waymark-tools/cli/bin.js');
  /** An application whose tables were compiled. */
  const compiled = (name: string): Application => {
    const app = project.application(`compiled-${name}`, { type: 'module' });
    app.write({ 'app.js': APP, 'routes.js': ROUTES });
    app.node(tools, 'compile', 'app.js', '-o', 'tables.js');
    return app;
  };
  const change = (app: Application) => {
    const late = ROUTES.replace("('secret');", "$&\n  Route.block('late');");
    app.write({ 'routes.js': late });
  };

  describe('tables that a command has compiled', () => {
    it('are bundled by Bun, and compared as the program starts', async () => {
      const app = compiled('bun');
      const [bun] = installRuntime('Bun');
      const build = () => {
        const args = ['build', 'app.js', '--target', 'bun', '--outfile', 'out.js'];
        execFileSync(bun, args, { cwd: app.folder, stdio: 'pipe' });
      };
      build();
      await expectAnswers([bun, 'out.js'], app.folder, await freePort(), ANSWERS);
      change(app);
      build();
      const { status, stderr } = spawnSync(bun, ['out.js'], {
        ...{ cwd: app.folder, encoding: 'utf8', timeout: 60_000 },
      });
      assert.notEqual(status, 0);
      assert.match(stderr, DIFFERENT);
    });

    it('are built by Next (Turbopack), which stops if the routes differ', async () => {
      const app = compiled('next');
      const next = project.installed('next/dist/bin/next');
      app.write({
        'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>;\n',
        'app/page.js': "export default () => 'The page';\n",
        'app/[...path]/route.js':
          "import app from '../../app.js';\nexport const GET = app.fetch;\n",
      });
      assert.match(app.node(next, 'build', '--turbopack'), /Compiled successfully/);
      const port = await freePort();
      const start = [process.execPath, next, 'start', '--port', String(port)];
      await expectAnswers(start, app.folder, port, ANSWERS);
      change(app);
      const { failed, text } = app.tryNode(next, 'build', '--turbopack');
      assert.ok(failed);
      assert.match(text, DIFFERENT);
    });

    it('are built by Wrangler without the compiler, and compared in a Worker', async () => {
      const app = compiled('wrangler');
      const [node] = installRuntime('Node 22'); // Wrangler needs it
      const wrangler = installFile('wrangler@4', 'wrangler/bin/wrangler.js');
      const [workerd] = installRuntime('workerd');
      const folder = join(app.folder, 'deployed');
      app.write({
        'wrangler.json': '{ "name": "app", "main": "app.js", "compatibility_date": "2026-01-01" }',
      });
      const build = (port: number) => {
        const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: 'true' };
        const args = [wrangler, 'deploy', '--dry-run', '--outdir', 'deployed'];
        execFileSync(node, args, { cwd: app.folder, env, stdio: 'pipe' });
        writeFileSync(join(folder, 'workerd.capnp'), workerdConfig('app.js', port));
      };
      const port = await freePort();
      build(port);
      assert.ok(!readFileSync(join(folder, 'app.js'), 'utf8').includes(COMPILER));
      await expectAnswers([workerd, 'serve', 'workerd.capnp'], folder, port, ANSWERS);
      change(app);
      build(port);
      const { status, stderr } = spawnSync(workerd, ['serve', 'workerd.capnp'], {
        ...{ cwd: folder, encoding: 'utf8', timeout: 60_000 },
      });
      assert.notEqual(status, 0);
      assert.match(stderr, DIFFERENT);
    });
  });
}
