/** Runs functions in processes of their own, so no table finds code optimised for another. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const self = fileURLToPath(import.meta.url);

/**
 * Calls an exported function in a fresh process, and waits for its result.
 *
 * @param module the `import.meta.url` of the module that exports it
 * @param run the function; its arguments and its result travel as JSON
 *
 * @example
 * await runInChild(import.meta.url, timeLookups, 'github');
 */
export async function runInChild<Args extends readonly unknown[], Result>(
  module: string,
  run: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<Result> {
  return resultOf(startInChild(module, run, ...args));
}

/** Starts such a process, which sends the result as a message and ends if nothing keeps it. */
export function startInChild<Args extends readonly unknown[]>(
  module: string,
  run: (...args: Args) => unknown,
  ...args: Args
): ChildProcess {
  // A fork inherits this process's flags, such as --expose-gc and the TypeScript loader.
  return fork(self, [module, run.name, JSON.stringify(args)]);
}

/**
 * Runs `bundled.js`, which starts without the loader: it compiles nothing but a bundle.
 *
 * @param args the bundle's file, and the URL to request from it
 */
export async function runBundle<Result>(...args: string[]): Promise<Result> {
  return resultOf(fork(new URL('bundled.js', import.meta.url), args, { execArgv: [] }));
}

/** Calls a function several times, each after the other has ended. */
export async function repeat<Result>(
  times: number,
  run: (turn: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let turn = 0; turn < times; turn++) results.push(await run(turn));
  return results;
}

async function resultOf<Result>(child: ChildProcess): Promise<Result> {
  const messages: Result[] = [];
  child.once('message', (message) => messages.push(message as Result)); // the cast: `run` returned it
  const [code] = await once(child, 'exit');
  if (messages.length > 0) return messages[0];
  throw new Error(`${child.spawnargs.slice(1).join(' ')} ended with code ${code}.`);
}

// Not awaited: the module imports this one, and would wait for it.
if (process.argv[1] === self) void answerParent(process.argv.slice(2));

async function answerParent([module, name, args]: string[]): Promise<void> {
  const { [name]: run } = await import(module);
  process.send?.(await run(...JSON.parse(args)));
}
