/** The plugin for Vite, Rollup and Rolldown. */
import { dirname, join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { EXCHANGED } from '../cli/compile/exchanged.ts';
import { Build, type PluginOptions, SCRIPT_MAP } from './build.ts';
import { withoutFolders } from './files.ts';
import type { RunProgram } from './run.ts';

/** A plugin for Vite, Rollup and Rolldown, whose hooks each of them reads. */
export interface RollupPlugin {
  readonly name: string;
  readonly enforce: 'pre';
}

/** The start of the identifiers of modules that list files. */
const FILES = '\0waymark-files:';

export function rollupPlugin(given: PluginOptions | undefined, run: RunProgram): RollupPlugin {
  const build = new Build(given, run);
  build.start(process.cwd(), true);
  let isServer = false;
  /** The outputs whose source maps only this plugin needs. */
  const unwanted = new Set<string>();
  const plugin: Plugin & RollupPlugin = {
    name: 'waymark',
    enforce: 'pre',
    config: () => ({ ssr: { noExternal: [/^waymark(?:\/|$)/] } }),
    configResolved({ root, command }) {
      isServer = command === 'serve';
      build.start(root, !isServer);
    },
    configureServer({ watcher, moduleGraph, config }) {
      const changed = () => {
        for (const [id, module] of moduleGraph.idToModuleMap) {
          if (id.startsWith(FILES)) moduleGraph.invalidateModule(module);
        }
      };
      watcher.on('add', changed);
      watcher.on('unlink', changed);
      watcher.on(
        'change',
        (file) => void build.changed(file, (message) => config.logger.warn(message)),
      );
    },
    resolveId: {
      order: 'pre',
      async handler(id, importer) {
        const isFile = importer !== undefined && !importer.startsWith('\0');
        if (id === 'waymark/node' && isFile) return FILES + importer.split('?', 1)[0];
        const exchanged = EXCHANGED.get(id);
        if (exchanged === undefined || !build.compiles) return null;
        const found = await this.resolve(exchanged, importer, { skipSelf: true });
        if (found === null || found.external !== false) return null;
        build.packageFolder = dirname(found.id);
        return found;
      },
    },
    async transform(code, id) {
      if (id.startsWith('\0')) return null;
      if (build.compiles) return { code: withoutFolders(code), map: null };
      await build.look(id.split('?', 1)[0], code, (message) => this.warn(message));
      return null;
    },
    async load(id) {
      if (!id.startsWith(FILES)) return null;
      const importer = id.slice(FILES.length);
      this.addWatchFile(importer);
      return await build.filesModule(importer, isServer);
    },
    outputOptions(options) {
      if (!build.compiles || (options.sourcemap ?? false) !== false) return options;
      unwanted.add(nameOf(options));
      return { ...options, sourcemap: 'hidden' };
    },
    generateBundle: {
      order: 'post',
      async handler(options, bundle) {
        // Source maps are relative to it even if nothing is written.
        const unset = this.meta.rolldownVersion === undefined ? '.' : 'dist';
        const { dir = options.file === undefined ? unset : dirname(options.file) } = options;
        const folder = resolve(dir);
        const isUnwanted = unwanted.has(nameOf(options));
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
        const texts = await build.fill(
          {
            folder,
            files: chunks.map(({ fileName, code, map }) => ({
              name: fileName,
              code,
              map: map && JSON.stringify(map),
              mapFolder: dirname(join(folder, fileName)),
            })),
            entries: chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
            isModule: isModule(options.format),
          },
          (message) => this.warn(message),
        );
        for (const chunk of chunks) {
          chunk.code = texts.get(chunk.fileName) ?? chunk.code;
          if (isUnwanted) chunk.map = null;
        }
        if (!isUnwanted) return;
        for (const name of Object.keys(bundle)) {
          if (SCRIPT_MAP.test(name)) delete bundle[name];
        }
      },
    },
  };
  return plugin;
}

/** Tells an output from the others of a build. A bundler copies its options before it uses them. */
function nameOf({
  dir,
  file,
  format,
}: Pick<Rolldown.OutputOptions | Rolldown.NormalizedOutputOptions, 'dir' | 'file' | 'format'>) {
  return JSON.stringify([dir, file, isModule(format)]);
}

function isModule(format = 'es'): boolean {
  return ['es', 'esm', 'module'].includes(format);
}
