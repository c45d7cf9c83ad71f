/** Findings in a terminal, in an editor, on GitHub and in SARIF. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { placeRows, readAcceptances } from '../../../src/tools/cli/load/places.ts';
import { FINDING_KINDS, type Finding } from '../../../src/tools/inspect.ts';
import { folderOf, refusal, run, type Surroundings } from './run.ts';

const DIST = fileURLToPath(new URL('../../../dist/index.js', import.meta.url));
const IMPORT = `import { Route } from '${DIST}';`;

/** Findings of each level, in TypeScript with columns that compilation moves. */
const ROUTES = `${IMPORT}
const to: string = 'x/y'; Route.get('posts/:id', to);
Route.any('users/(:any)', 'users/$1'); Route.block('users/login');
Route.get('(?=ba)([ab]+)\\\\1', to as string);
`;

/** A table whose key with a finding is at the second column of its second line. */
const KEY = "{\n 'p/:id': 'x/y' }";

/** Runs `waymark check` on files. */
async function checked(
  files: Readonly<Record<string, string | object>>,
  line = 'routes.ts',
  surroundings: Surroundings = {},
) {
  const cwd = folderOf(files);
  return { cwd, ...(await run(`check ${line}`, { cwd, ...surroundings })) };
}

/** The findings as JSON. */
async function findingsOf(files: Readonly<Record<string, string | object>>, line = 'routes.ts') {
  const { out, err, cwd } = await checked(files, `${line} --json`);
  const found: Finding[] = JSON.parse(out || err);
  return found.map((finding) => {
    const { file = '', line, column } = finding.source ?? {};
    return { ...finding, place: `${file.replace(`${cwd}/`, '')}:${line}:${column}` };
  });
}

const USERS = 'application/controllers/users.ts';
const LOGIN = 'export default class Users { login() {} logout() {} }';

/** A table with `count` findings of one level. */
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}/:id`, 'x/y']));

describe('a finding starts with its place', () => {
  it('as file:line:column of the source, in text', async () => {
    const { out, status } = await checked({ 'src/routes.ts': ROUTES }, 'src/routes.ts');
    expect(status).toBe(1);
    expect(out.match(/^\S+ \w+ \([\w-]+\)/gm)).toEqual([
      'src/routes.ts:2:37: warning (parameter-syntax)',
      'src/routes.ts:3:52: error (block-passed)',
      'src/routes.ts:4:11: unproved (unproved)',
      'src/routes.ts:4:11: unproved (not-judged)',
    ]);
  });

  it('in JSON, as --json and as --format json', async () => {
    const { out, cwd } = await checked({ 'routes.ts': ROUTES }, 'routes.ts --format json');
    const [, second] = JSON.parse(out);
    expect(second.source).toEqual({ file: join(cwd, 'routes.ts'), line: 3, column: 52 });
    expect((await run('check routes.ts --json', { cwd })).out).toBe(out);
  });

  it('as that of the pattern, if a call is split over lines', async () => {
    const routes = `${IMPORT}\nRoute.get(\n  'posts/:id',\n  'posts/show',\n);\n`;
    const { out } = await checked({ 'routes.ts': routes });
    expect(out.split('\n').slice(0, 3)).toEqual([
      expect.stringMatching(/^routes\.ts:3:3: warning \(parameter-syntax\)/),
      "  'posts/:id',",
      '  ^^^^^^^^^^^',
    ]);
  });

  it.each<[string, string, string, string]>([
    ['a key of JSON', 'a.json', '{\n  "a": "b/c",\n  "p/:id": "x/y"\n}', '3:3'],
    ['with escapes', 'a.json', '{\n  "a": "p/\\u003aid", "p\\/\\u003aid": "x/y"\n}', '2:22'],
    [
      'a key of a literal table, not of a comment or a string',
      'a.ts',
      "// 'p/:id': 'x'\nexport default {\n  a: \"'p/:id': x\",\n  'p/:id': 'x/y' };",
      '4:3',
    ],
    ['the first of two keys', 'a.ts', `export default ${KEY};\nexport const b = ${KEY};`, '2:2'],
    ['a key with quotes in it', 'a.ts', "export default { 'p\\'\"/:id': 'x/y' };", '1:18'],
    ['an escape that JSON lacks', 'a.ts', "export default {\n '\\x70/:id': 'x/y' };", '1:1'],
    ['a computed key', 'a.ts', "\nconst p = 'p';\nexport default { [`${p}/:id`]: 'x/y' };", '1:1'],
    [
      'the 404_override',
      'a.ts',
      "export default { default_controller: 'a/b', '(.+)': 'a/b/$1',\n '404_override': 'a/b' };",
      '2:2',
    ],
  ])('%s', async (_, name, text, place) => {
    const places = (await findingsOf({ [name]: text }, name)).map((finding) => finding.place);
    expect(places).toContain(`${name}:${place}`);
  });

  const MODULE = 'application/modules/m/config/routes.ts';

  it.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'a key of a table in another file',
      {
        'routes.ts': "import base from './base.ts';\nexport default { ...base, a: 'b/c' };",
        'base.ts': `export default ${KEY};`,
      },
      'base.ts:2:2',
    ],
    [
      'a key of a table in a file that others import',
      {
        'routes.ts': "export { default } from './config/index.js';",
        'config/index.ts':
          "import base from './base';\nimport 'node:fs';\n// import './gone.ts'\nexport default { ...base };",
        'config/base.ts': `export default ${KEY};`,
      },
      'config/base.ts:2:2',
    ],
    [
      'a key of the route file, not of one that it imports',
      {
        'routes.ts': `import './other.ts';\nexport default ${KEY};`,
        'other.ts': "export default { 'p/:id': 'x/z' };",
      },
      'routes.ts:3:2',
    ],
    [
      'a row of a module',
      {
        'routes.ts': "export default { a: 'b/c' };",
        [MODULE]: `${IMPORT}\nexport default () => {\n  Route.get('m/:id', 'x/y'); };`,
      },
      `${MODULE}:3:13`,
    ],
    [
      'a key of a module',
      { 'routes.ts': "export default { a: 'b/c' };", [MODULE]: `export default ${KEY};` },
      `${MODULE}:2:2`,
    ],
  ])('%s', async (_, files, place) => {
    const line = MODULE in files ? '. --level warning' : 'routes.ts';
    expect((await findingsOf(files, line)).map((finding) => finding.place)).toContain(place);
  });

  it('a controller, which is in its own file', async () => {
    const files = {
      'routes.ts': "export default { a: 'users/login' };",
      [USERS]: LOGIN,
      'application/controllers/broken.ts': 'export default 7;',
    };
    const places = (await findingsOf(files, '.')).map(({ kind, place }) => [kind, place]);
    expect(places).toEqual([
      ['broken-controller', 'application/controllers/broken.ts:1:1'],
      ['unreached-action', `${USERS}:1:1`],
    ]);
  });

  it('unless the table was read from standard input', async () => {
    const shown = async (line: string) => (await run(line, { input: '{"p/:id":"x/y"}' })).out;
    expect(await shown('check -')).toMatch(/^warning \(parameter-syntax\): /);
    expect(await shown('check - --format github')).toMatch(
      /^::warning title=waymark%3A parameter-syntax::In /,
    );
    expect(await shown('check - --md')).not.toContain('Place');
  });
});

it('findings come in the order of their lines, and the first of a kind says what to write', async () => {
  const routes = `${IMPORT}\nRoute.get('a/:id', 'x/y');\nRoute.get('b/:id', 'x/y');\n`;
  const { out } = await checked({ 'config/routes.ts': routes }, 'config/routes.ts');
  expect(out.split('\n')).toEqual([
    expect.stringMatching(
      /^config\/routes\.ts:2:11: warning \(parameter-syntax\): In 'GET a\/:id'/,
    ),
    "  Route.get('a/:id', 'x/y');",
    '            ^^^^^^^',
    '  Write (:any), (:num) or a group in patterns, and $1 in destinations.',
    '',
    expect.stringMatching(
      /^config\/routes\.ts:3:11: warning \(parameter-syntax\): In 'GET b\/:id'/,
    ),
    "  Route.get('b/:id', 'x/y');",
    '            ^^^^^^^',
    '',
    '2 warnings in 2 rows.',
    '',
  ]);
});

it('a finding has no line of a file that cannot be read any more', async () => {
  const routes = `${IMPORT}\nimport { rmSync } from 'node:fs';\nRoute.get('a/:id', 'x/y');\nrmSync(import.meta.filename);`;
  const cwd = folderOf({ 'routes.ts': routes });
  const { out } = await run('check routes.ts', { cwd });
  expect(out).toMatch(/^routes\.ts:\d+:\d+: warning .*\n {2}Write .*\n\n1 warning in 1 row\.\n$/);
});

it('rows missing from a message are listed below it with their places', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const lines = names.map((name) => `Route.any('${name}.x', 'x/y');`);
  const { out } = await checked({ 'routes.ts': `${IMPORT}\n${lines.join('\n')}` });
  expect(out).toMatch(
    /^routes\.ts:2:11: warning \(dot\): .* and 2 more, .*\n {2}Route\.any\('a\.x', 'x\/y'\);\n {12}\^{5}\n {2}d\.x \(routes\.ts:5:11\)\n {2}e\.x \(routes\.ts:6:11\)\n {2}Write .*\n\n1 warning in 5 rows\.\n$/,
  );
  const input = JSON.stringify(Object.fromEntries(names.map((name) => [`${name}.x`, 'x/y'])));
  expect((await run('check -', { input })).out).toMatch(/\n {2}d\.x\n {2}e\.x\n/);
});

it('a file that cannot be read has no places and no comments', async () => {
  const table = { a: 'b/c' };
  expect(await placeRows(table, ['/no/such/file.ts'])).toEqual(table);
  expect(await readAcceptances(table, ['/no/such/file.ts'])).toEqual([]);
});

it.each([
  ['is coloured by level', { columns: 400 }, true],
  ['is not coloured with NO_COLOR', { columns: 400, env: { NO_COLOR: '1' } }, false],
  ['is not coloured in a file', {}, false],
])('on a terminal a finding %s', async (_, surroundings, coloured) => {
  const { out } = await checked({ 'routes.ts': ROUTES }, 'routes.ts', surroundings);
  const levels = ['\x1b[31merror', '\x1b[33mwarning', '\x1b[34munproved'];
  for (const level of levels) expect(out.includes(`${level}\x1b[39m (`)).toBe(coloured);
  expect(out.includes('\x1b')).toBe(coloured);
});

describe('a finding in a narrow terminal', () => {
  const shown = async (words: string, columns: number) => {
    const { out } = await checked({ 'routes.ts': ROUTES }, `routes.ts ${words}`, { columns });
    return out.replaceAll(/\x1b\[\d+m/g, '').split('\n');
  };

  it('is wrapped between words, and further lines are indented', async () => {
    const lines = await shown('', 60);
    expect(lines.every(({ length }) => length <= 60)).toBe(true);
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(/^routes\.ts:2:37: warning \(parameter-syntax\): .* \S+$/),
      expect.stringMatching(/^ {2}\S/),
    ]);
  });

  it('is wrapped even before its level, which then has no colour', async () => {
    expect(await shown('', 12)).toEqual(expect.arrayContaining(['routes.ts:3:', '  52: error ']));
  });

  it('stays whole with --format text, which editors read', async () => {
    const [line] = await shown('--format text', 60);
    expect(line).toMatch(/^routes\.ts:2:37: warning \(parameter-syntax\): .{60}.*\.$/);
  });
});

describe('for GitHub', () => {
  const GITHUB = { env: { GITHUB_ACTIONS: 'true' } };

  it('a finding is a workflow command, with its request in a second line', async () => {
    const { out, status } = await checked({ 'routes.ts': ROUTES }, 'routes.ts --format github');
    expect(status).toBe(1);
    expect(out.split('\n').map((line) => line.split('::', 2).join('::'))).toEqual([
      '::warning file=routes.ts,line=2,col=37,title=waymark%3A parameter-syntax',
      '::error file=routes.ts,line=3,col=52,title=waymark%3A block-passed',
      '::notice file=routes.ts,line=4,col=11,title=waymark%3A unproved',
      '::notice file=routes.ts,line=4,col=11,title=waymark%3A not-judged',
      '1 error, 1 warning, 2 unproved in 4 rows.',
      '',
    ]);
    expect(out).toContain('and answers GET /users/login.%0AGET /users/login\n');
  });

  it.each([
    ['GITHUB_ACTIONS is set', '', GITHUB, /^::warning /],
    ['it is empty', '', { env: { GITHUB_ACTIONS: '' } }, /^routes\.ts:2:37: warning/],
    ['text is asked for', '--format text', GITHUB, /^routes\.ts:2:37: warning/],
    ['JSON is asked for', '--json', GITHUB, /^\[\n/],
    ['Markdown is asked for', '--md', GITHUB, /^\| Level/],
    ['Markdown is asked for by its format', '--format md', GITHUB, /^\| Level/],
    ['SARIF is asked for', '--format sarif', GITHUB, /^\{\n {2}"version": "2\.1\.0"/],
  ])('or not: %s', async (_, option, surroundings, start) => {
    const { out } = await checked({ 'routes.ts': ROUTES }, `routes.ts ${option}`, surroundings);
    expect(out).toMatch(start);
  });

  it.each([
    ['--format text --json', 'cannot be used with'],
    ['--format github --md', 'cannot be used with'],
    ['--format xml', 'Allowed choices are text, json, md, github, sarif'],
  ])('%s is refused', async (option, words) => {
    expect(await refusal(`check routes.ts ${option}`)).toContain(words);
  });

  it('escapes the syntax of commands, like actions/toolkit', async () => {
    const table = { 'a/(:num)': 'x/:id\r\n::error::100%,a:b' };
    const { out } = await checked({ 'a%,:b.json': table }, 'a%,:b.json', GITHUB);
    expect(out).toMatch(
      /^::warning file=a%25%2C%3Ab\.json,line=1,col=2,title=waymark%3A controller-syntax::In .* 'x\/:id\\x0d\\x0a::error::100%25,a:b' /,
    );
    expect(out.match(/^::/gm)).toHaveLength(1);
  });

  it('names files relative to the repository, in whichever folder the step runs', async () => {
    const workspace = folderOf({ 'app/routes.ts': ROUTES });
    const env = { ...GITHUB.env, GITHUB_WORKSPACE: workspace };
    const { out } = await run('check routes.ts', { cwd: join(workspace, 'app'), env });
    expect(out).toMatch(/^::warning file=app\/routes\.ts,line=2,/);
    const other = { ...env, GITHUB_WORKSPACE: join(workspace, 'other') };
    const outside = await run('check routes.ts', { cwd: join(workspace, 'app'), env: other });
    expect(outside.out).toMatch(/^::warning file=routes\.ts,line=2,/);
  });

  it('prints findings as text that GitHub would drop', async () => {
    const { out } = await checked({ 't.json': many(13) }, 't.json', GITHUB);
    expect(out.match(/^::warning /gm)).toHaveLength(10);
    expect(out).toContain('\nGitHub shows 10 annotations of each level; 3 findings more:\n');
    expect(out.match(/^t\.json:1:\d+: warning \(/gm)).toHaveLength(3);
    expect(out).toMatch(/\n13 warnings in 13 rows\.\n$/);
    const { out: ten } = await checked({ 't.json': many(10) }, 't.json', GITHUB);
    expect(ten).not.toContain('GitHub shows');
  });

  it('adds findings to the summary of the job that GitHub would drop', async () => {
    const cwd = folderOf({ 't.json': many(11), 'summary.md': '# Before\n' });
    const file = join(cwd, 'summary.md');
    const env = { ...GITHUB.env, GITHUB_STEP_SUMMARY: file };
    const { out } = await run('check t.json', { cwd, env });
    expect(out).toContain('1 finding more: They are in the summary of the job too.');
    expect(readFileSync(file, 'utf8')).toMatch(
      /^# Before\nGitHub shows 10 annotations of each level; 1 finding more:\n\n\| Level \| .*\n\| -.*\n\| warning \| parameter-syntax \| .*\n\n11 warnings in 11 rows\.\n\n$/,
    );
  });

  it('continues without a summary that cannot be written', async () => {
    const cwd = folderOf({ 't.json': many(11) });
    mkdirSync(join(cwd, 'summary.md'));
    const env = { ...GITHUB.env, GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') };
    const { out, status } = await run('check t.json', { cwd, env });
    expect(status).toBe(1);
    expect(out).toContain('1 finding more:\n');
    const empty = { ...GITHUB.env, GITHUB_STEP_SUMMARY: '' };
    expect((await run('check t.json', { cwd, env: empty })).out).toBe(out);
  });

  it('prints no command of the older form', async () => {
    const table = { ...many(10), '##[error]x/:id': 'x/y' };
    const { out } = await checked({ 't.json': table }, 't.json', GITHUB);
    expect(out).toContain('#\\x23[error]x');
    expect(out).not.toContain('##[');
  });
});

describe('as SARIF', () => {
  // The schema comes from @microsoft/jest-sarif 1.0.0-beta.0 (MIT), without its spaces. It uses
  // draft 4, which for this schema differs from ajv's drafts only in name.
  const {
    $schema: _,
    id: __,
    ...schema
  } = JSON.parse(readFileSync(new URL('../../fixtures/sarif-2.1.0.json', import.meta.url), 'utf8'));
  const validate = new Ajv({
    strict: false,
    unicodeRegExp: false,
    validateFormats: false,
    allErrors: true,
  }).compile(schema);

  it('is refused by the schema if a member is wrong', () => {
    expect(validate({ version: '2.1.0', runs: [{ tool: {} }] })).toBe(false);
  });

  it.each<[string, Readonly<Record<string, string | object>>, string]>([
    ['findings of each level', { 'routes.ts': ROUTES }, '--files .'],
    ['no findings', { 'a.json': { a: 'b/c' } }, 'a.json'],
    ['many rows', { 'a.json': { 'a.b': 'x/y', 'c.d': 'x/y', 'e.f': 'x/y' } }, 'a.json'],
    ['hostile text', { 'a.json': { a: 'x\u202e[b](1){0}\n/:id' } }, 'a.json'],
    ['controllers', { 'routes.ts': "export default { a: 'users/login' };", [USERS]: LOGIN }, '.'],
  ])('is valid: %s', async (_, files, line) => {
    const { out } = await checked(files, `${line} --format sarif`);
    validate(JSON.parse(out));
    expect(validate.errors).toBeNull();
  });

  it('has relative addresses, UTF-16 columns, levels, and rules with help', async () => {
    const cwd = folderOf({ 'src/my routes#é.ts': ROUTES });
    const { out } = await run(['check', 'src/my routes#é.ts', '--format', 'sarif'], { cwd });
    const {
      runs: [{ tool, columnKind, results }],
    } = JSON.parse(out);
    expect(columnKind).toBe('utf16CodeUnits');
    expect(tool.driver).toMatchObject({ name: 'waymark', version: '1.2.3' });
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
      ...FINDING_KINDS.keys(),
    ]);
    for (const { shortDescription, help } of tool.driver.rules) {
      expect([shortDescription.text, help.text]).not.toContain('');
    }
    const levels = results.map(({ level }: { level: string }) => level);
    expect(levels).toEqual(['warning', 'error', 'note', 'note']);
    const [, first] = results;
    expect(tool.driver.rules[first.ruleIndex].id).toBe(first.ruleId);
    const artifactLocation = { uri: 'src/my%20routes%23%C3%A9.ts', uriBaseId: '%SRCROOT%' };
    const region = { startLine: 3, startColumn: 52 };
    expect(first.locations).toEqual([{ physicalLocation: { artifactLocation, region } }]);
    const physicalLocation = { region: { startColumn: 11 } };
    expect(first.relatedLocations).toMatchObject([
      { id: 0, message: { text: 'users/(:any)' }, physicalLocation },
    ]);
    const rows = ['users/login', 'users/(:any)'];
    expect(first.properties).toEqual({ rows, request: 'GET /users/login' });
  });

  it('names a file outside the folder by its full path', async () => {
    const root = folderOf({ 'routes.ts': ROUTES, 'app/any.txt': '' });
    const { out } = await run('check ../routes.ts --format sarif', { cwd: join(root, 'app') });
    const { artifactLocation } = JSON.parse(out).runs[0].results[0].locations[0].physicalLocation;
    expect(artifactLocation).toEqual({ uri: `file://${root}/routes.ts` });
  });

  it('has no link made by a pattern, and no unknown location', async () => {
    const { out } = await run('check - --format sarif', {
      input: JSON.stringify({ 'a[b](1)/:id': 'x/y', 'c.d': 'x/y', 'e.f': 'x/y' }),
    });
    const [slip, dots] = JSON.parse(out).runs[0].results;
    expect(slip.message.text).toContain("'a[b\\](1)/:id'");
    for (const result of [slip, dots]) {
      expect(Object.keys(result)).not.toContain('locations');
      expect(Object.keys(result)).not.toContain('relatedLocations');
    }
  });
});

describe('a comment accepts', () => {
  const DOT = "Route.any('a.b', 'x/y');";
  const ACCEPT = '// waymark-accept dot: any character is meant';

  it.each<[string, string]>([
    ['in the line above', `${ACCEPT}\n${DOT}`],
    ['in the same line', `${DOT} ${ACCEPT}`],
    ['above other comments and empty lines', `${ACCEPT}\n\n// another\n/* and\n * one */\n${DOT}`],
    ['of another form', `/* waymark-accept dot: any character\n   is meant */\n${DOT}`],
    ['in a block of documentation', `/** waymark-accept dot: any character is meant */\n${DOT}`],
    ['above a call on several lines', `${ACCEPT}\nRoute\n  .any(\n    'a.b',\n    'x/y');`],
    ['beside the pattern of such a call', `Route.any(\n  'a.b', ${ACCEPT}\n  'x/y');`],
    ['for all rows of a call', `${ACCEPT}\nRoute.resources('a.b', { only: ['index', 'show'] });`],
    [
      'two kinds',
      `${ACCEPT}\n// waymark-accept parameter-syntax: so\nRoute.any('a.b/:id', 'x/y');`,
    ],
    ['in a callback', `Route.prefix('p', () => {\n  ${ACCEPT}\n  ${DOT}\n});`],
    ['with a colon in its reason', `// waymark-accept dot: so: it is\n${DOT}`],
    ['in lines that end as on Windows', `${ACCEPT}\r\n${DOT}\r\n`],
  ])('%s', async (_, text) => {
    expect(await findingsOf({ 'routes.ts': `${IMPORT}\n${text}` })).toEqual([]);
  });

  it('a key of a literal table, here or in another file', async () => {
    const table = `export default {\n  'a.b': 'x/y', ${ACCEPT}\n  ${ACCEPT}\n  'c.d': 'x/y',\n};`;
    expect(await findingsOf({ 'routes.ts': table })).toEqual([]);
    const routes = "import base from './base.ts';\nexport default { ...base };";
    expect(await findingsOf({ 'routes.ts': routes, 'base.ts': table })).toEqual([]);
  });

  it('no key of another table in a file that the route file imports', async () => {
    const other = `export default {\n  'q.r': 'x/y', ${ACCEPT}\n};`;
    const routes = "import './other.ts';\nexport default { a: 'x/y' };";
    expect(await findingsOf({ 'routes.ts': routes, 'other.ts': other })).toEqual([]);
  });

  it('in the file of a module', async () => {
    const files = {
      'routes.ts': "export default { a: 'b/c' };",
      'application/modules/m/config/routes.ts': `${IMPORT}\nexport default () => {\n  ${ACCEPT}\n  ${DOT} };`,
    };
    const kinds = (await findingsOf(files, '.')).map(({ kind }) => kind);
    expect(kinds).not.toContain('dot');
    expect(kinds).not.toContain('unused-acceptance');
  });

  it.each<[string, string, readonly string[]]>([
    ['another', `${ACCEPT}\nRoute.any('a', 'x/y');\n${DOT}`, ['unused-acceptance 2:1', 'dot 4:11']],
    ['nothing', `${DOT}\n${ACCEPT}`, ['dot 2:11', 'unused-acceptance 3:1']],
    ['another kind', `// waymark-accept star: so\n${DOT}`, ['unused-acceptance 2:1', 'dot 3:11']],
    ['no reason', `${DOT} // waymark-accept dot`, ['dot 2:11', 'bad-acceptance 2:26']],
    ['an unknown kind', `${DOT} // waymark-accept dots: so`, ['dot 2:11', 'bad-acceptance 2:26']],
    ['a string', `Route.any('a.b', 'x/y', { as: '${ACCEPT}' });`, ['dot 2:11']],
  ])('or is a finding itself: for %s', async (_, text, wanted) => {
    const findings = await findingsOf({ 'routes.ts': `${IMPORT}\n${text}` });
    const found = findings.map(({ kind, place }) => `${kind} ${place.replace('routes.ts:', '')}`);
    expect(found).toEqual(wanted);
  });

  it('findings that were not searched for, and stays silent', async () => {
    const text = `${IMPORT}\nRoute.any('a', 'x/y'); // waymark-accept dead-destination: made by a plug-in`;
    expect(await findingsOf({ 'routes.ts': text })).toEqual([]);
  });
});

describe('waymark.config.ts accepts', () => {
  const DOTS = { 'a.b': 'x/y', 'c.d': 'x/y' };
  const config = (accept: unknown) => ({
    'waymark.config.ts': `export default {\n  routes: 't.json',\n  accept: ${JSON.stringify(accept, null, 2)},\n};`,
    't.json': DOTS,
  });
  const reason = 'any character is meant';

  it.each<[string, unknown, readonly string[]]>([
    ['a kind', [{ kind: 'dot', reason }], []],
    ['one row', [{ kind: 'dot', rows: ['c.d'], reason }], ['a.b']],
    ['a file', [{ kind: 'dot', file: './t.json', reason }], []],
    ['no other file', [{ kind: 'dot', file: 'u.json', reason }], ['a.b', 'c.d', 'unused']],
  ])('%s', async (_, accept, left) => {
    const findings = await findingsOf(config(accept), '');
    const rows = findings.flatMap(({ kind, rows }) => (kind === 'dot' ? rows : ['unused']));
    expect(rows).toEqual(left);
  });

  it('findings about one controller', async () => {
    const files = {
      ...config([{ kind: 'unreached-action', file: USERS, reason }]),
      't.json': { a: 'users/login' },
      [USERS]: LOGIN,
      'application/controllers/others.ts': LOGIN,
    };
    const findings = await findingsOf(files, '--files .');
    expect(findings.map(({ place }) => place)).toEqual(['application/controllers/others.ts:1:1']);
  });

  it('and an unused acceptance is a finding in it', async () => {
    const accept = ['dot', 'star'].map((kind) => ({ kind, reason }));
    const findings = await findingsOf(config(accept), '');
    const found = findings.map(({ kind, place }) => `${kind} ${place}`);
    expect(found).toEqual(['unused-acceptance waymark.config.ts:9:5']);
    const computed = {
      'waymark.config.ts': `const [k, v] = ['kind', 'star'];\nexport default { routes: 't.json', accept: [{ [k]: v, reason: 'so' }] };`,
      't.json': { a: 'b/c' },
    };
    expect((await findingsOf(computed, ''))[0].place).toBe('waymark.config.ts:1:1');
  });

  it.each([
    ['no list', { kind: 'dot', reason }],
    ['an entry that is no object', ['dot']],
    ['an entry without a reason', [{ kind: 'dot' }]],
    ['an entry without a kind', [{ reason }]],
    ['rows that are no list', [{ kind: 'dot', rows: 'a', reason }]],
    ['a row that is no text', [{ kind: 'dot', rows: [7], reason }]],
    ['a file that is no text', [{ kind: 'dot', file: 7, reason }]],
    ['another member', [{ kind: 'dot', row: 'a', reason }]],
  ])('and %s is refused', async (_, accept) => {
    const err = await refusal('check', { cwd: folderOf(config(accept)) });
    expect(err).toContain("Write a list such as [{ kind: 'dot', rows: ['sitemap.xml'], reason:");
  });
});

describe('the problem matcher of the documentation', () => {
  const page = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');
  const blocks = Array.from(page.matchAll(/^```json\n(.*?)^```$/gms), ([, json]) => json);
  const tasks = blocks.find((json) => json.includes('problemMatcher'));
  const [{ command, problemMatcher }] = JSON.parse(tasks ?? '').tasks;
  const { regexp, ...groups } = problemMatcher.pattern;

  it.each([
    ['in a file', {}],
    ['in a terminal, whose colours VS Code removes', { columns: 40 }],
    ['in a terminal on GitHub', { columns: 40, env: { GITHUB_ACTIONS: 'true' } }],
  ])('reads every finding, and nothing else: %s', async (_, surroundings) => {
    const cwd = folderOf({
      'src/my: routes.ts': ROUTES,
      'waymark.config.ts': "export default { routes: 'src/my: routes.ts' };",
    });
    const { out } = await run(command.replace('npx waymark ', ''), { cwd, ...surroundings });
    const found = out
      .replaceAll(/\x1b\[\d+m/g, '')
      .split('\n')
      .flatMap((line) => {
        const match = new RegExp(regexp).exec(line);
        if (match === null) return [];
        const read = Object.entries(groups).map(([name, group]) => [name, match[group as number]]);
        return [Object.fromEntries(read)];
      });
    const file = 'src/my: routes.ts';
    expect(found).toMatchObject([
      { file, line: '2', column: '37', severity: 'warning', code: 'parameter-syntax' },
      { file, line: '3', column: '52', severity: 'error', code: 'block-passed' },
      { line: '4', column: '11', severity: 'unproved', code: 'unproved' },
      { line: '4', column: '11', severity: 'unproved', code: 'not-judged' },
    ]);
    expect(found[1].message).toMatch(/^'users\/\(:any\)' comes before the block/);
  });
});
