/** The bundlers, their options, threads and development servers. */
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, context, build as esbuild, type PluginBuild } from 'esbuild';
import { rolldown } from 'rolldown';
import { type Plugin, rollup } from 'rollup';
import { build as buildVite, createServer, type Logger } from 'vite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { reportTo } from '../../../src/compiled/call.ts';
import {
  Build,
  mergeTypes,
  type PluginOptions,
  readPluginOptions,
} from '../../../src/tools/plugin/build.ts';
import { createPlugins } from '../../../src/tools/plugin/plugins.ts';
import { runInThread } from '../../../src/tools/plugin/run.ts';
import { waymark } from '../../../src/tools/plugin.ts';
import { importNatively } from '../../support/native-import.ts';
import {
  applicationOf,
  ask,
  type Bundled,
  bundleIn,
  type FilesOf,
  installWaymark,
  plugin,
  run,
} from './bundle.ts';

installWaymark();

const APP = `import { Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import routes from './routes.ts';
export const fetch = createFetchHandler({ routes: Route.collect(routes) });
`;
const ROUTES = (body: string) =>
  `import { Route } from 'waymark';\nexport default () => {\n${body}\n};\n`;

/** An application whose route file exports a function with this body. */
const routed = (body: string, more: FilesOf = {}) =>
  applicationOf({ 'app.ts': APP, 'routes.ts': ROUTES(body), ...more });

const NAMED = "Route.get('a', { as: 'name' }, ({ url }) => url('name'));";
const THREAD = new URL('../../../dist/tools/plugin/thread.js', import.meta.url);
const imported = async (file: string) =>
  ({ exports: await importNatively(`${pathToFileURL(file).href}?${Math.random()}`) }) as Bundled; // ask reads only the exports
/** The answers of the program that a bundler wrote into a folder. */
const asked = async (folder: string, ...lines: string[]) =>
  ask(await imported(join(folder, 'out/app.js')), ...lines);
const codeIn = (folder: string) => readFileSync(join(folder, 'out/app.js'), 'utf8');

describe('the options', () => {
  it.each<[unknown, string]>([
    [{ exclude: /a/ }, "'exclude' is not an option of this call"],
    [{ roots: 'application' }, "roots is 'application'. Expected a list such as ['application']"],
    [{ roots: [7] }, 'roots is an array'],
    [{ check: 'yes' }, "check is 'yes'. Expected true or false"],
    [{ compile: 1 }, 'compile is 1'],
    [{ types: 7 }, 'types is 7'],
  ])('may not be %j', (options, message) => {
    expect(() => readPluginOptions(options as PluginOptions)).toThrow(
      `waymark-tools/plugin: ${message}`,
    );
  });

  it.each([undefined, {}, { compile: undefined, check: null, types: null, roots: null }])(
    'may be %j',
    (options) => {
      const expected = { check: true, compile: undefined, types: undefined, roots: undefined };
      expect(readPluginOptions(options as PluginOptions)).toEqual(expected);
    },
  );

  it('types writes the names of all tables, if they change', async () => {
    const folder = applicationOf({
      'app.ts': `import { createRouter, Route } from 'waymark';
        export const one = createRouter(Route.collect(() => Route.get('a', { as: 'b' }, () => 1)));
        export const two = createRouter(Route.collect(() => Route.get('c', { as: 'a' }, () => 1)));`,
    });
    await bundleIn(folder, { types: 'names.d.ts' });
    const text = readFileSync(join(folder, 'names.d.ts'), 'utf8');
    expect(text).toMatch(/"a": .*\n.*"b": /);
    await bundleIn(folder, { types: 'names.d.ts' });
    expect(readFileSync(join(folder, 'names.d.ts'), 'utf8')).toBe(text);
    expect(mergeTypes([text, text])).toBe(text);
  });

  it.each([
    ['a folder', 'out', 'waymark-tools/plugin, types: out is a folder. Name a file in it'],
    ['a link to elsewhere', 'link.d.ts', 'link.d.ts'],
  ])('types may not be %s', async (_, types, message) => {
    const folder = routed(NAMED);
    await bundleIn(folder);
    symlinkSync('../elsewhere.d.ts', join(folder, 'link.d.ts'));
    await expect(bundleIn(folder, { types })).rejects.toThrow(message);
  });
});

/** Bundles an application with esbuild. */
const optionsFor = (folder: string): BuildOptions => ({
  ...{ absWorkingDir: folder, entryPoints: ['app.ts'], bundle: true, platform: 'node' },
  ...{ format: 'esm', outdir: 'out', logLevel: 'silent', plugins: [plugin.esbuild()] },
});
const bundled = (folder: string, options: BuildOptions) =>
  esbuild({ ...optionsFor(folder), ...options });

describe('esbuild', () => {
  it.each<[string, BuildOptions, string[]]>([
    ['no source map', {}, ['app.js']],
    ['a source map of its own', { sourcemap: true }, ['app.js', 'app.js.map']],
    ['a source map inside', { sourcemap: 'inline' }, ['app.js']],
    ['minified code', { minify: true }, ['app.js']],
    ['CommonJS', { format: 'cjs' }, ['app.js']],
    ['another file', { outdir: undefined as never, outfile: 'out/app.js' }, ['app.js']],
    ['a style beside it', { entryPoints: ['app.ts', 'style.css'] }, ['app.js', 'style.css']],
  ])('writes %s', async (_, options, files) => {
    const folder = routed(NAMED, {
      'style.css': 'p { color: red }',
      ...(options.format === 'cjs' && { 'out/package.json': '{"type":"commonjs"}' }),
    });
    await bundled(folder, options);
    const written = readdirSync(join(folder, 'out')).filter((name) => name !== 'package.json');
    expect(written.sort()).toEqual(files);
    expect(await asked(folder, '/a')).toEqual(['200 /a']);
    expect(readdirSync(folder).filter((name) => name.startsWith('.waymark-'))).toEqual([]);
  });

  it('uses the folder of the process if it is given none', async () => {
    const folder = routed(NAMED);
    await bundled(folder, {
      absWorkingDir: undefined as never, // the cast: esbuild takes it
      ...{ entryPoints: [join(folder, 'app.ts')], outdir: join(folder, 'out') },
    });
    expect(await asked(folder, '/a')).toEqual(['200 /a']);
  });

  it.each<[string, string | undefined]>([
    ['without', undefined],
    ['with an empty', ''],
  ])('needs a file to write to: %s path', async (_, path) => {
    const built = bundled(routed(NAMED), { outdir: path as never, outfile: path as never }); // the casts: esbuild takes it
    await expect(built).rejects.toThrow(
      'waymark-tools/plugin: esbuild has no file to write the program to. Set its option outfile or outdir',
    );
  });

  it('copies a script that it does not bundle', async () => {
    const folder = routed(NAMED, {
      'app.ts': `import './copied.cjs';\n${APP}`,
      'copied.cjs': 'globalThis.copied = true;',
    });
    await bundled(folder, { loader: { '.cjs': 'copy' }, assetNames: '[name]' });
    expect(await asked(folder, '/a')).toEqual(['200 /a']);
    expect(readFileSync(join(folder, 'out/copied.cjs'), 'utf8')).toBe('globalThis.copied = true;');
  });

  it('gives a module of another plugin the function that reads a folder', async () => {
    const folder = applicationOf({ 'application/controllers/photos.js': 'export default 1;' });
    const virtual = {
      name: 'virtual',
      setup({ onResolve, onLoad }: PluginBuild) {
        onResolve({ filter: /^virtual$/ }, () => ({ path: 'app', namespace: 'virtual' }));
        onLoad({ filter: /.*/, namespace: 'virtual' }, () => ({
          contents: "export { findFiles } from 'waymark/node';",
          resolveDir: folder,
        }));
      },
    };
    await bundled(folder, {
      ...{ entryPoints: ['virtual'], outdir: undefined as never, outfile: 'out/app.js' }, // the cast: esbuild takes it
      plugins: [virtual, plugin.esbuild()],
    });
    const { exports } = await imported(join(folder, 'out/app.js'));
    const { findFiles } = exports as { findFiles(folder: string): Promise<object> }; // the cast: the module exports it
    expect(Object.keys(await findFiles(folder))).toContain('application/controllers/photos.js');
  });

  it('writes nothing if the caller does', async () => {
    const folder = routed(NAMED);
    const { outputFiles = [] } = await bundled(folder, { write: false });
    expect(outputFiles.map(({ path }) => relative(folder, path))).toEqual(['out/app.js']);
    expect(outputFiles[0]?.text).toMatch(/waymarkTables_[0-9a-f]{8}\(\)/);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  it('fills several programs that share a file', async () => {
    const folder = routed(NAMED, {
      'other.ts': `import { createRouter } from 'waymark';\nexport const { resolve } = createRouter({ x: '' });`,
    });
    await bundled(folder, { entryPoints: ['app.ts', 'other.ts'], splitting: true });
    expect(await asked(folder, '/a')).toEqual(['200 /a']);
    const { exports } = await imported(join(folder, 'out/other.js'));
    const { resolve } = exports as { resolve(method: string, path: string): object };
    expect(resolve('GET', '/x')).toMatchObject({ status: 'blocked' });
  });

  it.each<[string, BuildOptions]>([
    ['the package is external', { packages: 'external' }],
    ['the option compile is false', { plugins: [plugin.esbuild({ compile: false })] }],
  ])('leaves the package as it is if %s', async (_, options) => {
    const folder = routed(NAMED);
    await bundled(folder, options);
    expect(codeIn(folder)).not.toContain('waymarkTables');
    expect(await asked(folder, '/a')).toEqual(['200 /a']);
  });

  it('runs a program whose files go elsewhere in the project', async () => {
    const folder = routed(NAMED);
    const elsewhere = applicationOf({});
    await bundled(folder, { outdir: join(elsewhere, 'out') });
    expect(await asked(elsewhere, '/a')).toEqual(['200 /a']);
  });

  it('bundles a program without routes as it is', async () => {
    const folder = applicationOf({ 'app.ts': "export { METHODS } from 'waymark';" });
    expect((await bundleIn(folder)).exports.METHODS).toContain('QUERY');
  });

  it('says that code in a text has no place for tables', async () => {
    const folder = routed(NAMED);
    const textOf = {
      name: 'text',
      setup: ({ onEnd }: PluginBuild) =>
        onEnd(({ outputFiles = [] }) => {
          for (const file of outputFiles.filter(({ path }) => path.endsWith('.js'))) {
            file.contents = Buffer.from(
              `const code = ${JSON.stringify(file.text)};\nexport default await import('data:text/javascript,' + encodeURIComponent(code));`,
            );
          }
        }),
    };
    const built = bundled(folder, { plugins: [textOf, plugin.esbuild()] });
    await expect(built).rejects.toThrow('the code is written as text');
  });

  it.each([
    ['the route file', 'routes.ts'],
    ['a file that the route file imports', 'more.ts'],
  ])('watches, also after an error in %s', async (_, name) => {
    const right = `Route.get('a', () => 'b');`;
    const folder = applicationOf({
      'app.ts': APP,
      'routes.ts': `export { default } from './more.ts';\n`,
      'more.ts': ROUTES(right),
      [name]: ROUTES(`Route.get('a(', () => 'b');`),
    });
    const ended: (readonly string[])[] = [];
    const onEnd = {
      name: 'ended',
      setup: (host: PluginBuild) =>
        host.onEnd(({ errors }) => void ended.push(errors.map(({ text }) => text))),
    };
    const watching = await context({ ...optionsFor(folder), plugins: [plugin.esbuild(), onEnd] });
    onTestFinished(() => watching.dispose());
    await watching.watch();
    await vi.waitUntil(() => ended.length > 0, { timeout: 60_000 });
    expect(ended[0]).toEqual([expect.stringContaining('this ( is never closed')]);
    writeFileSync(join(folder, name), ROUTES(right));
    await vi.waitFor(() => expect(ended.at(-1)).toEqual([]), { timeout: 60_000 });
    expect(await asked(folder, '/a')).toEqual(['200 b']);
  });
});

/** Resolves the package, as a plugin of Rollup would. */
const resolving = {
  name: 'resolving',
  resolveId(id: string, importer: string | undefined) {
    const [name, ...rest] = id.split('/');
    if (name !== 'waymark' || importer === undefined) return null;
    const folder = importer.slice(0, importer.indexOf('/apps/'));
    return join(folder, 'node_modules/waymark/dist', `${rest.join('-') || 'index'}.js`);
  },
};
const stripped = {
  name: 'stripped',
  resolveId: (id: string) =>
    /^(?:cookie|path-to-regexp)$/.test(id) ? { id, external: true } : null,
};
/** Bundles `app.js` with Rolldown. */
async function rolled(folder: string, options: { readonly minify?: boolean }) {
  const plugins = [plugin.rolldown()];
  const build = await rolldown({ cwd: folder, input: 'app.js', platform: 'node', plugins });
  await build.write({ dir: join(folder, 'out'), ...options });
}
/** Bundles `app.js` with Rollup. */
const rollupIn = (folder: string, ...plugins: Plugin[]) =>
  rollup({ input: join(folder, 'app.js'), plugins, onwarn() {} });
const JS = { 'app.js': APP.replace('routes.ts', 'routes.js'), 'routes.js': ROUTES(NAMED) };

describe('a folder of findFiles', () => {
  const LISTED = {
    'app.js': `import { Route } from 'waymark';
      import { createFetchHandler } from 'waymark/fetch';
      import { createControllers } from 'waymark/hmvc';
      import { findFiles } from 'waymark/node';
      const files = await findFiles(
        new URL('.', import.meta.url), { extensions: ['.txt'] });
      export const fetch = createFetchHandler({
        routes: Route.collect(() => Route.get('a', 'photos')), controllers: createControllers(files),
      });`,
    'application/controllers/photos.js': "export default class Photos { index() { return 'p'; } }",
  };

  // On Workers, a module has no URL.
  it('is not in the bundle of esbuild', async () => {
    const folder = applicationOf(LISTED);
    await bundled(folder, { entryPoints: ['app.js'] });
    expect(codeIn(folder)).not.toMatch(/new URL\([^)]*import\.meta/);
    expect(await asked(folder, '/a')).toEqual(['200 p']);
  });

  it('is not in the bundle of Rolldown', async () => {
    const folder = applicationOf(LISTED);
    await rolled(folder, {});
    expect(codeIn(folder)).not.toMatch(/new URL\([^)]*import\.meta/);
    expect(await asked(folder, '/a')).toEqual(['200 p']);
  });
});

describe('Rollup and Rolldown', () => {
  it.each(['es', 'cjs'] as const)(
    'write %s, and only the source maps that are asked for',
    async (format) => {
      const folder = applicationOf({
        ...JS,
        'out/package.json': `{"type":"${format === 'es' ? 'module' : 'commonjs'}"}`,
      });
      const build = await rollupIn(folder, plugin.rollup(), resolving, stripped);
      await build.write({ file: join(folder, 'out/app.js'), format });
      expect(await asked(folder, '/a')).toEqual(['200 /a']);
      await build.write({ dir: join(folder, 'out'), format, sourcemap: true });
      expect(readdirSync(join(folder, 'out')).sort()).toEqual([
        'app.js',
        'app.js.map',
        'package.json',
      ]);
      await build.write({ dir: join(folder, 'second'), format, sourcemap: 'inline' });
      const code = readFileSync(join(folder, 'second/app.js'), 'utf8');
      expect(code.indexOf('function waymarkTables_')).toBeLessThan(
        code.indexOf('//# sourceMappingURL=data:'),
      );
    },
  );

  it('Rolldown minifies it', async () => {
    const folder = applicationOf(JS);
    await rolled(folder, { minify: true });
    expect(readdirSync(join(folder, 'out'))).toEqual(['app.js']);
    expect(await asked(folder, '/a')).toEqual(['200 /a']);
  });

  it.each([
    [
      'Rollup',
      async (input: string, warn: (message: string) => void) => {
        const plugins = [plugin.rollup(), resolving, stripped];
        const build = await rollup({ input, plugins, onwarn: ({ message }) => warn(message) });
        return await build.generate({ format: 'es' });
      },
    ],
    [
      'Rolldown',
      async (input: string, warn: (message: string) => void) => {
        const build = await rolldown({
          ...{ input, platform: 'node', plugins: [plugin.rolldown()] },
          onLog: (_, { message }) => warn(message),
        });
        return await build.generate({ format: 'es' });
      },
    ],
  ])('place findings in an output without a folder: %s', async (_, generate) => {
    const folder = applicationOf({ ...JS, 'routes.js': ROUTES("Route.get('a/:b', () => 'b');") });
    const warn = vi.fn();
    const { output } = await generate(join(folder, 'app.js'), warn);
    expect(output[0].code).toMatch(/waymarkTables_[0-9a-f]{8}\(\)/);
    expect(warn.mock.calls.flat()).toContainEqual(
      expect.stringMatching(
        new RegExp(`${relative(process.cwd(), folder)}/routes\\.js:3:11: .*\\(parameter-syntax\\)`),
      ),
    );
  });

  it('leave the package as it is if the option compile is false', async () => {
    const folder = applicationOf(JS);
    const build = await rollupIn(folder, plugin.rollup({ compile: false }), resolving, stripped);
    await build.write({ dir: join(folder, 'out'), format: 'es' });
    expect(codeIn(folder)).not.toContain('waymarkTables');
    expect(await asked(folder, '/a')).toEqual(['200 /a']);
  });

  it('leave a package that is external', async () => {
    const folder = applicationOf(JS);
    const external = {
      name: 'e',
      resolveId: (id: string) => (id.startsWith('waymark') ? { id, external: true } : null),
    };
    const build = await rollupIn(folder, plugin.rollup(), external);
    await build.write({ dir: join(folder, 'out'), format: 'es' });
    expect(await asked(folder, '/a')).toEqual(['200 /a']);
  });
});

describe('Vite', () => {
  it('counts the values that only it has', async () => {
    const folder = applicationOf({
      ...JS,
      'blocks.js': `import { Route } from 'waymark';
        if (import.meta.env.SSR) Route.block('prod');
        if (import.meta.env.VITE_OWN === 'yes') Route.block('own');
        for (const path in import.meta.glob('./pages/*.js')) Route.block(path.slice(8, -3));`,
      'app.js': `import './blocks.js';
        import { Route } from 'waymark';
        import { createFetchHandler } from 'waymark/fetch';
        Route.get('(:any)', () => 'open');
        export const fetch = createFetchHandler({ routes: Route.map() });`,
      '.env': 'VITE_OWN=yes',
      'pages/one.js': 'export default 1;',
    });
    await buildVite({
      ...{ configFile: false, root: folder, logLevel: 'silent', plugins: [plugin.vite()] },
      build: { ssr: 'app.js', outDir: 'out', minify: true },
    });
    const answers = await asked(folder, '/prod', '/own', '/one', '/two');
    expect(answers).toEqual(['404 Not Found', '404 Not Found', '404 Not Found', '200 open']);
  });

  it('stops if a route is wrong', async () => {
    const root = routed(`Route.get('a(', () => 'b');`);
    const built = buildVite({
      ...{ configFile: false, root, logLevel: 'silent', plugins: [plugin.vite({})] },
      build: { ssr: 'app.ts', write: false },
    });
    await expect(built).rejects.toThrow('this ( is never closed');
  });

  it('serves the answers of the files as they are', async () => {
    const folder = applicationOf({
      'app.ts': `import { Route } from 'waymark';
        import { createFetchHandler } from 'waymark/fetch';
        import { createControllers } from 'waymark/hmvc';
        import { findFiles } from 'waymark/node';
        import routes from './routes.ts';
        const files = await findFiles(new URL('.', import.meta.url));
        const controllers = createControllers(files);
        export const fetch = createFetchHandler({ routes: Route.collect(routes), controllers, autoRoute: true });`,
      'routes.ts': ROUTES(`Route.any('first/:a', () => 'a');`),
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
      plugins: [plugin.vite({ types: 'names.d.ts' })],
      server: { middlewareMode: true, ws: false },
      appType: 'custom',
      optimizeDeps: { noDiscovery: true },
    });
    onTestFinished(() => server.close());
    const load = async () => ({ exports: await server.ssrLoadModule('/app.ts') }) as never; // the cast: ask reads only the exports
    expect(await ask(await load(), '/photos', '/posts')).toEqual(['200 photos', '404 Not Found']);
    expect(warn.mock.calls.flat().join('\n')).toMatch(/routes\.ts:3:11: .*\(parameter-syntax\)/);
    warn.mockClear();
    const added = join(folder, 'application/controllers/posts.ts');
    writeFileSync(added, `export default class Posts { index() { return 'posts'; } }`);
    server.watcher.emit('add', added);
    server.moduleGraph.onFileChange(join(folder, 'app.ts'));
    await vi.waitFor(async () => {
      expect(await ask(await load(), '/posts')).toEqual(['200 posts']);
    }, 20_000);
    const routes = join(folder, 'routes.ts');
    writeFileSync(routes, ROUTES(`Route.any('a/:b', { as: 'name' }, () => 'b');`));
    server.watcher.emit('change', routes);
    await vi.waitFor(() => {
      const found = /^routes\.ts:3:11: .*\(parameter-syntax\)$/m;
      expect(warn.mock.calls.flat().join('\n')).toMatch(found);
      expect(readFileSync(join(folder, 'names.d.ts'), 'utf8')).toContain('"name"');
    }, 20_000);
    expect(warn.mock.calls.flat().join('\n')).not.toContain('controller');
  }, 60_000);
});

describe('a development server', () => {
  const looked = async (build: Build, folder: string, name = 'app.ts') => {
    const warnings: string[] = [];
    const file = join(folder, name);
    await build.look(file, readFileSync(file, 'utf8'), (message) => warnings.push(message));
    return warnings;
  };
  const buildIn = (folder: string, options: PluginOptions = {}) => {
    const build = new Build(options, run);
    build.start(folder, false);
    return build;
  };

  it('warns of mistakes', async () => {
    const folder = routed(`Route.get('a(', () => 'b');`);
    expect(await looked(buildIn(folder), folder)).toEqual([
      expect.stringMatching(/^routes\.ts:3: Route\.get\('a\('\)/),
    ]);
  });

  it('says nothing of a module that makes no router, or is not asked about', async () => {
    const folder = applicationOf({
      'app.ts': `import { createRouter } from 'waymark';\nexport const make = () => createRouter({});`,
      'other.ts': "throw new Error('no'); // createRouter of something else",
      'wrong.ts': "import 'waymark'; throw new Error('no'); // createRouter",
      'node_modules/team/wrong.ts': "import 'waymark'; throw new Error('no'); // createRouter",
    });
    expect(await looked(buildIn(folder), folder)).toEqual([]);
    expect(await looked(buildIn(folder), folder, 'other.ts')).toEqual([]);
    expect(await looked(buildIn(folder), folder, 'node_modules/team/wrong.ts')).toEqual([]);
    expect(await looked(buildIn(folder, { check: false }), folder, 'wrong.ts')).toEqual([]);
    expect(await looked(buildIn(folder), folder, 'wrong.ts')).toEqual([
      'wrong.ts:1: no, before it makes a router',
    ]);
  });

  it('says nothing of what is not proved, or of another file', async () => {
    const folder = routed(`Route.get('([a-z])\\\\1', () => 'twice');`);
    const build = buildIn(folder);
    expect(await looked(build, folder)).toEqual([]);
    const warn = vi.fn();
    await build.changed(join(folder, 'elsewhere.ts'), warn);
    expect(warn).not.toHaveBeenCalled();
  });
});

/** A compiler like webpack's, whose only module is a script in place of the bundled code. */
function compilerOf(folder: string, code: string, options: object = {}, map: object | null = null) {
  class Source {
    constructor(readonly text: string) {}
    source = () => this.text;
    map = () => map;
  }
  class SourceMapSource extends Source {
    constructor(
      text: string,
      readonly name: string,
      own: object,
    ) {
      super(text);
      this.map = () => own;
    }
  }
  const assets: Record<string, Source> = {
    'app.js': new Source(code),
    'app.js.map': new Source('{}'),
    'vendor.js': new Source('export {};'),
    'logo.svg': new Source(''),
  };
  const stages: { stage: number; run: (assets: object) => Promise<void> }[] = [];
  const requests: ((data: object) => Promise<void>)[] = [];
  const compilation = {
    errors: [] as Error[],
    warnings: [] as Error[],
    outputOptions: {},
    modules: ['app.ts', 'logo.svg', 'gone.js']
      .map((name) => ({ resource: join(folder, name) }))
      .concat([{} as never]),
    entrypoints: new Map([['app', { getFiles: () => ['app.js', 'app.css'] }]]),
    hooks: {
      processAssets: {
        tapPromise: ({ stage }: { stage: number }, run: (assets: object) => Promise<void>) =>
          void stages.push({ stage, run }),
      },
    },
    updateAsset: (name: string, change: (old: Source) => Source) => {
      assets[name] = change(assets[name]);
    },
    deleteAsset: (name: string) => Reflect.deleteProperty(assets, name),
  };
  const compiler = {
    context: folder,
    options: {
      mode: 'production',
      output: { module: true, path: join(folder, 'out') },
      ...options,
    },
    webpack: {
      Compilation: { PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE: 400, PROCESS_ASSETS_STAGE_REPORT: 5000 },
      sources: { RawSource: Source, SourceMapSource },
    },
    hooks: {
      normalModuleFactory: {
        tap: (_: string, run: (factory: object) => void) =>
          run({
            hooks: {
              beforeResolve: {
                tapPromise: (_name: string, one: (data: object) => Promise<void>) =>
                  requests.push(one),
              },
            },
          }),
      },
      thisCompilation: { tap: (_: string, run: (one: object) => void) => run(compilation) },
    },
  };
  return {
    compiler,
    compilation,
    assets,
    async request(request: string, issuer?: string) {
      const data = { request, ...(issuer !== undefined && { contextInfo: { issuer } }) };
      for (const one of requests) await one(data);
      return data.request;
    },
    async process() {
      for (const { run } of stages.sort((one, other) => one.stage - other.stage)) await run(assets);
    },
  };
}

describe('webpack and rspack', () => {
  /** The code that a bundler makes of an application, without tables. */
  const codeOf = async (folder: string) => {
    const unfilled = createPlugins(async () => {
      throw new Error('stop');
    });
    const files: string[] = [];
    const keep = {
      name: 'keep',
      setup: ({ onEnd }: PluginBuild) =>
        onEnd(
          ({ outputFiles = [] }) =>
            void files.push(
              ...outputFiles.filter(({ path }) => path.endsWith('.js')).map(({ text }) => text),
            ),
        ),
    };
    const plugins = [keep, unfilled.esbuild()];
    await bundled(folder, { plugins, sourcemap: 'inline' }).catch(() => null);
    return files[0];
  };

  it.each([
    ['is unset', {}],
    ['is false', { devtool: false }],
  ])('get the tables, and no source maps if devtool %s', async (_, options) => {
    const folder = routed(NAMED);
    const code = await codeOf(folder);
    const { compiler, compilation, assets, process } = compilerOf(folder, code, options);
    plugin.webpack({ types: 'names.d.ts' }).apply(compiler);
    await process();
    expect(compilation.errors).toEqual([]);
    expect(Object.keys(assets)).toEqual(['app.js', 'vendor.js', 'logo.svg']);
    expect(assets['vendor.js'].source()).toBe('export {};');
    writeFileSync(join(folder, 'made.js'), assets['app.js'].source());
    expect(await ask(await imported(join(folder, 'made.js')), '/a')).toEqual(['200 /a']);
  });

  it('keep source maps, and report errors and findings', async () => {
    const folder = routed("Route.get('a/:b', () => 'b');");
    const output = { module: true };
    const { compiler, compilation, assets, process } = compilerOf(folder, await codeOf(folder), {
      devtool: 'source-map',
      output,
    });
    plugin.rspack().apply(compiler);
    await process();
    expect(Object.keys(assets)).toContain('app.js.map');
    expect(compilation.warnings.map(String)).toEqual([
      expect.stringContaining('(parameter-syntax)'),
    ]);
    const wrong = compilerOf(folder, 'throw new Error("no"); "waymark:tables-go-here"');
    plugin.webpack().apply(wrong.compiler);
    await wrong.process();
    expect(wrong.compilation.errors.map(String)).toEqual([
      expect.stringContaining('the build runs app.js: no'),
    ]);
  });

  it.each([...['app/', '', '/', 'javascript/esm|', 'javascript/dynamic|', 'app/javascript/esm|']])(
    'place findings by the source map: webpack://%s',
    async (start) => {
      const folder = routed("Route.get('a/:b', () => 'b');");
      const code = await codeOf(folder);
      const map = JSON.parse(atob(String(/base64,(\S+)\s*$/.exec(code)?.[1])));
      const sources = map.sources.map((source: string) =>
        source.includes('node_modules') ? null : `webpack://${start}${source.replace('../', './')}`,
      );
      const { compiler, compilation, request, process } = compilerOf(
        ...([folder, code, {}, { ...map, sources }] as const),
      );
      plugin.webpack().apply(compiler);
      await request('waymark', join(folder, 'app.ts'));
      await process();
      expect(compilation.errors).toEqual([]);
      expect(compilation.warnings.map(String)).toEqual([
        expect.stringMatching(/^Error: routes\.ts:3:11: .*\(parameter-syntax\)$/),
      ]);
    },
  );

  it('leave a program without routes as it is', async () => {
    const folder = applicationOf({});
    const { compiler, compilation, assets, process } = compilerOf(folder, 'export {};');
    plugin.webpack().apply(compiler);
    await process();
    expect(compilation.errors).toEqual([]);
    expect(assets['app.js'].source()).toBe('export {};');
  });

  it('exchange the package for its modules that record', async () => {
    const folder = routed(NAMED, {
      'list.js': "import { findFiles } from 'waymark/node';\nfindFiles(import.meta.dirname);",
    });
    const { compiler, request } = compilerOf(folder, '');
    plugin.webpack().apply(compiler);
    const issuer = join(folder, 'app.ts');
    expect(await request('waymark', issuer)).toMatch(/waymark\/dist\/compiled\.js$/);
    expect(await request('waymark/fetch')).toMatch(/waymark\/dist\/compiled\.js$/);
    expect(await request('waymark/hmvc', issuer)).toMatch(/waymark\/dist\/compiled-hmvc\.js$/);
    expect(await request('waymark/http', issuer)).toBe('waymark/http');
    expect(await request('constructor', issuer)).toBe('constructor');
    expect(await request('waymark/node')).toBe('waymark/node');
    const list = await request('waymark/node', join(folder, 'list.js'));
    expect(readFileSync(list, 'utf8')).toContain('export async function findFiles');
    expect(await request('waymark/node', join(folder, 'list.js'))).toBe(list);
  });

  it.each([
    ['.', 'list.js', 'data:text/plain,'],
    ['./routes.js', 'list.js', './routes.js'],
    ['.', 'other.js', '.'],
    ['.', 'own.js', '.'],
    ['.', 'logo.svg', '.'],
  ])('take no folder of findFiles for a module: %s in %s', async (asked, issuer, answer) => {
    const folder = applicationOf({
      'list.js': `import { findFiles } from 'waymark/node';
        findFiles(new URL('.', import.meta.url));`,
      'own.js': `import { findFiles } from 'waymark/node';\nfindFiles(import.meta.dirname);`,
    });
    const { compiler, request } = compilerOf(folder, '');
    plugin.webpack().apply(compiler);
    expect(await request(asked, join(folder, issuer))).toBe(answer);
  });

  it('have the package as it is in development, with findings', async () => {
    const folder = applicationOf({
      'app.ts': `import { createRouter } from 'waymark';\ncreateRouter({ 'a/:b': '' });`,
    });
    const { compiler, compilation, request, process } = compilerOf(folder, '', {
      mode: 'development',
    });
    plugin.webpack().apply(compiler);
    expect(await request('waymark', join(folder, 'app.js'))).toBe('waymark');
    await process();
    expect(compilation.warnings.map(String)).toEqual([
      expect.stringContaining('(parameter-syntax)'),
    ]);
  });
});

describe('a thread', () => {
  const bundledIn = (folder: string) => ({
    ...{ folder, files: [], entries: [], isModule: true, packageFolder: '', cwd: folder },
    ...{ entry: 'app.js', isChecked: false, isFilled: false },
  });

  it('runs programs apart, whose servers do not start', async () => {
    const folder = applicationOf({
      'app.js': `import { createServer } from 'node:http';
        import { createRouter, Route } from 'waymark/compiled';
        const server = createServer().listen(1);
        await new Promise((resolve) => server.once('listening', resolve));
        setTimeout(() => { throw new Error('later'); });
        void Promise.reject(new Error('ignored'));
        console.log('not shown');
        async function main() {
          await new Promise((resolve) => setTimeout(resolve, 20));
          createRouter(Route.map({ a: '' }));
        }
        void main();
        setInterval(() => {}, 1000);`,
      'module.js': "import { createRouter } from 'waymark';\ncreateRouter({ a: '' });",
    });
    const { tables } = await runInThread(THREAD)(bundledIn(folder));
    expect(tables).toHaveLength(1);
    const module = {
      file: join(folder, 'module.js'),
      cwd: folder,
      isChecked: false,
      isUnbundled: false,
    };
    expect((await runInThread(THREAD)(module)).tables).toHaveLength(1);
  }, 30_000);

  it.each([
    ['throws', `throw new Error('no');`, /no, before it makes a router/],
    ['ends the process', 'process.exit(0);', /the program ended the process as it started/],
  ])('says what went wrong: its code %s', async (_what, code, message) => {
    const folder = applicationOf({ 'app.js': code });
    await expect(runInThread(THREAD)(bundledIn(folder))).rejects.toThrow(message);
  });

  it('says so if it is missing', async () => {
    const missing = new URL('missing.js', THREAD);
    await expect(runInThread(missing)(bundledIn('.'))).rejects.toThrow('missing.js');
  });

  it.each<[string, object, string, unknown]>([
    ['a bundle', { entry: 'app.js', isFilled: false }, '7', null],
    ['a bundle with its tables', { entry: 'app.js', isFilled: true }, '', { tables: [] }],
    ['a module', { file: fileURLToPath(import.meta.resolve('./none.ts')) }, 'none.ts', null],
  ])('answers with one message: %s', async (_, workerData, problem, compiled) => {
    const folder = applicationOf({ 'app.js': 'throw 7;' });
    const postMessage = vi.fn();
    vi.doMock('node:worker_threads', () => ({
      workerData: { folder, files: [], cwd: '/', isChecked: false, ...workerData },
      parentPort: { postMessage },
      Worker: class {},
    }));
    const registered = vi.fn();
    vi.doMock('node:module', async (original) => ({
      ...(await original<object>()),
      register: registered,
    }));
    vi.resetModules();
    const { listen } = net.Server.prototype;
    const events = ['uncaughtException', 'unhandledRejection'] as const;
    const before = events.map((event) => process.listeners(event as 'exit'));
    onTestFinished(() => {
      net.Server.prototype.listen = listen;
      vi.doUnmock('node:worker_threads');
      vi.doUnmock('node:module');
      vi.resetModules();
      reportTo(undefined);
    });
    await import('../../../src/tools/plugin/thread.ts');
    const emit = vi.fn();
    const server = { emit };
    expect(Reflect.apply(net.Server.prototype.listen, server, [])).toBe(server);
    await new Promise((resolve) => setTimeout(resolve));
    expect(emit.mock.calls).toEqual([['listening']]);
    for (const [at, event] of events.entries()) {
      for (const listener of process.listeners(event as 'exit')) {
        if (before[at].includes(listener)) continue;
        listener(0);
        process.off(event, listener as () => void);
      }
    }
    expect(registered).toHaveBeenCalledTimes('file' in workerData ? 1 : 0);
    const [[answer]] = postMessage.mock.calls as [{ problem: string; compiled: object }][];
    if (compiled === null) expect(answer.problem).toContain(problem);
    else expect(answer.compiled).toMatchObject(Object(compiled));
  });
});

it('has a plugin for each bundler', () => {
  for (const name of ['vite', 'rollup', 'rolldown', 'esbuild', 'webpack', 'rspack'] as const) {
    expect(typeof waymark[name]).toBe('function');
  }
});
