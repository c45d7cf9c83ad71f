/** `waymark compile`: the tables of a program, for a bundle without the plugin. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Route } from '../../../src/index.ts';
import { type Installed, installedApplication } from '../../support/installed.ts';
import { run } from './run.ts';

let installed: Installed;
beforeAll(() => {
  installed = installedApplication('compile');
  installed.write('package.json', '{"type":"module"}');
});
afterAll(() => installed.remove());

const ROUTES = (body: string) => `import { Route } from 'waymark/compiled';
export default () => {
  ${body}
};
`;
const APP = `import './tables.js';
import { createRouter, Route } from 'waymark/compiled';
import routes from './routes.js';
export const router = createRouter(Route.collect(routes));
`;

/** Asks the program, in a process of its own. */
function ask(path: string): object {
  const code = `const { router } = await import('./app.js');
    console.log(JSON.stringify(router.resolve('GET', ${JSON.stringify(path)})));`;
  const args = ['--input-type=module', '--eval', code];
  return JSON.parse(
    execFileSync(process.execPath, args, { cwd: installed.folder, encoding: 'utf8' }),
  );
}

it('writes a module that the program imports', async () => {
  const { folder: cwd } = installed;
  installed.write('app.js', APP);
  installed.write('routes.js', ROUTES("Route.get('(:any)-(:any)', { as: 'pair' }, () => 'pair');"));
  const { status, err } = await run('compile app.js -o tables.js', { cwd });
  expect([status, err]).toEqual([0, expect.not.stringContaining('compile:')]);
  const text = readFileSync(join(cwd, 'tables.js'), 'utf8');
  expect(text).toMatch(/^\/\/ Written by waymark compile from app\.js\.\nimport \{ addTables \}/);
  expect(ask('/a-b')).toMatchObject({ params: ['a', 'b'], name: 'pair' });
  // Node imports a module once.
  installed.write('second.js', APP);
  expect((await run('compile second.js', { cwd })).out).toBe(text.replace('app.js', 'second.js'));
});

it('leaves the tables of before as they are if the program is wrong', async () => {
  installed.write('fails.js', "throw new Error('no');\n");
  const kept = installed.write('kept.js', '// kept\n');
  const { status } = await run('compile fails.js -o kept.js', { cwd: installed.folder });
  expect([status, readFileSync(kept, 'utf8')]).toEqual([2, '// kept\n']);
});

it.each(['t.json', 't.txt', 'tables', 't.d.ts.map'])('writes no module to %s', async (name) => {
  const { folder: cwd } = installed;
  installed.write('fine.js', "throw new Error('run');\n");
  const { status, err } = await run(`compile fine.js -o ${name}`, { cwd });
  expect([status, err]).toEqual([
    2,
    expect.stringContaining(
      `${name} would not be a module that a program can import; write a name that ends in .js, .mjs, .cjs, .ts or .mts\n`,
    ),
  ]);
  expect(existsSync(join(cwd, name))).toBe(false);
});

it.each(['new.mjs', 'new.cjs', 'new.ts', 'new.mts'])('writes a module to %s', async (name) => {
  const { folder: cwd } = installed;
  // Node imports a module once.
  const program = `for-${name}.js`;
  installed.write(program, APP.replace('./tables.js', `./${name}`));
  const { status, err } = await run(`compile ${program} -o ${name}`, { cwd });
  expect([status, err]).toEqual([0, expect.not.stringContaining('compile:')]);
  expect(readFileSync(join(cwd, name), 'utf8')).toContain('addTables(');
});

it('writes a module to new.cjs that a CommonJS program can run', async () => {
  const { folder: cwd } = installed;
  installed.write('for-common.js', APP.replace('./tables.js', './common.cjs'));
  await run('compile for-common.js -o common.cjs', { cwd });
  expect(() =>
    execFileSync(process.execPath, ['common.cjs'], { cwd, stdio: 'pipe' }),
  ).not.toThrow();
});

it.each([
  ['a module without a router', 'compile none.js -o new.js', 'none.js: it makes no router'],
  [
    'a module that makes its router with the package',
    'compile real.js -o new.js',
    "real.js: it makes no router as it starts. Import createRouter, createFetchHandler and Route from 'waymark/compiled' in every file",
  ],
  [
    'a module whose routes import the package',
    'compile half.js -o new.js',
    "half.js: 'GET half' is defined by the Route of 'waymark', which is not compiled",
  ],
  [
    'a module that is wrong',
    'compile wrong.js -o new.js',
    'wrong.js:2: no, before it makes a router',
  ],
])('refuses %s', async (_, line, message) => {
  installed.write('none.js', 'export default 1;\n');
  installed.write('real.js', APP.replace('waymark/compiled', 'waymark'));
  installed.write('half.js', APP.replace('./routes.js', './half-routes.js'));
  installed.write(
    'half-routes.js',
    "import { Route } from 'waymark';\nexport default () => Route.get('half', () => 'half');\n",
  );
  installed.write('wrong.js', "import 'waymark';\nthrow new Error('no');\n");
  // The process of the tests doesn't end, so the program would be waited for.
  const ending = setInterval(() => process.emit('beforeExit', 0), 10);
  const { status, err } = await run(line, { cwd: installed.folder });
  clearInterval(ending);
  expect([status, err]).toEqual([2, expect.stringContaining(message)]);
  expect(existsSync(join(installed.folder, 'new.js'))).toBe(false);
  Route.reset();
});

/** Node imports it itself, so it gets the package and not the module that records. */
const NATIVE = "import { Route } from 'waymark';\n";

// Each with files of its own, since Node imports a module once.
it.each([
  [
    'a module beside Route.map',
    'mapped',
    "Route.block('debug/x');",
    "import './mapped-routes.mjs';\nexport const router = createRouter(Route.map());",
  ],
  [
    'a function inside Route.collect',
    'collected',
    "export default () => Route.block('debug/x');",
    "import routes from './collected-routes.mjs';\nexport const router = createRouter(Route.collect(routes));",
  ],
])('refuses routes of the Route that is not compiled: %s', async (_, name, routes, program) => {
  installed.write(`${name}-routes.mjs`, NATIVE + routes);
  installed.write(
    `${name}.mjs`,
    `import { createRouter, Route } from 'waymark/compiled';\n${program}\n`,
  );
  const { status, err } = await run(`compile ${name}.mjs`, { cwd: installed.folder });
  expect([status, err]).toEqual([
    2,
    expect.stringContaining(
      `${name}.mjs: 'debug/x' is defined by the Route of 'waymark', which is not compiled. Import Route from 'waymark/compiled' in every file`,
    ),
  ]);
  Route.reset();
});

it('compiles a program next to a table of its own that another package makes', async () => {
  installed.write(
    'native.mjs',
    `${NATIVE}export const table = Route.collect(() => Route.block('a'));`,
  );
  installed.write(
    'beside.mjs',
    `import { table } from './native.mjs';
import { createRouter, Route } from 'waymark/compiled';
export const router = createRouter(Route.collect(() => Route.get('b', 'b')));
export { table };
`,
  );
  expect((await run('compile beside.mjs', { cwd: installed.folder })).status).toBe(0);
});
