/** Files that commands load by default: `waymark.config.ts`, and the usual places. */
import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderOf, run } from './run.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const TABLE = "export default { 'found/(:num)': 'b/$1' };";

/** The patterns that `waymark list` prints, and its messages on standard error. */
async function patternsOf(files: Readonly<Record<string, string | object>>, line = 'list') {
  const { out, err, status } = await run(`${line} --json`, { cwd: folderOf(files) });
  if (status !== 0) return { err };
  return { err, patterns: (JSON.parse(out) as { route: string }[]).map(({ route }) => route) };
}

describe('without an argument, a command reads', () => {
  it.each(['routes.ts', 'routes.json', 'src/routes.ts', 'src/routes.cjs', 'app/routes.mjs'])(
    '%s, and says so',
    async (file) => {
      const text = file.endsWith('.json')
        ? { 'found/(:num)': 'b' }
        : file.endsWith('.cjs')
          ? "module.exports = { 'found/(:num)': 'b' };"
          : TABLE;
      expect(await patternsOf({ [file]: text })).toEqual({
        err: `Reading ${file}.\n`,
        patterns: ['found/(:num)'],
      });
    },
  );

  it.each([
    [['app/routes.ts', 'src/routes.ts', 'routes.json'], 'routes.json'],
    [['app/routes.ts', 'src/routes.ts'], 'src/routes.ts'],
    [['routes.json', 'routes.ts'], 'routes.ts'],
  ])('the first of %j', async (files, first) => {
    const all = Object.fromEntries(files.map((file) => [file, '']));
    const text = first.endsWith('.json') ? { 'found/(:num)': 'b' } : TABLE;
    const { err } = await patternsOf({ ...all, [first]: text });
    expect(err).toBe(`Reading ${first}.\n`);
  });

  it.each([
    ['match GET /found/7', "goes to 'b/7'"],
    ['check', 'in 1 row'],
    ['reach b/7', '/found/7'],
    ['examples', '/found/'],
    ['table', '"found/(:num)": "b/$1"'],
    ['types', 'declare module'],
    ['openapi', '"/found/{p1}"'],
    ['compile', '"waymark"'],
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
    const { out } = await run(line, { cwd: folderOf({ 'routes.ts': define }) });
    expect(out).toBe(`${url}\n`);
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
      patterns: ['found/(:num)'],
    });
  });

  it('may be CommonJS', async () => {
    const { patterns } = await patternsOf({
      'r.ts': TABLE,
      'waymark.config.cjs': "module.exports = { routes: 'r.ts' };",
    });
    expect(patterns).toEqual(['found/(:num)']);
  });

  it('takes precedence over the usual places, and is read only in this folder', async () => {
    const { patterns } = await patternsOf({
      ...config({ routes: 'r.ts' }),
      'r.ts': TABLE,
      'routes.ts': '',
      'waymark.config.mjs/readme.md': '',
    });
    expect(patterns).toEqual(['found/(:num)']);
  });

  const APPLICATION = {
    'app/one/routes.json': { found: 'b' },
    'app/one/modules/m/config/routes.cjs': "module.exports = { m: 'x/y' };",
    'app/routes.json': { top: 'b' },
  };

  it.each<[string, object, string, string[], string]>([
    [
      'the folder of an application',
      { files: 'app' },
      'list',
      ['top'],
      'Reading the application in app, as waymark.config.ts says.\n',
    ],
    [
      'its roots',
      { files: 'app/one/..', roots: ['one'] },
      'list',
      ['top', 'm/x/y'],
      'Reading the application in app/one/.., as waymark.config.ts says.\n',
    ],
    [
      'a route file, and the application that it is for',
      { routes: 'app/one/routes.json', files: 'app', roots: ['one'] },
      'list',
      ['found', 'm'],
      'Reading app/one/routes.json, as waymark.config.ts says.\n',
    ],
    [
      'routes that are a folder',
      { routes: 'app' },
      'list',
      ['top'],
      'Reading app, as waymark.config.ts says.\n',
    ],
    ['no file, with an argument', { routes: 'lost.ts' }, 'list app/routes.json', ['top'], ''],
    ['no folder, with another one', { files: 'lost' }, 'list app --roots one', ['top', 'm'], ''],
    [
      'roots, unless they are given',
      { files: 'app', roots: ['lost'] },
      'list --roots one',
      ['top', 'm'],
      'Reading the application in app, as waymark.config.ts says.\n',
    ],
    ['no folder of the table, with --files', { files: 'lost' }, 'list --files app', ['top'], ''],
  ])('says %s', async (_, settings, line, patterns, err) => {
    const found = await patternsOf({ ...APPLICATION, ...config(settings) }, line);
    expect(found).toEqual({ err, patterns: patterns.map((one) => one.replace('/x/y', '')) });
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
    const { out } = await run(`match GET /q/r ${line}`, { cwd });
    expect(out.includes('(autoRoute)')).toBe(auto);
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
    const { out, status } = await run(`import routes.php ${line}`, { cwd });
    expect(status).toBe(0);
    expect(out).toContain(`'${to}'`);
  });

  it('adds no modules to the tables of diff', async () => {
    const cwd = folderOf({ ...APPLICATION, ...config({ files: 'app', roots: ['one'] }) });
    const { err, out } = await run('diff app/routes.json app/routes.json', { cwd });
    expect({ err, out }).toEqual({ err: '', out: 'Every request is answered alike.\n' });
  });

  it.each([
    [
      'nothing',
      '',
      "it exports undefined by default. Write export default { routes: 'src/routes.ts' }",
    ],
    ['no object', 'export default 7;', 'it exports 7 by default'],
    ['a list', 'export default [];', 'it exports an array by default'],
    [
      'another name',
      'export default { route: 1 };',
      "'route' is not an option. Write routes; known options: routes, files",
    ],
    [
      'a strange name',
      'export default { zzzzzz: 1 };',
      "'zzzzzz' is not an option. The known options: routes",
    ],
    [
      'a member of an object',
      'export default { ["__proto__"]: 1 };',
      "'__proto__' is not an option",
    ],
    ['no path', 'export default { routes: 7 };', 'routes is 7. Write a path such as src/routes.ts'],
    [
      'no folder',
      'export default { files: true };',
      "files is true. Write the application's folder",
    ],
    ['no roots', "export default { roots: 'a' };", "roots is 'a'. Write a list of folders"],
    ['wrong roots', 'export default { roots: [7] };', 'roots is an array. Write a list of folders'],
    [
      'no settings',
      'export default { set: 7 };',
      'set is 7. Write an object of default_controller,',
    ],
    [
      'a wrong setting',
      'export default { set: { a: "b" } };',
      'set is an object. Write an object of',
    ],
    [
      'a text for a switch',
      'export default { set: { translate_uri_dashes: "b" } };',
      'set is an object',
    ],
    [
      'no constants',
      'export default { constant: [] };',
      'constant is an array. Write an object of strings',
    ],
    ['a wrong constant', 'export default { constant: { A: null } };', 'constant is an object'],
    ['no switch', 'export default { autoRoute: 1 };', 'autoRoute is 1. Write true or false'],
    ['an error', "\nthrow new Error('no');", 'waymark.config.ts:2: no'],
  ])('containing %s is an error', async (_, text, message) => {
    const cwd = folderOf({ 'waymark.config.ts': text, 'routes.ts': TABLE });
    const { status, out, err } = await run('list', { cwd });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain(
      `waymark list: ${message.startsWith('waymark') ? '' : 'waymark.config.ts: '}${message}`,
    );
  });

  it('may leave options undefined', async () => {
    const text = "export default { routes: 'r.ts', files: undefined };";
    const { patterns } = await patternsOf({ 'waymark.config.ts': text, 'r.ts': TABLE });
    expect(patterns).toEqual(['found/(:num)']);
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
