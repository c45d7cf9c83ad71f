/** Code that can't be compiled stops the build, with its place and a way to fix it. */
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapping } from 'node:module';
import { describe, expect, it } from 'vitest';
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

const HANDLERS: readonly [string, string, string][] = [
  [
    'a constant of the function',
    `export default () => {
      const word = 'hello';
      Route.get('a', () => word);
    };`,
    "routes.ts:4: the handler of 'GET a' uses word, a local variable of the function around it. Declare what the handler uses at the top level",
  ],
  [
    'a variable of a loop',
    `export default () => {
      for (const name of ['a', 'b'])
        Route.get(name, () => name);
    };`,
    "routes.ts:4: the handler of 'GET a' uses name, a local variable",
  ],
  [
    'a variable that it changes',
    "export default () => {\n let count = 0;\n Route.get('a', () => { count = 1; });\n};",
    "routes.ts:4: the handler of 'GET a' uses count, a local variable",
  ],
  [
    'a parameter of a function around the call',
    `const page = (path: string, handler: () => string) => Route.get(path, handler);
    export default () => page('a', () => 'a');`,
    "routes.ts:2: the handler of 'GET a' uses handler, a local variable",
  ],
  ...[
    ['this', '(this as unknown)'],
    ['arguments', 'arguments.length'],
    ['new.target', '[import.meta.url, new.target].length'],
  ].map(([name, code]): [string, string, string] => [
    `the ${name} of a function`,
    `export default function (this: unknown) {\n Route.get('a', () => ${code});\n}`,
    `routes.ts:3: the handler of 'GET a' uses ${name}, which only the function around it has`,
  ]),
  [
    'the super of a method',
    `const routes = { define() { Route.get('a', () => super.toString()); } };
    export default () => routes.define();`,
    "routes.ts:2: the handler of 'GET a' uses super, which only the function around it has",
  ],
  [
    'an enum of the function',
    `export default () => {
      enum Word { Hello = 'hello' }
      Route.get('a', () => Word.Hello);
    };`,
    "routes.ts:4: the handler of 'GET a' uses Word, a local variable of the function around it",
  ],
  [
    'a variable that the function sets',
    `let word = '';
    export default () => {
      word = 'hello';
      Route.get('a', () => word);
    };`,
    "routes.ts:5: the handler of 'GET a' uses word, which the function around it sets. Set it at the top level of the module: the function around it does not run in the bundle",
  ],
  [
    'a list that the function changes, through another function',
    `const menu: { title?: string }[] = [{}];
    const show = () => menu.length;
    export default () => {
      menu[0]!.title = 'Home';
      Route.get('a', () => show());
    };`,
    "routes.ts:6: the handler of 'GET a' uses menu, which the function around it sets",
  ],
  [
    'a variable that the callback of a prefix sets',
    `let count = 0;
    export default () => Route.prefix('a', () => {
      ++count;
      Route.get('b', () => count);
    });`,
    "routes.ts:5: the handler of 'GET a/b' uses count, which the function around it sets",
  ],
  [
    'another name of Route',
    `class Routes extends Route {}
    export default () => Routes.get('a', () => 'a');`,
    "routes.ts:3: the handler of 'GET a' is not written in a call of Route here. Write it in the call, Route.get(",
  ],
];

const CALLS: readonly [string, string, string][] = [
  [
    'a function around it that the module does not call',
    `${HEAD}export const make = (table: Record<string, string>) =>
      createRouter(table);`,
    "app.ts:4: createRouter can't be compiled: the module is loaded without reaching this call. Call it at the top level of the module, or wait there for the function around it",
  ],
  [
    'a function around it that nobody waits for',
    `${HEAD}async function main() {
      await new Promise(() => {});
      return createRouter({ a: '' });
    }
    export const waiting = main();`,
    "app.ts:5: createRouter can't be compiled: the module is loaded without reaching this call",
  ],
  [
    'code before it that throws',
    `${HEAD}throw new Error('no database');
    export const router = createRouter({ a: '' });`,
    "app.ts:4: createRouter can't be compiled: app.ts:3: no database. The build runs the module up to this call, so keep everything before it free of side effects",
  ],
  [
    'another name of the function',
    `${HEAD}const create = createRouter;
    export const router = create({ a: '' });`,
    "app.ts:3: createRouter can't be compiled: it is not called here. Call it with its table and options in place",
  ],
  [
    'options that are not written in the call',
    `${HEAD}const options = { routes: Route.map() };
    export const fetch = createFetchHandler(options);`,
    "app.ts:4: createFetchHandler can't be compiled: its options are not written in the call",
  ],
  [
    'options with a spread',
    `${HEAD}const more = {};
    export const fetch = createFetchHandler({ routes: Route.map(), ...more });`,
    'its options are not written in the call, without spreads',
  ],
  [
    'options with a computed name',
    `${HEAD}export const fetch = createFetchHandler({ ['routes']: Route.map() });`,
    'its options are not written in the call, without spreads',
  ],
  ...[
    ['no options', 'createFetchHandler()'],
    ['a table whose arguments are spread', 'createRouter(...([{}] as const))'],
    ['no table', "createFetchHandler({ base: '/a' })"],
  ].map(([what, call]): [string, string, string] => [
    what,
    `${HEAD}export const made = ${call};`,
    'it has no table',
  ]),
];

/** An application whose route file exports a function with a statement. */
const inRoutes = (statement: string): FilesOf => ({
  'app.ts': APP,
  'routes.ts': ROUTES(`export default () => {\n  ${statement}\n};`),
});

const TABLES: readonly [string, FilesOf, string][] = [
  ['a pattern with a mistake', inRoutes("Route.get('a(', 'b');"), 'routes.ts:3: Route.get('],
  ['code that throws', inRoutes("throw new Error('no');"), 'routes.ts:3: no'],
  [
    'a destination that leads nowhere',
    inRoutes("Route.get('a', 'b');"),
    "waymark-tools/plugin: routes.ts:3:9: The destination of 'GET a', 'b', leads to no file or action; put a controller at 'application/controllers/b.ts' with a method index",
  ],
  ['a module with a mistake', { 'app.ts': APP, 'routes.ts': 'export const a = ;' }, 'routes.ts:'],
  [
    'a handler that is in a table alone',
    {
      'app.ts': `import { createRouter, Route } from 'waymark';
        import table from './table.ts';
        export const router = createRouter(table);`,
      'table.ts': `import { createRequire } from 'node:module';
        const { Route } = createRequire(import.meta.url)('waymark');
        const made = Route.collect(() => Route.get('a', () => 'a'));
        export default made;`,
    },
    "table.ts:3: the handler of 'GET a' is not written in a call of Route here",
  ],
];

describe('a build is stopped', () => {
  it.each(HANDLERS)('by a handler that uses %s', async (_what, body, message) => {
    expect(await refusalOf({ 'app.ts': APP, 'routes.ts': ROUTES(body) })).toContain(message);
  });

  it.each(CALLS)('by a call with %s', async (_what, app, message) => {
    expect(await refusalOf({ 'app.ts': app })).toContain(message);
  });

  it.each(TABLES)('by a table with %s', async (_what, files, message) => {
    expect(await refusalOf(files)).toContain(message);
  });
});

describe('a bundle throws at once', () => {
  const late = "'x'].forEach((path) => Route.block(path))";

  it.each<[string, string, string, number]>([
    ['if its call runs again', 'export const other = make();', 'this call ran a second time', 4],
    ['if Route is called after its table was compiled', "Route.block('x');", AFTER, 4],
    ['if a callback calls it', `[${late};`, AFTER, 4],
    ['if another name of it is called', "const { block } = Route; block('x');", AFTER, 4],
    ['if another module calls it', "(await import('./late.ts')).late('x');", AFTER, 4],
  ])('%s', async (_, code, problem, line) => {
    const app = `${HEAD}Route.get('x', () => 'open');
      const make = () => createRouter(Route.map());
      export const router = make();
      ${code}`;
    const files = {
      'app.ts': app,
      'late.ts': ROUTES('export const late = (path: string) => Route.block(path);'),
    };
    const error = await bundle(files, { check: false }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'WaymarkError', where: `app.ts:${line}` });
    expect(String(error)).toContain(problem);
    // The line of the call, and not one of the package.
    const frame = String(Object(error).stack).split('\n    at ')[1] ?? '';
    const [, url = '', ...place] = /(file:.+)\?.+?:(\d+):(\d+)/.exec(frame) ?? [];
    const [, map = ''] = readFileSync(new URL(url), 'utf8').split('base64,');
    const [row = 0, column = 0] = place.map((count) => Number(count) - 1);
    const entry = new SourceMap(JSON.parse(atob(map))).findEntry(row, column);
    const { originalSource, originalLine } = entry as SourceMapping; // the cast: the map has it
    expect(`${originalSource}:${originalLine + 1}`).toMatch(/app\.ts:[4-7]$|late\.ts:2$/);
  });
});

const AFTER = 'Route is called after this table was compiled. Define the route before this call';

describe('a build is not stopped', () => {
  it('by what the option exclude leaves alone', async () => {
    const app = `${HEAD}export const make = (table: Record<string, string>) => createRouter(table);`;
    const { warnings, code } = await bundle({ 'app.ts': app }, { exclude: /app\.ts$/ });
    expect(warnings).toEqual([]);
    expect(code).toContain('createRouter(table)');
  });

  it("by a handler's own `this`, variables and functions", async () => {
    const { exports } = await bundle(
      {
        'app.ts': APP,
        'routes.ts': ROUTES(`export default function () {
        Route.get('a', function (this: unknown) { return this === undefined; });
        Route.get('b', () => { const own = (n: number) => n; class A { b = this; } return [own(1), A]; });
      }`),
      },
      { check: false },
    );
    const fetch = exports.fetch as (request: Request) => Promise<Response>; // the module exports it
    expect((await fetch(new Request('http://localhost/b'))).status).toBe(200);
  });

  it('by what a handler changes, and what runs in the bundle', async () => {
    const bundled = await bundle({
      'app.ts': `${HEAD}
        let count = 0;
        let made = '';
        const seen = new Set<string>();
        const make = () => {
          made = 'made';
          return createFetchHandler({ routes: Route.collect(() => {
            Route.get('a', () => [++count, made, seen.add('a').size].join());
          }) });
        };
        export const fetch = make();`,
    });
    expect(await ask(bundled, '/a', '/a')).toEqual(['200 1,made,1', '200 2,made,1']);
  });

  it('by a table that waits, which stays in the bundle if it is exported', async () => {
    const { code, exports } = await bundle({
      'app.ts': `${HEAD}export const table = Route.collect({ [await Promise.resolve('a')]: '' }, () => {});
        export const fetch = createFetchHandler({ routes: table });`,
    });
    expect(Object.keys(Object(exports.table))).toContain('a');
    expect(code).toContain('createCompiledRouter(JSON.parse(');
  });

  it('by a mistake in a module, which the bundler reports', async () => {
    const problem = await refusalOf({ 'app.ts': `${HEAD}export const = 1;` });
    expect(problem).toContain('Expected identifier');
  });
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
      expect.stringMatching(/^routes\.ts:\d:15: .*\(replaced\)$/),
      expect.stringMatching(/^routes\.ts:5:15: .*\(parameter-syntax\)$/),
    ]);
  });

  it.each([
    ['of a handler', "Route.get('list', () => Object.keys(Route.map()));", 2],
    ['of a table', "const table = Route.map(); Route.get('list', () => Object.keys(table));", 2],
    ['of another value', 'const names = Object.keys(Route.map()); console.info(names.length);', 2],
    ['only of routers', "Route.get('a', () => 'a');", null],
    [
      'of routers, after changes',
      "const table = Route.map(); table.b = ''; const all = { ...table }; createRouter(all);",
      null,
    ],
    ['of routers and exports', 'const table = Route.map(); export { table };', null],
    [
      'of routers through functions',
      'const f = () => g(); const g = () => Route.map(); createRouter(f());',
      null,
    ],
  ])('of Route.map if it is the table %s', async (_, code, line) => {
    const { warnings } = await bundle(
      {
        'app.ts': `import { createRouter, Route } from 'waymark';
${code}
        export const router = createRouter(Route.map({ '404_override': 'x' }));`,
      },
      { check: false },
    );
    const problem = 'Route.map needs the definitions, which do not run in the bundle';
    const warning = `app.ts:${line}: ${problem}. Pass functions that define routes to Route.collect`;
    expect(warnings).toEqual(line === null ? [] : [warning]);
  });

  it('of Route.url and of findFiles with a local variable', async () => {
    const { warnings } = await bundle({
      'app.ts': `${HEAD}import { findFiles } from 'waymark/node';
        Route.get('a', { as: 'a' }, () => Route.url('a'));
        Route.get('b', () => String(Route.named('a')));
        export const list = (folder: string) => findFiles(folder);
        export const later = () => findFiles('.');
        export const fetch = createFetchHandler({ routes: Route.map() });`,
    });
    expect(warnings).toEqual([
      'app.ts:6: findFiles stays in the bundle, and reads folders at run time: it uses folder, a local variable',
      'app.ts:7: findFiles stays in the bundle, and reads folders at run time: the module is loaded without reaching it',
      'app.ts:4: Route.url needs the definitions, which do not run in the bundle. Use context.url',
      'app.ts:5: Route.named needs the definitions, which do not run in the bundle. Use context.url',
    ]);
  });
});
