/** The plugin for esbuild. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import type { Metafile, Plugin, PluginBuild } from 'esbuild';
import { WaymarkError } from 'waymark';
import { SOURCE } from 'waymark/internal';
import { EXCHANGED } from '../cli/compile/exchanged.ts';
import { Build, type PluginOptions, SCRIPT } from './build.ts';
import { withoutFolders } from './files.ts';
import { WHERE } from './output.ts';
import type { RunProgram } from './run.ts';

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
    { filter: new RegExp(`^(?:${[...EXCHANGED.keys()].join('|')})$`) },
    async ({ path, importer, namespace, resolveDir }) => {
      // An ES module, whatever kind of import it is: the package has its calls in one place.
      const exchanged = EXCHANGED.get(path) as string; // the cast: the filter has no other names
      const found = await host.resolve(exchanged, {
        ...{ kind: 'import-statement', importer, namespace, resolveDir },
      });
      if (found.errors.length > 0 || found.external) return null;
      build.packageFolder = dirname(found.path);
      return { path: found.path, sideEffects: found.sideEffects };
    },
  );
  const { write = true, sourcemap } = options;
  options.write = false;
  options.metafile = true;
  const hasMapFiles = sourcemap && sourcemap !== 'inline';
  if (!hasMapFiles) options.sourcemap = sourcemap ? 'both' : 'external';
  host.onEnd(async (result) => {
    const { outputFiles = [], errors } = result;
    if (errors.length > 0) return;
    const { outputs } = result.metafile as Metafile; // the cast: the option is set above
    const nameOf = (path: string) => relative(folder, resolve(cwd, path));
    const maps = new Map(outputFiles.map((file) => [file.path, file]));
    const warnings: { readonly text: string }[] = [];
    try {
      const texts = await build.fill(
        {
          folder,
          files: outputFiles
            .filter(({ path }) => SCRIPT.test(path))
            .map(({ path, text }) => ({
              ...{ name: nameOf(path), code: text, map: maps.get(`${path}.map`)?.text },
              mapFolder: dirname(path),
            })),
          entries: Object.keys(outputs)
            .filter((path) => SCRIPT.test(path) && outputs[path].entryPoint !== undefined)
            .map(nameOf),
          isModule: options.format === 'esm',
        },
        (text) => warnings.push({ text }),
      );
      for (const file of outputFiles) {
        const text = texts.get(nameOf(file.path));
        if (text !== undefined) file.contents = Buffer.from(text);
      }
    } catch (error) {
      return { errors: [{ text: String(Object(error).message) }] };
    }
    const kept = outputFiles.filter(({ path }) => hasMapFiles || !path.endsWith('.map'));
    if (!write) {
      result.outputFiles = kept;
    } else {
      Reflect.deleteProperty(result, 'outputFiles');
      for (const { path, contents } of kept) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, contents);
      }
    }
    return { warnings };
  });
}
