/** The thread that runs a program. */
import { register } from 'node:module';
import net from 'node:net';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { type Bundled, compileBundled } from '../cli/compile/bundled.ts';
import { compileModule, type Module, recordingModules } from '../cli/compile/module.ts';
import type { Answer } from './run.ts';

// A server that the program starts would keep a port, and the build waiting.
net.Server.prototype.listen = function listen(this: net.Server) {
  process.nextTick(() => this.emit('listening'));
  return this;
};
// What nobody waits for fails in the deployed program too, if at all.
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

const program = workerData as Bundled | Module; // the cast: `runInThread` passes it
// Node imports JavaScript itself, without the names that the loader of TypeScript exchanges.
if ('file' in program) register(exchanging(recordingModules(program.file)));
const compiling =
  'entry' in program ? compileBundled(program, (url) => import(url)) : compileModule(program);
const answer = await compiling.then(
  (compiled): Answer => ({ compiled }),
  ({ message }: Error): Answer => ({ problem: message }),
);
parentPort?.postMessage(answer);

/** The URL of a module that makes Node import other files for some names. */
function exchanging(files: Readonly<Record<string, string>>): string {
  const urls = Object.entries(files).map(([name, file]) => [name, pathToFileURL(file).href]);
  const code = `const files = new Map(${JSON.stringify(urls)});
export const resolve = (name, context, next) => next(files.get(name) ?? name, context);`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
