/** Follows each recipe of docs/testing-your-routes.md in its own folder. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { filesOf, pageOf } from '../support/pages.ts';
import type { Application, Project } from './project.ts';

const { text } = pageOf('docs/testing-your-routes.md');
const quickStart = pageOf('docs/quick-start.md').text;

/** The files of a recipe. The quick start has the recipe for Vitest. */
const recipeOf = (heading: string) =>
  heading === 'Vitest' ? {} : filesOf(text.split(`\n### ${heading}\n`)[1].split('\n### ')[0]);

/** The application of the quick start and its test, which the recipes use. */
const { 'hello.ts': _hello, ...application } = filesOf(quickStart);

/** The test of the quick start, which imports other functions. */
const testWith = (imports: string) => ({
  'app.test.ts': application['app.test.ts'].replace(/^import .* from 'vitest';$/m, imports),
});

/** The quick start's tsconfig.json, which the page expects. */
const tsconfig = /^```json\n(.*?)^```$/ms.exec(quickStart)?.[1] ?? '';

const ESM = { type: 'module' };

/** Tests that findFiles and the test import the same copy of a controller. */
const SAME_COPY = (imports: string, folder: string) => `
  ${imports}
  import { findFiles } from 'waymark/node';
  import Photos from './application/controllers/photos';

  test('the controller is the one that this file imports', async () => {
    const files = await findFiles(${folder}, { import: (file: string) => import(file) });
    const found = (await files['application/controllers/photos.ts']()) as { default: unknown };
    expect(found.default).toBe(Photos);
  });
`;

interface Recipe {
  readonly heading: string;
  readonly manifest: object;
  /** Our own tests, next to those of the page. */
  readonly added?: Readonly<Record<string, string>>;
  readonly run: (app: Application, project: Project) => string;
  /** The runner's output if nothing fails. */
  readonly printed: RegExp;
}

const jest = (project: Project) => project.installed('jest/bin/jest.js');

const RECIPES: readonly Recipe[] = [
  {
    heading: 'Vitest',
    manifest: ESM,
    added: {
      'copy.test.ts': SAME_COPY(
        "import { expect, test } from 'vitest';",
        "new URL('.', import.meta.url)",
      ),
      // The page promises that a mock reaches a controller.
      'mock.test.ts': `
        import { expect, test, vi } from 'vitest';
        import app from './app.ts';

        vi.mock('./application/controllers/photos.ts', async () => {
          const { Controller } = await import('waymark/hmvc');
          return { default: class extends Controller { show() { return 'mocked'; } } };
        });

        test('a mock reaches the controller', async () => {
          const response = await app.fetch(new Request('http://localhost/photos/7'));
          expect(await response.text()).toBe('mocked');
        });
      `,
    },
    run: (app, project) => app.node(project.installed('vitest/vitest.mjs'), 'run'),
    printed: /Tests {2}4 passed \(4\)/,
  },
  {
    heading: 'node:test',
    manifest: ESM,
    added: {
      'app.test.ts': testWith(
        "import { deepEqual } from 'node:assert/strict';\nimport { test } from 'node:test';",
      )['app.test.ts'].replace(/expect\((.*)\)\.toEqual\((.*)\)/g, 'deepEqual($1, $2)'),
    },
    run: (app) => app.node('--import', 'tsx', '--test', '--test-reporter=tap', 'app.test.ts'),
    printed: /# pass 2\n# fail 0\n/,
  },
  {
    heading: 'Jest',
    manifest: ESM,
    added: {
      ...testWith("import { expect, test } from '@jest/globals';"),
      'copy.test.ts': SAME_COPY(
        "import { expect, test } from '@jest/globals';",
        "new URL('.', import.meta.url)",
      ).replace("controllers/photos'", "controllers/photos.ts'"),
      'inspect.test.ts': `
        import { test } from '@jest/globals';
        import { assertReaches } from 'waymark-tools/inspect';
        import { routes } from './app.ts';

        test('the photo is shown by its controller', () => {
          assertReaches(routes, 'GET', '/photos/7', 'photos/show/7');
        });
      `,
    },
    run: (app, project) => app.node('--experimental-vm-modules', jest(project), '--ci'),
    printed: /Tests: {7}4 passed, 4 total/,
  },
  {
    heading: 'Jest with CommonJS',
    manifest: {},
    added: {
      'copy.test.ts': SAME_COPY("import { expect, test } from '@jest/globals';", '__dirname'),
      // Follows the page's recipe for Jest 29.
      'path.test.ts': SAME_COPY(
        "import { expect, test } from '@jest/globals';\nimport { fileURLToPath } from 'node:url';",
        '__dirname',
      ).replace('import(file)', 'import(fileURLToPath(file))'),
      'checked.test.ts': `
        import { expect, test } from '@jest/globals';
        import { Route } from 'waymark';
        import { checkRoutes, createControllers } from 'waymark/hmvc';

        test('URLs and checks', async () => {
          const routes = Route.collect(() => {
            Route.get('photos/(:num)', 'photos/show/$1', { as: 'photo' });
          });
          expect(Route.url('photo', [7])).toBe('/photos/7');
          const load = () => import('./application/controllers/photos');
          const controllers = createControllers({ 'application/controllers/photos.ts': load });
          expect(await checkRoutes({ routes, controllers })).toEqual([]);
        });
      `,
    },
    run: (app, project) => app.node(jest(project), '--ci'),
    printed: /Tests: {7}4 passed, 4 total/,
  },
];

/** Failures in Jest with CommonJS, each with the sentence that explains it. */
const REFUSED: readonly [string, string, RegExp][] = [
  [
    'findFiles without the option import',
    "const files = await require('waymark/node').findFiles(__dirname);\n" +
      "await files['application/controllers/photos.ts']();",
    /WaymarkError: .*photos\.ts: waymark can't import it here \(.*\)\. In a test runner, pass findFiles the option \{ import: \(file\) => import\(file\) \};/,
  ],
  [
    'waymark-tools/inspect',
    "require('waymark-tools/inspect');",
    /waymark-tools\/inspect is an ES module, and require can't load one here: use it in an ES module \(for Jest, run node with --experimental-vm-modules\)\./,
  ],
];

export function testRunners(project: Project): void {
  describe('the recipe for a test runner', () => {
    const projectOf = (name: string, { heading, manifest, added }: Recipe) => {
      const app = project.application(name, manifest);
      app.write({ 'tsconfig.json': tsconfig, ...application, ...recipeOf(heading), ...added });
      return app;
    };

    for (const recipe of RECIPES) {
      it(`passes: ${recipe.heading}`, () => {
        const app = projectOf(recipe.heading.replace(/\W+/g, '-'), recipe);
        assert.ok(existsSync(`${app.folder}/app.ts`));
        assert.match(recipe.run(app, project), recipe.printed);
      });
    }

    it('explains the failures of Jest with CommonJS', () => {
      const app = projectOf('refused', { ...RECIPES[3], added: {} });
      const tests = REFUSED.map(([what, code]) => `test('${what}', async () => {\n${code}\n});\n`);
      app.write({
        'app.test.ts': tests.join(''),
        // require needs no types.
        'jest.config.js':
          "module.exports = { transform: { '\\\\.ts$': ['ts-jest', { diagnostics: false }] } };",
      });
      const { text: printed } = app.tryNode(jest(project), '--ci');
      for (const [what, , message] of REFUSED) {
        // Jest can require ES modules since Node 24.9.
        if (!printed.includes(`✓ ${what}`) || what !== 'waymark-tools/inspect')
          assert.match(printed, message);
      }
    });
  });
}
