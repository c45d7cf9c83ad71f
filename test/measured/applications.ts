/**
 * Writes versions of the README's application for measuring sizes: as written, compiled by the plugin,
 * with all parts, and in Hono. They export what the README passes to a server.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { plugin } from '../support/plugin.ts';

const folder = new URL('../../coverage/applications/', import.meta.url);
mkdirSync(folder, { recursive: true });
const pathOf = (name: string) => fileURLToPath(new URL(name, folder));
const write = (name: string, text: string) => writeFileSync(pathOf(name), text);

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, program = ''] = /^```ts\n(\/\/ server\.ts\n.*?)^```$/ms.exec(readme) ?? [];
const [unserved] = /import { Route.*/s.exec(program.replace('serve(', 'export default (')) ?? [''];
write('readme.js', unserved);

write(
  'full-source.js',
  `import { Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import { Controller, createControllers } from 'waymark/hmvc';
class Photos extends Controller {
  show(id) { return { id, self: this.context.url('photo', [id]) }; }
  create() { return this.context.params; }
}
class Errors extends Controller {
  index() { return 'Something broke'; }
}
Route.block('hello/nobody');
Route.get('/', () => 'It works');
Route.get('hello/(:any)', ({ params }) => ({ hello: params[0] }));
Route.get('photos/(:num)', 'photos/show/$1', { as: 'photo' });
Route.post('photos', 'photos/create');
const controllers = createControllers({
  'application/controllers/photos.ts': async () => ({ default: Photos }),
  'application/controllers/errors.ts': async () => ({ default: Errors }),
});
const errorPages = { 500: 'errors' };
export default { fetch: createFetchHandler({ routes: Route.map(), controllers, errorPages }) };
`,
);

for (const [from, to] of [
  ['readme.js', 'compiled.js'],
  ['full-source.js', 'full.js'],
]) {
  await build({
    ...{ entryPoints: [pathOf(from)], outfile: pathOf(to), bundle: true, minify: true },
    ...{ format: 'esm', platform: 'neutral', mainFields: ['module', 'main'] },
    // The controllers are checked by tests of their own.
    plugins: [plugin.esbuild({ check: false })],
  });
}

write(
  'hono.js',
  `import { Hono } from 'hono';
const app = new Hono();
app.all('/hello/nobody', (c) => c.notFound());
app.get('/', (c) => c.html('It works'));
app.get('/hello/:name', (c) => c.json({ hello: c.req.param('name') }));
export default app;
`,
);
