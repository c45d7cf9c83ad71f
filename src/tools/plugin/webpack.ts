/** The plugin for webpack and rspack. */

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SOURCE } from 'waymark/internal';
import { EXCHANGED, fileOf } from '../cli/compile/exchanged.ts';
import { Build, IN_PACKAGE, type PluginOptions, SCRIPT, SCRIPT_MAP } from './build.ts';
import { foldersIn } from './files.ts';
import type { RunProgram } from './run.ts';

/** What the plugin uses of both bundlers, which have the same members. */
interface Source {
  source(): string | Buffer;
  map(): object | null;
}

type Assets = Readonly<Record<string, Source>>;

interface Compilation {
  readonly errors: unknown[];
  readonly warnings: unknown[];
  readonly outputOptions: { readonly path?: string };
  readonly modules: Iterable<{ readonly resource?: string }>;
  readonly entrypoints: ReadonlyMap<string, { getFiles(): readonly string[] }>;
  readonly hooks: {
    readonly processAssets: {
      tapPromise(
        options: { readonly name: string; readonly stage: number },
        run: (assets: Assets) => Promise<void>,
      ): void;
    };
  };
  updateAsset(name: string, source: (old: Source) => Source): void;
  deleteAsset(name: string): void;
  getAsset(name: string): { readonly source: Source } | undefined;
}

/** A request for a module. */
interface Request {
  request: string;
  readonly contextInfo?: { readonly issuer?: string };
}

interface Compiler {
  readonly context: string;
  readonly options: {
    readonly mode?: unknown;
    devtool?: unknown;
    readonly output: { readonly module?: boolean; readonly path?: string };
    readonly optimization?: object;
  };
  readonly webpack: {
    readonly Compilation: Readonly<
      Record<'PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE' | 'PROCESS_ASSETS_STAGE_REPORT', number>
    >;
    readonly sources: {
      readonly RawSource: new (code: string) => Source;
      readonly SourceMapSource: new (code: string, name: string, map: object) => Source;
    };
  };
  readonly hooks: {
    readonly normalModuleFactory: {
      tap(
        name: string,
        run: (factory: {
          readonly hooks: {
            readonly beforeResolve: {
              tapPromise(name: string, run: (data: Request) => Promise<void>): void;
            };
          };
        }) => void,
      ): void;
    };
    readonly thisCompilation: { tap(name: string, run: (compilation: Compilation) => void): void };
  };
}

/** A plugin for webpack and rspack. */
export interface WebpackPlugin {
  // biome-ignore lint/suspicious/noExplicitAny: the bundlers have types of their own for it
  apply(compiler: any): void;
}

const NAME = 'waymark';

export function webpackPlugin(given: PluginOptions | undefined, run: RunProgram): WebpackPlugin {
  return { apply: (compiler: Compiler) => setUp(compiler, new Build(given, run)) };
}

function setUp(compiler: Compiler, build: Build): void {
  const { context, options, webpack } = compiler;
  build.start(context, options.mode !== 'development');
  const hasNoMaps = build.compiles && (options.devtool ?? false) === false;
  if (hasNoMaps) options.devtool = 'hidden-source-map';
  compiler.hooks.normalModuleFactory.tap(NAME, ({ hooks }) => {
    hooks.beforeResolve.tapPromise(NAME, async (data) => {
      const issuer = data.contextInfo?.issuer ?? '';
      if (data.request === 'waymark/node' && issuer !== '') {
        data.request = await writeFilesModule(build, context, issuer);
        return;
      }
      // The bundlers take the folder in `new URL('.', import.meta.url)` for a module.
      if (await isFolder(data.request, issuer)) {
        data.request = NOTHING;
        return;
      }
      const exchanged = EXCHANGED.get(data.request);
      if (exchanged === undefined || !build.compiles) return;
      // An ES module, whatever kind of import it is: the package has its calls in one place.
      const { resolve } = createRequire(issuer === '' ? join(context, 'any.js') : issuer);
      build.packageFolder = join(dirname(resolve('waymark/package.json')), 'dist');
      data.request = fileOf(build.packageFolder, exchanged);
    });
  });
  compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
    const { Compilation } = webpack;
    const at = (stage: number, run: (assets: Assets) => Promise<void>) =>
      compilation.hooks.processAssets.tapPromise({ name: NAME, stage }, run);
    const last = Compilation.PROCESS_ASSETS_STAGE_REPORT;
    if (!build.compiles) {
      at(last, () => lookAll(compilation, build));
      return;
    }
    // After the minifier, and before source maps are written.
    at(Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 50, async (assets) => {
      try {
        await fillAssets(compiler, compilation, assets, build);
      } catch (error) {
        compilation.errors.push(new Error(String(Object(error).message)));
      }
    });
    if (!hasNoMaps) return;
    at(last, async (assets) => {
      for (const name of Object.keys(assets)) {
        if (SCRIPT_MAP.test(name)) compilation.deleteAsset(name);
      }
    });
  });
}

/** A module in place of a folder that only `findFiles` would read. */
const NOTHING = 'data:text/plain,';

/** Whether a request is for the folder of a call of `findFiles` in its module. */
async function isFolder(request: string, issuer: string): Promise<boolean> {
  if (!request.startsWith('.') || !SOURCE.test(issuer)) return false;
  const code = await readFile(issuer, 'utf8').catch(() => '');
  return foldersIn(code).includes(request);
}

/** Checks the tables of all modules, in development. */
async function lookAll({ modules, warnings }: Compilation, build: Build): Promise<void> {
  for (const { resource = '' } of modules) {
    const [file] = resource.split('?', 1);
    if (!SOURCE.test(file) || IN_PACKAGE.test(file)) continue;
    const code = await readFile(file, 'utf8').catch(() => '');
    await build.look(file, code, (message) => warnings.push(new Error(message)));
  }
}

async function fillAssets(
  { context, options, webpack }: Compiler,
  compilation: Compilation,
  assets: Assets,
  build: Build,
): Promise<void> {
  const scripts = Object.entries(assets).filter(([name]) => SCRIPT.test(name));
  const maps = new Map(scripts.map(([name, source]) => [name, source.map()]));
  const texts = await build.fill(
    {
      folder: options.output.path ?? compilation.outputOptions.path ?? context,
      files: scripts.map(([name, source]) => {
        const map = maps.get(name);
        return {
          ...{ name, code: String(source.source()), map: map && JSON.stringify(map) },
          mapFolder: context,
        };
      }),
      entries: [...compilation.entrypoints.values()].flatMap((entry) =>
        entry
          .getFiles()
          .filter((name) => SCRIPT.test(name))
          .slice(-1),
      ),
      isModule: options.output.module === true,
    },
    (message) => compilation.warnings.push(new Error(message)),
  );
  const { RawSource, SourceMapSource } = webpack.sources;
  for (const [name, text] of texts) {
    const map = maps.get(name);
    compilation.updateAsset(name, () =>
      map ? new SourceMapSource(text, name, map) : new RawSource(text),
    );
  }
}

/** Writes the module that lists files where the bundler finds it like any other. */
async function writeFilesModule(build: Build, context: string, importer: string): Promise<string> {
  const text = await build.filesModule(importer);
  const hash = createHash('sha256').update(importer).digest('hex').slice(0, 16);
  const file = join(context, 'node_modules', '.cache', 'waymark', `files-${hash}.mjs`);
  if ((await readFile(file, 'utf8').catch(() => null)) === text) return file;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}
