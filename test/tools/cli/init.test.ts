/** `waymark init`: both projects, and how they run. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { VERSIONS } from '../../../src/tools/cli/init/template.ts';
import { blocksOf, pageOf, root } from '../../support/pages.ts';
import { folderOf, run } from './run.ts';

const PROJECTS = [
  ['functions', 'hello', '/hello/Ada', { hello: 'Ada' }],
  ['controllers', 'hello --controllers', '/photos/7', { id: '7', method: 'GET' }],
] as const;

/** A new project in the folder `hello`, with the packages of this one. */
async function made(line: string) {
  const cwd = folderOf({});
  const { status, out, err } = await run(`init ${line}`, { cwd });
  const folder = join(cwd, 'hello');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return { folder, status, out, err };
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

describe.each(PROJECTS)('a project of %s', (_, line, path, answer) => {
  it('says what to do next', async () => {
    const { status, out, err } = await made(line);
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^\d files written to hello\. Next:\n\ncd hello\nnpm install\nnpm run dev\nnpm test\n\nwaymark is not published/,
    );
  });

  it('has no findings, and its types are right', async () => {
    const { folder } = await made(line);
    const { scripts } = readJson(join(folder, 'package.json'));
    const [, command] = /waymark (check .*)$/.exec(scripts.check) ?? [];
    const { out, status } = await run(String(command), { cwd: folder });
    expect([out, status]).toEqual([expect.stringMatching(/^No findings in \d rows\.\n$/), 0]);
    const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
    const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    const program = ts.createProgram(fileNames, options);
    const faults = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
    expect([fileNames.length > 3, faults]).toEqual([true, []]);
  }, 120_000);

  it('answers', async () => {
    const { folder } = await made(line);
    const { default: app } = await import(pathToFileURL(join(folder, 'app.ts')).href);
    expect(await (await app.fetch(new Request(`http://localhost${path}`))).json()).toEqual(answer);
  });
});

it('the project of controllers has the files of the quick start', async () => {
  const { folder } = await made('hello --controllers');
  const page = pageOf('docs/quick-start.md');
  const blocks = new Map(blocksOf(page).map(({ file, code }) => [file, code]));
  for (const file of [
    'application/controllers/photos.ts',
    'routes.ts',
    'app.ts',
    'server.ts',
    'app.test.ts',
  ])
    expect(readFileSync(join(folder, file), 'utf8'), file).toBe(blocks.get(file));
  expect(page.text).toContain(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
});

it('says that the packages are not published, as long as the quick start does', async () => {
  const { out } = await made('hello');
  const { text } = pageOf('docs/quick-start.md');
  const pack = 'npm ci && npm pack . ./dist/tools';
  expect([out.includes('not published'), out.includes(pack)]).toEqual([
    text.includes('not published'),
    text.includes(pack),
  ]);
  expect(out).toMatch(
    /^npm install \.\.\/waymark\/waymark-1\.2\.3\.tgz\nnpm install --save-dev \.\.\/waymark\/waymark-tools-1\.2\.3\.tgz\n$/m,
  );
});

it('asks for the versions that this project is tested with', () => {
  const { devDependencies } = readJson(join(root, 'package.json'));
  for (const [name, range] of Object.entries(VERSIONS)) {
    expect(range, name).toBe(`^${devDependencies[name]}`);
  }
});

it.each([
  ['My App!', 'my-app'],
  ['写真', 'application'],
])('the folder %s gives the name %s', async (folder, name) => {
  const cwd = folderOf({});
  expect((await run(['init', folder], { cwd })).out).toContain(`cd ${folder}\n`);
  const { name: given, dependencies } = readJson(join(cwd, folder, 'package.json'));
  expect([given, dependencies.waymark]).toEqual([name, '^1.2.3']);
});

it('writes into the working folder by default, and keeps what is there', async () => {
  const cwd = folderOf({ 'README.md': 'mine' });
  expect((await run('init', { cwd })).out).not.toContain('cd ');
  expect(readdirSync(cwd)).toContain('routes.ts');
  mkdirSync(join(cwd, 'other'));
  writeFileSync(join(cwd, 'other/app.ts'), 'mine');
  expect((await run('init other', { cwd })).err).toMatch(
    /^waymark init: other\/app\.ts exists; name an empty folder\n/,
  );
  expect(readdirSync(join(cwd, 'other'))).toEqual(['app.ts']);
});
