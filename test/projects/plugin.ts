/**
 * For each bundler of waymark-tools/plugin: builds an application, checks its answers, changes it, and
 * checks again.
 */
import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runAlone } from './bundlers.ts';
import type { Application, Project } from './project.ts';

const ESM = { type: 'module' };

const BEFORE = [
  '/ 200 {"first":"/hello/ada"}',
  '/hello/ada 200 {"hello":"ada"}',
  '/photos/7 200 {"id":"7"}',
  '/blog 200 ["a post"]',
  '/changed 404 Not Found',
];
/** The answers of {@link BEFORE} after {@link CHANGES}. */
const AFTER = [
  '/ 404 Not Found',
  '/hello/ada 200 {"hello":"changed ada"}',
  '/photos/7 200 {"id":"7"}',
  '/blog 404 Not Found',
  '/changed 200 {"first":"/hello/ada"}',
];

/** Replacements that a script makes while it watches, by file. */
const CHANGES: Readonly<Record<string, readonly [string, string][]>> = {
  'routes.js': [
    ["'/', home", "'changed', home"],
    ['params[0]', "'changed ' + params[0]"],
  ],
  'application/modules/blog/config/routes.js': [["'blog'", "'news'"]],
};

/**
 * The start of each script. It calls `built` after each build, which runs the bundle. After the
 * first build, `built` changes the application; it ends the process after the build with all
 * changes.
 */
const WATCHING = `
  import { spawnSync } from 'node:child_process';
  import { readFileSync, writeFileSync } from 'node:fs';
  import { waymark } from 'waymark-tools/plugin';

  const builds = [];
  const changes = ${JSON.stringify(CHANGES)};
  const plugin = (bundler) => waymark[bundler]({ types: 'names.d.ts' });
  function built(problems) {
    const { stdout: printed } = spawnSync(process.execPath, ['out/answer.js'], { encoding: 'utf8' });
    builds.push({ problems: problems.map(String), printed });
    writeFileSync('builds.json', JSON.stringify(builds));
    if (problems.length > 0) process.exit();
    if (builds.length === 1) setTimeout(change, 1500);
    if (printed.includes('/changed 200') && printed.includes('/blog 404')) process.exit();
  }
  function change() {
    for (const [file, edits] of Object.entries(changes)) {
      let text = readFileSync(file, 'utf8');
      for (const [from, to] of edits) text = text.replace(from, to);
      writeFileSync(file, text);
    }
  }
  setTimeout(() => process.exit(1), 60_000);
`;

const webpack = (name: string, from: string) => `
  import { ${name} as bundle } from '${from}';
  const compiler = bundle({
    entry: './answer.js', mode: 'production', target: 'node20',
    experiments: { outputModule: true },
    output: { path: import.meta.dirname + '/out', filename: 'answer.js', module: true },
    plugins: [plugin('${from === 'webpack' ? 'webpack' : 'rspack'}')],
  });
  compiler.watch({ aggregateTimeout: 300 }, (error, stats) => {
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    built([error, ...errors, ...warnings].flatMap((one) => one?.message ?? []));
  });`;

/** Reports each build of a watcher of Rollup, Rolldown or Vite. */
const REPORTING = `
    watcher.on('event', async ({ code, error, result }) => {
      if (code === 'ERROR') messages.push(error.message);
      await result?.close();
      if (code === 'END') built(messages.splice(0));
    });`;

/** Scripts that build `answer.js` into `out` whenever a file changes, by bundler. */
const WATCHED: Readonly<Record<string, string>> = {
  esbuild: `
    import { context } from 'esbuild';
    const onEnd = ({ errors, warnings }) => built([...errors, ...warnings].map(({ text }) => text));
    const { watch } = await context({
      entryPoints: ['answer.js'], bundle: true, minify: true, logLevel: 'silent',
      platform: 'node', format: 'esm', outdir: 'out',
      plugins: [plugin('esbuild'), { name: 'built', setup: (build) => build.onEnd(onEnd) }],
    });
    await watch();`,
  Rollup: `
    import commonjs from '@rollup/plugin-commonjs';
    import resolve from '@rollup/plugin-node-resolve';
    import { watch } from 'rollup';
    let messages = [];
    const watcher = watch({
      input: 'answer.js', external: [/^node:/], onwarn: ({ message }) => messages.push(message),
      plugins: [plugin('rollup'), resolve({ preferBuiltins: true }), commonjs()],
      output: { dir: 'out', format: 'esm' }, watch: { buildDelay: 300 },
    });
    ${REPORTING}`,
  Rolldown: `
    import { watch } from 'rolldown';
    let messages = [];
    const watcher = watch({
      input: 'answer.js', platform: 'node', onwarn: ({ message }) => messages.push(message),
      plugins: [plugin('rolldown')], output: { dir: 'out', format: 'esm' },
    });
    ${REPORTING}`,
  Vite: `
    import { build, createLogger } from 'vite';
    let messages = [];
    const note = (message) => messages.push(message);
    const customLogger = { ...createLogger(), info() {}, warn: note, warnOnce: note, error: note };
    const watcher = await build({
      configFile: false, customLogger, ssr: { noExternal: true }, plugins: [plugin('vite')],
      build: { ssr: 'answer.js', outDir: 'out', watch: {} },
    });
    ${REPORTING}`,
  webpack: webpack('default', 'webpack'),
  rspack: webpack('rspack', '@rspack/core'),
};

/** Sends requests to Vite's development server before and after a change. */
const SERVED = `
  import { createServer } from 'vite';
  const server = await createServer({
    configFile: false, logLevel: 'silent', plugins: [plugin('vite')],
    server: { middlewareMode: true, ws: false }, appType: 'custom',
  });
  async function ask() {
    const { default: app } = await server.ssrLoadModule('/app.js');
    let printed = '';
    for (const path of ['/', '/hello/ada', '/photos/7', '/blog', '/changed']) {
      const response = await app.fetch(new Request('http://localhost' + path));
      printed += path + ' ' + response.status + ' ' + (await response.text()) + '\\n';
    }
    return printed;
  }
  builds.push({ problems: [], printed: await ask() });
  change();
  for (let printed = ''; !printed.includes('/changed 200') || !printed.includes('/blog 404'); ) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    printed = await ask();
    builds[1] = { problems: [], printed };
  }
  writeFileSync('builds.json', JSON.stringify(builds));
  process.exit();`;

/** The second row of this file is never reached. */
const UNREACHED = `import { Route } from 'waymark';
  import { createFetchHandler } from 'waymark/fetch';
  Route.get('photos/(:any)', () => 'any');
  Route.get('photos/(:num)', () => 'number');
  createFetchHandler({ routes: Route.map() });
`;

/** Scripts that build `unreached.js` as a CommonJS module and print the errors, by bundler. */
const CHECKED: Readonly<Record<string, string>> = {
  esbuild: `
    import { build } from 'esbuild';
    await build({
      entryPoints: ['unreached.js'], bundle: true, logLevel: 'silent',
      platform: 'node', format: 'cjs', outdir: 'out', plugins: [waymark.esbuild()],
    }).catch(({ errors }) => console.log(errors.map(({ text }) => text).join('\\n')));`,
  webpack: `
    import webpack from 'webpack';
    const output = { path: import.meta.dirname + '/out', library: { type: 'commonjs2' } };
    const plugins = [waymark.webpack()];
    webpack({ entry: './unreached.js', mode: 'none', target: 'node20', output, plugins }, (_, stats) => {
      for (const { message } of stats.toJson({ all: false, errors: true }).errors) console.log(message);
    });`,
};

interface Built {
  readonly problems: readonly string[];
  readonly printed: string;
}

function buildsOf(app: Application, script: string): readonly Built[] {
  app.write({ 'watch.mjs': WATCHING + script });
  app.node('watch.mjs');
  return JSON.parse(readFileSync(join(app.folder, 'builds.json'), 'utf8'));
}

const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

export function testPlugin(project: Project): void {
  const application = (name: string) => {
    const app = project.application(`plugin-${name}`, ESM);
    const from = fileURLToPath(new URL('app-plugin', import.meta.url));
    cpSync(from, app.folder, { recursive: true });
    return app;
  };

  describe('an application compiled by waymark-tools/plugin', () => {
    for (const [name, script] of Object.entries(WATCHED)) {
      it(`answers, and follows changes in watch mode: ${name}`, () => {
        const app = application(name);
        const builds = buildsOf(app, script);
        assert.deepEqual(
          builds.flatMap(({ problems }) => problems),
          [],
        );
        assert.equal(builds[0]?.printed, text(BEFORE));
        assert.equal(builds.at(-1)?.printed, text(AFTER));
        // A single file has everything, without the compiler and the definitions.
        assert.equal(runAlone(app), text(AFTER));
        const files = readdirSync(join(app.folder, 'out'), { recursive: true });
        assert.deepEqual(files, ['answer.js']);
        const code = readFileSync(join(app.folder, 'out', 'answer.js'), 'utf8');
        assert.doesNotMatch(code, /bad-placeholder|Missing parameters|readdir\(/);
        assert.match(
          readFileSync(join(app.folder, 'names.d.ts'), 'utf8'),
          /"hello": readonly \[UrlParam\];/,
        );
      });
    }

    for (const [name, script] of Object.entries(CHECKED)) {
      it(`is refused for a finding at its source, as a CommonJS bundle: ${name}`, () => {
        const app = application(`checked-${name}`);
        const start = "import { waymark } from 'waymark-tools/plugin';";
        app.write({ 'unreached.js': UNREACHED, 'build.mjs': start + script });
        const printed = app.node('build.mjs');
        assert.equal(printed.match(/unreached\.js:4\b/g)?.length, 1, printed);
        assert.doesNotMatch(printed, /node_modules|out.(?:main|unreached)\.js/);
      });
    }

    it('answers, and follows changes: the development server of Vite', () => {
      const builds = buildsOf(application('served'), SERVED);
      assert.equal(builds[0]?.printed, text(BEFORE));
      assert.equal(builds.at(-1)?.printed, text(AFTER));
    });
  });
}
