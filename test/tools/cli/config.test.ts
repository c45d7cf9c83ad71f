/** Files that commands load by default: `waymark.config.ts`, and the usual places. */
import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderOf, patternsOf, printed, refusal, run } from './run.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const TABLE = "export default { 'found/(:num)': 'b/$1' };";
const FOUND = ['found/(:num)'];

/** The table in the form that a file with this name has. */
const textFor = (file: string) =>
  file.endsWith('.json')
    ? { 'found/(:num)': 'b' }
    : TABLE.replace('export default', file.endsWith('.cjs') ? 'module.exports =' : '$&');

describe('without an argument, a command reads', () => {
  it.each(['routes.ts', 'routes.json', 'src/routes.ts', 'src/routes.cjs', 'app/routes.mjs'])(
    '%s, and says so',
    async (file) => {
      const err = `Reading ${file}.\n`;
      expect(await patternsOf({ [file]: textFor(file) })).toEqual({ err, patterns: FOUND });
    },
  );

  it.each([
    [['app/routes.ts', 'src/routes.ts', 'routes.json'], 'routes.json'],
    [['app/routes.ts', 'src/routes.ts'], 'src/routes.ts'],
    [['routes.json', 'routes.ts'], 'routes.ts'],
  ])('the first of %j', async (files, first) => {
    const all = Object.fromEntries(files.map((file) => [file, '']));
    expect((await patternsOf({ ...all, [first]: textFor(first) })).err).toBe(`Reading ${first}.\n`);
  });

  it.each([
    ['match GET /found/7', "goes to 'b/7'"],
    ['check', 'in 1 row'],
    ['reach b/7', '/found/7'],
    ['examples', '/found/'],
    ['table', '"found/(:num)": "b/$1"'],
    ['types', 'declare module'],
    ['openapi', '"/found/{p1}"'],
  ])('the same for every command: %s', async (line, text) => {
    const { out, err } = await run(line, { cwd: folderOf({ 'src/routes.ts': TABLE }) });
    expect(err).toBe('Reading src/routes.ts.\n');
    expect(out).toContain(text);
  });

  it.each([
    ['url photo 7', '/photos/7'],
    ['url photo 7 routes.ts', '/photos/7'],
    ['url photos', '/photos'],
  ])('the file for waymark url, whose last argument is then a param: %s', async (line, url) => {
    const define = `import { Route } from '${ROOT}dist/index.js';
      Route.get('photos/(:num)', 'photos/$1', { as: 'photo' });
      Route.get('photos', 'photos', { as: 'photos' });`;
    expect((await run(line, { cwd: folderOf({ 'routes.ts': define }) })).out).toBe(`${url}\n`);
  });

  it('nothing if waymark url names an existing file', async () => {
    const cwd = folderOf({ 'routes.ts': TABLE, 'other/readme.md': '' });
    expect((await run('url photo other', { cwd })).err).toContain('no route file in other');
    expect((await run('url photo lost.ts', { cwd })).err).toContain('no file or folder lost.ts');
  });
});

describe('waymark.config.ts', () => {
  const config = (settings: object) => ({
    'waymark.config.ts': `export default ${JSON.stringify(settings)};`,
  });

  it.each(['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'])('may end with %s', async (end) => {
    const text = end.startsWith('.c')
      ? "exports.default = { routes: 'r.ts' };"
      : "export default { routes: 'r.ts' };";
    expect(await patternsOf({ 'r.ts': TABLE, [`waymark.config${end}`]: text })).toEqual({
      err: `Reading r.ts, as waymark.config${end} says.\n`,
      patterns: FOUND,
    });
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['be CommonJS', { 'waymark.config.cjs': "module.exports = { routes: 'r.ts' };" }],
    [
      'leave options undefined',
      { 'waymark.config.ts': "export default { routes: 'r.ts', files: undefined };" },
    ],
    ['precede the usual places', { ...config({ routes: 'r.ts' }), 'routes.ts': '' }],
    ['be beside such a folder', { ...config({ routes: 'r.ts' }), 'waymark.config.mjs/a': '' }],
  ])('may %s', async (_, files) => {
    expect((await patternsOf({ ...files, 'r.ts': TABLE })).patterns).toEqual(FOUND);
  });

  it('may name the members of meta that guards read, for check', async () => {
    const define = `import { Route } from '${ROOT}dist/index.js';
      Route.get('a', 'x/y', { meta: { role: 'admin', title: 'A' } });
      Route.get('b', 'x/y', { meta: { role: 'admin' } });
      Route.get('c', 'x/y');`;
    const files = { 'routes.ts': define, ...config({ guards: ['role'] }) };
    const { out } = await run('check', { cwd: folderOf(files) });
    expect(out).toContain("error (unguarded): GET /c reaches the action 'x/y' of 'GET a'");
    expect(out).not.toContain('GET /b');
  });

  const APPLICATION = {
    'app/one/routes.json': { found: 'b' },
    'app/one/modules/m/config/routes.cjs': "module.exports = { m: 'x/y' };",
    'app/routes.json': { top: 'b' },
  };

  it.each<[string, object, string, string[], string]>([
    ['an application', { files: 'app' }, 'list', ['top'], 'the application in app'],
    ['roots', { files: 'app/.', roots: ['one'] }, 'list', ['top', 'm'], 'the application in app/.'],
    [
      'a route file, and the application that it is for',
      { routes: 'app/one/routes.json', files: 'app', roots: ['one'] },
      'list',
      ['found', 'm'],
      'app/one/routes.json',
    ],
    ['routes that are a folder', { routes: 'app' }, 'list', ['top'], 'app'],
    ['no file, with an argument', { routes: 'lost.ts' }, 'list app/routes.json', ['top'], ''],
    ['no folder, with another one', { files: 'lost' }, 'list app --roots one', ['top', 'm'], ''],
    [
      'roots, unless they are given',
      { files: 'app', roots: ['lost'] },
      'list --roots one',
      ['top', 'm'],
      'the application in app',
    ],
    ['no folder of the table, with --files', { files: 'lost' }, 'list --files app', ['top'], ''],
  ])('says %s', async (_, settings, line, patterns, read) => {
    const err = read === '' ? '' : `Reading ${read}, as waymark.config.ts says.\n`;
    const found = await patternsOf({ ...APPLICATION, ...config(settings) }, line);
    expect(found).toEqual({ err, patterns });
  });

  it.each([
    ['', 'one; 404_override: config'],
    ['--set default_controller=two', 'two; 404_override: config'],
    ['--set 404_override=two', 'one; 404_override: two'],
  ])('sets what --set does not: %s', async (line, shown) => {
    const set = { default_controller: 'one', '404_override': 'config', translate_uri_dashes: true };
    const cwd = folderOf({ ...config({ set }), 'routes.ts': TABLE });
    const { out } = await run(`list ${line}`, { cwd });
    expect(out).toContain(`1 row; default_controller: ${shown}; translate_uri_dashes: true`);
  });

  it.each([
    ['', { autoRoute: true }, true],
    ['--no-auto-route', { autoRoute: true }, false],
    ['--auto-route', { autoRoute: false }, true],
    ['', {}, false],
  ])('sets autoRoute unless an option overrides it: %s %j', async (line, settings, auto) => {
    const cwd = folderOf({ ...config(settings), 'routes.ts': TABLE });
    expect((await run(`match GET /q/r ${line}`, { cwd })).out.includes('(autoRoute)')).toBe(auto);
  });

  it.each([
    ['', '7/a1'],
    ['--constant A=b', 'b/a1'],
    ['--constant B=c', '7/ac'],
  ])('has constants for import: %s', async (line, to) => {
    const cwd = folderOf({
      ...config({ constant: { A: 7, B: true } }),
      'routes.php': "<?php $route['x'] = A . '/a' . B;",
    });
    expect(await printed(`import routes.php ${line}`, { cwd })).toContain(`'${to}'`);
  });

  it('adds no modules to the tables of diff', async () => {
    const cwd = folderOf({ ...APPLICATION, ...config({ files: 'app', roots: ['one'] }) });
    const out = await printed('diff app/routes.json app/routes.json', { cwd });
    expect(out).toBe('Every request is answered alike.\n');
  });

  it.each([
    ['', 'the application that it names'],
    ['--files app --roots one', 'that of an option'],
    ['app/routes.json --files app', 'a file with that of an option'],
  ])('diff %s compares a table with %s', async (line) => {
    const settings = line === '' ? { files: 'app', roots: ['one'] } : { roots: ['one'] };
    const statusOf = async (table: object) => {
      const cwd = folderOf({ ...APPLICATION, ...config(settings), 'before.json': table });
      return (await run(`diff before.json ${line}`.trim(), { cwd })).status;
    };
    expect(await statusOf({ top: 'b', m: 'm/x/y' })).toBe(0);
    expect(await statusOf({ top: 'b' })).toBe(1);
  });

  it.each([
    ['', "it exports undefined by default. Write export default { routes: 'src/routes.ts' }"],
    ['7', 'it exports 7 by default'],
    ['[]', 'it exports an array by default'],
    ['{ route: 1 }', "'route' is not an option. Write routes; known options: routes, files"],
    ['{ zzzzzz: 1 }', "'zzzzzz' is not an option. The known options: routes"],
    ['{ ["__proto__"]: 1 }', "'__proto__' is not an option"],
    ['{ routes: 7 }', 'routes is 7. Write a path such as src/routes.ts'],
    ['{ files: true }', "files is true. Write the application's folder"],
    ["{ roots: 'a' }", "roots is 'a'. Write a list of folders"],
    ['{ roots: [7] }', 'roots is an array. Write a list of folders'],
    ['{ set: 7 }', 'set is 7. Write an object of default_controller,'],
    ['{ set: { a: "b" } }', 'set is an object. Write an object of'],
    ['{ set: { translate_uri_dashes: "b" } }', 'set is an object'],
    ['{ constant: [] }', 'constant is an array. Write an object of strings'],
    ['{ constant: { A: null } }', 'constant is an object'],
    ['{ autoRoute: 1 }', 'autoRoute is 1. Write true or false'],
    ["{ guards: 'role' }", "guards is 'role'. Write a list of members of meta, such as ['role']"],
    ['{ guards: [7] }', 'guards is an array. Write a list of members'],
  ])('is an error if it exports %s', async (value, message) => {
    const text = value === '' ? '' : `export default ${value};`;
    const cwd = folderOf({ 'waymark.config.ts': text, 'routes.ts': TABLE });
    expect(await refusal('list', { cwd })).toContain(`waymark list: waymark.config.ts: ${message}`);
  });

  it('is an error that names the line if it throws', async () => {
    const text = "\nthrow new Error('no');";
    const cwd = folderOf({ 'waymark.config.ts': text, 'routes.ts': TABLE });
    expect(await refusal('list', { cwd })).toContain('waymark list: waymark.config.ts:2: no');
  });

  it('may use its type from the package', async () => {
    const text = `import type { Config } from 'waymark-tools/inspect';
      export default { routes: 'r.ts' } satisfies Config;`;
    const cwd = folderOf({ 'waymark.config.ts': text, 'r.ts': TABLE });
    const types = join(cwd, 'node_modules/waymark');
    cpSync(join(ROOT, 'dist'), join(types, 'dist'), { recursive: true });
    copyFileSync(join(ROOT, 'package.json'), join(types, 'package.json'));
    expect((await run('list', { cwd })).status).toBe(0);
  });
});
