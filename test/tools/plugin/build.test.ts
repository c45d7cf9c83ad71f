/** Modes, types, threads and the development server of the plugin. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { context, type PluginBuild } from 'esbuild';
import { build, createServer, type Logger } from 'vite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runnerIn } from '../../../src/tools/cli/load/module.ts';
import { Build, type Host, mergeTypes } from '../../../src/tools/plugin/build.ts';
import { createFactory, inThread, type Question } from '../../../src/tools/plugin/factory.ts';
import { type PluginOptions, readPluginOptions } from '../../../src/tools/plugin/options.ts';
import { waymark } from '../../../src/tools/plugin.ts';
import { applicationOf, ask, bundleIn, evaluator, installWaymark, plugin } from './bundle.ts';

installWaymark();

const APP = `import { Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import routes from './routes.ts';
export const fetch = createFetchHandler({ routes: Route.collect(routes) });
`;
const ROUTES = (body: string) =>
  `import { Route } from 'waymark';\nexport default () => {\n${body}\n};\n`;

/** An application whose route file exports a function with this body. */
const routed = (body: string) => applicationOf({ 'app.ts': APP, 'routes.ts': ROUTES(body) });

const THREAD = new URL('../../../dist/tools/plugin/thread.js', import.meta.url);

/** A bundler that records calls from the plugin. */
function hostOf() {
  const warnings: string[] = [];
  const watched: string[] = [];
  const addWatchFile = (file: string) => watched.push(basename(file));
  const host: Host = { warn: (message) => warnings.push(message), addWatchFile };
  return { host, warnings, watched };
}

const buildOf = (cwd: string, options: PluginOptions = {}, isServer = false) => {
  const build = new Build(readPluginOptions(options), evaluator);
  build.mode = { cwd, compile: !isServer, isServer };
  return build;
};

async function transform(build: Build, file: string, host = hostOf().host) {
  return await build.transform(readFileSync(file, 'utf8'), file, host);
}

describe('the options', () => {
  it.each<[string, object, string]>([
    ['an unknown one', { compiled: true }, "'compiled' is not an option"],
    ['compile that is no flag', { compile: 1 }, 'compile is 1. Expected true or false'],
    ['check that is no flag', { check: 'no' }, "check is 'no'. Expected true or false"],
    ['types that are no path', { types: true }, 'types is true. Expected a string'],
    ['exclude that is no expression', { exclude: 'app.ts' }, 'Expected an expression'],
    ['roots that are no list', { roots: 'application' }, 'Expected a list'],
    ['roots that are no texts', { roots: [1] }, 'Expected a list'],
  ])('are refused: %s', (_what, options, message) => {
    expect(() => plugin.raw(options, { framework: 'rollup' } as never)).toThrow(message); // the cast: nothing reads it
  });

  it('may all be missing', () => {
    const unset = { compile: undefined, types: undefined, exclude: undefined, roots: undefined };
    expect(readPluginOptions(undefined)).toEqual({ check: true, ...unset });
    const all = { compile: false, check: false, types: 'a.d.ts', exclude: /a/, roots: ['src'] };
    expect(readPluginOptions(all)).toEqual(all);
  });
});

describe('the mode', () => {
  const SLOW = `Route.get('photos/:id', () => 'photo');`;

  it.each(['webpack', 'rspack'] as const)('is taken from the compiler: %s', async (name) => {
    const folder = routed(SLOW);
    for (const mode of ['development', 'production']) {
      const raw = createFactory(evaluator)({}, { framework: name } as never); // the cast: nothing reads it
      const one = Array.isArray(raw) ? raw[0] : raw;
      one[name]?.({ context: folder, options: { mode } } as never); // the cast: the plugin reads only this
      const file = join(folder, 'app.ts');
      const { handler } = one.transform as {
        handler: (...args: unknown[]) => Promise<{ code: string } | null>;
      }; // the cast: the factory's own
      const warned: string[] = [];
      const context = { warn: (text: string) => warned.push(text), addWatchFile: () => undefined };
      const made = await handler.call(context, APP, file);
      const isCompiled = made?.code.includes('createCompiledFetchHandler') ?? false;
      expect(isCompiled).toBe(mode === 'production');
      expect(warned).toEqual([expect.stringMatching(/^routes\.ts:3:\d+: .*\(parameter-syntax\)$/)]);
    }
  });
});

describe('typed names', () => {
  it('are written when they change, for all tables', async () => {
    const other = `import { createRouter, Route } from 'waymark';
      export const router = createRouter(Route.collect(() => Route.get('z', { as: 'other' }, () => 'z')));`;
    const folder = applicationOf({
      'app.ts': `export * from './other.ts';\n${APP}`,
      'other.ts': other,
      'routes.ts': ROUTES(`Route.get('a/(:num)', { as: 'one' }, () => 'a');`),
    });
    const options = { types: 'types/names.d.ts' };
    await bundleIn(folder, options);
    const file = join(folder, 'types/names.d.ts');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('    "one": readonly [UrlParam];\n    "other": readonly [];\n  }\n}\n');
    writeFileSync(file, text, { mode: 0o444 });
    await bundleIn(folder, options);
    expect(readFileSync(file, 'utf8')).toBe(text);
    const build = buildOf(folder, { types: 'one.d.ts' });
    await transform(build, join(folder, 'other.ts'));
    await transform(build, join(folder, 'other.ts'));
    expect(readFileSync(join(folder, 'one.d.ts'), 'utf8')).toContain('"other"');
  });

  it('are not written through a link out of the folder', async () => {
    const folder = routed(`Route.get('a', { as: 'a' }, () => 'a');`);
    const outside = join(applicationOf({ 'own.ts': 'kept' }), 'own.ts');
    symlinkSync(outside, join(folder, 'names.d.ts'));
    const transformed = transform(buildOf(folder, { types: 'names.d.ts' }), join(folder, 'app.ts'));
    await expect(transformed).rejects.toThrow(
      `waymark-tools/plugin, types: names.d.ts is a link to ${outside}. Name that file, or remove the link`,
    );
    expect(readFileSync(outside, 'utf8')).toBe('kept');
    const below = buildOf(folder, { types: 'app.ts/names.d.ts' });
    await expect(transform(below, join(folder, 'app.ts'))).rejects.toThrow(
      /^waymark-tools\/plugin, types: app\.ts\/names\.d\.ts can't be written.* Name another file/,
    );
  });

  it('are joined without the names twice', () => {
    const one =
      'import type { UrlParam } from \'waymark\';\n  interface RouteNames {\n    "b": x;\n  }\n}\n';
    const both = one.replace('    "b"', '    "a": x;\n    "b"');
    expect(mergeTypes([one, one.replace('"b"', '"a"'), one])).toBe(both);
  });
});

it.each([
  ['warns of an action that no route reaches', '', [expect.stringContaining("'unused'")]],
  [
    'leaves unreached actions to tests if another table of the module may reach them',
    "export const other = createFetchHandler({ routes: { b: 'photos/unused' }, controllers });",
    [],
  ],
])('a build %s', async (_, other, warnings) => {
  const folder = applicationOf({
    'app.ts': `import { createFetchHandler } from 'waymark/fetch';
import { createControllers } from 'waymark/hmvc';
import Photos from './application/controllers/photos.ts';
const controllers = createControllers({ 'application/controllers/photos.ts': async () => ({ default: Photos }) });
export const fetch = createFetchHandler({ routes: { a: 'photos/show' }, controllers });
${other}
`,
    'application/controllers/photos.ts':
      "import { Controller } from 'waymark/hmvc';\nexport default class extends Controller { show() { return 1; } unused() { return 2; } }\n",
  });
  const bundled = await bundleIn(folder);
  expect(bundled.warnings).toEqual(warnings);
  expect(await ask(bundled, '/a')).toEqual(['200 1']);
});

describe('a build that esbuild watches', () => {
  it.each([
    ['the route file', 'routes.ts'],
    ['a file that the route file imports', 'more.ts'],
  ])('is made again after an error in %s', async (_, name) => {
    const right = `Route.get('a', () => 'b');`;
    const wrong = `Route.get('a(', () => 'b');`;
    const folder = applicationOf({
      'app.ts': APP,
      'routes.ts': `export { default } from './more.ts';\n`,
      'more.ts': ROUTES(right),
      [name]: ROUTES(wrong),
    });
    const ended: (readonly string[])[] = [];
    const onEnd = {
      name: 'ended',
      setup: (build: PluginBuild) =>
        build.onEnd(({ errors }) => void ended.push(errors.map(({ text }) => text))),
    };
    const watching = await context({
      ...{ absWorkingDir: folder, entryPoints: ['app.ts'], bundle: true, write: false },
      ...{ platform: 'node', logLevel: 'silent', plugins: [plugin.esbuild({}), onEnd] },
    });
    onTestFinished(() => watching.dispose());
    await watching.watch();
    await vi.waitUntil(() => ended.length > 0, { timeout: 60_000 });
    expect(ended[0]).toEqual([expect.stringContaining('this ( is never closed')]);
    writeFileSync(join(folder, name), ROUTES(right));
    await vi.waitFor(() => expect(ended.at(-1)).toEqual([]), { timeout: 60_000 });
  });
});

it('a build of Vite is refused if a route is wrong', async () => {
  const root = routed(`Route.get('a(', () => 'b');`);
  const built = build({
    ...{ configFile: false, root, logLevel: 'silent', plugins: [plugin.vite({})] },
    build: { ssr: 'app.ts', write: false },
  });
  await expect(built).rejects.toThrow('this ( is never closed');
});

describe('a thread', () => {
  it('runs modules apart', async () => {
    const folder = applicationOf({
      'app.ts': APP,
      'routes.ts': ROUTES(`Route.get('a', () => 'a');`),
      'list.ts': `import { findFiles } from 'waymark/node';\nexport default await findFiles(import.meta.dirname);`,
    });
    const build = new Build(readPluginOptions({}), inThread(THREAD));
    const { host, watched } = hostOf();
    const made = await transform(build, join(folder, 'app.ts'), host);
    expect(made?.code).toMatch(/JSON\.parse/);
    expect(watched).toContain('routes.ts');
    expect((await transform(build, join(folder, 'list.ts')))?.code).toContain('Promise.resolve({');
  });

  it.each([
    ['throws', `throw new Error('no');`, /routes\.ts:3: no/],
    ['ends the process', 'process.exit(0);', /app\.ts: its code ended the process/],
  ])('says what went wrong: its code %s', async (_what, body, message) => {
    const folder = routed(body);
    const build = new Build(readPluginOptions({}), inThread(THREAD));
    build.mode = { cwd: folder, compile: true, isServer: false };
    await expect(transform(build, join(folder, 'app.ts'))).rejects.toThrow(message);
  });

  it('stops a function that nobody waits for at its call', async () => {
    const folder = applicationOf({
      'app.ts': `import { createRouter } from 'waymark';
        async function main() {
          createRouter({ a: '' });
          throw new Error('the server started');
        }
        void main();`,
    });
    const build = new Build(readPluginOptions({}), inThread(THREAD));
    expect((await transform(build, join(folder, 'app.ts')))?.code).toContain('JSON.parse');
  });

  it('says so if it is missing', async () => {
    const missing = new URL('missing.js', THREAD);
    const request = {
      file: 'a',
      text: '',
      maker: 'findFiles',
      cwd: '.',
      isChecked: false,
      isAlone: true,
    } as const;
    await expect(inThread(missing).list(request)).rejects.toThrow('missing.js');
  });

  it.each([
    ['router', 'throw 1;', { problem: 'app.ts: 1' }],
    ['list', 'throw 2;', { problem: 'app.ts: 2' }],
    [
      'list',
      'globalThis[Symbol.for("waymark.plugin")].capture([import.meta.dirname]);',
      { made: { folder: expect.any(String), sources: ['app.ts'], texts: {} } },
    ],
  ] as const)('answers with one message: %s, %s', async (what, text, answer) => {
    const folder = applicationOf({ 'app.ts': '' });
    const file = join(folder, 'app.ts');
    const request = {
      file,
      text,
      cwd: folder,
      maker: 'findFiles',
      isChecked: false,
      isAlone: true,
    } as const;
    const question: Question = { what, request };
    const postMessage = vi.fn();
    vi.doMock('node:worker_threads', () => ({
      workerData: question,
      parentPort: { postMessage },
      Worker: class {},
    }));
    vi.resetModules();
    onTestFinished(() => {
      vi.doUnmock('node:worker_threads');
      vi.resetModules();
    });
    const before = process.listeners('unhandledRejection');
    await import('../../../src/tools/plugin/thread.ts');
    expect(postMessage.mock.calls).toEqual([[answer]]);
    const added = process.listeners('unhandledRejection').filter((one) => !before.includes(one));
    const { STOP } = await import('../../../src/tools/plugin/evaluate.ts');
    for (const listener of added) {
      process.off('unhandledRejection', listener);
      const refused = Promise.resolve();
      listener(STOP, refused);
      expect(() => listener(new Error('another'), refused)).toThrow('another');
    }
    expect(added).toHaveLength(1);
  });
});

describe('a development server', () => {
  it('reports findings, mistakes and names after each change', async () => {
    const folder = routed(`Route.get('a', { as: 'a' }, () => 'a');`);
    const build = buildOf(folder, { types: 'names.d.ts' }, true);
    const { host, warnings } = hostOf();
    const routes = join(folder, 'routes.ts');
    expect(await transform(build, join(folder, 'app.ts'), host)).toBeNull();
    expect(warnings).toEqual([]);
    writeFileSync(routes, ROUTES(`Route.get('photos/:id', { as: 'b' }, () => 'b');`));
    await build.changed(join(folder, 'other.ts'), false, host);
    expect(warnings).toEqual([]);
    expect(await build.changed(routes, false, host)).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^routes\.ts:3:7: .*\(parameter-syntax\)$/)]);
    expect(readFileSync(join(folder, 'names.d.ts'), 'utf8')).toContain('"b"');
    writeFileSync(routes, ROUTES(`Route.get('a(', 'b');`));
    await build.changed(routes, false, host);
    expect(warnings[1]).toMatch(/^routes\.ts:3: Route\.get\('a\('\)/);
    writeFileSync(routes, ROUTES(`Route.get('c', { as: 'c' }, () => 'c');`));
    await build.changed(routes, false, host);
    expect(readFileSync(join(folder, 'names.d.ts'), 'utf8')).toContain('"c"');
  });

  it('says nothing of what is not proved', async () => {
    const folder = routed(`Route.get('([a-z])\\\\1', () => 'twice');`);
    const { host, warnings } = hostOf();
    await transform(buildOf(folder, { types: 'names.d.ts' }, true), join(folder, 'app.ts'), host);
    expect(warnings).toEqual([]);
  });

  it('has nothing to do without check and types', async () => {
    const folder = applicationOf({ 'app.ts': APP, 'routes.ts': 'throw new Error("no");' });
    const { host, warnings } = hostOf();
    const build = buildOf(folder, { check: false }, true);
    expect(await transform(build, join(folder, 'app.ts'), host)).toBeNull();
    expect(warnings).toEqual([]);
  });

  it('does not mention calls that only a build refuses', async () => {
    const folder = applicationOf({
      'app.ts': APP.replace('{ routes: Route.collect(routes) }', ''),
      'make.ts': `import { createRouter } from 'waymark';
        export const make = () => createRouter({ a: '' });`,
    });
    const { host, warnings } = hostOf();
    for (const name of ['app.ts', 'make.ts']) {
      expect(await transform(buildOf(folder, {}, true), join(folder, name), host)).toBeNull();
    }
    expect(warnings).toEqual([]);
  });

  it('makes the answers of Vite follow the files', async () => {
    const folder = applicationOf({
      'app.ts': `import { Route } from 'waymark';
        import { createFetchHandler } from 'waymark/fetch';
        import { createControllers } from 'waymark/hmvc';
        import { findFiles } from 'waymark/node';
        import routes from './routes.ts';
        const files = await findFiles(new URL('.', import.meta.url));
        export const fetch = createFetchHandler({ routes: Route.collect(routes), controllers: createControllers(files), autoRoute: true });`,
      'routes.ts': ROUTES(''),
      'application/controllers/photos.ts': `export default class Photos { index() { return 'photos'; } }`,
    });
    const warn = vi.fn();
    const quiet = vi.fn();
    const customLogger = {
      ...{ hasWarned: false, hasErrorLogged: () => false },
      ...{ info: quiet, clearScreen: quiet, warn, warnOnce: warn, error: warn },
    } satisfies Logger;
    const server = await createServer({
      configFile: false,
      root: folder,
      customLogger,
      plugins: [plugin.vite({})],
      server: { middlewareMode: true, ws: false },
      appType: 'custom',
      optimizeDeps: { noDiscovery: true },
    });
    onTestFinished(() => server.close());
    const load = async () => ({ exports: await server.ssrLoadModule('/app.ts') }) as never; // the cast: ask reads only the exports
    expect(await ask(await load(), '/photos', '/posts')).toEqual(['200 photos', '404 Not Found']);
    const added = join(folder, 'application/controllers/posts.ts');
    writeFileSync(added, `export default class Posts { index() { return 'posts'; } }`);
    server.watcher.emit('add', added);
    await vi.waitFor(async () => {
      expect(await ask(await load(), '/posts')).toEqual(['200 posts']);
    }, 5000);
    const routes = join(folder, 'routes.ts');
    writeFileSync(routes, ROUTES(`Route.any('a/:b', 'photos');`));
    server.watcher.emit('change', routes);
    await vi.waitFor(() => {
      const found = /^routes\.ts:3:7: .*\(parameter-syntax\)$/m;
      expect(warn.mock.calls.flat().join('\n')).toMatch(found);
    }, 5000);
    server.watcher.emit('unlink', join(folder, '..', 'elsewhere.ts'));
  }, 20_000);
});

describe('a table', () => {
  it('is checked without files that only the bundler can list', async () => {
    const folder = applicationOf({
      'app.ts': `import { createFetchHandler } from 'waymark/fetch';
        import { createControllers } from 'waymark/hmvc';
        export const fetch = createFetchHandler({
          routes: { ['photos/' + ':id']: 'photos' }, controllers: createControllers(import.meta.glob('./application/**/*.ts')) });`,
    });
    const { host, warnings } = hostOf();
    const made = await transform(buildOf(folder), join(folder, 'app.ts'), host);
    expect(warnings).toEqual([expect.stringMatching(/^app\.ts:1:1: .*\(parameter-syntax\)$/)]);
    expect(made?.code).toMatch(/createControllers\(import\.meta\.glob\('/);
  });

  it('has no finding about an action that only an error page runs', async () => {
    const folder = applicationOf({
      'app.ts': `import { Route } from 'waymark';
        import { createFetchHandler } from 'waymark/fetch';
        import { createControllers } from 'waymark/hmvc';
        import { findFiles } from 'waymark/node';
        Route.get('/', 'pages/index');
        export const fetch = createFetchHandler({
          routes: Route.map(),
          controllers: createControllers(await findFiles(new URL('.', import.meta.url))),
          errorPages: { 404: () => 'none', 500: 'pages/broken' },
        });`,
      'application/controllers/pages.ts': `export default class Pages {
        index() { return 'home'; }
        broken() { return 'broken'; }
        alone() { return 'nobody comes here'; }
      }`,
    });
    const { host, warnings } = hostOf();
    await transform(buildOf(folder), join(folder, 'app.ts'), host);
    expect(warnings.join()).toContain('alone');
    expect(warnings.join()).not.toContain('broken');
  });

  it('is refused if its handlers were defined before the build asked for their places', async () => {
    const folder = applicationOf({
      'app.ts': `import { createRouter } from 'waymark';
        import routes from './routes.js';
        export const router = createRouter(routes);`,
      'routes.js': ROUTES(`Route.get('a', () => 'a');`)
        .replace('() => {', 'Route.collect(() => {')
        .replace(/};\n$/, '});'),
    });
    await runnerIn(folder, { cached: true }).load(join(folder, 'routes.js'));
    await expect(transform(buildOf(folder), join(folder, 'app.ts'))).rejects.toThrow(
      "app.ts:3: createRouter can't be compiled: the handler of 'GET a' is not written in a call of Route",
    );
  });

  it('is refused if the module of a handler can not be read', async () => {
    const folder = applicationOf({ 'app.ts': APP, 'routes.ts': 'export const = 1;' });
    const source = { file: join(folder, 'routes.ts'), line: 1, column: 1 };
    const handlers = [{ key: 'GET a', source, instance: 0 }];
    const options = { hasNames: false, last: null };
    const made = { data: '', ...options, findings: [], types: '', watched: [], handlers };
    const build = new Build(readPluginOptions({}), { ...evaluator, router: async () => made });
    build.mode = { cwd: folder, compile: true, isServer: false };
    await expect(transform(build, join(folder, 'app.ts'))).rejects.toThrow(
      "routes.ts:1: the handler of 'GET a' is not written in a call of Route here",
    );
  });
});

describe('a module that is left alone', () => {
  it.each([
    ['a module that has none of it', `export default 'waymark';`],
    [
      'names that are not called, and types',
      `import type { createRouter } from 'waymark';\nimport { createRouter as create } from 'waymark';\nimport { findFiles } from 'waymark/node';\nexport type Router = ReturnType<typeof create>;\nexport default [findFiles];`,
    ],
    [
      'members of Route that are not called',
      `import { Route } from 'waymark';\nexport default [Route, Route.get, Route['get'], new Map([[Route, 1]])];`,
    ],
  ])('is %s', async (_what, code) => {
    const folder = applicationOf({ 'app.ts': code });
    expect(await transform(buildOf(folder), join(folder, 'app.ts'))).toBeNull();
  });

  it('is a module that can not be read', async () => {
    const broken = `import 'waymark'; export const = 1;`;
    expect(await buildOf('.').transform(broken, 'a.ts', hostOf().host)).toBeNull();
  });
});

it('has a plugin for each bundler', () => {
  for (const name of ['vite', 'rollup', 'rolldown', 'esbuild', 'webpack', 'rspack'] as const) {
    expect(typeof waymark[name]).toBe('function');
  }
});
