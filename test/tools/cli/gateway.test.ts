/** `waymark import --gateway`. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeEach, describe, expect, it } from 'vitest';
import { createProgram, diagnosticsOf } from '../../support/compiler.ts';
import { type Installed, installedApplication } from '../../support/installed.ts';
import { refusal, run } from './run.ts';

const WRITTEN = ['router.php', 'server.ts', 'gateway.test.ts'];

describe('import --gateway', () => {
  let application: Installed;
  const read = (file: string) => readFileSync(join(application.folder, 'src', file), 'utf8');
  const imported = (line = 'import application -o src --gateway') =>
    run(line, { cwd: application.folder });

  beforeEach(() => {
    application = installedApplication('gateway-import');
    application.write('package.json', '{ "type": "module" }');
    application.write('application/config/routes.php', "<?php $route['a'] = 'users/index';");
    const users = '<?php class Users extends CI_Controller { public function index() {} }';
    application.write('application/controllers/Users.php', users);
    application.write('index.php', '<?php');
    return application.remove;
  });

  it('writes a server, a router script and a test, each under a seal', async () => {
    expect((await imported()).status).toBe(0);
    for (const file of WRITTEN) expect(read(file)).toMatch(/^(?:<\?php )?\/\/ Written by waymark/);
    expect(read('router.php').match(/<\?php/g)).toHaveLength(1);
    expect(read('router.php')).toContain("$public = __DIR__ . '/..';");
    const files = ['server.ts', 'gateway.test.ts'].map((name) =>
      join(application.folder, 'src', name),
    );
    const program = createProgram(files, {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ['lib.es2024.d.ts'],
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      allowImportingTsExtensions: true,
      noEmit: true,
    });
    expect(diagnosticsOf(program).map(({ messageText }) => messageText)).toEqual([]);
  });

  it('keeps a file that was changed, PHP too', async () => {
    await imported();
    const before = WRITTEN.map(read);
    await imported();
    expect(WRITTEN.map(read)).toEqual(before);
    for (const file of WRITTEN) appendFileSync(join(application.folder, 'src', file), '// mine\n');
    await imported();
    expect(WRITTEN.map(read)).toEqual(before.map((text) => `${text}// mine\n`));
  });

  it.each([
    ['public', '/../public'],
    ["ada's", '/..'],
  ])('finds index.php in a public folder, or says that it is missing: %s', async (name, path) => {
    application.write('site/application/config/routes.php', "<?php $route['a'] = 'b';");
    application.write(`site/${name}/index.php`, '<?php');
    const { out } = await imported('import site/application -o site/src --gateway');
    const router = readFileSync(join(application.folder, 'site/src/router.php'), 'utf8');
    expect(router).toContain(`__DIR__ . '${path}'`);
    expect(out.includes("where PHP's index.php is")).toBe(name !== 'public');
  });

  it('counts the blocks of Bonfire among the rows', async () => {
    const php =
      "<?php Route::block('secret'); $route['a'] = 'users/index'; $route = Route::map($route);";
    application.write('application/config/routes.php', php);
    expect((await imported()).out).toContain('2 rows, all kept: 1 with an action');
    expect((await imported()).out).toContain('1 block');
  });

  it('is served from the folder of index.php itself', async () => {
    await imported('import application -o . --gateway --force');
    const router = readFileSync(join(application.folder, 'router.php'), 'utf8');
    expect(router).toContain("$public = __DIR__ . '/.';");
  });

  it('writes none of them without the option', async () => {
    await imported('import application -o src');
    for (const file of WRITTEN) expect(() => read(file)).toThrow('ENOENT');
  });

  it('is refused for a single file', async () => {
    const line = 'import application/config/routes.php --gateway';
    expect(await refusal(line, { cwd: application.folder })).toContain('takes the folder');
  });
});
