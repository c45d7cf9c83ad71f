/**
 * Test files that collect routes in `beforeEach`, in common test runners: several files at once,
 * several tests in each, and a route file that is imported once. Reads the built package.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedApplication } from '../support/installed.ts';

const app = installedApplication('runners');
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

/** A test file whose tests all expect the routes of two route files, in this order. */
function testFile(runner: string, first: string, second: string): string {
  return `
    import assert from 'node:assert';
    import { beforeEach, test } from '${runner}';
    import { createRouter, Route } from 'waymark';
    import ${first} from './${first}.mjs';
    import ${second} from './${second}.mjs';

    const keys = { photos: 'GET photos/(:num)', admin: 'GET admin/(:any)' };
    let routes;
    beforeEach(() => {
      routes = Route.collect({ default_controller: 'welcome' }, ${first}, ${second});
    });
    for (const nth of ['first', 'second', 'third']) {
      test('${first} before ${second}: the ' + nth + ' test has every route', async () => {
        assert.deepEqual(Object.keys(routes), ['default_controller', keys.${first}, keys.${second}]);
        const answer = createRouter(routes).resolve('GET', '/photos/7');
        assert.equal(answer.destination, 'photos/show/7');
        assert.equal(answer.name, 'photo');
        assert.equal(Route.url('photo', [7]), '/photos/7');
        // Whatever else a test collects or defines is gone in the next one.
        Route.collect(() => Route.get('extra', 'extra', { as: 'photo' }));
        assert.equal(Route.url('photo', [7], { routes }), '/photos/7');
        assert.equal(Route.url('photo'), '/extra');
      });
    }
    test('${first} before ${second}: the registry has none of them', () => {
      assert.deepEqual(Route.map(), { default_controller: 'home' });
    });
  `;
}

beforeAll(() => {
  // Without it, vitest takes that of this project.
  app.write('vitest.config.mjs', 'export default {};');
  app.write(
    'photos.mjs',
    `import { Route } from 'waymark';
     export default () => Route.get('photos/(:num)', 'photos/show/$1', { as: 'photo' });`,
  );
  app.write(
    'admin.mjs',
    `import { Route } from 'waymark';
     export default () => Route.get('admin/(:any)', 'admin/$1', { as: 'admin' });`,
  );
  for (const runner of ['vitest', 'node:test']) {
    const name = runner.replace(':', '-');
    app.write(`${name}-a.test.mjs`, testFile(runner, 'photos', 'admin'));
    app.write(`${name}-b.test.mjs`, testFile(runner, 'admin', 'photos'));
  }
});
afterAll(() => app.remove());

/** Runs a command in the application's folder, and rejects if it fails. */
async function run(...args: readonly string[]): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: app.folder,
    env: { ...env, NO_COLOR: '1' },
  });
  return stdout;
}

describe('beforeEach(() => Route.collect(…)) gives every test its routes', () => {
  it.each([
    ['in files that run at once', []],
    ['in files that share one process and its modules', ['--no-isolate', '--maxWorkers=1']],
  ])('in vitest, %s', async (_how, options) => {
    const output = await run(vitest, 'run', '--root', '.', 'vitest-', ...options);
    expect(output).toContain('Test Files  2 passed (2)');
    expect(output).toContain('Tests  8 passed (8)');
  });

  it("in node's own runner, in files that run at once", async () => {
    const files = ['a', 'b'].map((name) => join(app.folder, `node-test-${name}.test.mjs`));
    const output = await run('--test', '--test-reporter=tap', '--test-concurrency=2', ...files);
    expect(output).toContain('# pass 8\n');
    expect(output).toContain('# fail 0\n');
  });
});
