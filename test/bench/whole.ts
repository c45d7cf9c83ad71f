/** Whole applications, each in one minified file. */
import { fileURLToPath } from 'node:url';
import { build, type Format } from 'esbuild';
import { loadBuild, OWN_DIST } from './build.ts';
import type { BenchRoute } from './contender.ts';
import { toTable } from './waymark.ts';

export const OWN = 'waymark, compiled';
export const PEER = 'hono';

/**
 * Bundles an application with a route for each of `routes`, which answers with JSON.
 *
 * @param format ES modules export a Worker's object, CommonJS its `fetch`
 * @returns the code of each contender
 */
export async function bundleWhole(
  routes: readonly BenchRoute[],
  format: Format,
): Promise<[name: string, code: string][]> {
  const start = format === 'esm' ? 'export default' : 'module.exports =';
  const end = format === 'esm' ? '' : '.fetch';
  const write = (code: string) => `${code}\n${start} ({ fetch })${end};`;
  return [
    [OWN, await bundle(write(await writeOwn(routes)), format)],
    [PEER, await bundle(write(writePeer(routes)), format)],
  ];
}

/** Writes an application as the plugin does. Engines parse JSON faster than an object literal. */
async function writeOwn(routes: readonly BenchRoute[]): Promise<string> {
  const { compileTable } = await loadBuild();
  const table = toTable(routes);
  const handlers = Object.keys(table).map(
    (key, at) => `${JSON.stringify(key)}: ({ params }) => ({ route: ${at}, params })`,
  );
  return `import { createCompiledFetchHandler, createCompiledRouter } from 'waymark/compiled';
const table = JSON.parse(${JSON.stringify(JSON.stringify(compileTable(table)))});
const router = createCompiledRouter(table, { handlers: {${handlers}} });
const fetch = createCompiledFetchHandler({ router });`;
}

function writePeer(routes: readonly BenchRoute[]): string {
  const calls = routes.map(({ method, path }, at) => {
    const answer = `(c) => c.json({ route: ${at}, params: Object.values(c.req.param()) })`;
    return `app.on(${JSON.stringify(method)}, ${JSON.stringify(path)}, ${answer});`;
  });
  return `import { Hono } from 'hono';
const app = new Hono();
${calls.join('\n')}
const fetch = (request) => app.fetch(request);`;
}

async function bundle(contents: string, format: Format): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    alias: { 'waymark/compiled': fileURLToPath(new URL('compiled.js', OWN_DIST)) },
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format,
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}
