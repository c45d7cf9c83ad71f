import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { SuppliedTable } from '../../../src/index.ts';
import { explain, type LocatedAction, list, reach } from '../../../src/tools/inspect.ts';
import { FIXTURES, folderOf, printed, refusal, run } from './run.ts';

const PACKAGE = fileURLToPath(new URL('../../../dist/index.js', import.meta.url));

/** Runs a command on a JSON table, `table.json`. */
const runOn = (table: object, line: string | readonly string[]) =>
  run(line, { cwd: folderOf({ 'table.json': table }) });

/** The output of a command on `table.json`, with status 0. */
const printedOn = (table: object, line: string) =>
  printed(line, { cwd: folderOf({ 'table.json': table }) });

/** The message of a command on `table.json`, with status 2. */
const refusalOn = (table: object, line: string) =>
  refusal(line, { cwd: folderOf({ 'table.json': table }) });

/** Lines without trailing spaces. */
const lines = (text: string) => text.split('\n').map((line) => line.trimEnd());

/** The line of a fixture that contains a text. */
const lineOf = (file: string, text: string) =>
  readFileSync(join(FIXTURES, file), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1;

const PHOTOS = {
  default_controller: 'welcome',
  'GET photos': 'photos/index',
  'photos/(:num)': 'photos/show/$1',
  'POST photos': 'photos/create',
  'photos/secret': '',
};

describe('waymark list', () => {
  it('lists the rows in order, each with an example, and the settings', async () => {
    expect(lines(await printedOn(PHOTOS, 'list table.json'))).toEqual([
      '#  METHOD  PATTERN        DESTINATION     EXAMPLE',
      '1  GET     photos         photos/index    /photos',
      '2  ANY     photos/(:num)  photos/show/$1  /photos/12',
      '3  POST    photos         photos/create   /photos',
      '4  ANY     photos/secret  (blocked)       /photos/secret',
      '',
      '4 rows; default_controller: welcome',
      '',
    ]);
  });

  it('shows a redirect without an escape', async () => {
    const table = { 'old/(:num)': '301\t/photos/$1', 'photos/(:num)': 'photos/show/$1' };
    expect(lines(await printedOn(table, 'list table.json'))[1]).toBe(
      '1  old/(:num)     301 /photos/$1  /old/12',
    );
    expect(lines(await printedOn(table, 'examples table.json'))[1]).toBe(
      'GET     /old/12     301 /photos/12  old/(:num)',
    );
    const { out } = await runOn(table, 'match GET /old/7 table.json');
    expect(out).toContain(
      "GET /old/7: redirected to '/photos/7' with 301 by 'old/(:num)', with params '7'\n",
    );
  });

  it('shows names if any row has one', async () => {
    expect(lines(await printed('list mapped.ts')).slice(0, 2)).toEqual([
      '#  METHOD  PATTERN  DESTINATION  NAME  EXAMPLE',
      '1  GET     a        x/y          a     /a',
    ]);
  });

  it.each<[string, SuppliedTable, string]>([
    ['the methods, if every row has all', { a: 'b/c' }, '#  PATTERN  DESTINATION  EXAMPLE'],
    ['the examples, if no row has one', { '(.*)': 'x/y', a: 'b' }, '#  PATTERN  DESTINATION'],
  ])('leaves out %s', async (_, table, head) => {
    expect(lines((await runOn(table, 'list table.json --path a')).out)[0]).toBe(head);
  });

  it('names the method of an example if it is unexpected', async () => {
    const { out } = await runOn({ 'GET a': 'b/c', a: 'd/e', '/': 'f/g' }, 'list table.json');
    expect(lines(out).slice(1, 4)).toEqual([
      '1  GET     a        b/c          /a',
      '2  ANY     a        d/e          POST /a',
      '3  ANY     /        f/g          /',
    ]);
  });

  it('shows the file and line of each definition if asked', async () => {
    const { out } = await run('list defined.ts --source --path photos/s');
    expect(lines(out).slice(0, 2)).toEqual([
      '#  PATTERN        DESTINATION  EXAMPLE         SOURCE',
      `9  photos/secret  (blocked)    /photos/secret  defined.ts:${lineOf('defined.ts', 'block')}:7`,
    ]);
    expect((await run('list defined.ts')).out).not.toContain('SOURCE');
    const { out: json } = await run('list function.ts --source --json');
    expect(JSON.parse(json)[0].source).toEqual({
      file: join(FIXTURES, 'function.ts'),
      line: lineOf('function.ts', "'counted"),
      column: 9,
    });
  });

  it('shows the place of each key of a literal table', async () => {
    const { out } = await run('list table.ts --source');
    expect(out).toContain(`table.ts:${lineOf('table.ts', 'GET a')}:`);
    const json = await printedOn({ a: 'b/c', b: 'c/d' }, 'list table.json --source --json');
    const [first, second] = JSON.parse(json);
    expect(first.source).toMatchObject({ line: 1, column: 2 });
    expect(second.source).toMatchObject({ line: 1, column: 12 });
  });

  it('leaves the sources out if none is known', async () => {
    const { out } = await run('list - --source', { input: '{"a":"b/c"}' });
    expect(lines(out)[0]).not.toContain('SOURCE');
  });

  it('shows where the routes of modules are defined', async () => {
    const { out } = await run('list application --source --path gallery');
    const file = 'application/application/modules/gallery/config/routes.ts';
    expect(out).toContain(`${file}:${lineOf(file, 'Route.')}`);
  });

  it('shows all settings', async () => {
    const rest = { translate_uri_dashes: true, default_controller: 'a', b: 'c' };
    const out = await printedOn({ '404_override': 'errors/none', ...rest }, 'list table.json');
    const settings = 'default_controller: a; 404_override: errors/none; translate_uri_dashes: true';
    expect(lines(out).at(-2)).toBe(`1 row; ${settings}`);
  });
});

describe('the filters of waymark list', () => {
  const table = { 'POST b': 'x/two', 'GET b': 'y/one', a: 'z/three', 'GET c/B': '' };

  it.each([
    ['', [1, 2, 3, 4]],
    ['--method GET', [2, 3, 4]],
    ['--method post', [1, 3]],
    ['--method BREW', [3]],
    ['--path b', [1, 2]],
    ['--path B', [4]],
    ['--path c/', [4]],
    ['--to one', [2]],
    ['--to /t', [1, 3]],
    ['--name a', []],
    ['--sort order', [1, 2, 3, 4]],
    ['--sort method', [3, 2, 4, 1]],
    ['--sort path', [3, 1, 2, 4]],
    ['--sort to', [4, 1, 2, 3]],
    ['--sort name', [1, 2, 3, 4]],
    ['--method GET --path b --to y', [2]],
  ])('choose and sort the rows: %s', async (line, orders) => {
    const rows = JSON.parse(await printedOn(table, `list table.json --json ${line}`));
    expect(rows.map(({ order }: { order: number }) => order)).toEqual(orders);
  });

  it.each([
    ['--name show', ['photos.show']],
    ['--name photos.e --sort name', ['photos.edit']],
    ['--name d --sort name', ['photos.delete', 'photos.edit', 'photos.index', 'photos.update']],
  ])('look at names: %s', async (line, names) => {
    const { out } = await run(`list defined.ts --json ${line}`);
    expect((JSON.parse(out) as { name: string }[]).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['--meta role=admin', ['admin/users']],
    ['--meta level=2', ['admin/pages']],
    ['--meta tags=old', ['admin/users']],
    ['--meta role=admin --meta tags=slow', ['admin/users']],
    ['--meta role=admin --meta level=2', []],
    ['--meta toString=x', []],
  ])('look at meta: %s', async (line, patterns) => {
    for (const command of ['list', 'examples']) {
      const out = await printed(`${command} guarded.ts --json ${line}`);
      const rows: { route: string }[] = JSON.parse(out);
      expect(rows.map(({ route }) => route.replace('GET ', ''))).toEqual(patterns);
    }
  });

  it('show meta if a row has any', async () => {
    const { out } = await run('list guarded.ts --md');
    expect(out).toContain('`role=admin tags=["slow","old"]`');
    expect(out).toContain('`role=editor level=2`');
    expect((await run('list defined.ts')).out).not.toContain('Meta');
  });

  it.each([
    ['b', '2 of 4 rows'],
    ['zzz', '0 of 4 rows'],
  ])('say how many rows are left: --path %s', async (path, said) => {
    expect(lines(await printedOn(table, `list table.json --path ${path}`)).at(-2)).toBe(said);
  });
});

const GALLERY = 'application/controllers/photos.mjs';

describe('waymark match', () => {
  it('shows a newcomer why a request does not reach the intended row', async () => {
    const cwd = process.cwd();
    const out = await printed('match GET /photos/new docs/example/routes.ts', { cwd });
    expect(lines(out)).toEqual([
      "GET /photos/new: goes to 'photos/create_new' by 'GET photos/new'",
      '',
      'Rows that nearly matched:',
      '',
      'ROW         GOES TO       WHY NOT',
      'GET photos  photos/index  it has 1 segment and the path has 2',
      '',
      'Later rows that do not match:',
      '',
      'ROW                GOES TO         WHY NOT',
      "GET photos/(:num)  photos/show/$1  segment 2, 'new', is not (:num)",
      '',
    ]);
  });

  it('shows the rows that come too late, with their destinations', async () => {
    const table = { 'a/(:any)': 'x/$1', 'GET a/b': '', 'a/(.+)': 'y/$1', 'a/7/(:num)': 'z' };
    const { out } = await runOn(table, 'match get /a/./b?c=d table.json');
    expect(lines(out)).toEqual([
      "GET /a/./b?c=d: goes to 'x/b' by 'a/(:any)', with params 'b'",
      "  matched as /a/b: '?c=d' is cut off, dot segments are resolved",
      '',
      'Later rows that match too; the first row that matches wins:',
      '',
      'ROW      GOES TO',
      'GET a/b  (blocked)',
      'a/(.+)   y/$1',
      '',
    ]);
  });

  it.each<[string, SuppliedTable, string, string]>([
    ['rows after a block', { 'a/b': '', 'a/(:num)': 'x' }, '/a/b', "segment 2, 'b', is not (:num)"],
    ['only nearby rows if none answers', { 'POST a/(:num)': 'x' }, '/a/7', 'it is only for POST'],
  ])('shows %s', async (_, table, path, reason) => {
    const { out } = await runOn(table, `match GET ${path} table.json`);
    expect(out).toContain(reason);
    expect(out.includes('Later')).toBe('a/b' in table);
  });

  it('keeps the wording of the answer in Markdown', async () => {
    const env = { FORCE_COLOR: '1' };
    const { out } = await run('match GET /x_y/b table.ts --md', { env });
    expect(out).toBe('```text\nGET /x_y/b: nothing matches\n```\n');
  });

  it('knows the routes of modules', async () => {
    const { out } = await run('match GET /gallery --files application');
    expect(out).toContain("goes to 'gallery/photos/index'");
  });

  it.each([
    ['https://example.org/a/7?x=1#top', '/a/7?x=1#top'],
    ['HTTP://example.org:8080/a/7', '/a/7'],
    ['http://[::1]/a//7', '/a//7'],
    ['https://example.org', '/'],
    ['https://example.org?x', '?x'],
    ['/a/https://b', '/a/https://b'],
  ])('accepts a whole URL: %s', async (url, path) => {
    const { out } = await runOn({ 'a/(:num)': 'x/$1' }, ['match', 'GET', url, 'table.json']);
    expect(lines(out)[0]).toMatch(`GET ${path}: `);
  });

  const shown = (action: string, more = '') =>
    `  the action '${action}' of '${GALLERY}' answers${more}`;
  const by = (action: string, ...args: string[]) => ({ file: GALLERY, action, args });
  const SEVEN = ", with the arguments '7'";
  const none = '  no action answers';

  it.each<[string, SuppliedTable, string, number, LocatedAction | null | undefined, string]>([
    [
      'an action',
      { 'p/(:num)': 'photos/show/$1' },
      '/p/7',
      0,
      by('show', '7'),
      shown('show', SEVEN),
    ],
    ['an action for HEAD', { 'GET p': 'photos' }, 'HEAD /p', 0, by('index'), shown('index')],
    ['404_override', { '404_override': 'photos/lost', q: 'x' }, '/p', 1, by('lost'), shown('lost')],
    ['no such action', { p: 'photos/hide' }, '/p', 1, null, none],
    ['no such file', { p: 'albums' }, '/p', 1, null, none],
    ['a block', { p: '' }, '/p', 1, undefined, ''],
    ['a redirect', { p: '301\t/photos', photos: 'photos' }, '/p', 0, undefined, ''],
    ['the default', { default_controller: 'photos', q: 'r' }, '/', 0, by('index'), shown('index')],
  ])('shows with --files what answers: %s', async (_, table, request, status, action, line) => {
    const cwd = folderOf({
      'table.json': table,
      [GALLERY]: 'export default class { index() {} show() {} lost() {} }',
    });
    const text = await run(`match ${request} table.json --files .`, { cwd });
    expect(text.status).toBe(status);
    expect(lines(text.out).find((found) => /^ {2}(the|no) action /.test(found)) ?? '').toBe(line);
    const json = await run(`match ${request} table.json --files . --json`, { cwd });
    expect(JSON.parse(json.out).action).toEqual(action);
  });

  it.each<[string, SuppliedTable, string, number, string]>([
    ['a route', { a: 'x' }, 'GET /a', 0, "goes to 'x' by 'a'"],
    ['a route for GET that answers HEAD', { 'GET a': 'x' }, 'HEAD /a', 0, "goes to 'x' by 'GET a'"],
    ['the default', { default_controller: 'home', b: 'x' }, 'GET /', 0, "goes to 'home' by"],
    ['nothing', { a: 'x' }, 'GET /q/r/s', 1, 'nothing matches\n'],
    ['the 404_override', { '404_override': 'x', a: 'x' }, 'GET /b', 1, 'nothing matches, and'],
    ['a block', { a: '' }, 'POST /a', 1, "blocked by 'a'\n"],
    ['a route of another method', { 'POST a': 'x' }, 'GET /a', 1, 'only POST allowed\n'],
    ['a bad request', { a: 'x' }, 'GET /%FF', 1, 'bad request: invalid UTF-8\n'],
  ])('says what answers, and exits with 1 unless a route does: %s', async (...row) => {
    const [, table, request, wanted, said] = row;
    const { status, out } = await runOn(table, `match ${request} table.json`);
    expect(status).toBe(wanted);
    expect(out.startsWith(`${request}: ${said}`)).toBe(true);
  });

  it('takes autoRoute', async () => {
    const { out } = await runOn({ a: '' }, 'match GET /q table.json --auto-route');
    expect(out).toMatch(/^GET \/q: goes to 'q' by its own segments \(autoRoute\)\n/);
  });

  it('shows no action if a handler answers, or if the default controller was not written', async () => {
    const cwd = folderOf({
      'routes.mjs': `import { Route } from ${JSON.stringify(PACKAGE)};
        Route.get('p', 'none/such', {}, () => 'hello');
        export default Route.map();`,
    });
    for (const path of ['/p', '/']) {
      const { status, out } = await run(`match GET ${path} routes.mjs --files .`, { cwd });
      expect([status, out]).toEqual([0, expect.not.stringContaining('action')]);
    }
  });

  it('accepts a method with a dash', async () => {
    expect((await run('match m-search /a table.ts')).out).toContain('M-SEARCH /a: ');
  });

  it('says that the method comes first', async () => {
    expect(await refusal('match /photos GET table.ts')).toContain(
      "waymark match: '/photos' is not a method; write waymark match GET /path FILE\n",
    );
  });
});

describe('waymark check', () => {
  const wrong = { '(.+)': 'x/y', 'a/b': 'c/d', 'posts/:id': 'e/f' };

  const unproved = { '(?=ba)([ab]+)\\1': 'x' };

  it.each<[string, object, string, number]>([
    ['a correct table', PHOTOS, '', 4],
    ['a correct table, in Markdown', { a: 'b/c' }, '--md', 1],
    ['a table with warnings, at the level of errors', { 'posts/:id': 'e/f' }, '--level error', 1],
    ['a table with an open question, at the level of warnings', unproved, '--level warning', 1],
  ])('finds nothing in %s, with status 0', async (_, table, line, rows) => {
    const out = await printedOn(table, `check table.json ${line}`);
    expect(out).toBe(`No findings in ${rows} ${rows === 1 ? 'row' : 'rows'}.\n`);
  });

  it.each<[string, object, string, RegExp]>([
    [
      'findings with their requests and their number',
      { 'a/(:any)': 'x', 'a/b': '' },
      '',
      /^table\.json:1:17: error \(block-passed\): .*\n {2}\{.*\}\n {18}\^{5}\n {2}GET \/a\/b\n {2}Move .*\n\n1 error in 2 rows\.\n$/,
    ],
    [
      'each level',
      { ...unproved, posts: 'a/$3', 'users/(:num)': 'b/$2', 'a/:id': 'x', 'b/:id': 'x' },
      '',
      /\n2 errors, 2 warnings, 2 unproved in 5 rows\.\n$/,
    ],
    [
      'unproved findings, which have no request to show',
      unproved,
      '',
      /^table\.json:1:2: unproved \(unproved\): .+\n.*\n +\^+\n {2}Write .*\n\ntable\.json:1:2: unproved \(not-judged\): .+\n.*\n +\^+\n {2}Write .*\n\n2 unproved in 1 row\.\n$/,
    ],
    [
      'findings in Markdown',
      { '(:any)': 'x/$1', a: 'c/d' },
      '--md',
      /^\| Level \| Kind \| What is wrong \| Place \|\n\| --- \| --- \| --- \| --- \|\n\| error \| unreached \| .*\n\n.* in 2 rows\.\n$/,
    ],
    [
      'unproved findings in Markdown',
      { ...unproved, c: 'd/$1' },
      '--md',
      /\n\| unproved \| unproved \| .+ \| `table\.json:1:2` \|\n/,
    ],
    [
      'requests in Markdown, if there are any',
      { 'users/(:any)': 'users/$1', 'users/login': '' },
      '--md',
      /^\| .* \| What is wrong \| Request \| Place \|\n.* \| `GET \/users\/\S+` \| `table\.json:1:\d+` \|\n/s,
    ],
  ])('shows %s, with status 1', async (_, table, line, shown) => {
    const { status, out } = await runOn(table, `check table.json ${line}`);
    expect(status).toBe(1);
    expect(out).toMatch(shown);
  });

  it('reports one level and those above it', async () => {
    const levelsAt = async (level: string) => {
      const { out, status } = await runOn(wrong, `check table.json --json --level ${level}`);
      expect(status).toBe(1);
      return new Set((JSON.parse(out) as { level: string }[]).map((finding) => finding.level));
    };
    expect(await levelsAt('error')).toEqual(new Set(['error']));
    expect(await levelsAt('warning')).toEqual(new Set(['error', 'warning']));
  });

  const ABOUT = 'table.ts --files application';

  it('compares the destinations of an application with its files', async () => {
    const out = await printed('check application --set default_controller=welcome');
    expect(out).toContain('No findings');
    const lost = await run('check table.ts --files application');
    expect(lost.status).toBe(1);
    expect(lost.out).toContain("error (dead-destination): The destination of 'GET a'");
    expect(lost.out).toMatch(/The action 'about' .* is reached by no route/);
  });

  it.each([
    ['looks in the given roots', 'application --roots framework', 'dead-destination', true],
    ['takes autoRoute into account', `${ABOUT} --auto-route`, "The action 'about'", false],
    ['accepts what else is reached', `${ABOUT} --also-reached welcome/about`, "'about'", false],
    ['finds an action that no route reaches', ABOUT, "The action 'about'", true],
    [
      'finds those of them that lead to no file',
      `${ABOUT} --also-reached welcome/about,no/such`,
      "'no/such', listed as also reached, leads to no file",
      true,
    ],
  ])('%s: check %s', async (_, line, text, found) => {
    expect((await run(`check ${line}`)).out.includes(text)).toBe(found);
  });

  it('refuses destinations that are reached without a route if it has no files', async () => {
    expect(await refusal('check table.ts --also-reached welcome/about')).toContain(
      'waymark check: --also-reached needs --files FOLDER, since actions are checked only with their files\n',
    );
  });

  it('says that the default controller is unknown, if an action is not reached', async () => {
    const note = 'The default controller is unknown; set it with --set default_controller=NAME.';
    const noted = async (line: string) => (await run(`check ${line}`)).out.includes(note);
    expect(await noted('mapped.ts --files application')).toBe(true);
    expect(await noted('mapped.ts --files application --set default_controller=welcome')).toBe(
      false,
    );
    expect(await noted('mapped.ts --files application --auto-route')).toBe(false);
    expect(await noted('mapped.ts')).toBe(false);
  });

  it.each([
    [4, '', false],
    [5, '', true],
    [5, ' --auto-route', false],
  ])('suggests autoRoute if %i controllers have no route:%s', async (count, option, suggested) => {
    const controllers = Array.from({ length: count }, (_, at) => [
      `application/controllers/c${at}.ts`,
      'export default class { index() {} }',
    ]);
    const cwd = folderOf({
      'table.json': { a: 'c0' },
      ...Object.fromEntries(controllers),
      'application/controllers/d.ts': 'export default class { a() {} }',
    });
    const { out } = await run(`check table.json --files .${option}`, { cwd });
    expect(out.includes('check with --auto-route.')).toBe(suggested);
  });

  it('finds duplicate definitions in a route file, with their line', async () => {
    const { status, out } = await run('check twice.ts');
    expect(status).toBe(1);
    const line = lineOf('twice.ts', 'x/one');
    expect(out).toContain("warning (replaced): 'GET a' is defined again later");
    expect(out).toContain(`(line ${line}).`);
  });

  it.each<[string, string, boolean]>([
    ['a JSON table that has it', '{"default_controller":"home","a":"users/users/login"}', true],
    ['a JSON table that has another', '{"default_controller":"b","a":"users/users/login"}', true],
    ['a JSON table without it', '{"a":"users/users/login"}', false],
    ['a table that is exported', "export default { default_controller: 'home', a: 'b/c' };", true],
    ['a table without it that is exported', "export default { a: 'b/c' };", false],
    ['a table without it, with --set', '{"a":"b/c"}', true],
  ])('knows the default controller of %s', async (from, text, known) => {
    const file = text.startsWith('{') ? 'table.json' : 'table.ts';
    const cwd = folderOf({
      [file]: text,
      'application/modules/users/controllers/users.ts':
        'export default class Users { login() {} logout() {} }',
    });
    const set = from.endsWith('--set') ? '--set default_controller=home' : '';
    const { out } = await run(`check ${file} --files . ${set}`, { cwd });
    expect(out).toContain('unreached-action');
    expect(out.includes('The default controller is unknown')).toBe(!known);
  });
});

describe('waymark reach', () => {
  it('says that a function answers', async () => {
    const args = ['reach', 'GET health', 'docs/example/routes.ts'];
    const { out } = await run(args, { cwd: process.cwd() });
    expect(out).toMatch(/^GET +\/health +GET health +\(handler\)$/m);
  });

  const table = { 'users/(:any)': 'users/$1', 'POST login': 'users/login', x: 'y' };

  it('shows a request for each row that leads there, with status 0', async () => {
    expect(lines(await printedOn(table, 'reach users/login table.json'))).toEqual([
      'METHOD  PATH          ROW           GOES TO',
      'GET     /users/login  users/(:any)  users/login',
      'POST    /login        POST login    users/login',
      '',
    ]);
  });

  it('says that no request reaches it', async () => {
    const out = await printedOn(table, 'reach admin/login table.json --none');
    expect(out).toBe("No request has the destination 'admin/login'.\n");
  });

  it.each([
    ['', 'the destination is empty', "such as 'users/login'"],
    ['/users/login', 'a destination does not start with a slash', "Write 'users/login'."],
    ['Users/login', 'nothing in the table is spelled like this', "Write 'users/login'."],
  ])('refuses a slip, for which a proof would always hold: %j', async (to, problem, advice) => {
    const cwd = folderOf({ 'table.json': table });
    const err = await refusal(['reach', to, 'table.json', '--none'], { cwd });
    expect(err).toContain(problem);
    expect(err).toContain(advice);
  });

  const files = {
    'table.json': { default_controller: 'home', 'users/login': '', 'x/(.+)': 'users/users/$1' },
    'application/modules/users/controllers/users.ts':
      'export default class Users { login() {} logout() {} }',
  };

  it.each([
    ['users/login', 1, 'GET     /x/login  x/(.+)  users/users/login'],
    ['users/login --roots application', 1, 'GET     /x/login  x/(.+)  users/users/login'],
    ['users/login --auto-route', 1, 'GET     /x/login            x/(.+)       users/users/login'],
  ])('knows every destination of the action if files are given: %s', async (line, status, row) => {
    const cwd = folderOf(files);
    const found = await run(`reach ${line} table.json --files . --none`, { cwd });
    expect({ status: found.status, err: found.err }).toEqual({ status, err: '' });
    expect(lines(found.out)[1]).toBe(row);
  });

  it('says that no request reaches the action if files are given', async () => {
    const table = { 'x/(log)': 'users/users/$1' };
    const cwd = folderOf({ ...files, 'table.json': table });
    const out = await printed('reach users/login table.json --files . --none', { cwd });
    expect(out).toBe("No request reaches the action 'users/login'.\n");
  });

  it.each(['users/lgoin', 'users/Login', 'users'])(
    'refuses a destination without an action if files are given: %s',
    async (action) => {
      const cwd = folderOf(files);
      const err = await refusal(`reach ${action} table.json --files . --none`, { cwd });
      expect(err).toContain("no action answers to it. The nearest is 'users/login'.");
    },
  );

  it('exits with 1 if --none is wrong', async () => {
    expect((await runOn(table, 'reach users/login table.json --none')).status).toBe(1);
  });

  it('exits with 1 if --none is not proved, and says why', async () => {
    const unproved = { '([a-z]+)/\\1': 'users/$1' };
    expect(reach(unproved, 'users/login').unproved).toHaveLength(1);
    const { status, out } = await runOn(unproved, 'reach users/login table.json --none');
    expect(status).toBe(1);
    expect(lines(out).slice(0, 4)).toEqual([
      'It is not known whether these reach users/login:',
      '',
      expect.stringMatching(/^ROW +REASON$/),
      expect.stringMatching(/^\(\[a-z\]\+\)\/\\1 {2}\S/),
    ]);
    expect((await runOn(unproved, 'reach users/login table.json')).status).toBe(0);
  });

  it('knows autoRoute', async () => {
    const rows = { 'GET x': 'users/login' };
    const out = await printedOn(rows, 'reach users/login table.json --auto-route');
    expect(lines(out).slice(1, 3)).toEqual([
      'GET     /x            GET x        users/login',
      'GET     /users/login  (autoRoute)  users/login',
    ]);
  });
});

describe('waymark examples', () => {
  const table = { 'GET a/(:num)': 'x/$1', 'b/c': '', '(.+)': 'y', d: 'z' };

  it('shows a request for each row, and why there is none', async () => {
    const [head, ...rows] = lines(await printedOn(table, 'examples table.json'));
    expect(head).toMatch(/^METHOD {2}PATH +GOES TO +ROW +WHY NONE$/);
    expect(rows[0]).toMatch(/^GET {5}\/a\/12 +x\/12 +GET a\/\(:num\)/);
    expect(rows[1]).toMatch(/^GET {5}\/b\/c +\(blocked\) +b\/c/);
    expect(rows[3]).toMatch(/^- +- +- +d +no request reaches it$/);
    expect(rows.at(-2)).toBe('4 rows, 1 without a request');
  });

  it('says that a function answers, as list does', async () => {
    const listed = await run('list docs/example/routes.ts', { cwd: process.cwd() });
    expect(listed.out).toMatch(/^\d+ +GET +health +\(handler\)/m);
    const { out } = await run('examples docs/example/routes.ts', { cwd: process.cwd() });
    expect(out).toMatch(/^GET +\/health +\(handler\)/m);
  });

  it('says nothing about rows that exist', async () => {
    const { out } = await runOn({ a: 'b/c' }, 'examples table.json');
    expect(lines(out)[0]).toBe('METHOD  PATH  GOES TO  ROW');
    expect(lines(out).at(-2)).toBe('1 row');
  });

  it.each([
    ['--method POST', ['b/c', '(.+)', 'd']],
    ['--path b', ['b/c']],
    ['--to z', ['d']],
    ['--sort path', ['(.+)', 'GET a/(:num)', 'b/c', 'd']],
    ['--sort order', ['GET a/(:num)', 'b/c', '(.+)', 'd']],
    ['--name x', []],
  ])('takes the filters: %s', async (line, routes) => {
    const { out } = await runOn(table, `examples table.json --json ${line}`);
    expect((JSON.parse(out) as { route: string }[]).map(({ route }) => route)).toEqual(routes);
  });

  it('finds rows by their names', async () => {
    const { out } = await run('examples defined.ts --json --name photos.show');
    const request = { method: 'GET', path: '/photos/12' };
    const row = { route: 'GET photos/(:num)', request, destination: 'photos/show/12' };
    expect(JSON.parse(out)).toEqual([row]);
  });

  it('says that no row is left', async () => {
    expect((await runOn(table, 'examples table.json --path zzz')).out).toBe('0 rows\n');
  });
});

describe('waymark diff', () => {
  const compare = (before: object, after: object, line = '') =>
    run(`diff before.json after.json ${line}`, {
      cwd: folderOf({ 'before.json': before, 'after.json': after }),
    });

  it('proves that tables answer alike, with status 0', async () => {
    const { status, out } = await compare({ 'a/(:num)': 'x/$1' }, { 'a/([0-9]+)': 'x/$1' });
    expect([status, out]).toEqual([0, 'Every request is answered alike.\n']);
  });

  it('shows each change with both answers, with status 1', async () => {
    const before = { 'a/(:num)': 'x/$1', b: 'c', 'GET d': 'e' };
    const { status, out } = await compare(before, { 'a/(:num)': 'y', b: '', 'POST d': 'e' });
    expect(status).toBe(1);
    expect(lines(out)).toEqual([
      'METHOD  PATH   BEFORE                   AFTER',
      "GET     /a/12  x/12 ['12']              y ['12']",
      'GET     /b     c                        (blocked)',
      'GET     /d     e                        405, allowed: POST',
      'POST    /d     405, allowed: GET, HEAD  e',
      '',
      '4 changes.',
      '',
    ]);
  });

  it.each<[string, SuppliedTable, SuppliedTable, RegExp]>([
    ['one change', { a: 'x' }, { a: '' }, /x +\(blocked\)\n\n1 change\.\n$/],
    [
      'what could not be decided',
      { '([a-z]+)/\\1': 'x' },
      { '([a-y]+|z+)/\\1': 'x' },
      /It is not known whether all requests to these rows are answered alike:\n.*\nROW BEFORE +ROW AFTER +REASON\n.*\n\(none\) +\(\[a-y\]\+\|z\+\)\/\\1 +a reference back/s,
    ],
    ['a lone row', { '(?=ba)([ab]+)\\1': 'x' }, { c: '' }, /\n\(\?=ba\)\(\[ab\]\+\)\\1 +\(none\) /],
    [
      'requests that are not found, and what answers instead',
      { a: 'x' },
      { a: 'x', '404_override': 'errors/none' },
      / 404 +404, errors\/none\n/,
    ],
  ])('shows %s, with status 1', async (_, before, after, shown) => {
    const { status, out } = await compare(before, after);
    expect(status).toBe(1);
    expect(out).toMatch(shown);
  });

  it.each([
    ['defined.ts defined.ts', 0],
    ['application application', 0],
    ['defined.ts table.ts', 1],
    ['table.ts table.ts --files application', 1],
  ])('compares files and folders, the second with --files: %s', async (line, status) => {
    expect((await run(`diff ${line}`)).status).toBe(status);
  });

  it('takes --set and --auto-route for both', async () => {
    const [before, after] = ['a', 'b'].map((home) => ({ default_controller: home, x: 'y' }));
    expect((await compare(before, after)).status).toBe(1);
    const alike = await compare(before, after, '--set default_controller=c --auto-route');
    expect(alike.status).toBe(0);
  });

  const handled = (body: string) => `import { Route } from 'waymark';\n${body}`;
  it.each([
    ['before.json routes.ts', 0],
    ['routes.ts before.json', 0],
    ['- routes.ts', 0],
    ['before.json changed.ts', 1],
    ['bare.ts routes.ts', 1],
    ['routes.ts bare.ts', 1],
    ['app app2', 1],
  ])('counts a handler only if no table is JSON: %s, %d', async (line, wanted) => {
    const cwd = folderOf({
      'node_modules/waymark/package.json': { name: 'waymark', main: PACKAGE },
      'routes.ts': handled("Route.get('a/(:num)', 'a/$1', {}, () => 'A');"),
      'changed.ts': handled("Route.get('a/(:num)', 'b/$1', {}, () => 'A');"),
      'bare.ts': handled("Route.get('a/(:num)', 'a/$1');"),
      'app/routes.json': {},
      'app/application/modules/m/config/routes.ts': handled("Route.get('a', 'b', {}, () => 'A');"),
      'app2/routes.json': {},
      'app2/application/modules/m/config/routes.ts': handled("Route.get('a', 'b');"),
    });
    await run('table routes.ts -o before.json', { cwd });
    const input = readFileSync(join(cwd, 'before.json'), 'utf8');
    expect((await run(`diff ${line}`, { cwd, input })).status).toBe(wanted);
  });

  it('shows the meta that changes', async () => {
    const routeOf = (options: string) =>
      `import { Route } from 'waymark';\nexport default () => Route.get('a', 'b/c'${options});\n`;
    const cwd = folderOf({
      'node_modules/waymark/package.json': { name: 'waymark', main: PACKAGE },
      'old.ts': routeOf(", { meta: { role: 'admin' } }"),
      'new.ts': routeOf(''),
    });
    const { status, out } = await run('diff old.ts new.ts', { cwd });
    expect(status).toBe(1);
    expect(out).toMatch(/b\/c \{role=admin\} +b\/c/);
  });
});

describe('waymark url', () => {
  it.each([
    ['photos.show 7 defined.ts', '/photos/7'],
    ['photos.index defined.ts', '/photos'],
    ['search a&b defined.ts --query q=1 --query r==2', '/search/a%26b?q=1&r=%3D2'],
    ['search x defined.ts --base https://a.test/b/', 'https://a.test/b/search/x'],
    ['gallery --files application', '/gallery'],
    ['a mapped.ts', '/a'],
    ['a mapped.ts --set 404_override=x', '/a'],
  ])('builds a URL: %s', async (line, url) => {
    expect(await printed(`url ${line}`)).toBe(`${url}\n`);
  });

  it('shows the names if there are few, and otherwise the nearest', async () => {
    expect(await refusal('url photos.shw 7 defined.ts')).toContain(
      "no route is named 'photos.shw'; known names: 'photos.index', 'photos.create_new', 'photos.edit', 'photos.show',",
    );
    const rows = Array.from(
      { length: 13 },
      (_, at) => `Route.get('${at}', 'x', { as: 'x${at}' });`,
    );
    const cwd = folderOf({ 'many.ts': `import { Route } from '${PACKAGE}';\n${rows.join('\n')}` });
    expect((await run('url y12 many.ts', { cwd })).err).toContain(
      "no route is named 'y12'; the nearest of 13 names: 'x12', 'x1', 'x2'\n",
    );
  });

  it('says how a route gets a name if none has one', async () => {
    const cwd = folderOf({
      'none.ts': `import { Route } from '${PACKAGE}';\nRoute.get('a', 'b');`,
    });
    expect((await run('url nope none.ts', { cwd })).err).toContain(
      "no route is named 'nope'; a route is named with the option { as: 'name' }\n",
    );
  });

  it('says that JSON has no names', async () => {
    expect(await refusalOn({ a: 'b' }, 'url a table.json')).toContain(
      'table.json has no names, since JSON does not carry them',
    );
  });

  it.each([
    ['', 'give a route file'],
    [' 7', 'there is no file or folder 7'],
    [' 7 8', 'there is no file or folder 8'],
  ])('asks for the file, for which it takes the last param: %j', async (line, problem) => {
    const err = await refusal(`url photos.show${line}`);
    expect(err).toContain(problem);
    const hint = `; the route file comes last: waymark url photos.show${line} routes.ts\n`;
    expect(err).toContain(hint);
  });

  it('adds nothing if --files names a missing folder, or the file is wrong', async () => {
    expect((await run('url photos.show 7 --files nowhere')).err).toMatch(/^.*nowhere\n/);
    expect((await run('url photos.show 7 nothing.ts')).err).not.toContain('comes last');
  });
});

describe('waymark types', () => {
  it('writes the names of the routes', async () => {
    const out = await printed('types defined.ts');
    expect(out).toContain("declare module 'waymark'");
    expect(out).toContain('"photos.show": readonly [UrlParam];');
  });

  it.each([
    ['names.d.ts', 'names.ts', true],
    ['names.d.ts', 'names.tsx', true],
    ['names.d.mts', 'names.mts', true],
    ['names.d.cts', 'names.cts', true],
    ['names.d.ts', 'names.mts', false],
    ['names.d.ts', 'names.js', false],
    ['names.ts', 'names.d.ts', false],
  ])(
    'refuses a file that TypeScript ignores: %s beside %s, %s',
    async (output, beside, refused) => {
      const cwd = folderOf({ 'table.json': { a: 'b' }, [beside]: {} });
      const { status, err } = await run(`types table.json -o ${output}`, { cwd });
      const message = `TypeScript ignores ${output} beside ${beside}; name another file`;
      expect([status, err.includes(message)]).toEqual(refused ? [2, true] : [0, false]);
    },
  );
});

describe('waymark openapi', () => {
  it('writes a document, with the names of the routes', async () => {
    const { openapi, paths } = JSON.parse(await printed('openapi defined.ts'));
    expect(openapi).toBe('3.1.1');
    expect(paths['/photos/{p1}'].get.operationId).toBe('photos.show');
  });

  it('names the rows that it leaves out on standard error, with status 1', async () => {
    const table = { 'GET a': 'x', 'a/(.+)': 'x', 'POST a/b': 'x', d: '' };
    const { status, out, err } = await runOn(table, 'openapi table.json');
    expect(status).toBe(1);
    expect(Object.keys(JSON.parse(out).paths)).toEqual(['/a']);
    expect(lines(err)).toEqual([
      "left out 'a/(.+)': the group '(.+)' matches slashes, which a param in OpenAPI can't contain",
      "left out 'POST a/b': 'a/(.+)' comes first and matches all its requests",
      '',
    ]);
  });

  it.each([
    ['', 'a document'],
    ['\uFEFF', 'a document with a byte-order mark'],
  ])('merges --base in: %j, %s', async (mark) => {
    const base = `${mark}{"info":{"title":"Photos"},"servers":[{"url":"/v1"}]}`;
    const cwd = folderOf({ 'table.json': { 'GET a': 'b' }, 'api.json': base });
    expect(JSON.parse(await printed('openapi table.json --base api.json', { cwd }))).toMatchObject({
      info: { title: 'Photos', version: '0.0.0' },
      servers: [{ url: '/v1' }],
      paths: { '/a': {} },
    });
  });

  it.each([
    ['a list', '[]', 'a document in JSON is one object, such as {"info": …}'],
    ['null', 'null', 'a document in JSON is one object, such as {"info": …}'],
    ['YAML', 'info:\n  title: A', 'Unexpected token'],
    ['no file', undefined, 'ENOENT'],
  ])('refuses a --base with %s', async (_, base, message) => {
    const cwd = folderOf({ 'table.json': { 'GET a': 'b' }, ...(base && { 'api.json': base }) });
    const err = await refusal('openapi table.json --base api.json', { cwd });
    expect(err).toContain(`waymark openapi: api.json: ${message}`);
  });
});

describe('waymark table', () => {
  it('writes JSON that gives the same table', async () => {
    const out = await printed('table defined.ts');
    const cwd = folderOf({ 'table.json': out });
    expect((await run('table table.json', { cwd })).out).toBe(out);
    expect(Object.entries(JSON.parse(out))[1]).toEqual(['GET photos', 'photos/index']);
  });

  it('keeps settings, and rows that look like numbers or members of an object', async () => {
    const table = { b: 'c', '/404': 'd', ['__proto__']: 'e', translate_uri_dashes: true };
    const out = await printedOn(table, 'table table.json');
    expect(Object.entries(JSON.parse(out))).toEqual(Object.entries(table));
  });
});

describe('waymark import', () => {
  const importFrom = async (php: string, line = '', more: Record<string, string> = {}) => {
    const cwd = folderOf({ 'routes.php': php, ...more });
    return { cwd, ...(await run(`import routes.php ${line}`, { cwd })) };
  };

  it('writes a route file, which gives the table', async () => {
    const php = "<?php $route['a/(:num)'] = 'b/c/$1';";
    const { cwd, ...rest } = await importFrom(php, '-o routes.ts');
    expect(rest).toEqual({ status: 0, out: '', err: 'wrote a route file to routes.ts\n' });
    expect(readFileSync(join(cwd, 'routes.ts'), 'utf8')).toContain("'a/(:num)': 'b/c/$1'");
  });

  it.each([
    ['keeps a file that is there', '-o routes.ts', 'mine', 2],
    ['keeps an empty file too', '-o routes.ts', '', 2],
    ['overwrites it with --force', '-o routes.ts --force', 'mine', 0],
    ['accepts --force if there is nothing to overwrite', '-o routes.ts --force', undefined, 0],
  ])('%s: %s', async (_, line, before, exit) => {
    const more: Record<string, string> = before === undefined ? {} : { 'routes.ts': before };
    const { cwd, status, out, err } = await importFrom("<?php $route['a'] = 'b';", line, more);
    const after = readFileSync(join(cwd, 'routes.ts'), 'utf8');
    expect([status, out]).toEqual([exit, '']);
    expect(exit === 0 ? after.includes("a: 'b'") : after === before).toBe(true);
    const message =
      'waymark import: routes.ts exists and may have been edited; name another file, or overwrite it with --force\n';
    expect(err.startsWith(message)).toBe(exit === 2);
  });

  it('writes rows to standard output, and warnings to standard error, with status 1', async () => {
    const { status, out, err } = await importFrom("<?php\n$route['a'] = db();\n$route['b'] = 'c';");
    expect(status).toBe(1);
    expect(out).toContain("Route.any('b', 'c');");
    expect(err).toMatch(/^routes\.php:2: .+\n$/);
  });

  it.each([
    ['a row that no path reaches', "$route['a/'] = 'b';", 0],
    ['a row that is there twice', "$route['x'] = 'z';", 0],
    ['a word that is no placeholder', "$route['a/(:alpha)'] = 'b';", 0],
    ['alternatives that are anchored', "$route['^a$|^b$'] = 'b';", 0],
    ['alternatives that match more in PHP', "$route['a|b'] = 'b';", 1],
    ['a closure', "$route['a'] = function () {};", 1],
    ['a constant without a value', "$route['a'] = X;", 1],
  ])('has status 1 if a row is unknown or answered differently: %s', async (_, php, exit) => {
    const { status, err } = await importFrom(`<?php $route['x'] = 'y'; ${php}`);
    expect({ status, lines: err.split('\n').length - 1 }).toEqual({ status: exit, lines: exit });
  });

  it.each([
    ['--any all', 'a/(.+)'],
    ['--any segment', 'a/(:any)'],
    ['', 'a/(:any)'],
  ])('uses the CodeIgniter 2 meaning of (:any) if --any says so: %j', async (line, pattern) => {
    expect((await importFrom("<?php $route['a/(:any)'] = 'b/$1';", line)).out).toContain(pattern);
  });

  it.each([
    ['--constant X=admin', 'admin/list'],
    ['--constant X=7', '7/list'],
    ['--constant X=a=b --constant Y=z', 'a=b/list'],
    ['--constant X=007', '007/list'],
    ['--constant X=true', '1/list'],
    ['--constant X=false', "'/list"],
  ])('accepts constants: %s', async (line, text) => {
    expect((await importFrom("<?php $route['a'] = X . '/list';", line)).out).toContain(text);
  });

  it.each([
    ['literal keys first', '--ci2', "login: 'in',\n  '(.+)': 'all/$1'"],
    ['(:any) as one segment', '--ci2 --any segment', "login: 'in',\n  '(:any)': 'all/$1'"],
    ['what a module may have', '--module in', 'export default {\n'],
  ])('accepts the purpose of the file: %s', async (_, line, text) => {
    const php = "<?php $route['(:any)'] = 'all/$1';\n$route['login'] = 'in';";
    const { status, out, err } = await importFrom(php, line);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out.replace(/^ *\/\/.*\n|^\n/gm, '')).toContain(text);
  });

  it.each([
    ['application/modules/blog/config', 'routes.php'],
    ['application/modules/blog', './config/routes.php'],
    ['application', 'modules/blog/config/routes.php'],
    ['.', 'application/modules/blog/config/routes.php'],
    ['packages/modules/blog/config', 'routes.php'],
    ['packages', 'modules/blog/config/routes.php'],
  ])('knows the module and the application of a file: in %s, %s', async (folder, file) => {
    const application = (root: string) => ({
      [`${root}application/config/constants.php`]: "<?php define('AREA', 'area');",
      [`${root}application/more.php`]: "<?php $route['blog/more'] = 'm';",
    });
    const php = "<?php include APPPATH . 'more.php'; $route['blog'] = AREA;";
    const cwd = folderOf({
      'application/modules/blog/config/routes.php': php,
      ...application(''),
      'packages/modules/blog/config/routes.php': php,
      ...application('packages/'),
    });
    const { status, out, err } = await run(`import ${file}`, { cwd: join(cwd, folder) });
    expect(status).toBe(0);
    expect(out).toContain("export default {\n  'blog/more': 'm',\n  blog: 'area',\n};");
    expect(err).toMatch(/^included \S*config\/constants\.php\nincluded \S*more\.php\n$/);
  });

  it('names the files of an absolute path by absolute paths', async () => {
    const cwd = folderOf({
      'app/config/routes.php': "<?php include APPPATH . 'more.php';",
      'app/more.php': "<?php $route['a'] = 'b';",
    });
    const { err } = await run(['import', join(cwd, 'app/config/routes.php')]);
    expect(err).toBe(`included ${join(cwd, 'app/more.php')}\n`);
  });

  it('knows the environment of a file', async () => {
    const cwd = folderOf({ 'config/production/routes.php': '<?php $route[ENVIRONMENT] = 1;' });
    const { out } = await run('import routes.php', { cwd: join(cwd, 'config/production') });
    expect(out).toContain("production: '1'");
    const line = 'import routes.php --constant ENVIRONMENT=testing';
    const other = await run(line, { cwd: join(cwd, 'config/production') });
    expect(other.out).toContain("testing: '1'");
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['a plain word', '', { X: 'production' }, "a: 'production'"],
    ['a short number', '', { X: '8080' }, "a: '8080'"],
    ['a long word', '', { X: 'x'.repeat(20) }, `a: '${'x'.repeat(20)}'`],
    ['a word of the length of a key', '', { X: 'x'.repeat(21) }, 'it may be secret'],
    ['the value that is given', '--env X=hun-ter2', { X: 'production' }, "a: 'hun-ter2'"],
    ['an empty value', '--env X=', {}, "a: 'home'"],
    ['the value in the environment', '--env X', { X: 'hun-ter2' }, "a: 'hun-ter2'"],
    ['one that is not set', '--env X', {}, "a: 'home'"],
    ['several', '--env Y=1 --env X=a=b', {}, "a: 'a=b'"],
    ['a secret', '', { X: 'hun-ter2' }, 'it may be secret: import again with --env X.'],
    ['none', '', {}, 'it is not set here: import again with --env X=value.'],
  ])('answers getenv: %s', async (_, line, env, text) => {
    const php =
      "<?php $route['default_controller'] = 'home'; $route['a'] = getenv('X'); $route['b'] = 'c';";
    const cwd = folderOf({ 'routes.php': php });
    const { status, out } = await run(`import routes.php ${line}`, { cwd, env });
    expect(out).toContain(text);
    expect(status).toBe(text.startsWith('it ') ? 1 : 0);
  });

  it.each([
    ['a member of all objects', "getenv('constructor')", '--env constructor=value'],
    ['a name to be quoted for the shell', 'getenv("a; b\'c")', "--env 'a; b'\\''c=value'"],
  ])('shows how a variable is given: %s', async (_, call, option) => {
    expect((await importFrom(`<?php $route['a'] = ${call};`)).err).toContain(option);
  });

  it('refuses a variable without a name', async () => {
    expect(await refusal('import a.php --env =x')).toContain('Write name or name=value.');
  });

  it('names a missing included file, with status 1', async () => {
    const { status, err } = await importFrom("<?php include 'more.php';\n$route['a'] = 'b';");
    expect(status).toBe(1);
    expect(err).toContain('routes.php:1: ');
  });

  it.each([
    ['nothing', '', 'routes.php contains no PHP; pass a routes.php'],
    ['TypeScript', 'export default {};', 'routes.php contains no PHP; pass a routes.php'],
    ['PHP without its tag', '$route["a"] = "b";', 'routes.php contains no PHP; pass a routes.php'],
    ['broken PHP', '<?php $route[', 'routes.php'],
    ['no file', undefined, 'there is no file routes.php'],
  ])('refuses a file that contains %s', async (_, text, message) => {
    const cwd = folderOf(text === undefined ? {} : { 'routes.php': text });
    const err = await refusal('import routes.php', { cwd });
    expect(err.startsWith(`waymark import: ${message}`)).toBe(true);
  });
});

it.each(['/photos/7', 'https://example.org/photos/7'])(
  'waymark match without a method takes GET: %s',
  async (path) => {
    const out = await printedOn({ 'photos/(:num)': 'photos/show/$1' }, `match ${path} table.json`);
    expect(out).toContain("GET /photos/7: goes to 'photos/show/7'");
  },
);

describe('with --json, a command prints the result of its function', () => {
  const later = { 'a/b': 'x', 'a/(:num)': 'y' };

  it.each<[string, SuppliedTable, unknown]>([
    ['list table.json', PHOTOS, list(PHOTOS)],
    ['match GET /a/b table.json', later, explain(later, 'GET', '/a/b')],
    ['reach x table.json', later, reach(later, 'x')],
    ['diff table.json table.json', later, { alike: true, changes: [], undecided: [] }],
  ])('%s', async (line, table, result) => {
    expect(await printedOn(table, `${line} --json`)).toBe(`${JSON.stringify(result, null, 2)}\n`);
  });
});
