/** The plugin, for every bundler. */
import { Worker } from 'node:worker_threads';
import type { UnpluginFactory } from 'unplugin';
import { Build, type Host } from './build.ts';
import type { Evaluator, Listed, Made, Request } from './evaluate.ts';
import { type PluginOptions, readPluginOptions } from './options.ts';

const SOURCE = /^[^\0?]*\.[cm]?[jt]sx?(?:\?[tv]=[^&]*)?$/;

export function createFactory(
  evaluator: Evaluator,
): UnpluginFactory<PluginOptions | undefined, false> {
  return (given, { framework }) => {
    const options = readPluginOptions(given);
    const build = new Build(options, evaluator);
    const setMode = (cwd: string | undefined, isDevelopment = false, isServer = false) => {
      const compile = options.compile ?? !isDevelopment;
      build.mode = { cwd: cwd ?? process.cwd(), compile, isServer };
    };
    setMode(undefined);
    /** For webpack, and for rspack, whose compiler has the same members. */
    const packed = ({ context, options }: { context: string; options: { mode?: unknown } }) =>
      setMode(context, options.mode === 'development');
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
          try {
            return await build.transform(code, file, host);
          } catch (error) {
            if (framework !== 'esbuild') throw error;
            // It watches no files of a transform that throws.
            this.error(error as Error); // the cast: the plugin throws nothing else
            return code;
          }
        },
      },
      webpack: packed,
      rspack: packed,
      esbuild: { setup: ({ initialOptions }) => setMode(initialOptions.absWorkingDir) },
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

export interface Question {
  readonly what: keyof Evaluator;
  readonly request: Request;
}

export type Answer = { readonly made: Made | Listed | null } | { readonly problem: string };

/** Makes an evaluator that starts a thread for each request, and ends it after the answer. */
export function inThread(script: URL): Evaluator {
  const ask = (what: keyof Evaluator, request: Request) =>
    new Promise<unknown>((resolve, reject) => {
      const question: Question = { what, request };
      const worker = new Worker(script, { workerData: question });
      worker.once('message', (answer: Answer) => {
        if ('made' in answer) resolve(answer.made);
        else reject(new Error(answer.problem));
        void worker.terminate();
      });
      worker.once('error', reject);
      // Has no effect after a message.
      worker.once('exit', () => reject(new Error(`${request.file}: its code ended the process`)));
    });
  return {
    // The casts: the thread answers with the result of the function of that name.
    router: async (request) => (await ask('router', request)) as Made | null,
    list: async (request) => (await ask('list', request)) as Listed | null,
  };
}
