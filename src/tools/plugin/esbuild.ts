/** The plugin for esbuild. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Metafile, Plugin, PluginBuild } from 'esbuild';
import { WaymarkError } from 'waymark';
import { Build, type PluginOptions } from './build.ts';
import { withoutFolders } from './files.ts';
import { hasPlaceholder, WHERE } from './output.ts';
import type { RunProgram } from './run.ts';

const SOURCE = /\.[cm]?[jt]sx?$/;

export function esbuildPlugin(given: PluginOptions | undefined, run: RunProgram): Plugin {
  const build = new Build(given, run);
  return { name: 'waymark', setup: (host) => setUp(host, build) };
}

function setUp(host: PluginBuild, build: Build): void {
  const { initialOptions: options } = host;
  const cwd = options.absWorkingDir ?? process.cwd();
  build.start(cwd, true);
  const files = { filter: /^waymark\/node$/ };
  host.onResolve(files, ({ importer, namespace }) =>
    namespace === 'file' ? { path: importer, namespace: 'waymark-files' } : null,
  );
  host.onLoad({ filter: /.*/, namespace: 'waymark-files' }, async ({ path }) => ({
    contents: await build.filesModule(path),
    resolveDir: dirname(path),
    watchFiles: [path],
  }));
  if (!build.compiles) return;
  const output = options.outdir || (options.outfile && dirname(options.outfile));
  if (!output) {
    const problem = 'esbuild has no file to write the program to';
    throw new WaymarkError('bad-argument', WHERE, problem, 'set its option outfile or outdir');
  }
  const folder = resolve(cwd, output);
  host.onLoad({ filter: SOURCE, namespace: 'file' }, async ({ path }) => {
    const code = await readFile(path, 'utf8');
    const contents = withoutFolders(code);
    return contents === code ? null : { contents, loader: 'default' };
  });
  host.onResolve(
    { filter: /^waymark(?:\/(?:fetch|hmvc))?$/ },
    async ({ path, importer, namespace, resolveDir }) => {
      // An ES module, whatever kind of import it is: the package has its calls in one place.
      const exchanged = build.exchanged(path) as string; // the cast: the filter has no other names
      const found = await host.resolve(exchanged, {
        ...{ kind: 'import-statement', importer, namespace, resolveDir },
      });
      if (found.errors.length > 0 || found.external) return null;
      build.found(found.path);
      return { path: found.path, sideEffects: found.sideEffects };
    },
  );
  const { write = true, sourcemap } = options;
  options.write = false;
  options.metafile = true;
  if (sourcemap === undefined || sourcemap === false) options.sourcemap = 'external';
  host.onEnd(async (result) => {
    const { outputFiles = [], errors } = result;
    if (errors.length > 0) return;
    const { outputs } = result.metafile as Metafile; // the cast: the option is set above
    const maps = new Map(
      outputFiles
        .filter(({ path }) => path.endsWith('.map'))
        .map(({ path, text }) => [path.slice(0, -4), text]),
    );
    const scripts = outputFiles.filter(({ path }) => /\.[cm]?js$/.test(path));
    const warnings: string[] = [];
    try {
      const filled = await build.fill(
        {
          folder,
          files: scripts.map(({ path, text }) => ({
            name: relative(folder, path),
            code: text,
            map: maps.get(path) ?? inlineMap(text),
            mapFolder: dirname(path),
          })),
          entries: Object.entries(outputs).flatMap(([path, { entryPoint }]) => {
            const name = relative(folder, join(cwd, path));
            return entryPoint !== undefined && /\.[cm]?js$/.test(path) ? [name] : [];
          }),
          isModule: options.format === 'esm',
        },
        (message) => warnings.push(message),
      );
      for (const file of scripts) {
        const code = hasPlaceholder(file.text) ? filled?.fill(file.text) : null;
        if (code) file.contents = Buffer.from(code.code);
      }
    } catch (error) {
      return { errors: [{ text: String(Object(error).message) }] };
    }
    const kept = outputFiles.filter(
      ({ path }) => options.sourcemap === sourcemap || !path.endsWith('.map'),
    );
    if (!write) {
      result.outputFiles = kept;
    } else {
      Reflect.deleteProperty(result, 'outputFiles');
      for (const { path, contents } of kept) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, contents);
      }
    }
    return { warnings: warnings.map((text) => ({ text })) };
  });
}

const INLINE = '//# sourceMappingURL=data:application/json;base64,';

/** The source map at the end of a file; `null` if it has none, like a copied file. */
function inlineMap(code: string): string | null {
  const last = code.slice(code.trimEnd().lastIndexOf('\n') + 1);
  return last.startsWith(INLINE)
    ? Buffer.from(last.slice(INLINE.length), 'base64').toString()
    : null;
}
