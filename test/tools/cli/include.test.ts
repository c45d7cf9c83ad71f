/** The included files that `waymark import` reads. */
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow } from '../../../src/tools/cli/load/php-file.ts';
import { folderOf, printed, refusal, run } from './run.ts';

/** An application `app`, next to a secret and a folder that it shares. */
function application(php: string, file = 'app/config/routes.php') {
  return folderOf({
    [file]: `<?php\n${php}`,
    'app/config/more.php': "<?php $route['more'] = 'm';",
    'app/modules/x/config/routes.php': "<?php $route['x'] = 'x';",
    'app/large.php': `<?php $route['large'] = 'l'; // ${'x'.repeat(1024 * 1024)}`,
    'app/empty/x': '',
    'shared/more.php': "<?php $route['shared'] = 's';",
    'application/more.php': "<?php $route['shared'] = 's';",
    'secret.php': "<?php $route['secret'] = 'password';",
  });
}

const OUTSIDE = "it is outside the application's folder; allow its folder with --include";
const IRREGULAR = 'it is not a regular file';

describe('waymark import reads included files', () => {
  it.each([
    ['next to the file', "include 'more.php';", 'app/config/more.php'],
    [
      'below',
      "include APPPATH . 'modules/x/config/routes.php';",
      'app/modules/x/config/routes.php',
    ],
  ])('in the folder of the application, and names it: %s', async (_, php, path) => {
    const cwd = application(php);
    const { status, err, out } = await run('import app/config/routes.php', { cwd });
    expect({ status, err }).toEqual({ status: 0, err: `included ${path}\n` });
    expect(out).toMatch(/(?:more: 'm'|x: 'x'),/);
  });

  it.each([
    ['one folder', '--include shared', 'shared'],
    ['several folders', '--include app/empty --include shared', 'shared'],
    ['a path that leads there', '--include app/../shared', 'shared'],
    ['the folder around', '--include .', 'shared'],
  ])('in the folders of --include: %s', async (_, line, row) => {
    const cwd = application("include FCPATH . 'shared/more.php';");
    const { status, err, out } = await run(`import app/config/routes.php ${line}`, { cwd });
    expect({ status, err }).toEqual({ status: 0, err: 'included shared/more.php\n' });
    expect(out).toContain(`${row}: 's'`);
  });

  it('once in its list, however often included', async () => {
    const cwd = application("include 'more.php'; include 'more.php';");
    const { err } = await run('import app/config/routes.php', { cwd });
    expect(err).toBe('included app/config/more.php\n');
  });

  it('only below --include if that exists', async () => {
    const line = 'import app/config/routes.php --include nowhere';
    const err = await refusal(line, { cwd: application('') });
    expect(err).toContain('waymark import: there is no folder nowhere\n');
  });
});

describe('waymark import does not read', () => {
  it.each([
    ['a path upwards', "include '../../secret.php';", OUTSIDE],
    ['an absolute path', "include '%/secret.php';", OUTSIDE],
    ['a folder whose name starts alike', "include '../../application/more.php';", OUTSIDE],
    ['a link to a file', "include 'link.php';", OUTSIDE],
    ['a link to a folder', "include '../link/secret.php';", OUTSIDE],
    ['a folder', "include '../modules';", IRREGULAR],
    ['a pipe that nobody writes to', "include 'pipe';", IRREGULAR],
    ['a file that is too large', "include '../large.php';", 'it is larger than 1 MB'],
  ])('files outside the folder or irregular files: %s', async (_, php, why) => {
    const cwd = application('');
    const file = join(cwd, 'app/config/routes.php');
    writeFileSync(file, `<?php ${php.replace('%', cwd)} $route['a'] = 'b';`);
    symlinkSync(join(cwd, 'secret.php'), join(cwd, 'app/config/link.php'));
    symlinkSync(cwd, join(cwd, 'app/link'));
    execFileSync('mkfifo', [join(cwd, 'app/config/pipe')]);
    const { status, out, err } = await run('import app/config/routes.php', { cwd });
    expect(status).toBe(1);
    expect(err).toMatch(/^app\/config\/routes\.php:1: not imported: \S+ was not read: /);
    expect(err).toContain(`: ${why}\n`);
    expect(err + out).not.toContain('password');
  });

  it('a device, even if its folder is allowed', async () => {
    const cwd = application("include '/dev/zero'; $route['a'] = 'b';");
    const { status, err } = await run('import app/config/routes.php --include /dev', { cwd });
    expect(status).toBe(1);
    expect(err).toContain(`/dev/zero was not read: ${IRREGULAR}`);
  });

  it('files around the file if that is in no config folder', async () => {
    const cwd = application("include '../../secret.php';", 'app/routes/routes.php');
    const { status, err } = await run('import app/routes/routes.php', { cwd });
    expect(status).toBe(1);
    expect(err).toContain(`: ${OUTSIDE}\n`);
  });

  it('a file to find out whether it exists', async () => {
    const cwd = application("if (is_file(FCPATH . 'secret.php')) { $route['a'] = 'b'; }");
    const { status, err } = await run('import app/config/routes.php', { cwd });
    expect(status).toBe(1);
    expect(err).toContain(`not imported: secret.php was not read: ${OUTSIDE}`);
  });
});

describe('waymark import lists the folders', () => {
  const names = (php: string) => `foreach (${php} as $name) $route["is$name"] = 'x';`;

  it.each([
    [
      'of the application',
      "glob(APPPATH . 'config/*')",
      ['isapp/config/more.php', 'isapp/config/routes.php'],
    ],
    ['that are links within it', "glob(APPPATH . 'within/*')", ['isapp/within/x']],
    ['that are links, as folders', "glob('app/w*', GLOB_ONLYDIR)", ['isapp/within']],
    ['that are no folders, as files', "glob('app/config/r*', GLOB_ONLYDIR)", []],
    ['that are not there', "glob('app/nowhere/*')", []],
    ['that are files', "glob('app/config/more.php/*')", []],
    ['of --include', "glob('shared/*')", ['isshared/more.php']],
  ])('%s', async (_, php, keys) => {
    const cwd = application(`${names(php)} $route['z'] = 'z';`);
    symlinkSync('empty', join(cwd, 'app/within'));
    const out = await printed('import app/config/routes.php --include shared', { cwd });
    expect([...out.matchAll(/'(is[^']*)': 'x'/g)].map(([, key]) => key)).toEqual(keys);
  });

  it.each([
    ['outside', "scandir('.')", '. was not read'],
    ['outside, by a link', "glob('app/out/*')", 'app/out was not read'],
    ['with a link out of it', "glob('app/*')", 'app/broken must not be read'],
    ['with a link that leads nowhere', "glob('app/b*')", 'app/broken must not be read'],
  ])('never %s', async (_, php, why) => {
    const cwd = application(`${names(php)} $route['z'] = 'z';`);
    symlinkSync(cwd, join(cwd, 'app/out'));
    symlinkSync('nothing', join(cwd, 'app/broken'));
    const { status, err, out } = await run('import app/config/routes.php', { cwd });
    expect(status).toBe(1);
    expect(err).toContain(`app/config/routes.php:2: not imported: ${why}`);
    expect(out).not.toContain('secret');
  });

  it('once', () => {
    const cwd = application('');
    const { list } = filesBelow('app/config/routes.php', [], cwd);
    expect(list('app/config')).toBe(list('app/config'));
  });

  it('of a module beside the application', async () => {
    const cwd = folderOf({
      'modules/blog/config/routes.php': "<?php include __DIR__ . '/../more.php';",
      'modules/blog/more.php': "<?php $route['blog'] = 'b';",
      'modules/shop/more.php': "<?php $route['blog'] = 's';",
      'application/config/x.php': '',
    });
    const { status, out } = await run('import modules/blog/config/routes.php', { cwd });
    expect({ status, out }).toMatchObject({ status: 0, out: expect.stringContaining("blog: 'b'") });
    const more = "<?php include __DIR__ . '/../shop/more.php';";
    writeFileSync(join(cwd, 'modules/blog/more.php'), more);
    const { err } = await run('import modules/blog/config/routes.php', { cwd });
    expect(err).toContain(`shop/more.php was not read: ${OUTSIDE}`);
  });
});

it('waymark import reads a file once', () => {
  const cwd = application('');
  const { read } = filesBelow('app/config/routes.php', [], cwd);
  const path = 'app/config/more.php';
  const first = read(path);
  writeFileSync(join(cwd, path), 'changed');
  expect(read(path)).toBe(first);
  expect(String(first)).toContain("'more'");
});

it.each([
  ['a pipe', 'pipe', IRREGULAR],
  ['a device', '/dev/null', IRREGULAR],
  ['a large file', 'app/large.php', 'it is larger than 1 MB'],
])('waymark import refuses to read what the user names: %s', async (_, file, why) => {
  const cwd = application('');
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  const { status, err } = await run(`import ${file}`, { cwd });
  expect(status).toBe(2);
  expect(err).toContain(`waymark import: ${file} was not read: ${why}\n`);
});

it('waymark import drops everything after too many files', async () => {
  const cwd = folderOf({
    'routes.php': "<?php while (true) { include 'more.php'; }",
    'more.php': `<?php // ${'x'.repeat(900_000)}`,
  });
  const { status, err } = await run('import routes.php', { cwd });
  expect(status).toBe(1);
  const message = 'not imported from here on: the file takes more than 12,000,000 characters';
  expect(err).toContain(message);
});
