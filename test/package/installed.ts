/** Tests the installed tarball: `npm run package`. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pack, type Tarballs } from '../support/pack.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'waymark-package-'));
const app = join(folder, 'app');
let tarballs: Tarballs;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const TSC = join(root, 'node_modules/typescript/bin/tsc');

/** Runs a command and returns its output. Throws an error with the output if it fails. */
function run(command: string, args: readonly string[], cwd = app): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { message, stdout } = error as Error & { stdout: string }; // nothing else is thrown
    throw new Error(`${message}\n${stdout}`);
  }
}

const tool = (name: string, ...args: readonly string[]) =>
  run(join(root, 'node_modules/.bin', name), args, root);

function write(name: string, text: string | object): void {
  writeFileSync(join(app, name), typeof text === 'string' ? text : JSON.stringify(text));
}

/** The files and lines in which tsc finds mistakes, with its defaults and these options. */
function mistakesIn(files: Readonly<Record<string, string>>, options: object = {}): string[] {
  for (const [name, text] of Object.entries(files)) write(name, text);
  write('tsconfig.json', {
    compilerOptions: { noEmit: true, ...options },
    files: Object.keys(files),
  });
  const { stdout } = spawnSync(process.execPath, [TSC], { cwd: app, encoding: 'utf8' });
  const places = Array.from(stdout.matchAll(/^(\S+)\((\d+),/gm), ([, ...at]) => at.join(':'));
  return [...new Set(places)].sort();
}

before(() => {
  mkdirSync(app);
  tarballs = pack(folder);
  write('package.json', { private: true });
  run('npm', ['install', '--no-audit', '--no-fund', tarballs.library]);
});
after(() => rmSync(folder, { recursive: true }));

/** Uses every entry for applications, with types that a compiler checks. */
const LIBRARY = `
  Route.get('posts/(:num)', 'posts/show/$1', { as: 'post' });
  const router: Router = createRouter(Route.map());
  const answer: Resolution = router.resolve('GET', '/posts/7');
  if (answer.status !== 'found') throw new Error(answer.status);
  class Posts extends Controller { show(id: string) { return 'post ' + id; } }
  const files: Files = { 'application/controllers/posts.ts': async () => ({ default: Posts }) };
  const request = new Request('http://localhost/posts/7');
  const context: HttpContext = { request, base: '', headers: new Headers(), url: () => '/posts/7' };
  cookies(context).set('seen', '7');
  if (redirect(context, { name: 'post' }).status !== 303 || !context.headers.has('set-cookie')) throw new Error('http');
  const handle = createFetchHandler({ routes: Route.map(), controllers: createControllers(files) });
  void Promise.all([handle(new Request('http://localhost/posts/7')), findFiles('.')]).then(
    async ([response, found]) =>
      console.log(answer.destination, await response.text(), typeof found, Route.url('post', [7])),
  );
`;
const IMPORTS = `
  import { createRouter, Route, type Resolution, type Router } from 'waymark';
  import { createFetchHandler } from 'waymark/fetch';
  import { Controller, createControllers, type Files } from 'waymark/hmvc';
  import { cookies, type HttpContext, redirect } from 'waymark/http';
  import { findFiles } from 'waymark/node';
`;
/** The output of {@link LIBRARY}. */
const PRINTED = 'posts/show/7 post 7 object /posts/7\n';

const TOOLS = `
  import { createRouter } from 'waymark';
  import { importRoutes, type Imported } from 'waymark-tools/import';
  import { check, type Finding } from 'waymark-tools/inspect';
  void (async () => {
    const findings: readonly Finding[] = await check({ 'posts/(:any)': 'posts/$1', 'posts/new': 'posts/create' });
    const { code }: Imported = importRoutes("<?php $route['a'] = 'b';", { file: 'routes.php' });
    console.log(findings.length > 0, code.includes('a'), typeof createRouter);
  })();
`;

const withoutTypes = (text: string) =>
  text
    .replaceAll(/, type \w+/g, '')
    .replaceAll(/(const [^=:]+): [^=]+ =/g, '$1 =')
    .replace('(id: string)', '(id)');
const required = (text: string) =>
  text.replaceAll(/import ({.*}) from ('.*');/g, 'const $1 = require($2);');

describe('the library alone', () => {
  it('installs at most 3 packages and 1.2 MB', () => {
    const modules = join(app, 'node_modules');
    const packages = readdirSync(modules).filter((name) => !name.startsWith('.'));
    assert.deepEqual(packages.sort(), ['cookie', 'path-to-regexp', 'waymark']);
    const files = readdirSync(modules, { recursive: true, withFileTypes: true });
    const sizes = files
      .filter((file) => file.isFile())
      .map((file) => statSync(join(file.parentPath, file.name)).size);
    const size = sizes.reduce((sum, each) => sum + each, 0);
    assert.ok(size < 1_200_000, String(size));
  });

  it('has a command that says how to install the tools', () => {
    const { status, stdout, stderr } = spawnSync('npx', ['--no', 'waymark', 'check'], {
      ...{ cwd: app, encoding: 'utf8' },
    });
    assert.equal(
      stderr,
      'The command waymark is in the package waymark-tools, which is not installed here. ' +
        `Run: npm install --save-dev waymark-tools@${version}\n`,
    );
    assert.equal(stdout, '');
    assert.equal(status, 2);
  });

  after(() => run('npm', ['install', '--no-audit', '--no-fund', tarballs.tools]));
});

describe('the packed packages', () => {
  for (const name of ['library', 'tools'] as const) {
    it(`pass publint: the ${name}`, () => {
      tool('publint', 'run', tarballs[name], '--strict');
    });

    it(`have types in every module resolution: the ${name}`, () => {
      tool(
        'attw',
        tarballs[name],
        '--profile',
        'node16',
        ...(name === 'tools' ? ['--exclude-entrypoints', './cli'] : []),
      );
    });
  }

  it('can be imported', () => {
    write('app.mjs', withoutTypes(IMPORTS + LIBRARY));
    assert.equal(run('node', ['app.mjs']), PRINTED);
  });

  it('can be required: as ES modules, or else as CommonJS', () => {
    write('app.cjs', required(withoutTypes(IMPORTS + LIBRARY)));
    assert.equal(run('node', ['app.cjs']), PRINTED);
    assert.equal(run('node', ['--no-experimental-require-module', 'app.cjs']), PRINTED);
    write('where.cjs', "console.log(require.resolve('waymark'))");
    const where = run('node', ['--no-experimental-require-module', 'where.cjs']);
    assert.match(where, /dist\/cjs\/index\.js\n$/);
  });

  it('has importable tools, and a command', () => {
    write('tools.mjs', withoutTypes(TOOLS));
    assert.equal(run('node', ['tools.mjs']), 'true true function\n');
    write('tools.cjs', required(withoutTypes(TOOLS)));
    assert.equal(run('node', ['tools.cjs']), 'true true function\n');
    // Without the dashes, npx would print npm's version.
    assert.equal(run('npx', ['--no', '--', 'waymark', '--version']), `${version}\n`);
    assert.match(run('npx', ['--no', 'waymark', 'help', 'bad-key']), /^# bad-key\n/);
  });

  for (const name of ['waymark-tools/import', 'waymark-tools/inspect']) {
    it(`explains that ${name} is an ES module if require can't load it`, () => {
      write('tool.cjs', `require('${name}')`);
      const message = `Error: ${name} is an ES module, and require can't load one here: use it`;
      assert.throws(
        () => run('node', ['--no-experimental-require-module', 'tool.cjs']),
        ({ message: text }: Error) => text.includes(message),
      );
    });
  }

  it("has a command that runs the application's routes in every form", () => {
    const routes =
      "import { Route } from 'waymark';\nexport default () => {\n" +
      "  Route.get('users/(:num)', 'users/show/$1', { as: 'user', meta: { role: 'admin' } });\n" +
      "  Route.get('(:any)-(:any)', 'posts/show/$2');\n};\n";
    write('own-routes.ts', routes);
    write('waymark.config.ts', "export default { routes: 'own-routes.ts' };\n");
    assert.match(
      run('npx', ['--no', 'waymark', 'list', '--meta', 'role=admin']),
      /users\/show\/\$1/,
    );
    const table = run('npx', ['--no', 'waymark', 'table']);
    assert.deepEqual(Object.keys(JSON.parse(table)).slice(1), [
      'GET users/(:num)',
      'GET (:any)-(:any)',
    ]);
    write(
      'compiled.mjs',
      `import './tables.mjs';
       import { createRouter, Route } from 'waymark/compiled';
       import routes from './compiled-routes.mjs';
       const router = createRouter(Route.collect(routes));
       console.log(router.resolve('GET', '/users/7').meta.role, router.resolve('GET', '/my-post').destination);`,
    );
    const compile = () =>
      run('npx', ['--no', 'waymark', 'compile', 'compiled.mjs', '-o', 'tables.mjs']);
    write('compiled-routes.mjs', routes);
    assert.throws(
      compile,
      /'GET users\/\(:num\)' is defined by the Route of 'waymark', which is not compiled/,
    );
    write('compiled-routes.mjs', routes.replace("'waymark'", "'waymark/compiled'"));
    compile();
    assert.equal(run('node', ['compiled.mjs']), 'admin posts/show/post\n');
  });

  it("writes names that compile with tsc's defaults", () => {
    run('npx', ['--no', 'waymark', 'types', '-o', 'route-names.d.ts']);
    const code = (params: string) =>
      `import { Route } from 'waymark';\nexport const url: string = Route.url('user', ${params});\n`;
    const files = {
      ...{ 'route-names.d.ts': readFileSync(join(app, 'route-names.d.ts'), 'utf8') },
      ...{ 'right.ts': code('[7]'), 'no-list.ts': code('[{}]') },
      ...{ 'none.ts': code('[]'), 'two.ts': code('[7, 8]') },
    };
    assert.deepEqual(mistakesIn(files), ['no-list.ts:2', 'none.ts:2', 'two.ts:2']);
  });

  it("has meta that an application declares, checked with tsc's defaults", () => {
    const declared =
      "import { createRouter, Route } from 'waymark';\n" +
      "declare module 'waymark' {\n  interface RouteMeta { role: 'admin' | 'editor' }\n}\n";
    const uses = (role: string) =>
      `${declared}Route.prefix('a', { meta: { role: ${role} } }, () => Route.get('b', 'c'));\n` +
      "const answer = createRouter(Route.map()).resolve('GET', '/a/b');\n" +
      "export const role: 'admin' | 'editor' | undefined = answer.status === 'found' ? answer.meta?.role : undefined;\n";
    const files = { 'right.ts': uses("'admin'"), 'misspelled.ts': uses("'admni'") };
    assert.deepEqual(mistakesIn(files), ['misspelled.ts:5']);
  });

  it("has a context that an application declares, checked with tsc's defaults", () => {
    const uses = (context: string, member: string) =>
      "import { Route } from 'waymark';\n" +
      "import { createFetchHandler } from 'waymark/fetch';\n" +
      "declare module 'waymark' {\n  interface AddedContext { user: string | null }\n}\n" +
      `Route.get('me', ({ ${member} }): string | null => ${member});\n` +
      `export const fetch = createFetchHandler({ routes: Route.map()${context} });\n`;
    const files = {
      'right.ts': uses(", context: () => ({ user: 'ada' })", 'user'),
      'missing.ts': uses('', 'user'),
      'empty.ts': uses(', context: () => ({})', 'user'),
      'number.ts': uses(', context: () => ({ user: 5 })', 'user'),
      'unknown.ts': uses(", context: () => ({ user: 'ada' })", 'admin'),
    };
    const mistakes = ['empty.ts:7', 'missing.ts:7', 'number.ts:7', 'unknown.ts:6'];
    assert.deepEqual(mistakesIn(files), mistakes);
  });

  it("types a handler's params by its pattern, checked with tsc's defaults", () => {
    const code = (pattern: string) =>
      `import { Route } from 'waymark';\nRoute.get(${pattern}, ({ params }): string => params[0].concat(params[1]));\n`;
    const files = {
      ...{ 'right.ts': code("'a/(:num)/(:any)'"), 'one.ts': code("'a/(:num)'") },
      'nested.ts': code("'a/(:num)/(b|c)'"),
      'unknown.ts': code("'a/(:num)' as string"),
    };
    const found = mistakesIn(files, { noUncheckedIndexedAccess: true });
    assert.deepEqual(found, ['nested.ts:2', 'one.ts:2', 'unknown.ts:2']);
  });

  for (const [module, moduleResolution] of [
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    it(`compiles, with its declarations: moduleResolution ${moduleResolution}`, () => {
      write('library.mts', IMPORTS + LIBRARY);
      write('library.cts', IMPORTS + LIBRARY);
      write('tools.mts', TOOLS);
      write('tools.cts', TOOLS);
      write('tsconfig.json', {
        compilerOptions: {
          ...{ module, moduleResolution, target: 'es2023', lib: ['es2024', 'dom'], types: [] },
          ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
        },
        include: ['*.mts', '*.cts'],
      });
      run(process.execPath, [TSC, '-p', app]);
    });
  }
});

it('the library has no script', () => {
  const published = JSON.parse(
    run('tar', ['-xOf', tarballs.library, 'package/package.json'], folder),
  );
  assert.equal(Object.hasOwn(published, 'scripts'), false);
  // A clone still has one after packing.
  assert.match(readFileSync(join(root, 'package.json'), 'utf8'), /"prepare":/);
});

it('an install without development dependencies succeeds, and builds nothing', () => {
  const other = join(folder, 'bare');
  run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, other], folder);
  run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], other);
  assert.ok(!existsSync(join(other, 'dist')));
});
