/** The built command in its own process. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FIXTURES, folderOf } from './run.ts';

const BIN = fileURLToPath(new URL('../../../dist/tools/cli/bin.js', import.meta.url));

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
  it('keeps the logs of a route file out of its own output', () => {
    const cwd = folderOf({ 'server.ts': "console.log('listening'); export default { a: 'b/c' };" });
    const { status, stdout, stderr } = start(['list', 'server.ts', '--json'], cwd);
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'listening\n' });
    expect(JSON.parse(stdout)).toMatchObject([{ route: 'a' }]);
  });

  it('keeps out what a route file prints when the command is done', () => {
    const cwd = folderOf({
      'table.ts': "process.on('exit', () => console.log('bye')); export default { a: 'b/c' };",
    });
    const { status, stdout, stderr } = start(['list', 'table.ts', '--json'], cwd);
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'bye\n' });
    expect(JSON.parse(stdout)).toMatchObject([{ route: 'a' }]);
  });

  it.each([
    [0, ['check', 'defined.ts']],
    [1, ['diff', 'defined.ts', 'table.ts']],
    [2, ['list', 'wrong.ts']],
    [2, ['lst']],
  ])('ends with status %d: %j', (wanted, args) => {
    expect(start(args).status).toBe(wanted);
  });

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

  it.runIf(existsSync('/dev/full'))('ends with status 2 if the disk is full', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [BIN, 'types', 'table.ts'], {
      cwd: FIXTURES,
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
      timeout,
    });
    closeSync(full);
    expect(status).toBe(2);
    expect(stderr).toContain("standard output can't be written: ENOSPC");
  });

  it('compares the JSON of a table, on standard input, with its routes', () => {
    const table = start(['table', 'defined.ts']).stdout;
    const { status, stdout, stderr } = start(['diff', '-', 'defined.ts'], FIXTURES, {}, table);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe('Every request is answered alike.\n');
    expect(start(['diff', '-', 'table.ts'], FIXTURES, {}, table).status).toBe(1);
  });

  it('prints the page that an error names', () => {
    const [, args] = /See npx waymark (.*)\n$/.exec(start(['list', 'wrong.ts']).stderr) ?? [];
    const { status, stdout, stderr } = start(args.split(' '));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^# bad-placeholder\n/);
  });

  it('knows its version', () => {
    expect(start(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('is not coloured in a pipe unless forced', () => {
    expect(start(['list', 'table.ts']).stdout).not.toContain('\u001b');
    const forced = start(['list', 'table.ts'], FIXTURES, { FORCE_COLOR: '1' });
    expect(forced.stdout).toContain('\u001b[32m');
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
