/**
 * `npm run interop`: checks waymark with rarer tools, and with both module formats at once. Writes
 * docs/measured/interop.md, and passes whatever the result.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePage } from '../measured/page.ts';
import { BUILDS, build, runAlone, SOURCES } from './bundlers.ts';
import { ANSWERS, FRAMEWORKS, MOUNTED, runMounted } from './mounted.ts';
import { type Application, createProject, type Project } from './project.ts';
import { filesWith, installPackages, WATCHES, WITH, watch } from './with.ts';

const PARCEL = 'parcel@2.16.4';
const YARN = '@yarnpkg/cli-dist@4.18.1';

const project = createProject([PARCEL, YARN, ...FRAMEWORKS]);
installPackages(project);

/** A question, with the output that means yes. */
interface Case {
  readonly what: string;
  readonly tool: string;
  /** Returns the output; throws if the case fails. */
  readonly run: () => string | Promise<string>;
}

/** An application with ES modules that import waymark, and CommonJS that requires it. */
const MIXED = {
  'legacy.cjs':
    "const { createRouter, Route, WaymarkError } = require('waymark');\n" +
    "const status = () => createRouter(Route.map()).resolve('GET', '/photos/7').status;\n" +
    'module.exports = { status, WaymarkError };\n',
  'answer.js':
    "import { Route, WaymarkError } from 'waymark';\nimport legacy from './legacy.cjs';\n" +
    "Route.get('photos/(:num)', 'photos');\n" +
    'console.log(legacy.status(), legacy.WaymarkError === WaymarkError);\n',
};
const COPIES: Readonly<Record<string, string>> = {
  'found true\n': 'works: one copy',
  'found false\n': 'works: two copies of the classes, one registry',
};

const TOOLS = `import { check } from 'waymark-tools/inspect';\nconsole.log(await check({}));\n`;
const ROUTES = `import { Route } from 'waymark';\nexport default () => Route.get('a', 'b');\n`;

let count = 0;
const application = (manifest: object = {}, copied: readonly string[] = []) =>
  project.application(`case-${++count}`, { type: 'module', ...manifest }, copied);

const WORKS = 'works';

function expectPrinted(printed: string, expected: RegExp): string {
  if (!expected.test(printed)) throw new Error(`prints ${printed.trim()}`);
  return WORKS;
}

const PHOTO = /200 \{"id":"7","url":"\/photos\/7"\}/;

/** Builds with Parcel, whose root is the folder with a lock file, and runs the result. */
function parcel(app: Application): string {
  app.write({ 'yarn.lock': '' });
  const options = ['--no-cache', '--no-autoinstall', '--log-level', 'error'];
  app.node(project.installed('parcel/lib/bin.js'), 'build', ...options);
  return runAlone(app);
}

const PARCEL_TARGET = {
  targets: {
    out: {
      ...{ source: 'answer.js', distDir: 'out', context: 'node', engines: { node: '>=20' } },
      ...{ includeNodeModules: true, outputFormat: 'esmodule', isLibrary: false, sourceMap: false },
    },
  },
};
const PACKAGE_EXPORTS = { ...PARCEL_TARGET, '@parcel/resolver-default': { packageExports: true } };

const START = { 'answer.js': "import { Route } from 'waymark';\nconsole.log(Route.map());\n" };

const parcelCase = (what: string, tool: string, files: object, printed: RegExp): Case => ({
  what,
  tool,
  run: () => {
    const isWhole = what === 'every entry';
    const app = application(files, isWhole ? SOURCES : []);
    if (!isWhole) app.write(START);
    return expectPrinted(parcel(app), printed);
  },
});

const parcelCases: readonly Case[] = [
  parcelCase("`import 'waymark'`", 'Parcel', PARCEL_TARGET, /default_controller/),
  parcelCase('every entry', 'Parcel', PARCEL_TARGET, PHOTO),
  parcelCase('every entry', 'Parcel with `packageExports: true`', PACKAGE_EXPORTS, PHOTO),
];

/** An application installed by Yarn, without a folder `node_modules`. */
function plugAndPlay(): Application {
  const { library, tools } = project.tarballs;
  const dependencies = { waymark: `file:${library}`, 'waymark-tools': `file:${tools}` };
  const app = application({ dependencies }, SOURCES);
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  app.write({
    'yarn.lock': '',
    '.yarnrc.yml':
      `enableTelemetry: false\nenableGlobalCache: false\nnpmRegistryServer: "${registry}"\n` +
      'enableImmutableInstalls: false\n',
    'tools.js': TOOLS,
    'library.cjs':
      "const { Route } = require('waymark');\n" +
      "for (const name of ['compiled', 'fetch', 'hmvc', 'http', 'node']) require('waymark/' + name);\n" +
      'console.log(Route.map());\n',
    'tools.cjs': "require('waymark-tools/inspect').check({}).then(console.log);\n",
    'routes.js': ROUTES,
  });
  yarn(app, 'install');
  return app;
}

const yarn = (app: Application, ...args: readonly string[]) =>
  app.node(project.installed('@yarnpkg/cli-dist/bin/yarn.js'), ...args);

function yarnCases(): readonly Case[] {
  const app = plugAndPlay();
  const cases: readonly [string, readonly string[], RegExp][] = [
    ["`import` of the application's entries", ['node', 'library.mjs'], /default_controller/],
    ["`require` of the application's entries", ['node', 'library.cjs'], /default_controller/],
    ["`import 'waymark-tools/inspect'`", ['node', 'tools.js'], /\[\]/],
    ["`require('waymark-tools/inspect')`", ['node', 'tools.cjs'], /\[\]/],
    ['`waymark list routes.js`', ['waymark', 'list', 'routes.js'], /GET +a +b/],
  ];
  app.write({
    'library.mjs':
      "import { Route } from 'waymark';\nimport 'waymark/compiled';\nimport 'waymark/fetch';\n" +
      "import 'waymark/hmvc';\nimport 'waymark/node';\nconsole.log(Route.map());\n",
  });
  return cases.map(([what, args, printed]) => ({
    what,
    tool: "Yarn, Plug'n'Play",
    run: () => expectPrinted(yarn(app, ...args), printed),
  }));
}

const ROLLUP_ALONE = BUILDS.Rollup.replace(/^.*plugin-commonjs.*$/m, '').replace(
  ', commonjs()',
  '',
);

const rollupCases: readonly Case[] = ['waymark/fetch', 'waymark-tools/inspect'].map((entry) => ({
  what: `\`import '${entry}'\``,
  tool: 'Rollup without @rollup/plugin-commonjs',
  run: () => {
    const app = application();
    const code = `import * as entry from '${entry}';\nconsole.log(Object.keys(entry).length > 0);\n`;
    app.write({ 'answer.js': code });
    build(app, ROLLUP_ALONE);
    return expectPrinted(runAlone(app), /true/);
  },
}));

/** What builds and runs an application, by the tool's name. */
const RUNS: readonly (readonly [tool: string, run: (app: Application) => string])[] = [
  ['Node', (app) => app.node('answer.js')],
  ...Object.entries(BUILDS).map(([tool, script]) => {
    const run = (app: Application) => {
      build(app, script);
      return runAlone(app);
    };
    return [tool, run] as const;
  }),
  ['Parcel', parcel],
];

const mixedCases: readonly Case[] = RUNS.map(([tool, run]) => ({
  what: `\`import\` and \`require\` in one ${tool === 'Node' ? 'program' : 'bundle'}`,
  tool,
  run: () => {
    const app = application(tool === 'Parcel' ? PARCEL_TARGET : {});
    app.write(MIXED);
    const printed = run(app);
    return COPIES[printed] ?? `prints ${printed.trim()}`;
  },
}));

const mountedCases: readonly Case[] = Object.entries(MOUNTED).map(([tool, mounted]) => ({
  what: 'a middleware in front',
  tool,
  run: () => expectPrinted(runMounted(application(), mounted, project), ANSWERS),
}));

const withCases: readonly Case[] = [
  ...Object.entries(WITH).map(([tool, part]) => ({
    what: `\`${part.block}\` of docs/with.md`,
    tool,
    run: () => {
      const app = application();
      app.write(filesWith(part));
      return expectPrinted(app.node('answer.js'), part.printed);
    },
  })),
  ...WATCHES.map(([tool, command]) => ({
    what: `\`${command}\``,
    tool,
    run: async () => expectPrinted(await watch(application(), command, project), /^before after$/),
  })),
];

/** The most telling line of an error: the last that names an error, or else the last. */
function reasonOf(error: unknown): string {
  const lines = String(error)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '));
  const telling = lines.find((line, index) => index > 0 && /^\S*Error\b|@parcel\//.test(line));
  return (telling ?? lines.at(-1) ?? '').replaceAll(project.folder, '…').replaceAll('|', '\\|');
}

/** The version of a tool's package. */
function versionOf(tool: string, { folder, installed }: Project): string {
  const [, own] = MOUNTED[tool]?.own ?? [];
  if (own !== undefined) return own;
  const word = tool.split(/[ ,]/)[0].toLowerCase();
  const packages: Readonly<Record<string, string>> = {
    rspack: '@rspack/core',
    yarn: '@yarnpkg/cli-dist',
  };
  if (word === 'node') return process.versions.node;
  const apart = join(folder, 'apps/node_modules', word, 'package.json');
  const manifest = existsSync(apart) ? apart : installed(`${packages[word] ?? word}/package.json`);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

async function runAll(): Promise<void> {
  const rows: string[][] = [];
  for (const { what, tool, run } of [
    ...[...mountedCases, ...withCases, ...parcelCases, ...yarnCases()],
    ...[...rollupCases, ...mixedCases],
  ]) {
    let result: string;
    try {
      result = await run();
    } catch (error) {
      result = `fails: ${reasonOf(error)}`;
    }
    const row = [tool, versionOf(tool, project), what, result];
    console.log(row.join(', '));
    rows.push(row);
  }
  writePage('interop', ['tool', 'version', 'what an application does', 'result'], rows);
}

void runAll().finally(project.remove);
