/** Keeps other output away from standard output, which belongs to the command. */
import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { undiverted, withStdoutDiverted } from '../../../src/tools/cli/process.ts';
import { folderOf, run } from './run.ts';

const { stdout } = process;
const printed = vi.fn(() => true);
let before: PropertyDescriptor | undefined;

beforeEach(() => {
  before = Object.getOwnPropertyDescriptor(stdout, 'write');
  stdout.write = printed;
  printed.mockClear();
});
afterEach(() => {
  Reflect.deleteProperty(stdout, 'write');
  if (before !== undefined) Object.defineProperty(stdout, 'write', before);
});

const PRINTING = "process.stdout.write('hello from the file\\n');";
const TABLE = "export default { a: 'b/c' };";

describe('output of a route file', () => {
  it.each([
    'list server.ts --json',
    'match GET /a server.ts --json',
    'check server.ts --json',
    'reach b/c server.ts --json',
    'examples server.ts --json',
    'diff server.ts server.ts --json',
  ])('goes to standard error, so JSON stays JSON: %s', async (line) => {
    const { out, err } = await run(line, { cwd: folderOf({ 'server.ts': PRINTING + TABLE }) });
    expect(() => JSON.parse(out)).not.toThrow();
    expect(err).toMatch(/^(?:hello from the file\n)+$/);
    expect(printed).not.toHaveBeenCalled();
  });

  it('goes there for controllers too', async () => {
    const cwd = folderOf({
      'routes.ts': TABLE,
      'application/controllers/b.ts': `${PRINTING} export default class B { c() {} }`,
    });
    const { out, err } = await run('reach b/c --files . --json', { cwd });
    expect(JSON.parse(out)).toMatchObject({ ways: [{ path: '/a' }] });
    expect(err).toBe('hello from the file\n');
  });

  it.each([
    ['fs.writeSync', "import { writeSync } from 'node:fs'; writeSync(1, 'text');"],
    ['fs.write', "import fs from 'node:fs'; fs.write(1, 'text', () => {});"],
    [
      'a promise of fs.write',
      "import fs from 'node:fs'; import { promisify } from 'node:util'; await promisify(fs.write)(1, 'text');",
    ],
  ])('goes there through %s', async (_, code) => {
    const { write, writeSync } = fs;
    const calls: unknown[] = [];
    const note = (fd: number, text: string, done?: (error: null, length: number) => void) => {
      calls.push([fd, text]);
      done?.(null, 4);
    };
    try {
      Object.assign(fs, { write: note, writeSync: note });
      await run('list server.ts --json', { cwd: folderOf({ 'server.ts': code + TABLE }) });
      expect(fs.writeSync).toBe(note);
    } finally {
      Object.assign(fs, { write, writeSync });
    }
    expect(calls).toEqual([[2, 'text']]);
  });

  it('leaves other files alone', async () => {
    const code =
      "import { closeSync, openSync, writeSync } from 'node:fs'; const to = openSync(new URL('text', import.meta.url), 'w'); writeSync(to, 'text'); closeSync(to);";
    const cwd = folderOf({ 'server.ts': code + TABLE });
    await run('list server.ts', { cwd });
    expect(fs.readFileSync(join(cwd, 'text'), 'utf8')).toBe('text');
  });

  it('goes there even if the file throws, but not afterwards', async () => {
    const cwd = folderOf({ 'server.ts': `${PRINTING} throw new Error('no');` });
    const { status, out, err } = await run('list server.ts', { cwd });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^hello from the file\nwaymark list: .*no\n$/);
    expect(stdout.write).toBe(printed);
  });
});

describe('diverted standard output', () => {
  const stderr = { write: vi.fn() };
  beforeEach(() => stderr.write.mockClear());

  it('accepts bytes, and calls back', async () => {
    await withStdoutDiverted(stderr, async () => {
      expect(stdout.write(new TextEncoder().encode('é'))).toBe(true);
      await new Promise<void>((done) => stdout.write('a', 'utf8', () => done()));
      await new Promise<void>((done) => stdout.write('b', () => done()));
    });
    expect(stderr.write.mock.calls).toEqual([['é'], ['a'], ['b']]);
  });

  it('is restored when the last of several runs ends', async () => {
    let end = () => {};
    const ended = new Promise<void>((done) => {
      end = done;
    });
    const first = withStdoutDiverted(stderr, () => ended);
    await withStdoutDiverted(stderr, async () => {});
    stdout.write('a');
    end();
    await first;
    stdout.write('b');
    expect(stderr.write.mock.calls).toEqual([['a']]);
    expect(printed.mock.calls).toEqual([['b']]);
  });

  it('is restored if the stream has no write of its own', async () => {
    Reflect.deleteProperty(stdout, 'write');
    const { write } = stdout;
    const failing = withStdoutDiverted(stderr, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(stdout.write).toBe(write);
    expect(Object.hasOwn(stdout, 'write')).toBe(false);
  });

  it('is left to the command', async () => {
    const own = undiverted(stdout);
    await withStdoutDiverted(stderr, async () => own.write('c'));
    expect(printed.mock.calls).toEqual([['c']]);
    expect([own.isTTY, own.columns]).toEqual([stdout.isTTY, stdout.columns]);
  });
});
