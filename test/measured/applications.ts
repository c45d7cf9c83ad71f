/**
 * Writes four versions of the README's application for measuring sizes: as written, compiled, with
 * all parts, and in Hono. They export what the README passes to a server.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compileTable, Route } from 'waymark';

const folder = new URL('../../coverage/applications/', import.meta.url);
mkdirSync(folder, { recursive: true });
const write = (name: string, text: string) => writeFileSync(new URL(name, folder), text);

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, program = ''] = /^```ts\n(\/\/ server\.ts\n.*?)^```$/ms.exec(readme) ?? [];
const [unserved] = /import { Route.*/s.exec(program.replace('serve(', 'export default (')) ?? [''];
write('readme.js', unserved);

Route.block('hello/nobody');
Route.get('/', 'start', {}, () => 'It works');
Route.get('hello/(:any)', 'hello/$1', {}, ({ params }) => ({ hello: params[0] }));
write('table.json', JSON.stringify(compileTable(Route.map())));

Route.get('photos/(:num)', 'photos/show/$1', { as: 'photo' });
Route.post('photos', 'photos/create');
write('full.json', JSON.stringify(compileTable(Route.map())));

const HANDLERS = `{
  'GET /': () => 'It works',
  'GET hello/(:any)': ({ params }) => ({ hello: params[0] }),
}`;

write(
  'compiled.js',
  `import { createCompiledFetchHandler, createCompiledRouter } from '../../dist/compiled.js';
import table from './table.json';
const router = createCompiledRouter(table, { handlers: ${HANDLERS} });
export default { fetch: createCompiledFetchHandler({ router }) };
`,
);

write(
  'full.js',
  `import {
  createCompiledFetchHandler, createCompiledRouter, routeUrls,
} from '../../dist/compiled.js';
import { Controller, createControllers } from '../../dist/hmvc.js';
import table from './full.json';
class Photos extends Controller {
  show(id) { return { id, self: this.context.url('photo', [id]) }; }
  create() { return this.context.params; }
}
class Errors extends Controller {
  index() { return 'Something broke'; }
}
const router = createCompiledRouter(table, { routeUrls, handlers: ${HANDLERS} });
const controllers = createControllers({
  'application/controllers/photos.ts': async () => ({ default: Photos }),
  'application/controllers/errors.ts': async () => ({ default: Errors }),
});
const errorPages = { 500: 'errors' };
export default { fetch: createCompiledFetchHandler({ router, controllers, errorPages }) };
`,
);

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
