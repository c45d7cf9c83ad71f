/** The option `-o` of every command that has it. */
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderOf, run } from './run.ts';

const COMMANDS = [
  ['types', 'types table.json'],
  ['openapi', 'openapi table.json'],
  ['import', 'import routes.php --force'],
] as const;

/** A working folder `app`, next to `elsewhere`, where no link may lead. */
function folders() {
  const root = folderOf({
    'app/table.json': { a: 'b' },
    'app/routes.php': "<?php $route['a'] = 'b';",
    'elsewhere/mine': 'mine',
  });
  return { root, cwd: join(root, 'app'), elsewhere: join(root, 'elsewhere') };
}

const mine = (folder: string) => readFileSync(join(folder, 'mine'), 'utf8');

describe.each(COMMANDS)('-o of %s', (_, line) => {
  it('refuses a link to a file elsewhere, and leaves both as they are', async () => {
    const { cwd, elsewhere } = folders();
    symlinkSync(join(elsewhere, 'mine'), join(cwd, 'out'));
    const { status, err } = await run(`${line} -o out`, { cwd });
    expect({ status, mine: mine(elsewhere) }).toEqual({ status: 2, mine: 'mine' });
    expect(err).toContain(`out is a link to ${join(elsewhere, 'mine')}; name that file`);
    expect(lstatSync(join(cwd, 'out')).isSymbolicLink()).toBe(true);
  });

  it('refuses a folder that is a link elsewhere', async () => {
    const { cwd, elsewhere } = folders();
    symlinkSync(elsewhere, join(cwd, 'there'));
    const { status, err } = await run(`${line} -o there/mine`, { cwd });
    expect({ status, mine: mine(elsewhere) }).toEqual({ status: 2, mine: 'mine' });
    expect(err).toContain(`there/mine is behind a link to ${elsewhere}; name the file in that`);
  });

  it('replaces a file instead of writing into it, and leaves no other file', async () => {
    const { cwd, elsewhere } = folders();
    // The file's other name keeps the old contents.
    linkSync(join(elsewhere, 'mine'), join(cwd, 'out'));
    const before = readdirSync(cwd);
    const { status } = await run(`${line} -o out`, { cwd });
    expect({ status, mine: mine(elsewhere) }).toEqual({ status: 0, mine: 'mine' });
    expect(readFileSync(join(cwd, 'out'), 'utf8')).not.toBe('mine');
    expect(readdirSync(cwd)).toEqual(before);
  });

  it.each(['out', 'inner/out', '../elsewhere/out'])(
    'refuses a link that stays in its folder, or is outside: %s',
    async (output) => {
      const { cwd } = folders();
      mkdirSync(join(cwd, 'real'));
      writeFileSync(join(cwd, 'real/out'), 'mine');
      symlinkSync('real/out', join(cwd, 'out'));
      symlinkSync('real', join(cwd, 'inner'));
      symlinkSync(join(cwd, 'real/out'), join(cwd, '../elsewhere/out'));
      const { status, err } = await run(`${line} -o ${output}`, { cwd });
      expect(status).toBe(2);
      expect(err).toContain(`${output} is ${output === 'inner/out' ? 'behind ' : ''}a link to`);
      expect(readFileSync(join(cwd, 'real/out'), 'utf8')).toBe('mine');
    },
  );

  it('writes to a path that leaves the folder by its own words', async () => {
    const { cwd, elsewhere } = folders();
    symlinkSync(elsewhere, join(cwd, '../link'));
    expect((await run(`${line} -o ../link/mine`, { cwd })).status).toBe(0);
    expect(mine(elsewhere)).toMatch(/waymark|patterns|routes|openapi/);
  });
});

it('follows no dangling link', async () => {
  const { cwd, elsewhere } = folders();
  symlinkSync(join(elsewhere, 'new'), join(cwd, 'out'));
  const { status, err } = await run('types table.json -o out', { cwd });
  expect(status).toBe(2);
  expect(err).toContain(`out is a link to ${join(elsewhere, 'new')}; name that file`);
  expect(readdirSync(elsewhere)).toEqual(['mine']);
});

it.each<readonly [string, string]>([
  ['types table.json', 'wrote 0 route names to a/b/out\n'],
  ['openapi table.json', 'wrote an OpenAPI document to a/b/out\n'],
  ['import routes.php --force', 'wrote a route file to a/b/out\n'],
  ['table table.json', 'wrote 1 row to a/b/out\n'],
])(
  '%s -o writes what the command prints, says so, and creates missing folders',
  async (line, err) => {
    const { cwd } = folders();
    const printed = await run(line, { cwd });
    expect(printed.out).not.toBe('');
    expect(await run(`${line} -o a/b/out`, { cwd })).toEqual({ ...printed, out: '', err });
    expect(readdirSync(join(cwd, 'a/b'))).toEqual(['out']);
    expect(readFileSync(join(cwd, 'a/b/out'), 'utf8')).toBe(printed.out);
  },
);

it('creates no folder behind a link', async () => {
  const { cwd, elsewhere } = folders();
  symlinkSync(elsewhere, join(cwd, 'there'));
  const { status, err } = await run('types table.json -o there/a/out', { cwd });
  expect(status).toBe(2);
  expect(err).toContain(`there/a/out is behind a link to ${elsewhere}`);
  expect(readdirSync(elsewhere)).toEqual(['mine']);
});

it.each(['table.json/out', 'table.json/a/out'])(
  'creates no folder in place of a file: %s',
  async (output) => {
    const { cwd } = folders();
    const { status, err } = await run(`types table.json -o ${output}`, { cwd });
    expect(status).toBe(2);
    expect(err).toMatch(new RegExp(`${output} can't be written: E(?:EXIST|NOTDIR)`));
  },
);

it.each(['src', '../elsewhere/src'])(
  'import of an application follows no link below the folder of -o: %s',
  async (output) => {
    const { cwd, elsewhere } = folders();
    const folder = join(cwd, output, 'application');
    mkdirSync(join(cwd, 'application/config'), { recursive: true });
    writeFileSync(join(cwd, 'application/config/routes.php'), "<?php $route['a'] = 'b';");
    mkdirSync(folder, { recursive: true });
    symlinkSync(elsewhere, join(folder, 'config'));
    const { status, err } = await run(`import application -o ${output}`, { cwd });
    expect(status).toBe(2);
    expect(err).toContain(`is behind a link to ${elsewhere}`);
    expect(existsSync(join(elsewhere, 'routes.ts'))).toBe(false);
  },
);

it('keeps the permissions of the file that it replaces', async () => {
  const { cwd } = folders();
  writeFileSync(join(cwd, 'out'), '');
  chmodSync(join(cwd, 'out'), 0o640);
  await run('types table.json -o out', { cwd });
  expect(statSync(join(cwd, 'out')).mode & 0o777).toBe(0o640);
});

it('refuses a socket', async () => {
  const { cwd } = folders();
  const server = createServer();
  await new Promise<void>((done) => {
    server.listen(join(cwd, 'socket'), done);
  });
  onTestFinished(() => void server.close());
  const { status, err } = await run('types table.json -o socket', { cwd });
  expect(status).toBe(2);
  expect(err).toContain('socket is not a regular file; name another');
});

it.each(['.', '..', './', 'folder', 'folder/'])('refuses a folder: %s', async (name) => {
  const { cwd } = folders();
  mkdirSync(join(cwd, 'folder'));
  const { status, out, err } = await run(`types table.json -o ${name}`, { cwd });
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toContain(`${name} is a folder; name a file in it`);
});
