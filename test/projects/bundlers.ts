/** Builds an application with each bundler, and sends it a request. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Application, applicationIn, type Project } from './project.ts';

const ESM = { type: 'module', sideEffects: false };
/** The application's files that each bundler builds. */
export const SOURCES = ['routes.js', 'application', 'handle.js', 'answer.js'];

/** The tools find an unreached row, and a pattern that may be slow. */
const TOOLS = '{"findings":["unreached","not-judged"],"imported":true}';
const PRINTED = `200 {"id":"7","url":"/photos/7"}\n200 ${TOOLS}\n404 Not Found\n`;

/** A script for webpack, or for rspack, which takes the same options. */
const webpack = (name: string, from: string) => `
  import { ${name} as bundle } from '${from}';
  bundle(
    {
      entry: './answer.js', mode: 'production', target: 'node20', experiments: { outputModule: true },
      output: { path: import.meta.dirname + '/out', filename: 'answer.js', module: true },
    },
    (error, stats) => {
      const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
      complain([...(error ? [error] : []), ...errors, ...warnings]);
    },
  );`;
const vite = (ssr: object) => `
  import { build, createLogger } from 'vite';
  const messages = [];
  const note = (message) => messages.push(message);
  const customLogger = { ...createLogger(), info() {}, warn: note, warnOnce: note, error: note };
  await build({
    configFile: false, customLogger, ssr: ${JSON.stringify(ssr)},
    build: { ssr: 'answer.js', outDir: 'out' },
  });
  complain(messages);`;
/**
 * Scripts that build `answer.js` into `out`, by the bundler's name in the tests. Each passes errors
 * and warnings to `complain`.
 */
export const BUILDS: Readonly<Record<string, string>> = {
  esbuild: `
    import { build } from 'esbuild';
    const { errors, warnings } = await build({
      entryPoints: ['answer.js'], bundle: true, splitting: true, minify: true, logLevel: 'silent',
      platform: 'node', format: 'esm', outdir: 'out',
    });
    complain([...errors, ...warnings]);`,
  // The CommonJS dependencies of waymark-tools/inspect need a plug-in for Rollup.
  Rollup: `
    import commonjs from '@rollup/plugin-commonjs';
    import resolve from '@rollup/plugin-node-resolve';
    import { rollup } from 'rollup';
    const messages = [];
    const bundle = await rollup({
      input: 'answer.js', external: [/^node:/], onwarn: ({ message }) => messages.push(message),
      plugins: [resolve({ preferBuiltins: true }), commonjs()],
    });
    await bundle.write({ dir: 'out', format: 'esm' });
    complain(messages);`,
  webpack: webpack('default', 'webpack'),
  rspack: webpack('rspack', '@rspack/core'),
  'Vite, for a server': vite({ noExternal: true }),
};

/** Builds an application, and returns the bundler's complaints. */
export function build(app: Application, script: string): unknown {
  const complain = `
    import { writeFileSync } from 'node:fs';
    const complain = (list) => writeFileSync('complaints.json', JSON.stringify(list));`;
  app.write({ 'build.mjs': complain + script });
  app.node('build.mjs');
  return JSON.parse(readFileSync(join(app.folder, 'complaints.json'), 'utf8'));
}

/** Runs the bundle in another folder, with no other files. */
export function runAlone(app: Application): string {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-bundle-'));
  try {
    const alone = applicationIn(folder);
    cpSync(join(app.folder, 'out'), folder, { recursive: true });
    alone.write({ 'package.json': '{"type":"module"}' });
    return alone.node('answer.js');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const folderOf = (name: string) => name.replace(/\W+/g, '-');

export function testBundlers(project: Project): void {
  describe('a bundled application', () => {
    for (const [name, script] of Object.entries(BUILDS)) {
      it(`is built without a warning, and answers: ${name}`, () => {
        const app = project.application(folderOf(name), ESM, SOURCES);
        assert.deepEqual(build(app, script), []);
        assert.equal(runAlone(app), PRINTED);
      });
    }

    it('answers with external packages: Vite, for a server', () => {
      const app = project.application('vite-external', ESM, SOURCES);
      assert.deepEqual(build(app, vite({})), []);
      assert.equal(app.node('out/answer.js'), PRINTED);
    });

    it('is built by Next (Turbopack), and answers over HTTP', async () => {
      const app = project.application('next', ESM, ['routes.js', 'application', 'handle.js']);
      cpSync(
        new URL('app/next-route.js', import.meta.url),
        join(app.folder, 'app', 'api', '[[...path]]', 'route.js'),
      );
      app.write({
        'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>;\n',
        'app/page.js': "export default () => 'The page';\n",
      });
      const next = project.installed('next/dist/bin/next');
      const built = app.node(next, 'build', '--turbopack');
      assert.match(built, /Compiled successfully/);
      assert.doesNotMatch(built, /warning/i);
      const child = spawn(process.execPath, [next, 'start', '--port', '0'], {
        ...{
          cwd: app.folder,
          stdio: 'pipe',
          env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
        },
      });
      try {
        const origin = await originOf(child);
        const ask = async (path: string, method = 'GET') => {
          const response = await fetch(origin + path, { method });
          return `${response.status} ${await response.text()}`;
        };
        assert.equal(await ask('/api/photos/7'), '200 {"id":"7","url":"/photos/7"}');
        assert.equal(await ask('/api/tools'), `200 ${TOOLS}`);
        assert.equal(await ask('/api/photos/7', 'POST'), '405 Method Not Allowed');
        assert.equal(await ask('/api/nothing'), '404 Not Found');
        assert.match(await ask('/'), /^200 .*The page/);
      } finally {
        child.kill();
        await once(child, 'close');
      }
    });
  });

  describe('an application with "sideEffects": false', () => {
    /** Side-effect imports are dropped; exported functions are called. */
    const forms: readonly [string, string, string][] = [
      ['loses a route file that is imported for its calls', './defines.js', 'not-found'],
      ['keeps a route file that exports a function', './routes.js', 'found'],
    ];
    for (const name of ['webpack', 'Vite, for a server']) {
      for (const [title, file, status] of forms) {
        it(`${title}: ${name}`, () => {
          const app = project.application(`${folderOf(name)}-${status}`, ESM, ['routes.js']);
          const imported = status === 'found' ? `import routes from '${file}'` : `import '${file}'`;
          const table = status === 'found' ? 'Route.collect(routes)' : 'Route.map()';
          app.write({
            'defines.js':
              "import { Route } from 'waymark';\nRoute.get('photos/(:num)', 'photos');\n",
            'answer.js':
              `import { createRouter, Route } from 'waymark';\n${imported};\n` +
              `console.log(createRouter(${table}).resolve('GET', '/photos/7').status);\n`,
          });
          assert.deepEqual(build(app, BUILDS[name]), []);
          assert.equal(runAlone(app), `${status}\n`);
        });
      }
    }
  });
}

/** The address of a ready server. Reads its output to the end, since a closed pipe could end it. */
async function originOf(child: ChildProcess): Promise<string> {
  return await new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (text) => {
      output += text;
      const origin = /Local:\s+(http:\/\/localhost:\d+)/.exec(output)?.[1];
      if (origin !== undefined && output.includes('Ready')) resolve(origin);
    });
    child.stderr?.resume();
    child.once('close', () => reject(new Error(`next start printed ${output}`)));
  });
}
