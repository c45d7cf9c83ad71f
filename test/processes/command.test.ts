/** The built command in its own process. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FIXTURES, folderOf } from '../tools/cli/run.ts';

const BIN = fileURLToPath(new URL('../../dist/tools/cli/bin.js', import.meta.url));

/** The time limit of a process, in milliseconds. */
const timeout = 60_000;

function start(
  args: readonly string[],
  cwd = FIXTURES,
  env: Record<string, string> = {},
  input = '',
) {
  const { NO_COLOR: _, FORCE_COLOR: __, ...rest } = process.env;
  return spawnSync(process.execPath, [BIN, ...args], {
    cwd,
    env: { ...rest, ...env },
    encoding: 'utf8',
    timeout,
    input,
  });
}

describe('the command', () => {
  it('keeps out of its own output what a route file prints, then and at the end', () => {
    const code = "console.log('listening'); process.on('exit', () => console.log('bye'));";
    const cwd = folderOf({ 'server.ts': `${code} export default { a: 'b/c' };` });
    const { status, stdout, stderr } = start(['list', 'server.ts', '--json'], cwd);
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'listening\nbye\n' });
    expect(JSON.parse(stdout)).toMatchObject([{ route: 'a' }]);
  });

  it('ends with status 2 if it is unknown', () => expect(start(['lst']).status).toBe(2));

  it.each([
    ['ends the process', 'process.exit(0);', 'a loaded file ended the process'],
    ['waits for ever', 'await new Promise(() => {});', 'or awaits something that never settles'],
    [
      'rejects what nothing catches',
      "Promise.reject(new Error('late')); await new Promise((done) => setTimeout(done, 5));",
      'uncaught error: late',
    ],
  ])('ends with status 2 if a route file %s', (_, code, message) => {
    const cwd = folderOf({ 'routes.ts': `${code} export default { a: 'b/c' };` });
    const { status, stdout, stderr } = start(['check', 'routes.ts'], cwd);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('names the error of a CommonJS package once', () => {
    const cwd = folderOf({
      'node_modules/bad/index.js': "throw new Error('no');",
      'routes.mjs': "export * from 'bad'; export default { a: 'b/c' };",
    });
    const { status, stderr } = start(['list', 'routes.mjs'], cwd);
    expect({ status, stderr }).toEqual({ status: 2, stderr: 'waymark list: routes.mjs:1: no\n' });
  });

  it('goes on with a controller that imports such a package', () => {
    const cwd = folderOf({
      'node_modules/bad/index.js': "throw new Error('no');",
      'routes.mjs': "export default { a: 'b/c' };",
      'application/controllers/b.mjs': "export * from 'bad'; export default class {}",
    });
    const { status, stdout, stderr } = start(['check', 'routes.mjs', '--files', '.'], cwd);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toContain('(broken-controller)');
  });

  it.runIf(existsSync('/dev/full'))('ends with status 2 if the disk is full', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [BIN, 'types', 'a.json'], {
      cwd: folderOf({ 'a.json': { a: 'b' } }),
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
      timeout,
    });
    closeSync(full);
    expect(status).toBe(2);
    expect(stderr).toContain("standard output can't be written: ENOSPC");
  });

  it('compares the JSON of a table, on standard input, with another', () => {
    const cwd = folderOf({ 'a.json': { a: 'b' }, 'b.json': { a: 'c' } });
    const diff = (file: string) => start(['diff', '-', file], cwd, {}, '{ "a": "b" }');
    const stdout = 'Every request is answered alike.\n';
    expect(diff('a.json')).toMatchObject({ status: 0, stdout, stderr: '' });
    expect(diff('b.json').status).toBe(1);
  });

  it('ends with status 2 for an error, and prints the page that it names', () => {
    const wrong = start(['list', 'wrong.ts']);
    expect(wrong.status).toBe(2);
    const [, args] = /See npx waymark (.*)\n$/.exec(wrong.stderr) ?? [];
    const { status, stdout, stderr } = start(args.split(' '));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^# bad-placeholder\n/);
  });

  it('knows its version', () => expect(start(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+/));

  it.each([
    ['not ', {}, ''],
    ['', { FORCE_COLOR: '1' }, '\u001b[32m'],
  ])('is %scoloured in a pipe: %j', (_, env, colour) => {
    const { stdout } = start(['list', 'a.json'], folderOf({ 'a.json': { 'GET a': 'b/c' } }), env);
    expect(stdout.match(/\u001b.*?m/g)?.[0] ?? '').toBe(colour);
  });

  it('ends if a route file keeps the process alive', () => {
    const cwd = folderOf({ 'a.ts': "setInterval(() => {}, 1000); export default { a: 'b' };" });
    expect(start(['list', 'a.ts'], cwd).status).toBe(0);
  });

  it('writes all of a long answer into a pipe', () => {
    const rows = Array.from({ length: 2000 }, (_, index) => [`a${index}/b`, `c/d/${index}`]);
    const cwd = folderOf({ 'a.json': Object.fromEntries(rows) });
    const { stdout } = start(['list', 'a.json', '--json'], cwd);
    expect(stdout.length).toBeGreaterThan(200_000);
    expect(JSON.parse(stdout)).toHaveLength(2000);
  });

  it('ends silently if its reader stops', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => [`a${index}/b`, `c/d/${index}`]);
    const cwd = folderOf({ 'a.json': Object.fromEntries(rows) });
    const child = spawn(process.execPath, [BIN, 'list', 'a.json', '--json'], { cwd });
    child.stdout.destroy();
    let error = '';
    child.stderr.on('data', (text) => {
      error += text;
    });
    await new Promise((done) => child.on('close', done));
    expect(error).toBe('');
  });
});
