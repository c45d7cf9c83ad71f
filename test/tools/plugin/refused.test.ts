/** What stops a build, with its place, and what it warns of. */
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapping, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { importNatively } from '../../support/native-import.ts';
import { ask, bundle, type FilesOf, installWaymark, messagesOf } from './bundle.ts';

installWaymark();

const HEAD = `import { createRouter, Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
`;
const APP = `${HEAD}import routes from './routes.ts';
export const fetch = createFetchHandler({ routes: Route.collect(routes) });
`;
const ROUTES = (body: string) => `import { Route } from 'waymark';\n${body}\n`;

/** The message of the error that stops a build. */
async function refusalOf(files: FilesOf): Promise<string> {
  const messages = (error: unknown) => messagesOf(error) || String(error);
  const found = await bundle(files).then(() => 'built', messages);
  return found.replace(/^.*?WaymarkError: |\[plugin[^\]]*\] /g, '');
}

/** An application whose route file exports a function with a statement. */
const inRoutes = (statement: string): FilesOf => ({
  'app.ts': APP,
  'routes.ts': ROUTES(`export default () => {\n  ${statement}\n};`),
});

const STOPPED: readonly [string, FilesOf, string][] = [
  [
    'a pattern with a mistake',
    inRoutes("Route.get('a(', 'b');"),
    "waymark-tools/plugin: the build runs app.js: routes.ts:3: Route.get('a('): this ( is never closed",
  ],
  [
    'a mistake that the program catches',
    inRoutes("try { Route.get('a(', 'b'); } catch {}"),
    'routes.ts:3: Route.get',
  ],
  [
    'meta that is not plain data',
    inRoutes("Route.get('a', { meta: { at: new Date() } }, () => 'a');"),
    "routes.ts:3: Route.get('a'): meta.at is a Date",
  ],
  [
    'an async callback',
    inRoutes("Route.prefix('a', async () => { Route.get('b', () => 'b'); });"),
    "routes.ts:3: Route.prefix('a'): the callback returned a promise",
  ],
  ['a generator', inRoutes("Route.prefix('a', function* () {} as never);"), 'is a generator'],
  [
    'code that throws',
    inRoutes("throw new Error('no database');"),
    'routes.ts:3: no database, before it makes a router. Make routers before',
  ],
  ['a thrown text', { 'app.ts': `${HEAD}throw 'no';\ncreateRouter({});` }, 'app.js: no, before'],
  [
    'a route without a controller',
    inRoutes("Route.get('a', 'b');"),
    "its destination 'b' needs a controller, and there are none",
  ],
  [
    'an action that its class lacks',
    {
      'app.ts': `${HEAD}import { createControllers } from 'waymark/hmvc';
        import { findFiles } from 'waymark/node';
        import routes from './routes.ts';
        const controllers = createControllers(await findFiles(import.meta.dirname));
        export const fetch = createFetchHandler({ routes: Route.collect(routes), controllers });`,
      'routes.ts': ROUTES("export default () => {\n Route.get('a', 'photos/none');\n};"),
      'application/controllers/photos.ts': 'export default class { show() { return 1; } }',
    },
    "waymark-tools/plugin: routes.ts:3:12: The destination of 'GET a', 'photos/none', leads to no",
  ],
  [
    'routes that differ each time',
    inRoutes("Route.get('a/' + Math.random(), () => 'a');"),
    'createFetchHandler: Route.get("a/0.',
  ],
];

describe('a build is stopped', () => {
  it.each(STOPPED)('by %s', async (_what, files, message) => {
    expect(await refusalOf(files)).toContain(message);
  });

  it('by a program that has made no router after ten seconds', async () => {
    const pause = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
    syncBuiltinESMExports();
    onTestFinished(() => {
      pause.mockRestore();
      syncBuiltinESMExports();
    });
    const app = `${HEAD}export const make = () => createRouter({});`;
    expect(await refusalOf({ 'app.ts': app })).toContain(
      'the build runs app.js: it makes no router as it starts',
    );
    expect(pause.mock.calls.reduce((sum, [delay]) => sum + Number(delay), 0)).toBe(10_000);
  });

  it('by a folder of findFiles that is not written in its call', async () => {
    const find = `import { findFiles } from 'waymark/node';\n`;
    const app = (call: string) => ({ 'app.ts': `${find}export default ${call};` });
    const unknown = 'app.ts: the folder of findFiles is not written in its call';
    expect(await refusalOf(app('findFiles(process.argv[9])'))).toContain(unknown);
    expect(await refusalOf(app('[findFiles]'))).toContain(unknown);
    const folder = 'const folder = process.argv[9];';
    expect(await refusalOf({ 'app.ts': `${find}${folder} findFiles(folder);` })).toContain(unknown);
    expect(await refusalOf(app("[findFiles('a'), findFiles(import.meta.dirname)]"))).toContain(
      'or there are several',
    );
  });

  it('by functions that a bundle has not', async () => {
    const app = "import { createLoader } from 'waymark';\nexport default createLoader;";
    expect(await refusalOf({ 'app.ts': app })).toContain('No matching export');
  });
});

describe('a bundle does not start', () => {
  it('if its environment defines other routes', async () => {
    const app = `${HEAD}
      if (process.env.WAYMARK_TEST === 'yes') Route.block('debug/x');
      Route.get('debug/(:any)', () => 'open');
      export const fetch = createFetchHandler({ routes: Route.map() });`;
    const { folder } = await bundle({ 'app.ts': app });
    process.env.WAYMARK_TEST = 'yes';
    try {
      const file = `${pathToFileURL(join(folder, 'out/app.js')).href}?yes`;
      await expect(importNatively(file)).rejects.toThrow(
        'createFetchHandler: Route.block("debug/x") is not call 1 of the build',
      );
    } finally {
      delete process.env.WAYMARK_TEST;
    }
  });

  it('and its routes may be defined later, for another table', async () => {
    const bundled = await bundle({
      'app.ts': `${HEAD}Route.get('x', () => 'open');
        const make = () => createFetchHandler({ routes: Route.map() });
        export const fetch = make();
        Route.block('x');
        export const second = make();
        make();`,
    });
    expect(await ask(bundled, '/x')).toEqual(['200 open']);
    const exports = { fetch: bundled.exports.second };
    expect(await ask({ exports }, '/x')).toEqual(['404 Not Found']);
  });
});

it.each([
  ['in the call', "Route.get('a', () => {\n  throw new Error('here');\n});", 4],
  ['in a constant', "const a = () => {\n  throw new Error('here');\n};\nRoute.get('a', a);", 4],
  ['in a loop', "for (const a of ['a'])\n  Route.get(a, () => {\n throw new Error(a); });", 5],
  [
    'made by a function',
    "const f = () => () => {\nthrow new Error('x');\n};\nRoute.get('a', f());",
    4,
  ],
])('a stack names the line of the handler: %s', async (_, code, line) => {
  const { exports, folder } = await bundle({
    'app.ts': `${HEAD}${code}
        export const fetch = createFetchHandler({ routes: Route.map(), onError(error) { failed.push(error); return true; } });
        export const failed: unknown[] = [];`,
  });
  await ask({ exports }, '/a');
  const [error] = exports.failed as Error[]; // the module exports it
  const [, place = ''] = String(error?.stack).split('\n    at ');
  const [, row, column] = /:(\d+):(\d+)\)?$/.exec(place) ?? [];
  const [, map = ''] = readFileSync(join(folder, 'out/app.js'), 'utf8').split('base64,');
  const entry = new SourceMap(JSON.parse(atob(map.trim()))).findEntry(
    Number(row) - 1,
    Number(column) - 1,
  );
  const { originalSource, originalLine } = entry as SourceMapping; // the cast: the map has it
  expect(`${originalSource}:${originalLine + 1}`).toMatch(new RegExp(`app\\.ts:${line}$`));
});

describe('a build warns', () => {
  it('of findings, without those that are accepted', async () => {
    const { warnings } = await bundle({
      'app.ts': APP,
      'routes.ts': ROUTES(`export default () => {
        Route.get('b', () => 'replaced');
        Route.get('b', () => 'twice');
        Route.get('photos/:id', () => 'syntax');
        // waymark-accept parameter-syntax: the colon is meant
        Route.get('posts/:id', () => 'syntax');
      };`),
    });
    expect(warnings).toEqual([
      expect.stringMatching(/^routes\.ts:\d:19: .*\(replaced\)$/),
      expect.stringMatching(/^routes\.ts:5:19: .*\(parameter-syntax\)$/),
    ]);
  });

  it('of the rows of a literal, at their keys', async () => {
    const { warnings } = await bundle({
      'app.ts': `${HEAD}
        export const fetch = createFetchHandler({
          routes: { 'photos/:id': 'x' }, handlers: { 'photos/:id': () => 'x' } });`,
    });
    expect(warnings).toEqual([expect.stringMatching(/^app\.ts:5:21: .*\(parameter-syntax\)$/)]);
  });
});

it('findFiles has no files of other endings than its call names', async () => {
  const { exports } = await bundle({
    'app.ts': `import { findFiles } from 'waymark/node';
      const extensions = ['.html'];
      export const list = () => findFiles(new URL('.', import.meta.url), { extensions });`,
  });
  const list = exports.list as () => Promise<object>; // the module exports it
  await expect(list()).rejects.toThrow('the bundle has no files with .html');
});

it('a module that can not be read is reported by the bundler', async () => {
  expect(await refusalOf({ 'app.ts': `${HEAD}export const = 1;` })).toContain(
    'Expected identifier',
  );
});
