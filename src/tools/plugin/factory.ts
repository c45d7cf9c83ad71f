/** The plugin, for every bundler. */
import type { UnpluginFactory } from 'unplugin';
import { Build, type Host, type Mode } from './build.ts';
import type { Evaluator } from './in-thread.ts';
import { type PluginOptions, readPluginOptions } from './options.ts';

/** The paths of modules that may be rewritten. */
const SOURCE = /^[^\0?]*\.[cm]?[jt]sx?(?:\?[tv]=[^&]*)?$/;

/** Makes the plugin. */
export function createFactory(
  evaluator: Evaluator,
): UnpluginFactory<PluginOptions | undefined, false> {
  return (given) => {
    const options = readPluginOptions(given);
    const build = new Build(options, evaluator);
    const setMode = (cwd: string | undefined, isDevelopment = false, isServer = false) => {
      const mode: Mode = {
        cwd: cwd ?? process.cwd(),
        compile: options.compile ?? !isDevelopment,
        isServer,
      };
      build.mode = mode;
    };
    setMode(undefined);
    /** For webpack, and for rspack, whose compiler has the same members. */
    const packed = (compiler: {
      readonly context: string;
      readonly options: { readonly mode?: unknown };
    }) => setMode(compiler.context, compiler.options.mode === 'development');
    return {
      name: 'waymark',
      enforce: 'pre',
      transform: {
        filter: { id: { include: SOURCE, exclude: /[\\/]node_modules[\\/]/ }, code: 'waymark' },
        async handler(code, id) {
          const host: Host = {
            warn: (message) => this.warn(message),
            addWatchFile: (file) => this.addWatchFile(file),
          };
          const [file] = id.split('?', 1);
          return await build.transform(code, file, host);
        },
      },
      webpack: packed,
      rspack: packed,
      esbuild: {
        setup: ({ initialOptions }) => setMode(initialOptions.absWorkingDir),
      },
      vite: {
        configResolved({ root, command }) {
          setMode(root, command === 'serve', command === 'serve');
        },
        configureServer(server) {
          const host = { warn: (message: string) => server.config.logger.warn(message) };
          const onChange = (isNew: boolean) => async (file: string) => {
            for (const module of await build.changed(file, isNew, host)) {
              server.moduleGraph.onFileChange(module);
            }
          };
          server.watcher.on('change', onChange(false));
          server.watcher.on('add', onChange(true));
          server.watcher.on('unlink', onChange(true));
        },
      },
    };
  };
}
