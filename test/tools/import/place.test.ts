/** A file's place in its application, derived from its path. */
import { describe, expect, it } from 'vitest';
import { importRoutes, readPlace } from '../../../src/tools/import.ts';
import { caught } from '../../support/caught.ts';

it.each([
  ['application/config/routes.php', 'application/config/../', null, null],
  ['config/routes.php', 'config/../', null, null],
  ['routes.php', './../', null, null],
  ['/srv/site/routes.php', '/srv/site/../', null, null],
  ['application/config/production/routes.php', 'application/', null, 'production'],
  ['config/testing/routes.php', './', null, 'testing'],
  ['/srv/app/modules/blog/config/routes.php', '/srv/app/', 'blog', null],
  ['modules/blog/config/routes.php', './', 'blog', null],
  ['modules/a/modules/b/config/routes.php', 'modules/a/', 'b', null],
  ['modules/blog/routes.php', 'modules/blog/../', null, null],
  ['my-modules/blog/config/routes.php', 'my-modules/blog/config/../', null, null],
])('readPlace of %s', (file, application, module, environment) => {
  expect(readPlace(file)).toEqual({ application, module, environment });
});

describe('the place of a file', () => {
  const files: Record<string, string> = {
    'application/more.php': "<?php $route['more'] = 'm';",
    'site/more.php': "<?php $route['site'] = 's';",
    'site/config/testing/constants.php': "<?php define('AREA', 'test');",
  };
  const read = (path: string) => files[path] ?? null;
  const php = "<?php include APPPATH . 'more.php';";

  it.each([
    ['in an environment', { file: 'application/config/production/routes.php' }, 'more'],
    ['in a module', { file: 'application/modules/more/config/routes.php' }, 'more'],
    ['in both', { file: 'site/config/routes.php', application: 'application' }, 'more'],
    ['that the caller knows', { file: 'a/b.php', application: 'site/' }, 'site'],
  ])('says where APPPATH is: %s', (_, options, row) => {
    const { code, warnings } = importRoutes(php, { ...options, read });
    expect(warnings).toEqual([]);
    expect(code).toContain(`  ${row}: '`);
  });

  it('says what ENVIRONMENT is, unless the caller does', () => {
    const environment = "<?php $route[ENVIRONMENT] = 'x';";
    const file = 'config/production/routes.php';
    expect(importRoutes(environment, { file }).code).toContain("  production: 'x',");
    const constants = { ENVIRONMENT: 'testing' };
    expect(importRoutes(environment, { file, constants }).code).toContain("  testing: 'x',");
  });

  it('of a module may be overridden', () => {
    const file = 'modules/blog/config/routes.php';
    const table = "<?php $route['x'] = 'y';";
    expect(importRoutes(table, { file, module: null }).code).toContain("Route.map({\n  x: 'y',");
    expect(importRoutes(table, { file, module: 'x' }).code).toContain("default {\n  x: 'y',");
  });

  it('is refused if its module is no name', () => {
    // The cast passes an invalid argument.
    const error = caught(() => importRoutes('<?php', { module: 7 as never }));
    expect(error.message).toContain('importRoutes: module is 7. Expected a name or null.');
  });
});
