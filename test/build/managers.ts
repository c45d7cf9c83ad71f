/** Installs the tarballs with other package managers: `npm run managers`, part of `npm run release:dry`. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pack } from '../support/pack.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'waymark-managers-'));
const { library, tools } = pack(folder);
after(() => rmSync(folder, { recursive: true }));

const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });

describe('the tarballs, as package managers install them', () => {
  const managers = join(folder, 'managers');

  before(() => {
    mkdirSync(managers);
    writeFileSync(join(managers, 'package.json'), '{"private":true}');
    const packages = ['pnpm@10', 'yarn@1', '@yarnpkg/cli-dist@4'];
    run('npm', ['install', '--no-audit', '--no-fund', ...packages], managers);
  });

  for (const [name, file, ...args] of [
    ['npm', '', 'install', '--no-audit', '--no-fund'],
    ['pnpm', 'pnpm/bin/pnpm.cjs', 'add'],
    ['Yarn 1', 'yarn/bin/yarn.js', 'add'],
    ['Yarn 4', '@yarnpkg/cli-dist/bin/yarn.js', 'add'],
  ]) {
    it(`is installed without a warning about the package, and has a command: ${name}`, () => {
      const cwd = join(folder, name);
      mkdirSync(cwd);
      writeFileSync(join(cwd, 'package.json'), '{"private":true}');
      writeFileSync(join(cwd, 'yarn.lock'), '');
      writeFileSync(join(cwd, 'routes.json'), '{"a/(:num)":"b/$1"}');
      const command = [
        ...(file === '' ? ['npm'] : [process.execPath, join(managers, 'node_modules', file)]),
        ...args,
        `waymark@file:${library}`,
        `waymark-tools@file:${tools}`,
      ];
      const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, YARN_NODE_LINKER: 'node-modules', YARN_ENABLE_TELEMETRY: '0' },
      });
      assert.equal(status, 0, stdout + stderr);
      const told = `${stdout}${stderr}`.split('\n').filter((line) => /warn|deprecat/i.test(line));
      assert.deepEqual(
        told.filter((line) => /waymark|script|peer/.test(line)),
        [],
      );
      const waymark = join(cwd, 'node_modules/.bin/waymark');
      assert.equal(run(waymark, ['--version'], cwd), `${version}\n`);
      assert.match(run(waymark, ['list', 'routes.json'], cwd), /a\/\(:num\)/);
    });
  }
});

it('an install from git builds the package', () => {
  const other = join(folder, 'git');
  mkdirSync(other);
  writeFileSync(join(other, 'package.json'), '{"private":true}');
  run('npm', ['install', '--no-audit', '--no-fund', `git+file://${root}`], other);
  for (const file of ['index.js', 'index.d.ts', 'cjs/index.js', 'cjs/index.d.ts', 'bin.js']) {
    assert.ok(existsSync(join(other, 'node_modules/waymark/dist', file)), file);
  }
});
