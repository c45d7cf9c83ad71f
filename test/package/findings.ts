/** Findings of the command from an installed tarball: `npm run package`. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { pack } from '../support/pack.ts';

const folder = mkdtempSync(join(tmpdir(), 'waymark-findings-'));
const app = join(folder, 'app');

/** A command's output, and its exit status. */
function run(command: string, args: readonly string[], cwd = app, env: object = {}) {
  const { GITHUB_ACTIONS: _, ...own } = process.env;
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...own, ...env },
  });
  return { status, stdout, stderr };
}

const check = (args: readonly string[], env = {}) =>
  run('npx', ['--no', 'waymark', 'check', ...args], app, env);

/** Types move the columns of the compiled code. A mark stands before each pattern with a finding. */
const MARKED = `import { Route } from 'waymark';

interface Page { readonly to: string }
const page: Page = { to: 'site/page' };

export default (): void => {
  const to: string = page.to; Route.get(‸'posts/:id', to as string);
  // waymark-accept dot: any character is meant
  Route.get('sitemap.xml', 'site/map');
  Route.prefix('users', (): void => { Route.any('(:any)', 'users/$1'); Route.block(‸'login'); });
};
`;
const ROUTES = MARKED.replaceAll('‸', '');

/** The line and column of each mark. */
const PLACES = MARKED.split('\n').flatMap((line, at) =>
  line.includes('‸') ? [{ line: at + 1, column: line.indexOf('‸') + 1 }] : [],
);

before(() => {
  mkdirSync(join(app, 'src'), { recursive: true });
  const { library, tools } = pack(folder);
  writeFileSync(join(app, 'package.json'), '{"private":true}');
  writeFileSync(join(app, 'src/routes.ts'), ROUTES);
  const { status, stderr } = run('npm', ['install', '--no-audit', '--no-fund', library, tools]);
  assert.equal(status, 0, stderr);
});
after(() => rmSync(folder, { recursive: true }));

describe('waymark check, from the tarball', () => {
  const [slip, block] = PLACES;

  it('annotates lines and columns of the TypeScript on GitHub Actions', () => {
    const { status, stdout } = check([], { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: app });
    assert.equal(status, 1);
    const starts = stdout.split('\n').map((line) => line.split('::').slice(0, 2).join('::'));
    assert.deepEqual(starts, [
      `::warning file=src/routes.ts,line=${slip.line},col=${slip.column},title=waymark%3A parameter-syntax`,
      `::error file=src/routes.ts,line=${block.line},col=${block.column},title=waymark%3A block-passed`,
      '1 error, 1 warning in 4 rows.',
      '',
    ]);
    assert.equal(check(['--format', 'github']).stdout, stdout);
  });

  it('writes SARIF that is valid by the schema', () => {
    const {
      $schema: _,
      id: __,
      ...schema
    } = JSON.parse(readFileSync(new URL('../fixtures/sarif-2.1.0.json', import.meta.url), 'utf8'));
    const options = { strict: false, unicodeRegExp: false, validateFormats: false };
    const validate = new Ajv(options).compile(schema);
    const { status, stdout } = check(['--format', 'sarif']);
    assert.equal(status, 1);
    const log = JSON.parse(stdout);
    assert.equal(validate(log), true, JSON.stringify(validate.errors));
    const regions = log.runs[0].results.map(
      ({ locations: [{ physicalLocation }] }: { locations: [{ physicalLocation: object }] }) =>
        physicalLocation,
    );
    const artifactLocation = { uri: 'src/routes.ts', uriBaseId: '%SRCROOT%' };
    assert.deepEqual(
      regions,
      [slip, block].map(({ line, column }) => ({
        artifactLocation,
        region: { startLine: line, startColumn: column },
      })),
    );
  });

  it('prints places that a problem matcher can read', () => {
    const { stdout } = check(['src/routes.ts']);
    const found = Array.from(stdout.matchAll(/^(.+):(\d+):(\d+): (\w+) \(([\w-]+)\): (.*)$/gm));
    assert.deepEqual(
      found.map(([, file, line, column, level]) => [file, Number(line), Number(column), level]),
      [
        ['src/routes.ts', slip.line, slip.column, 'warning'],
        ['src/routes.ts', block.line, block.column, 'error'],
      ],
    );
  });
});
