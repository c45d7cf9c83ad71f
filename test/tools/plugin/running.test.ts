/** The build runs every statement that defines routes or fills a table, in any form. */
import { describe, expect, it } from 'vitest';
import { ask, bundle, type FilesOf, installWaymark } from './bundle.ts';

installWaymark();

const ROUTE = `import { Route } from 'waymark';\n`;
const HEAD = `${ROUTE}import { createFetchHandler } from 'waymark/fetch';\n`;
const OPEN = `Route.get('x/(:any)', () => 'open');\n`;
const END = `${OPEN}export const fetch = createFetchHandler({ routes: Route.map() });\n`;
/** A module with functions that block paths, and a class. */
const BLOCKS = `${ROUTE}
  export const block = (...paths: string[]) => Route.block(paths[0]!);
  export const all = [block, () => Route.block('x/2')];
  export class Blocks {
    constructor(path = 'x/1') { Route.block(path); }
    static again(path: string) { Route.block(path); }
  }
  export const tag = ([path]: TemplateStringsArray) => Route.block(String(path));
  export const page = { get title() { Route.block('x/1'); return 'title'; } };
  export const at = (path: string) => (_target: unknown, _context: unknown) => { Route.block(path); };
  export default () => Route.block('x/1');`;
const FIRST = `${ROUTE}Route.block('x/1'); export const word = 'word';`;

const USED = "import { at, block, Blocks, page, tag } from './blocks.ts';\n";

/** Statements that use the module; they block `x/1`, and nothing else. */
const USES: readonly [string, string][] = [
  ['a tagged template', 'tag`x/1`;'],
  ['a call with a cast', "(block as Function)('x/1');"],
  ['another name of a function', "const b = block; b('x/1');"],
  [
    'a call of an own function that takes one',
    'const run = (f: typeof block) => f("x/1"); run(block);',
  ],
  ['a loop over a list of functions', "for (const each of [block]) each('x/1');"],
  ['a getter', 'page.title;'],
  ['a class', 'class Own extends Blocks {} new Own();'],
  ['a decorator of a class', "@at('x/1') class Own {} export { Own };"],
  ['a decorator of a method', "class Own { @at('x/1') show() {} } export { Own };"],
  [
    'a method that a static block calls',
    "class Own { static add() { block('x/1'); } static { const own = this; own.add(); } }",
  ],
  [
    'a method that a static member calls',
    "class Own { static add() { block('x/1'); } static added = this.add(); }",
  ],
  ['a local function', "{ const f = () => block('x/1'); f(); }"],
  ['a function in a namespace', "namespace N { const f = () => block('x/1'); f(); }"],
  [
    'a function that the value of a constant calls',
    "const once = (f: () => void) => { f(); return 1; }; export const done = once(() => { block('x/1'); });",
  ],
  ['a computed name of a method', "export const own = { [String(block('x/1'))]() {} };"],
  ['an assignment', "let done; done = block('x/1');"],
];

/** The statements of an application; they block `x/1`, and nothing else. */
const IMPORTED: readonly [string, string, FilesOf?][] = [
  ...USES.map(([what, code]): [string, string] => [what, USED + code]),
  [
    'the members of a namespace',
    "import * as blocks from './blocks.ts'; const { block } = blocks; block('x/1');",
  ],
  ['a variable of another statement', "{ var path = 'x/1'; } Route.block(path);"],
  [
    'a function that imports a module',
    "async function load() { (await import('./blocks.ts')).default(); } await load();",
  ],
  [
    'a list of functions that import modules',
    "for (const load of [() => import('./blocks.ts')]) (await load()).default();",
  ],
  ['an import whose path is a template', 'await import(`./first.ts`);'],
  ['imports with template values', "for (const name of ['first']) await import(`./${name}.ts`);"],
  ['imports of joined paths', "for (const name of ['first']) await import('./' + name + '.ts');"],
  [
    'an import with a comment, in another module',
    "import { load } from './next.ts'; await load();",
    { 'next.ts': "export const load = () => import(/* webpackChunkName: 'a' */ './first.ts');" },
  ],
  [
    'an import of a folder, in another module',
    "import { load } from './next.ts'; await load('first');",
    {
      'next.ts': 'export const load = (name: string) => import(`./lib/${name}.ts`);',
      'lib/first.ts': FIRST,
    },
  ],
  ['an import used elsewhere', "import { word } from './first.ts'; export const same = word;"],
  ['an export from another module', "export { word } from './first.ts';"],
  ['an export of all of another module', "export * from './first.ts';"],
  ['an import() of waymark', "const { Route: Own } = await import('waymark'); Own.block('x/1');"],
  [
    'a dynamic import of waymark in another module',
    "import { add } from './add.ts'; await add();",
    { 'add.ts': "export const add = async () => (await import('waymark')).Route.block('x/1');" },
  ],
  [
    'a CommonJS module',
    "import { add } from './add.cjs'; add();",
    { 'add.cjs': "const { Route } = require('waymark'); exports.add = () => Route.block('x/1');" },
  ],
  [
    'a CommonJS module in TypeScript',
    "import { add } from './add.cjs'; add();",
    { 'add.cts': `${ROUTE}export const add = () => Route.block('x/1');` },
  ],
  [
    'a package of a package',
    "import { boot } from 'team'; boot();",
    {
      'node_modules/team/package.json': '{ "type": "module", "exports": "./index.js" }',
      'node_modules/team/index.js': "import 'bare'; import 'other'; export * from 'routes';",
      'node_modules/other/package.json': '{ "type": "module", "exports": "./index.js" }',
      'node_modules/other/index.js': '',
      'node_modules/bare/index.js': '',
      'node_modules/routes/package.json':
        '{ "type": "module", "exports": "./index.js", "peerDependencies": { "waymark": "*" } }',
      'node_modules/routes/index.js': `${ROUTE}export const boot = () => Route.block('x/1');`,
    },
  ],
];

describe('the build runs statements that define routes', () => {
  it.each(IMPORTED)('through %s', async (_, code, files = {}) => {
    const bundled = await bundle(
      { 'app.ts': `${HEAD}${code}\n${END}`, 'blocks.ts': BLOCKS, 'first.ts': FIRST, ...files },
      { check: false },
    );
    expect(await ask(bundled, '/x/1', '/x/2')).toEqual(['404 Not Found', '200 open']);
  });

  it('in JavaScript, where an import without uses still runs', async () => {
    const bundled = await bundle({
      'app.ts': "export { fetch } from './app.js';",
      'app.js': `${HEAD}import { word } from './first.ts';\n${END}`,
      'first.ts': FIRST,
    });
    expect(await ask(bundled, '/x/1', '/x/2')).toEqual(['404 Not Found', '200 open']);
  });

  it('without modules that are missing', async () => {
    const bundled = await bundle({
      'app.ts': `${HEAD}import { load } from './load.ts';\n${END}export { load };`,
      'load.ts': '// import(`./none/${name}.ts`)\nexport const load = () => {};',
    });
    expect(await ask(bundled, '/x/1')).toEqual(['200 open']);
  });

  it('in the order of their imports', async () => {
    const bundled = await bundle(
      {
        'app.ts': `${HEAD}import { word } from './second.ts';\nimport './first.ts';
        export const same = word;\n${END}`,
        'first.ts': FIRST,
        'second.ts': `${ROUTE}Route.get('x/(:num)', () => 'number'); export const word = '';`,
      },
      { check: false },
    );
    expect(await ask(bundled, '/x/1', '/x/a')).toEqual(['200 number', '200 open']);
  });

  it('without imports that are types alone', async () => {
    const types = `${FIRST} export type Word = string; export class Kind {}`;
    const bundled = await bundle({
      'app.ts': `${HEAD}import type { Word } from './first.ts';
        import { type Word as Same } from './first.ts';
        import { Kind } from './first.ts';
        export type { Word } from './first.ts';
        export const kinds: (Kind | Same | Word)[] = [];\n${END}`,
      'first.ts': types,
    });
    expect(await ask(bundled, '/x/1')).toEqual(['200 open']);
  });
});

const HANDLER = 'createFetchHandler({ routes: { ...Route.map() } })';

it.each([
  ['a function', `function make() { return ${HANDLER}; }`, 'make()'],
  [
    'a function that waits',
    'async function make() { return createFetchHandler({ routes: await Promise.resolve(Route.map()) }); }',
    'await make()',
  ],
  [
    'a short name',
    "import { createFetchHandler as c } from 'waymark/fetch'; const make = () => c({routes:Route.map()});",
    'make()',
  ],
  ['a class', `class App { fetch = ${HANDLER}; }`, 'new App().fetch'],
])(
  'the build makes the table of a function after the routes of its module for %s',
  async (_, make, made) => {
    const bundled = await bundle({
      'app.ts': `${HEAD}${make}\nRoute.block('x/1');\n${OPEN}export const fetch = ${made};`,
    });
    expect(await ask(bundled, '/x/1', '/x/2')).toEqual(['404 Not Found', '200 open']);
  },
);

const TABLE = 'const table: Record<string, string> = {};';
const BUILDER = `class Builder {
  readonly table: Record<string, string> = {};
  on(path: string) { this.table[path] = ''; return this; }
}`;

/** The statements that block `x/1`, and the expression of the table if that is another. */
const FILLED: readonly [string, string, string?][] = [
  ['a function', "function add() { table['x/1'] = ''; } add();"],
  [
    'a function that another one calls',
    "const add = (path: string) => { table[path] = ''; }; const fill = () => { ['x/1'].forEach(add); }; fill();",
  ],
  ['an async function', "const add = async () => { table['x/1'] = ''; }; await add();"],
  ['an imported function', "import { fill } from './fill.ts'; fill(table);"],
  ['another name', "const { same } = { same: table }; same['x/1'] = '';"],
  [
    'Reflect, beside a function that reads it',
    "Reflect.set(table, 'x/1', ''); export const first = () => table['x/1'];",
  ],
  ['a builder', `${BUILDER} const builder = new Builder(); builder.on('x/1');`, 'builder.table'],
  ['another module', "import { registry } from './fill.ts'; registry.on('x/1');", 'registry.table'],
  [
    'a function of the same declaration',
    `const make = () => { ${TABLE} return { add: (path: string) => { table[path] = ''; }, all: () => table }; };
    const { add, all } = make(); add('x/1');`,
    'all()',
  ],
];

it.each(FILLED)(
  'the build runs statements that fill a table by %s',
  async (_, code, made = 'table') => {
    const { exports } = await bundle({
      'app.ts': `import { createRouter } from 'waymark';\n${TABLE} ${code}
        export const router = createRouter({ ...${made}, 'x/(:any)': 'open' });`,
      'fill.ts': `export const fill = (table: Record<string, string>) => { table['x/1'] = ''; };
        export ${BUILDER}\nexport const registry = new Builder();`,
    });
    const { resolve } = exports.router as { resolve(method: string, path: string): unknown }; // the module exports it
    expect(resolve('GET', '/x/1')).toMatchObject({ status: 'blocked' });
    expect(resolve('GET', '/x/2')).toMatchObject({ status: 'found' });
  },
);

it.each([
  ['Route', "Route.block('x/1');"],
  ['another module', "block('x/1');"],
  ['a list', "['x/1'].forEach(block);"],
  ['the options', "const given = { paths: ['x/1'] }; block(...given.paths);"],
])('the build runs the function around a router with its calls of %s', async (_, call) => {
  const bundled = await bundle(
    {
      'app.ts': `${HEAD}import { block } from './blocks.ts';
        function make(base: string) {
          ${call}
          ${OPEN}
          return createFetchHandler({ routes: Route.map(), base });
        }
        export const fetch = make('/shop');`,
      'blocks.ts': BLOCKS,
    },
    { check: false },
  );
  expect(await ask(bundled, '/shop/x/1', '/shop/x/2')).toEqual(['404 Not Found', '200 open']);
  expect(bundled.warnings).toEqual([]);
});
