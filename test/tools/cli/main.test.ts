import { describe, expect, it } from 'vitest';
import { CODES, main } from '../../../src/tools/cli/main.ts';
import { folderOf, printed, refusal, run } from './run.ts';

const COMMANDS = [
  ...['list', 'match', 'check', 'reach', 'examples', 'diff', 'replay', 'url', 'table', 'types'],
  ...['openapi', 'compile', 'import', 'init'],
];

describe('the help', () => {
  it.each(['--help', '-h', 'help'])('lists all commands with status 0: %s', async (line) => {
    const { status, out, err } = await run(line);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(
      /^Usage: waymark \[options\] \[command\]\n\nSee, explain, prove and import/,
    );
    const listed = out.split('Commands:\n')[1].match(/^ {2}(\w+)/gm);
    expect(listed?.map((name) => name.trim())).toEqual([...COMMANDS, 'help']);
    expect(out).toContain('The exit status is 1 for findings, and 2 for a mistake');
    expect(out).toContain('NO_COLOR and FORCE_COLOR are respected.\n');
  });

  it.each(COMMANDS)('of %s equals its snapshot, which npm run api renews', async (name) => {
    const { out } = await run(`${name} --help`);
    await expect(out).toMatchFileSnapshot(`../../fixtures/help/${name}.txt`);
  });

  it('is shown on standard error if no command is given, with status 2', async () => {
    expect(await refusal('')).toMatch(/^Usage: waymark/);
  });

  it.each(COMMANDS)('of a command states its purpose, and has examples: %s', async (name) => {
    const { status, out, err } = await run(`${name} --help`);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out.startsWith(`Usage: waymark ${name} [options]`)).toBe(true);
    expect(out.split('\n')[2]).toMatch(/^[A-Z].{20,}/);
    expect(out).toMatch(new RegExp(`\n\nExamples:\n(?:  waymark ${name} \\S.*\n)+$`));
    expect(out).toContain('--debug');
    expect(await run(`help ${name}`)).toEqual({ status, out, err });
  });

  const TABLE = ['files', 'roots', 'set'];
  const AUTO = ['auto-route', 'no-auto-route'];
  const FILTERS = ['method', 'path', 'name', 'to', 'meta', 'sort'];
  it.each([
    ['list', [...TABLE, ...AUTO, 'source', ...FILTERS, 'json', 'md']],
    ['match', [...TABLE, ...AUTO, 'json', 'md']],
    ['check', [...TABLE, ...AUTO, 'also-reached', 'level', 'format', 'json', 'md']],
    ['reach', [...TABLE, ...AUTO, 'none', 'json', 'md']],
    ['examples', [...TABLE, ...AUTO, ...FILTERS, 'json', 'md']],
    ['diff', [...TABLE, ...AUTO, 'json', 'md']],
    ['replay', [...TABLE, ...AUTO, 'against', 'json', 'md']],
    ['url', [...TABLE, 'query', 'base']],
    ['table', [...TABLE, 'output']],
    ['types', [...TABLE, 'output']],
    ['openapi', [...TABLE, 'base', 'output']],
    ['compile', ['output']],
    [
      'import',
      ['output', 'force', 'any', 'ci2', 'module', 'constant', 'env', 'include', 'gateway'],
    ],
  ])('names the options of %s, each with a description', async (name, options) => {
    const { out } = await run(`help ${name}`);
    const listed = Array.from(out.matchAll(/^ {2}(?:-\w, )?--([\w-]+)(?: <[^>]+>)? {2,}\S.{5,}/gm));
    expect(listed.map(([, option]) => option)).toEqual(['debug', ...options, 'help']);
  });

  it('is wrapped to a narrow terminal', async () => {
    const { out } = await run('help check', { columns: 80 });
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    const wide = await run('help check', { columns: 300 });
    expect(wide.out).toBe((await run('help check')).out);
    const lines = wide.out.split('\n').map((line) => line.length);
    expect(Math.max(...lines)).toBeGreaterThan(80);
    expect(Math.max(...lines)).toBeLessThanOrEqual(100);
  });

  it.each(['--version', '-v'])('has a version: %s', async (line) => {
    expect(await run(line)).toEqual({ status: 0, out: '1.2.3\n', err: '' });
  });
});

describe('the page of an error', () => {
  it.each([...CODES, 'bad-key.'])('is printed: %s', async (code) => {
    const out = await printed(`help ${code}`);
    const name = code.replace('.', '');
    expect(out).toMatch(new RegExp(`^# ${name}\n\n\\S`));
    expect(out).toContain(`See npx waymark help ${name}.\n`);
  });

  it.each([
    ['bad-patern', 'Write bad-pattern. Codes: bad-argument,'],
    ['bad-zzzzzzzzzzzzz', 'error. Codes: bad-argument,'],
    ['x-../../package', 'error. Codes: bad-argument,'],
    ['lst', 'Write list. Codes: bad-argument,'],
    ['zzzzzzzz', 'error. Codes: bad-argument,'],
  ])('is looked for by its code: %s', async (code, message) => {
    const err = await refusal(`help ${code}`);
    expect(err).toMatch(/^waymark help: '[^']+' is neither a command nor the code of an error\. /);
    expect(err).toContain(message);
  });

  it.each(['help list', 'list --help', 'help --bad-key', 'help bad-key more'])(
    'exists only for codes: %s',
    async (line) => {
      const { out, err } = await run(line);
      expect(out + err).toContain('Usage: waymark');
      expect(out + err).not.toContain('# bad-key');
    },
  );

  it('is named by an error in a route file', async () => {
    const { err } = await run('list a.json', { cwd: folderOf({ 'a.json': { 'a(': 'b' } }) });
    const [, line] = /See npx waymark (help \S+)\n$/.exec(err) ?? [];
    expect((await run(line)).out).toMatch(/^# bad-pattern\n/);
  });
});

const SET = 'list --set <setting=value>';

describe('a wrong command line ends with status 2, and suggests what was meant', () => {
  const USAGE: Readonly<Record<string, string>> = {
    list: '[file]',
    match: '<method-or-path> [path] [file]',
    check: '[file]',
    diff: '<before> [after]',
    import: '<path>',
  };
  const hintOf = (name: string) =>
    Object.hasOwn(USAGE, name)
      ? `(usage: waymark ${name} ${USAGE[name]}; see --help)\n`
      : '(see --help)\n';
  it.each<readonly [string, string]>([
    ['lst table.ts', "unknown command 'lst'\n(Did you mean list?)\n"],
    ['explain GET /a table.ts', "unknown command 'explain'\n(Did you mean match?)\n"],
    ['list table.ts --jsn', "unknown option '--jsn'\n(Did you mean --json?)\n"],
    ['check table.ts --file .', "unknown option '--file'\n(Did you mean --files?)\n"],
    ['match GET', 'the path is missing; write waymark match GET /path FILE\n'],
    ['match GET1 /a a.ts', "'GET1' is not a method; write waymark match GET /path FILE\n"],
    ['diff', "missing required argument 'before'\n"],
    ['list a b', "too many arguments for 'list'. Expected 1 argument but got 2.\n"],
    ['list table.ts --json --md', "option '--json' cannot be used with option '--md'\n"],
    ['list --files', "option '--files <folder>' argument missing\n"],
    ...(
      [
        ['list --sort <by>', 'size', 'Allowed choices are order, method, path, name, to.'],
        ['check --level <level>', 'all', 'Allowed choices are error, warning, unproved.'],
        ['import --any <kind>', 'x', 'Allowed choices are segment, all.'],
        [SET, 'a=b', 'Allowed names are default_controller, 404_override, translate_uri_dashes.'],
        [
          SET,
          'translate_uri_dashes=TRUE',
          'Write translate_uri_dashes=true or translate_uri_dashes=false.',
        ],
        [SET, 'default_controller', 'Write name=value.'],
        [SET, '=a', 'Write name=value.'],
      ] as const
    ).map(([option, value, advice]) => {
      const [command, name, placeholder] = option.split(' ');
      const problem = `option '${name} ${placeholder}' argument '${value}' is invalid.`;
      return [`${command} table.ts ${name} ${value}`, `${problem} ${advice}\n`] as const;
    }),
  ])('%s', async (line, message) => {
    const [name] = line.split(' ');
    const command = name === 'lst' || name === 'explain' ? '' : ` ${name}`;
    expect(await refusal(line)).toBe(`waymark${command}: ${message}${hintOf(name)}`);
  });
});

it.each(['true', 'false'])('--set translate_uri_dashes=%s is accepted', async (value) => {
  const cwd = folderOf({ 'a.json': { a: 'b' } });
  const out = await printed(`list a.json --set translate_uri_dashes=${value}`, { cwd });
  expect(out).toContain(`1 row; translate_uri_dashes: ${value}\n`);
});

describe('an option given twice', () => {
  it('accumulates if it names something', async () => {
    const cwd = folderOf({ 'a.json': { a: 'b' } });
    const out = await printed('list a.json --set 404_override=a --set default_controller=b=c', {
      cwd,
    });
    expect(out).toContain('\n1 row; default_controller: b=c; 404_override: a\n');
  });

  it('may contain line breaks', async () => {
    const args = ['url', 'a', 'mapped.ts', '--query', 'q=a\nb', '--query', '__proto__=c'];
    expect(await printed(args)).toBe('/a?q=a%0Ab&__proto__=c\n');
  });
});

it('an error that is not about the command line is not swallowed', async () => {
  const write = () => {
    throw new Error('closed');
  };
  const closed = { write };
  const startProgress = () => () => {};
  const pages = new URL(import.meta.url);
  const more = { pages, readInput: async () => '', env: {}, cwd: '.', version: '1', startProgress };
  const io = { stdout: closed, stderr: closed, ...more };
  await expect(main(['--version'], io)).rejects.toThrow('closed');
});
