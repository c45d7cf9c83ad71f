/** Checks that the written file compiles under strict, and needs only waymark. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { importRoutes } from '../../../src/tools/import.ts';
import { createProgram, diagnosticsOf } from '../../support/compiler.ts';

const PHP = `<?php
/* The routes */
$route['default_controller'] = 'welcome';
$route['translate_uri_dashes'] = FALSE;
$route['it\\'s/(:any)'] = "a/$1";
$route['__proto__']['put'] = 'x';
$route[404] = 'x';
$route[ADMIN . '/(\\d+)'] = ADMIN . '/$1';
$route['named'] = Route::named('users');
if ($_SERVER['x']) { $route['y'] = 'z'; }
Route::prefix('api', function () {
  Route::get('users', 'users/index', ['as' => 'users'], function () { Route::resources('posts', ['constraint' => '(:num)']); });
  Route::context('tools', ['home' => 'tools/x', 'offset' => 1]);
});
Route::block('a', 'b');
$route = Route::map($route);
$route['late']['post'] = 'x';
`;

it('compiles under every strict option, once its constants have values', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folder = mkdtempSync(join(root, '.import-'));
  const [file, gap] = [join(folder, 'routes.ts'), join(folder, 'gap.ts')];
  const { code } = importRoutes(PHP, { constants: { ADMIN: 'admin' } });
  writeFileSync(file, code);
  writeFileSync(gap, importRoutes(PHP).code);
  const program = createProgram([file, gap], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  });
  const told = diagnosticsOf(program).map(({ file: where, messageText }) => {
    return [where?.fileName.replace(/.*\//, ''), messageText];
  });
  const imports = ts.preProcessFile(code).importedFiles;
  rmSync(folder, { recursive: true });
  expect(told).toEqual([
    ['gap.ts', "'const' declarations must be initialized."],
    ['gap.ts', "Variable 'ADMIN' implicitly has an 'any' type."],
  ]);
  expect(imports.map(({ fileName }) => fileName)).toEqual(['waymark']);
  // The compiler is slow on a busy machine.
}, 120_000);
