/** Bundles various forms of applications, checks their answers, and finds no compiler inside. */
import { describe, expect, it } from 'vitest';
import { METHODS } from '../../../src/index.ts';
import { ask, bundle, COMPILER, type FilesOf, installWaymark } from './bundle.ts';

installWaymark();

const HEAD = `import { Route } from 'waymark';\nimport { createFetchHandler } from 'waymark/fetch';\n`;
/** An application of one file, with the usual imports. */
const app = (code: string): FilesOf => ({ 'app.ts': `${HEAD}${code}` });
const CONTROLLER = `import { Controller } from 'waymark/hmvc';\n`;
/** The answer to a blocked path. */
const BLOCKED = '404 Not Found';

const photos = {
  'application/controllers/photos.ts': `${CONTROLLER}export default class Photos extends Controller {
    index() { return 'all'; }
    show(id: string) { return { id }; }
  }\n`,
};

interface Form {
  readonly what: string;
  readonly files: FilesOf;
  /** The expected answers, by request. */
  readonly answers: Readonly<Record<string, string>>;
}

const FORMS: readonly Form[] = [
  {
    what: 'calls of Route in the module of the handler',
    files: app(`
        const seen: string[] = [];
        Route.block('hello/nobody');
        Route.get('/', () => 'It works');
        Route.get('hello/(:any)', ({ params }) => ({ hello: params[0], seen: seen.push('x') }));
        export const fetch = createFetchHandler({ routes: Route.map() });`),
    answers: {
      '/': '200 It works',
      '/hello/ada': '200 {"hello":"ada","seen":1}',
      '/hello/nobody': BLOCKED,
    },
  },
  {
    what: 'a handler for each method that has a call of Route',
    files: app(`
        ${METHODS.map((method) => `Route.${method.toLowerCase()}('${method}', () => '${method}');`).join('\n')}
        export const fetch = createFetchHandler({ routes: Route.map() });`),
    answers: Object.fromEntries(
      METHODS.filter((name) => name !== 'HEAD').map((name) => [`${name} /${name}`, `200 ${name}`]),
    ),
  },
  {
    what: 'one handler for several methods',
    files: app(`
        let count = 0;
        Route.match(['GET', 'POST'], 'count', () => ++count);
        export const fetch = createFetchHandler({ routes: Route.map() });`),
    answers: { '/count': '200 1', 'POST /count': '200 2' },
  },
  {
    what: 'redirects',
    files: {
      'routes.ts': `import { Route } from 'waymark';
        export default () => { Route.redirect('images/(:any)', 'photos/$1', 301); };`,
      'app.ts': `${HEAD}
        import routes from './routes.ts';
        Route.redirect('old', 'https://photos.test/');
        export const fetch = createFetchHandler({ routes: Route.collect(Route.map(), routes) });`,
    },
    answers: { '/images/a%2Fb': '301 to /photos/a%2Fb', '/old': '303 to https://photos.test/' },
  },
  {
    what: 'handlers in the options whose keys are spelled differently from those of the table',
    files: app(`
        Route.get('b', 'photos/show');
        export const fetch = createFetchHandler({
          routes: { photos: 'photos', '/404': 'x', ...Route.map() },
          handlers: { '/photos': () => 'all', '404': () => 'page', 'GET /b': () => 'b' },
        });`),
    answers: { '/photos': '200 all', '/404': '200 page', '/b': '200 b' },
  },
  {
    what: 'a route file that calls Route',
    files: {
      'routes.ts': `import { Route } from 'waymark';
        let count = 0;
        Route.prefix('admin', () => {
          Route.get('panel', () => 'panel ' + ++count);
          Route.get('other', () => 'other ' + ++count);
        });
        Route.block('plain');`,
      'app.ts': `${HEAD}import './routes.ts';
        export const fetch = createFetchHandler({ routes: Route.map({ elsewhere: '' }) });`,
    },
    answers: { '/admin/panel': '200 panel 1', '/admin/other': '200 other 2', '/plain': BLOCKED },
  },
  {
    what: 'a route file that exports Route.map()',
    files: {
      'routes.ts': `import { Route } from 'waymark';
        Route.get('a', () => 'a');
        export default Route.map({ 'photos/(:num)': 'photos/show/$1' });`,
      'app.ts': `import { createFetchHandler } from 'waymark/fetch';
        import { createControllers } from 'waymark/hmvc';
        import { findFiles } from 'waymark/node';
        import routes from './routes.ts';
        export const fetch = createFetchHandler({
          routes,
          controllers: createControllers(await findFiles(import.meta.dirname)),
        });`,
      ...photos,
    },
    answers: { '/a': '200 a', '/photos/7': '200 {"id":"7"}' },
  },
  {
    what: 'a route file that exports a function',
    files: {
      'handlers.ts': `export const hello = () => 'hello';
        export const wrap = <T>(handler: () => T) => () => ({ wrapped: handler() });`,
      'routes.ts': `import { Route } from 'waymark';
        import { hello, wrap } from './handlers.ts';
        const word: string = 'inline';
        function later() { return word; }
        export default () => {
          const pattern = 'in/(:num)';
          Route.get('hello', hello);
          Route.get('wrapped', {}, wrap(hello));
          Route.get(pattern, 'label', {}, ({ params: [id] }: { params: readonly string[] }) => later() + id);
          for (const name of ['x', 'y']) Route.get(name, 'loop', null, ({ route }) => String(route));
        };`,
      'app.ts': `${HEAD}import routes from './routes.ts';
        const table = Route.collect({ elsewhere: '' }, routes);
        export const fetch = createFetchHandler({ routes: table });`,
    },
    answers: {
      '/hello': '200 hello',
      '/wrapped': '200 {"wrapped":"hello"}',
      '/in/7': '200 inline7',
      '/x': '200 GET x',
      '/y': '200 GET y',
    },
  },
  {
    what: 'definitions in the call',
    files: {
      'app.ts': `${HEAD}import { random } from './random.ts';
        export const fetch = createFetchHandler({ routes: Route.collect(() => { Route.get('a', random); Route.get('b', () => 'b' + random()); }) });`,
      'random.ts': `export const random = () => 4;`,
    },
    answers: { '/a': '200 4', '/b': '200 b4' },
  },
  {
    what: 'a table of strings, and autoRoute',
    files: {
      'routes.json.ts': `export const routes = { 'pictures/(:num)': 'photos/show/$1', '404_override': 'photos' };`,
      'app.ts': `import { createFetchHandler } from 'waymark/fetch';
        import { createControllers } from 'waymark/hmvc';
        import { findFiles } from 'waymark/node';
        import { routes } from './routes.json.ts';
        const files = await findFiles(import.meta.dirname);
        export const fetch = createFetchHandler({ autoRoute: true, maxPathLength: 20, routes, controllers: createControllers(files), });`,
      ...photos,
    },
    answers: {
      '/pictures/7': '200 {"id":"7"}',
      '/photos/show/8': '200 {"id":"8"}',
      '/pictures/123456789012345': '400 Bad Request: too long',
    },
  },
  {
    what: 'handlers in the options',
    files: app(`
        Route.get('a', () => 'first');
        Route.get('b', 'b');
        const handlers = { 'GET a': () => 'second', 'GET b': () => 'b' };
        export const fetch = createFetchHandler({ routes: Route.map(), handlers });`),
    answers: { '/a': '200 second', '/b': '200 b' },
  },
  {
    what: 'a router',
    files: {
      'app.ts': `import { createRouter, Route } from 'waymark';
        import { createFetchHandler } from 'waymark/fetch';
        Route.get('(:any)-(:any)', { as: 'pair' }, ({ params }) => params.join('+'));
        Route.get('constructor', () => 'constructor');
        Route.get('__proto__', () => 'proto');
        export const router = createRouter(Route.map(), { maxPathLength: 100 });
        const served = createFetchHandler({ routes: Route.map() });
        export const fetch = (request: Request) =>
          router.resolve('GET', new URL(request.url).pathname).status === 'found' ? served(request) : null;`,
    },
    answers: { '/a-b': '200 a+b', '/constructor': '200 constructor', '/__proto__': '200 proto' },
  },
  {
    what: 'a middleware in a function, with names of files as they are written',
    files: {
      'app.ts': `import { Route as Routes } from 'waymark';
        import { createFetchMiddleware as create } from 'waymark/fetch';
        import { createControllers as controllersOf } from 'waymark/hmvc';
        import { findFiles as list } from 'waymark/node';
        Routes.get('photos', 'Photos/index');
        const make = async () => create({
          routes: Routes.map(),
          controllers: controllersOf(await list(new URL('.', import.meta.url)), {
            roots: ['application'],
          }),
          base: '/shop',
        });
        export const fetch = await make();`,
      'application/controllers/Photos.ts': photos['application/controllers/photos.ts'],
    },
    answers: { '/shop/photos': '200 all', '/shop/none': 'null', '/photos': 'null' },
  },
  {
    what: 'an overridden method, a context and error pages',
    files: {
      'app.ts': `${HEAD}import { createMethodOverride } from 'waymark/fetch';
        import { createControllers } from 'waymark/hmvc';
        import { findFiles } from 'waymark/node';
        Route.post('photos', () => 'posted');
        Route.get('broken', () => { throw new Error('broken'); });
        export const fetch = createFetchHandler({
          routes: Route.map(), methodOverride: createMethodOverride({ maxFormSize: 1000 }),
          controllers: createControllers(await findFiles(new URL('.', import.meta.url))),
          onError() {},
          errorPages: { 500: 'photos/index' }
        });`,
      ...photos,
    },
    answers: { 'POST /photos': '200 posted', '/broken': '500 all' },
  },
  {
    what: 'modules with routes and views',
    files: {
      'app.ts': `${HEAD}import { createControllers, withModuleRoutes } from 'waymark/hmvc';
        import { findFiles } from 'waymark/node';
        import routes from './routes.ts';
        const folder = new URL('.', import.meta.url);
        const files = await findFiles(folder, { extensions: ['.html'] });
        const table = await withModuleRoutes(Route.collect(routes), files);
        export const fetch = createFetchHandler({ routes: table, controllers: createControllers(files) });`,
      'routes.ts': `import { Route } from 'waymark';\nexport default () => { Route.get('/', () => 'home'); };`,
      'application/modules/blog/config/routes.ts': `import { Route } from 'waymark';
        export default () => { Route.get('blog', 'posts/list'); Route.get('blog/about', () => 'about'); };`,
      'application/modules/blog/views/list.html': '<p>A post',
      'application/modules/blog/controllers/posts.ts': `${CONTROLLER}
        export default class Posts extends Controller { async list() { return (await this.context.load.view<{ default: string }>('list.html')).default; } }`,
      'application/modules/blog/controllers/posts.test.ts': `throw new Error('not bundled');`,
    },
    answers: { '/': '200 home', '/blog': '200 <p>A post', '/blog/about': '200 about' },
  },
  {
    what: 'modules in several folders, which import each other as they are',
    files: {
      'app.ts': `export { fetch } from './src/app';`,
      'src/app.ts': `import { "Route" as Routes } from 'waymark';
        import { createFetchHandler, createMethodOverride } from 'waymark/fetch';
        import { createControllers, withModuleRoutes } from 'waymark/hmvc';
        import { files } from '../files';
        import routes from '../config/routes';
        const { before, after } = { before: 'b', after: 'a' };
        export const table = Routes.collect({ [before]: '', [after]: '' }, routes);
        export const fetch = createFetchHandler({
          routes: await withModuleRoutes(table, files),
          controllers: createControllers(files), methodOverride: createMethodOverride() });`,
      'files.ts': `import { findFiles } from 'waymark/node';
        export const files = await findFiles(import.meta.dirname);`,
      'config/routes.ts': `import { Route } from 'waymark';
        import { word } from './words';
        export default () => {
          Route.get('c', 'c', { meta: { a: 1 } }, () => word);
          Route.get('d', '' as string, {}, false);
        };`,
      'config/words.ts': `export const word = 'c';`,
      'application/modules/blog/config/routes.ts': `import { Route } from 'waymark';
        export default () => { Route.get('blog', () => 'blog'); };`,
    },
    answers: { '/a': BLOCKED, '/c': '200 c', '/blog': '200 blog' },
  },
  {
    what: 'a class of routes, with a default of its own, and a function that defines',
    files: app(`
        class Routes extends Route { protected static override defaultHome = 'start'; }
        function define() { Route.get('a', () => 'a'); }
        export const fetch = createFetchHandler({ routes: Routes.map(Route.collect(define)), handlers: { default_controller: () => 'start' } });`),
    answers: { '/a': '200 a', '/': '200 start' },
  },
  {
    what: 'a router of another one',
    files: {
      'app.ts': `import { createRouter } from 'waymark';
        import { createFetchHandler } from 'waymark/fetch';
        const other = 1;
        const first = createRouter({ a: '' }), own = createRouter({ [String(first.resolve('GET', '/a').status)]: '' });
        export const fetch = createFetchHandler({ routes: {
          'x/(:num)': 'x' }
          , handlers: { 'x/(:num)': ({ params }) => params[0] + own.resolve('GET', '/blocked').status + other } });`,
    },
    answers: { '/x/7': '200 7blocked1' },
  },
  {
    what: 'tables and lists that the module changes after it declares them',
    files: {
      'app.ts': `import { createFetchHandler, createFetchMiddleware } from 'waymark/fetch';
        import { names } from './names.ts';
        const table: Record<string, string> = {};
        table.a = ''; table['b'] = '';
        names.push('c');
        names.forEach((name) => { table[name] = ''; });
        Object.assign(table, { d: '' });
        if (table.a === '') delete table.b;
        let seen = 0;
        export const other = createFetchHandler({ routes: {}, context: () => { seen++; throw seen; } });
        export const fetch = createFetchMiddleware({ routes: table, autoRoute: seen > 0 });`,
      'names.ts': `export const names: string[] = [];`,
    },
    answers: { '/a': BLOCKED, '/b': 'null', '/c': BLOCKED, '/d': BLOCKED },
  },
  {
    what: 'definitions that are reset between two tables',
    files: app(`
        Route.get('x', () => 'one');
        export const first = createFetchHandler({ routes: Route.map() });
        Route.reset();
        Route.get('y', () => 'two');
        export const fetch = createFetchHandler({ routes: Route.map() });`),
    answers: { '/x': BLOCKED, '/y': '200 two' },
  },
  {
    what: 'handlers that are made, each as often as the definition runs',
    files: {
      'app.ts': `${HEAD}import { counter } from './counter.ts';
        import routes from './routes.ts';
        export const fetch = createFetchHandler({ routes: Route.collect(routes, () => {
          Route.resources('own', { only: ['index', 'create_new'] }, counter('own'));
        }) });`,
      'counter.ts': `export const counter = (name: string) => { let count = 0; return () => name + ++count; };`,
      'routes.ts': `import { Route } from 'waymark';
        import { counter } from './counter.ts';
        const part = () => { Route.get('n', counter('n')); };
        export default () => {
          Route.prefix('a', part);
          Route.prefix('b', part);
          Route.resources('photos', { only: ['index', 'create_new'] }, counter('photos'));
        };`,
    },
    answers: {
      ...{ '/a/n': '200 n1', '/b/n': '200 n1', '/a/n?': '200 n2' },
      ...{ '/photos': '200 photos1', '/photos/new': '200 photos2' },
      ...{ '/own': '200 own1', '/own/new': '200 own2' },
    },
  },
  {
    what: 'calls of Route at the top level whose handlers are made',
    files: app(`
        const word = (text: string) => () => text;
        Route.prefix('p', () => {
          Route.get('a', word('a'));
          Route.get('b', (1, word('b')));
        });
        Route.get('c', (() => 'c' /* , */), );
        export const fetch = createFetchHandler({ routes: Route.map() });`),
    answers: { '/p/a': '200 a', '/p/b': '200 b', '/c': '200 c' },
  },
  {
    what: 'destinations and options that are made where the route file sets its variables',
    files: {
      'app.ts': `${HEAD}import routes from './routes.ts';
        export const fetch = createFetchHandler({ routes: Route.collect(routes) });`,
      'routes.ts': `import { Route } from 'waymark';
        let prefix: { name: string } | undefined;
        const nameOf = () => ({ as: prefix!.name });
        export default () => {
          prefix = { name: 'a' };
          Route.get('x', () => 'x');
          Route.get('a', '', nameOf());
        };`,
    },
    answers: { '/x': '200 x', '/a': BLOCKED },
  },
  {
    what: 'enums and namespaces',
    files: app(`
        enum Path { A = 'a', B = 'b' }
        namespace Words { export const first = 'first'; }
        namespace Words { export const second = 'second'; }
        declare module 'waymark' { interface RouteMeta { role: string; } }
        export const fetch = createFetchHandler({ routes: Route.collect({ [Path.A]: '' }, () => {
          Route.get(Path.B, () => Path.B + Words.first + Words.second);
          Route.get(Words.second, ({ status }: { status: Path | null }) => String(status === Path.A || { Words: 1 }.Words === 2));
        }) });`),
    answers: { '/a': BLOCKED, '/b': '200 bfirstsecond', '/second': '200 false' },
  },
  {
    what: 'all ends of lines',
    files: Object.fromEntries(
      ['app.ts', 'routes.ts', 'more.js'].map((name) => {
        const more = `// A separator: \u2028\nconst text = 'in a string: \u2029';\n`;
        const routes = (path: string) =>
          `import { Route } from 'waymark';\n${more}export default () => {\n  Route.get('${path}1', () => '1');\n  Route.get('${path}2', () => '2' + text.length);\n  const given = {};\n  Route.get('${path}3', '', given);\n};\n`;
        const app = `${HEAD}import routes from './routes.ts';import more from './more.js';
          export const fetch = createFetchHandler({ routes: Route.collect(routes, more) });`;
        const text = name === 'app.ts' ? app : routes(name === 'more.js' ? 'b' : 'a');
        return [name, name === 'routes.ts' ? text.replaceAll('\n', '\r') : text];
      }),
    ),
    answers: { '/a1': '200 1', '/a2': '200 214', '/b1': '200 1', '/b2': '200 214' },
  },
  {
    what: 'JSX',
    files: {
      'app.ts': `export { fetch } from './app.jsx';`,
      'app.jsx': `${HEAD}import routes from './routes.tsx';
        const h = (name) => '<' + name + '>';
        const React = { createElement: h };
        Route.get('a', () => <a/>);
        export const fetch = createFetchHandler({ routes: Route.collect(Route.map(), routes) });`,
      'routes.tsx': `import { Route } from 'waymark';
        const React = { createElement: (name: string) => name };
        export default () => { Route.get('b', () => (<b/>) as unknown as string); };`,
    },
    answers: { '/a': '200 <a>', '/b': '200 b' },
  },
];

describe('a bundle answers like the application, without the compiler', () => {
  it.each(FORMS)('for $what', async ({ files, answers }) => {
    const bundled = await bundle(files, { check: false });
    expect(await ask(bundled, ...Object.keys(answers))).toEqual(Object.values(answers));
    expect(COMPILER.exec(bundled.code)).toBeNull();
    expect(bundled.warnings).toEqual([]);
  });

  it('and runs statements that define routes through other modules', async () => {
    const bundled = await bundle({
      'app.ts': `${HEAD}import { register } from './register.js';
        import * as routes from './routes.ts';
        import more from './more';
        const local = { define() { Route.get('h', () => 'member'); } };
        Route.get('a', () => 'own');
        register();
        await routes.define('c');
        more();
        await import('./late.ts');
        local.define();
        export const fetch = createFetchHandler({ routes: Route.map() });`,
      'register.ts': `import { Route } from 'waymark';
        export const register = () => { Route.get('b', () => 'function'); };`,
      'routes.ts': `import { Route } from 'waymark';
        export async function define(path: string) { Route.get(path, () => 'namespace'); }`,
      'more/index.ts': `export { default } from '../deep.ts'; import '../more/index.ts';`,
      'deep.ts': `import { Route } from 'waymark';
        export default () => { Route.get('d', () => 'default'); };`,
      'late.ts': `import { Route } from 'waymark';
        Route.get('e', () => 'imported');`,
    });
    const answers = ['own', 'function', 'namespace', 'default', 'imported', 'member'];
    expect(await ask(bundled, '/a', '/b', '/c', '/d', '/e', '/h')).toEqual(
      answers.map((answer) => `200 ${answer}`),
    );
    expect(bundled.warnings).toEqual([]);
  });

  it('and keeps statements that define routes among others', async () => {
    const bundled = await bundle({
      'app.ts': `${HEAD}import { Routes } from './routes.ts';
        const home = () => 'home';
        if (home.length === 0) Route.get('a', home);
        ['b', 'c'].forEach((name) => Route.get(name, ({ route }) => String(route)));
        let count = 0;
        const lists: (() => void)[] = [];
        lists.push(() => { Route.get('h', () => 'pushed'); });
        for (const name of ['d', 'e']) { count++; Route.get(name, () => count); }
        lists.push(Routes.define);
        function register(path: string) { Route.get(path, ({ route }) => String(route)); }
        register('j'); register('k');
        export const fetch = createFetchHandler({ routes: Route.map(Route.collect(...lists)) });`,
      'routes.ts': `import { Route } from 'waymark';
        export class Routes {
          static word = 'word';
          static define() { Route.get('i', () => Routes.word); }
        }
        for (const name of ['f', 'g']) Route.get(name, () => 'other');`,
    });
    const paths = ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h', '/i', '/j', '/k'];
    const answers = 'home,GET b,GET c,2,2,other,other,pushed,word,GET j,GET k'.split(',');
    expect(await ask(bundled, ...paths)).toEqual(answers.map((text) => `200 ${text}`));
  });

  it('and runs every statement that may define routes', async () => {
    const bundled = await bundle(
      {
        'app.ts': `${HEAD}import { add } from './add.ts';
        import { block } from './block.ts';
        import * as blocks from './block.ts';
        export const done = Route.block('x/1');
        const one = () => Route.block('x/2'), two = () => Route.block('x/3');
        for (const each of [one, two]) each();
        class Api {
          static { Route.block('x/4'); }
          constructor() { Route.block('x/5'); }
        }
        const api = new Api();
        Route?.block?.('x/6');
        add(Route, 'x/7');
        const { any } = Route;
        any('x/8', '');
        Reflect.apply(Route.block, Route, ['x/9']);
        const given = block('x/10');
        if (given) blocks.block('x/11');
        ['x/12'].forEach((path) => block(path));
        const { late } = await import('./late.ts');
        late('x/14');
        for (const method of ['get', 'post'] as const) Route[method]('x/15', () => method2);
        Route['put']('x/16', () => 'brackets');
        const method2 = 'method';
        Route.get('x/(:any)', ({ params }) => params[0]);
        const notCalled = () => Route.block('x/17');
        const lazy = () => import('./lazy.ts');
        export const fetch = createFetchHandler({ routes: Route.map() });
        export const held = [notCalled, api, lazy];`,
        'add.ts': `export const add = (route: { block(path: string): void }, path: string) => route.block(path);`,
        'block.ts': `import { Route } from 'waymark';
        export const block = (path: string) => { Route.block(path); return true; };`,
        'lazy.ts': `import { Route } from 'waymark';
        Route.block('x/17');`,
        'late.ts': `import { Route } from 'waymark';
        Route.block('x/13');
        export const late = (path: string) => Route.block(path);`,
      },
      { check: false },
    );
    const blocks = Array.from({ length: 14 }, (_, index) => `/x/${index + 1}`);
    expect(await ask(bundled, ...blocks)).toEqual(blocks.map(() => BLOCKED));
    const others = ['/x/15', 'POST /x/15', 'PUT /x/16', '/x/17'];
    const answers = ['method', 'method', 'brackets', '17'];
    expect(await ask(bundled, ...others)).toEqual(answers.map((text) => `200 ${text}`));
  });

  it('and finds definitions through every kind of import', async () => {
    const { exports } = await bundle(
      {
        'package.json': '{ "type": "module", "imports": { "#more": "./more.ts" } }',
        'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./lib/*"] } } }',
        'app.ts': `import { existsSync } from 'node:fs';
        import * as waymark from 'waymark';
        import { Route, type Route as Type } from 'waymark';
        import { createFetchHandler } from 'waymark/fetch';
        import { register } from '@/routes';
        import { add } from '#more';
        import { define } from 'team';
        import { R } from './passed.ts';
        import { all } from './all.ts';
        waymark.Route.block('x/1');
        register();
        add('x/4');
        define();
        R.block('x/6');
        all.Route.block('x/7');
        await import('@/late');
        export const methods = waymark.METHODS.map(String);
        export const here = existsSync('x');
        Route.get('x/(:any)', () => 'open');
        export type Static = typeof Type;
        export const fetch = createFetchHandler({ routes: Route.map() });`,
        'lib/routes.ts': `import 'team';
        export { register } from '@/deep';`,
        'lib/deep.ts': `import { Route } from 'waymark';
        export const register = () => { Route.block('x/2', 'x/3'); };`,
        'lib/late.ts': `import { Route } from 'waymark'; Route.block('x/8');`,
        'more.ts': `import { Route } from 'waymark';
        export const add = (path: string) => Route.block(path);`,
        'passed.ts': `export { Route as R, METHODS } from 'waymark';`,
        'all.ts': `export * as all from 'waymark';`,
        'node_modules/team/package.json': '{ "type": "module", "exports": "./index.js" }',
        'node_modules/team/index.js': `import { Route } from 'waymark';
        export const define = () => Route.block('x/5');`,
      },
      { check: false },
    );
    const blocks = Array.from({ length: 8 }, (_, index) => `/x/${index + 1}`);
    const answers = await ask({ exports }, ...blocks, '/x/9');
    expect(answers).toEqual([...blocks.map(() => BLOCKED), '200 open']);
    expect(exports).toMatchObject({ here: false, methods: METHODS });
  });

  it('and keeps the keys of JSON, such as `__proto__`', async () => {
    const json = '{ "__proto__": { "admin": true }, "name": "Ada" }';
    const bundled = await bundle({
      'app.ts': `${HEAD}import { createControllers } from 'waymark/hmvc';
        import { findFiles } from 'waymark/node';
        const files = await findFiles(import.meta.dirname, { extensions: ['.json'] });
        Route.get('a', async () => {
          const { default: data } = (await files['application/views/data.json']!()) as any;
          return [Object.keys(data), Object.getPrototypeOf(data) === Object.prototype, data.admin];
        });
        export const fetch = createFetchHandler({ routes: Route.map(), controllers: createControllers(files) });`,
      'application/views/data.json': json,
    });
    expect(await ask(bundled, '/a')).toEqual(['200 [["__proto__","name"],true,null]']);
  });

  it('and leaves imports alone that only the bundler can find', async () => {
    const bundled = await bundle(
      app(`const load = async (name: string) => import(name);
        const virtual = await import('virtual:words').catch(() => null);
        Route.get('a', () => String(virtual));
        export const fetch = createFetchHandler({ routes: Route.map() });
        export { load };`),
    );
    expect(await ask(bundled, '/a')).toEqual(['200 null']);
  });

  it('and does not mistake a local variable for one that a handler uses', async () => {
    const bundled = await bundle({
      'app.ts': `${HEAD}import { home } from './home.ts';
        const word = 'module';
        const made = (handler: () => string) => handler;
        const routes = () => {
          Route.get('a', () => word);
          Route.get('b', () => home());
          for (const name of ['c', 'd']) Route.get(name, made(() => word));
        };
        function make(word: string) {
          const home = () => word;
          const options = { onError: () => void home() };
          return createFetchHandler({ routes: Route.collect(routes), onError: options.onError });
        }
        export const fetch = make('local');`,
      'home.ts': `export const home = () => 'home';`,
    });
    const answers = ['module', 'home', 'module', 'module'];
    const paths = ['/a', '/b', '/c', '/d'];
    expect(await ask(bundled, ...paths)).toEqual(answers.map((text) => `200 ${text}`));
  });

  it('and waits for handlers', async () => {
    const bundled = await bundle({
      'app.ts': `${HEAD}import './routes.ts';
        import { make } from './make.ts';
        Route.get('a', await make('a'));
        Route.get('b', (await import('./make.ts')).home);
        Route.get('c', ((handler: () => string) => handler)(await make('c')));
        Route.get('d', (() => async () => await 'd')());
        export const fetch = createFetchHandler({ routes: Route.map() });`,
      'routes.ts': `import { Route } from 'waymark';
        import { make } from './make.ts';
        for (const name of ['e', 'f']) Route.get(name, await make('looped'));
        Route.get('g', await make('g'));`,
      'make.ts': `export const make = async (text: string) => () => text;
        export const home = () => 'home';`,
    });
    const paths = ['/a', '/b', '/c', '/d', '/e', '/f', '/g'];
    const answers = ['a', 'home', 'c', 'd', 'looped', 'looped', 'g'];
    expect(await ask(bundled, ...paths)).toEqual(answers.map((text) => `200 ${text}`));
  });

  it('and does not use a handler before its module runs', async () => {
    const bundled = await bundle({
      'app.ts': `${HEAD}import './home.ts';
        import routes from './routes.ts';
        export const fetch = createFetchHandler({ routes: Route.collect(routes) });`,
      'routes.ts': `import { Route } from 'waymark';
        import { home } from './home.ts';
        export const word = 'home';
        export default () => { Route.get('a', home); Route.get('b', String); };`,
      'home.ts': `import { word } from './routes.ts';
        export const home = () => word;`,
    });
    expect(await ask(bundled, '/a', '/b')).toEqual(['200 home', '200 [object Object]']);
  });

  it('and `check` knows the handlers of the options', async () => {
    const bundled = await bundle(
      app(`
        export const fetch = createFetchHandler({ routes: { a: 'nowhere' }, handlers: { a: () => 'a' }, errorPages: { 405: () => '' } });`),
    );
    expect(await ask(bundled, '/a')).toEqual(['200 a']);
    expect(bundled.warnings).toEqual([]);
  });

  it.each(FORMS)('for $what: and as it does without being compiled', async ({ files, answers }) => {
    const bundled = await bundle(files, { compile: false, check: false });
    expect(await ask(bundled, ...Object.keys(answers))).toEqual(Object.values(answers));
    expect(COMPILER.test(bundled.code)).toBe(true);
  });
});
