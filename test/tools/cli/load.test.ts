import { copyFileSync, cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Route } from '../../../src/index.ts';
import { FIXTURES, folderOf, printed, refusal, run } from './run.ts';

const PACKAGE = fileURLToPath(new URL('../../../dist/cjs/index.js', import.meta.url));

/** A table's rows, from `waymark list --json`. */
async function rowsOf(line: string, cwd?: string) {
  const out = await printed(`list ${line} --json`, cwd === undefined ? {} : { cwd });
  return (JSON.parse(out) as { route: string; destination: string; name: string | null }[]).map(
    ({ route, destination, name }) => [route, destination, name],
  );
}

describe('a table is loaded from', () => {
  it.each([
    ['calls of Route, with enums', 'defined.ts', 'GET photos', 'photos/index', 'photos.index'],
    ['a function that defines', 'function.ts', 'GET counted', 'counted/index', null],
    ['a table that is exported', 'table.ts', 'GET a', 'x/y', null],
    ['a table that Route.map made, with its names', 'mapped.ts', 'GET a', 'x/y', 'a'],
    ['an export called routes', 'routes-export.ts', 'a', 'from/routes', null],
    ['Route, where a server is exported', 'server.ts', 'GET served', 'served/index', null],
    ['Route, if a handler is exported', 'handler.ts', 'GET handled', 'handled/index', null],
    ['the route file of an application', 'application', 'GET about', 'welcome/about', null],
    ['the route file of --files', '--files application', 'GET about', 'welcome/about', null],
  ])('%s', async (_, line, ...row) => expect((await rowsOf(line))[0]).toEqual(row));

  it('only a function, without the definitions made while its file was imported', async () => {
    expect(await rowsOf('function.ts')).toHaveLength(1);
  });

  it('the modules of an application too', async () => {
    const row = ['GET gallery', 'gallery/photos/index', 'gallery'];
    expect(await rowsOf('application')).toContainEqual(row);
  });

  it('a file, and the modules of the folder that --files names', async () => {
    const rows = await rowsOf('table.ts --files application');
    expect(rows.map(([route]) => route)).toEqual(['GET a', 'GET gallery']);
  });

  it.each([
    ...['.ts', '.mts', '.js', '.mjs'].map((end) => [end, "export default { a: 'b/c' };"]),
    ...['.cjs', '.js', '.cts'].map((end) => [end, "exports.default = { a: 'b/c' };"]),
  ])('a file that ends with %s: %s', async (end, text) => {
    expect(await rowsOf(`a${end}`, folderOf({ [`a${end}`]: text }))).toEqual([['a', 'b/c', null]]);
  });

  it.each([
    "module.exports = { a: 'b/c' };",
    "module.exports = { routes: { a: 'b/c' } };",
    "exports.routes = () => require('./define.cjs');",
    "module.exports = () => require('./define.cjs');",
  ])('CommonJS: %s', async (text) => {
    const define = `require(${JSON.stringify(PACKAGE)}).Route.any('a', 'b/c');`;
    const cwd = folderOf({ 'a.cjs': text, 'define.cjs': define });
    expect(await rowsOf('a.cjs', cwd)).toEqual([['a', 'b/c', null]]);
  });

  it.each([
    ['the table that is called table', "export const table = { a: 'b/c' };"],
    ['the table of a server', "export const table = { a: 'b/c' }; export default { fetch() {} };"],
    ['routes before table', "export const table = { x: 'y' }, routes = { a: 'b/c' };"],
    ['the default', "export const routes = { x: 'y' }; export default { a: 'b/c' };"],
    ['no handler', "export const routes = { a: 'b/c' }; export default (request) => request;"],
  ])('an application: %s', async (_, text) => {
    expect(await rowsOf('a.mjs', folderOf({ 'a.mjs': text }))).toEqual([['a', 'b/c', null]]);
  });

  it('no function named table', async () => {
    const cwd = folderOf({ 'a.mjs': "export const table = () => { throw new Error('called'); };" });
    expect(await refusal('list a.mjs', { cwd })).toContain('it defines no routes');
  });

  it('a table whose only pattern is named routes or default', async () => {
    const cwd = folderOf({
      'a.cjs': "module.exports = { routes: 'b/c' };",
      'd.mjs': "export default { default: 'e/f' };",
    });
    expect(await rowsOf('a.cjs', cwd)).toEqual([['routes', 'b/c', null]]);
    expect(await rowsOf('d.mjs', cwd)).toEqual([['default', 'e/f', null]]);
  });

  it('a function, whatever it returns', async () => {
    const cwd = folderOf({
      'a.cts': `const { Route } = require(${JSON.stringify(PACKAGE)}); exports.default = () => { Route.any('a', 'b/c'); return Route.map(); };`,
    });
    expect(await rowsOf('a.cts', cwd)).toEqual([['a', 'b/c', null]]);
  });

  it.each([
    ['.cjs', ''],
    ['.js', ''],
    ['.cts', ''],
    ['.cjs', 'module.exports = {};'],
    ['.cjs', "module.exports = { default_controller: 'welcome' };"],
    ['.cjs', 'exports.version = 7;'],
    ['.cts', "exports.version = '7';"],
  ])('the calls of a CommonJS file that exports no rows: %s %s', async (end, exported) => {
    const route = `require(${JSON.stringify(PACKAGE)}).Route`;
    const cwd = folderOf({
      [`a${end}`]: `${route}.any('a', '{default_controller}/c'); ${exported}`,
    });
    const home = exported.includes('welcome') ? 'welcome' : 'home';
    expect(await rowsOf(`a${end}`, cwd)).toEqual([['a', `${home}/c`, null]]);
  });

  it('the calls of a file that uses another copy of the package', async () => {
    const cwd = folderOf({ 'a.cjs': "require('waymark').Route.any('a', 'b/c');" });
    cpSync(join(PACKAGE, '../..'), join(cwd, 'node_modules/waymark/dist'), { recursive: true });
    copyFileSync(
      join(PACKAGE, '../../../package.json'),
      join(cwd, 'node_modules/waymark/package.json'),
    );
    expect(await rowsOf('a.cjs', cwd)).toEqual([['a', 'b/c', null]]);
  });

  it.each<[string, string, string | object]>([
    ['with a byte order mark', 'a.json', '\uFEFF{"a":"b/c"}'],
    ['whatever the case of its name', 'a.JSON', { a: 'b/c', translate_uri_dashes: true }],
  ])('JSON, %s', async (_, name, text) => {
    expect(await rowsOf(name, folderOf({ [name]: text }))).toEqual([['a', 'b/c', null]]);
  });

  it('files that import each other, and wait', async () => {
    const cwd = folderOf({
      'a.ts':
        "import { to } from './b'; const key: string = await to; export default { [key]: to };",
      'b.ts': "export const to: string = 'b/c';",
    });
    expect(await rowsOf('a.ts', cwd)).toEqual([['b/c', 'b/c', null]]);
  });

  it('a file that was already loaded', async () => {
    expect(await rowsOf('defined.ts')).toEqual(await rowsOf('defined.ts'));
  });

  it('the file alone, without earlier definitions', async () => {
    Route.get('before', 'was/before');
    Route.placeholder('id', 'x');
    expect(await rowsOf('server.ts')).toEqual([['GET served', 'served/index', null]]);
    expect(await rowsOf('table.ts')).toEqual([['GET a', 'x/y', null]]);
  });

  it.each([
    'routes.ts',
    'routes.mjs',
    'config/routes.js',
    'application/routes.ts',
    'application/config/routes.ts',
    'framework/config/routes.cjs',
  ])('the usual place in an application: %s', async (name) => {
    const text = name.endsWith('.cjs')
      ? "exports.default = { a: 'b/c' };"
      : "export default { a: 'b/c' };";
    expect(await rowsOf('.', folderOf({ [name]: text }))).toEqual([['a', 'b/c', null]]);
  });

  it.each<[string, Record<string, string | object>]>([
    ['its folder first', { 'routes.json': { a: 'b/c' }, 'application/routes.json': { d: 'e' } }],
    ['no folder', { 'routes.ts/readme.md': '', 'config/routes.json': { a: 'b/c' } }],
  ])('the usual place in an application: %s', async (_, files) => {
    expect(await rowsOf('.', folderOf(files))).toEqual([['a', 'b/c', null]]);
  });

  it('the roots that --roots names', async () => {
    const cwd = folderOf({
      'one/routes.json': { a: 'b/c' },
      'one/modules/m/config/routes.cjs': "module.exports = { m: 'x/y' };",
      'two/modules/n/config/routes.cjs': "module.exports = { n: 'x/y' };",
      'application/routes.json': { z: 'z/z' },
      'application/modules/z/config/routes.cjs': "module.exports = { y: 'x/y' };",
    });
    const rows = await rowsOf('. --roots two,one', cwd);
    expect(rows.map(([, destination]) => destination)).toEqual(['b/c', 'n/x/y', 'm/x/y']);
  });
});

describe('--set', () => {
  it.each(['defined.ts', 'function.ts', 'table.ts', 'mapped.ts', 'application'])(
    "sets the table's settings: %s",
    async (file) => {
      const line = `${file} --set default_controller=front --set 404_override=errors/none`;
      const { out } = await run(`match GET / ${line}`);
      expect(out).toContain("goes to 'front' by 'default_controller'");
      const missing = await run(`match GET /no/such ${line}`);
      expect(missing.out).toContain("404_override is 'errors/none'");
    },
  );

  it('keeps the rows and their names', async () => {
    const rows = await rowsOf('mapped.ts --set 404_override=errors/none');
    expect(rows).toEqual([['GET a', 'x/y', 'a']]);
  });

  it('is not a route by itself', async () => {
    const err = await refusal('list nothing.ts --set 404_override=errors/none');
    expect(err).toContain('it defines no routes');
  });
});

describe('a table on standard input', () => {
  it.each([
    ['list -', 'a '],
    ['match GET /a -', "goes to 'b/c'"],
    ['check -', 'in 1 row'],
    ['reach b/c -', 'GET '],
    ['examples -', '/a'],
    ['diff table.ts -', '/a'],
    ['diff - table.ts', '/a'],
    ['table -', '"a": "b/c"'],
    ['types -', 'declare module'],
    ['openapi -', '"/a"'],
    ['list - --set default_controller=home', 'default_controller: home'],
    ['list - --files application', 'gallery'],
  ])('is read as JSON: %s', async (line, text) => {
    const { out, err } = await run(line, { input: '\uFEFF{"a":"b/c"}' });
    expect(err).toBe('');
    expect(out).toContain(text);
  });

  it.each([
    ['list -', '', /^waymark list: standard input: .*JSON/],
    ['list -', '[]', /^waymark list: standard input: a JSON table is one object/],
    ['list -', '{}', /^waymark list: standard input: it defines no routes\. Write patterns and/],
    ['list -', '{"a(":"b"}', /^waymark list: standard input: createRouter, table key 'a\('/],
    ['url a -', '{"a":"b"}', /standard input has no names, since JSON does not carry them/],
  ])('is named in errors: %s with %j', async (line, input, message) => {
    expect(await refusal(line, { input })).toMatch(message);
  });

  it('is not a file named -', async () => {
    const cwd = folderOf({ '-': '' });
    expect((await run('list -', { cwd, input: '{"a":"b"}' })).status).toBe(0);
  });
});

describe('a table without a row is an error', () => {
  it.each([
    ...['list', 'match GET /a', 'check', 'reach a/b', 'examples', 'diff table.ts', 'url a'],
    ...['table', 'types', 'openapi'],
  ])('for the command %s', async (command) => {
    const cwd = folderOf({ 'empty.cjs': '', 'table.ts': "export default { a: 'b' };" });
    expect(await refusal(`${command} empty.cjs`, { cwd })).toBe(
      `waymark ${command.split(' ')[0]}: empty.cjs: it defines no routes. Export a table or a function that calls Route, or call Route as the file is loaded\n`,
    );
  });

  it.each([
    ['an empty object', 'a.json', { 'a.json': {} }, 'a.json: it defines no routes. Write patterns'],
    [
      'settings alone',
      'a.JSON',
      { 'a.JSON': { default_controller: 'a', '/404_override': 'b' } },
      'a.JSON: it defines no routes. Write patterns and destinations, such as "photos/(:num)"',
    ],
    [
      'a function that defines nothing',
      'a.ts',
      { 'a.ts': 'export default () => ({});' },
      'a.ts: it defines no routes. Export a table',
    ],
    [
      'an application',
      'app',
      { 'app/routes.ts': 'export default {};', 'app/modules/m/config/routes.js': '' },
      'app/routes.ts: it defines no routes, and neither do the modules in app. Export a table',
    ],
    [
      'this folder',
      '.',
      { 'routes.json': {} },
      'routes.json: it defines no routes, and neither do the modules in this folder. Write',
    ],
  ])('and names the loaded file: %s', async (_, line, files, message) => {
    const err = await refusal(`list ${line} --set 404_override=a`, { cwd: folderOf(files) });
    expect(err).toContain(`waymark list: ${message}`);
  });

  it('unless a module of its application has one', async () => {
    const cwd = folderOf({
      'routes.json': { default_controller: 'home' },
      'application/modules/m/config/routes.cjs': "module.exports = { m: 'x/y' };",
    });
    expect(await rowsOf('.', cwd)).toEqual([['m', 'm/x/y', null]]);
  });
});

describe('a missing table argument', () => {
  it.each(['config/routes.json', 'application/config/routes.js'])(
    'is suggested if an application has it: %s',
    async (file) => {
      const err = await refusal('list', { cwd: folderOf({ [file]: '{}' }) });
      expect(err).toContain(`the folder of an application, such as ${file}\n`);
    },
  );

  it('is looked for in the given roots', async () => {
    const cwd = folderOf({ 'one/routes.ts': '' });
    expect((await run('list --roots one', { cwd })).err).toContain('such as one/routes.ts\n');
    expect((await run('list', { cwd })).err).toContain('the folder of an application\n');
  });
});

describe('a file that cannot be loaded is reported with status 2 and without a stack', () => {
  it.each([
    ['a file that is not there', 'nope.ts', 'there is no file or folder nope.ts'],
    ['a folder that is not there', '--files nope', 'there is no file or folder nope'],
    ['no file at all', '', 'give a route file, a JSON table or the folder of an application'],
    ['two folders', 'application --files application', 'are both folders'],
    ['a file as a folder', '--files table.ts', 'is a file; it takes the folder of an application'],
    ['a file as both', 'table.ts --files table.ts', 'is a file; it takes the folder'],
    ['a file without routes', 'nothing.ts', 'nothing.ts: it defines no routes. Export a table or'],
    ['a promise', 'promise.ts', 'Route.collect, argument 2: the callback returned a promise'],
    ['a folder without routes', 'application/application/controllers', 'there is no route file in'],
  ])('%s', async (_, line, message) => {
    const err = await refusal(`list ${line}`);
    expect(err).toContain(`waymark list: `);
    expect(err).toContain(message);
    expect(err).not.toMatch(/^ +at /m);
  });

  const EXPORT = /a\.cts: it has 'export =', which is not read\. Write export default in its place/;

  async function expectRefusal(line: string, files: Record<string, string | object>, text: RegExp) {
    const err = await refusal(`list ${line}`, { cwd: folderOf(files) });
    expect(err).toMatch(text);
    expect(err).not.toMatch(/^ +at /m);
  }

  it('names the places where it looked for a route file', async () => {
    const { err } = await run('list .', { cwd: folderOf({ 'a/b': '' }) });
    expect(err).toContain('there is no route file in this folder');
    expect(err).toContain(
      'looked for routes, config/routes, application/routes, application/config/routes, framework/routes, framework/config/routes, each with .ts, .mts, .cts, .js, .mjs, .cjs, .json.',
    );
  });

  it.each([
    ['JSON that is none', 'a.json', '{', /a\.json: .*JSON/],
    ['JSON that is nothing', 'a.json', 'null', /a\.json: a JSON table is one object/],
    ['JSON that is a text', 'a.json', '"a"', /a\.json: a JSON table is one object/],
    ['JSON that is a list', 'a.json', '[]', /a\.json: a JSON table is one object/],
    ['JSON with a number', 'a.json', '{"a":1}', /a\.json: .*, table key 'a': its destination is 1/],
    ['a bad row', 'a.json', '{"a(":"b"}', /^waymark list: a\.json: createRouter, table key 'a\('/],
    [
      'a function that returns a table',
      'a.ts',
      "export default () => ({ a: 'b/c' });",
      /a\.ts: its function returns a table, which is not read\. Export the table itself/,
    ],
    ['a class', 'a.ts', 'export default class {}', /a\.ts: .*argument 2: the callback is a class/],
    ['another export', 'a.cts', "export = { a: 'b/c' };", EXPORT],
    [
      'another export, and calls',
      'a.cts',
      "import { Route } from 'waymark';\nRoute.block('a');\nexport = Route.map({ b: 'c/d' });",
      EXPORT,
    ],
    ['PHP', 'a.php', '<?php', /a\.php: a PHP file is imported first: waymark import/],
    ['another file', 'a.txt', '', /a\.txt: it is neither a route file \(\.ts, .*\) nor/],
    ['bad syntax', 'a.ts', 'const a =\n\n  ;', /list: a\.ts:3: ParseError: Unexpected token\n$/],
    ['what it throws', 'a.ts', '\nthrow new Error("no\\nmore");', /list: a\.ts:2: no\n$/],
    ['what is no error', 'a.ts', 'throw "thrown";', /list: a\.ts: thrown\n$/],
    ['a lost import', 'a.ts', 'import "./lost";', /list: a\.ts:1: Cannot find module '\.\/lost'\n/],
    [
      'an error whose stack has URLs',
      'a.ts',
      "throw Object.assign(new Error('no'), { stack: `E\\n    at f (${import.meta.url}:7:1)` });",
      /list: a\.ts:7: no\n/,
    ],
    [
      'an error without a stack',
      'a.ts',
      "throw Object.assign(new Error('no'), { stack: undefined });",
      /list: a\.ts: no\n/,
    ],
  ])('%s', async (_, name, text, message) => {
    await expectRefusal(name, { [name]: text }, message);
  });

  it.each<[string, Record<string, string | object>, string, RegExp]>([
    [
      'an error in a file that it imports',
      { 'a.ts': 'import "./b/c";', 'b/c.ts': '\n\nnull.x;' },
      'a.ts',
      /list: b\/c\.ts:3: Cannot read/,
    ],
    [
      'an error in a package',
      { 'a.js': 'import "p";', 'node_modules/p/index.js': 'throw new Error("from p");' },
      'a.js',
      /list: a\.js.*: from p\n/,
    ],
    [
      'a module whose routes are wrong',
      { 'routes.json': {}, 'application/modules/m/config/routes.js': 'export default 7;' },
      '.',
      /application\/modules\/m\/config\/routes\.js: it exports 7/,
    ],
  ])('%s', async (_, files, line, message) => {
    await expectRefusal(line, files, message);
  });

  it('shows the whole message of waymark, with its caret, and the line of the route file', async () => {
    const err = await refusal('list wrong.ts');
    const before = readFileSync(join(FIXTURES, 'wrong.ts'), 'utf8').split("Route.get('posts/(")[0];
    const line = before.split('\n').length;
    expect(err).toBe(
      [
        `waymark list: wrong.ts:${line}: Route.get('posts/(:nmu)'): there is no placeholder (:nmu).`,
        '  posts/(:nmu)',
        '         ^',
        "Write (:num), or define it first with Route.placeholder('nmu', …). See npx waymark help bad-placeholder.",
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['of a route file', 'wrong.ts', 'WaymarkError: Route\\.get', / +at .*wrong\.ts:\d/],
    ['of a wrong command line', 'nope.ts', '(?:Usage)?Error: there is no', / +at /],
  ])('shows the stack with --debug: %s', async (_, file, start, line) => {
    const stack = new RegExp(`^waymark list: ${start}.*\\n(?:.*\\n)*?${line.source}`);
    expect((await run(`list ${file} --debug`)).err).toMatch(stack);
  });

  it('shows a value thrown without a stack with --debug', async () => {
    const cwd = folderOf({ 'a.ts': 'throw "thrown";' });
    expect((await run('list a.ts --debug', { cwd })).err).toBe('waymark list: thrown\n');
  });
});
