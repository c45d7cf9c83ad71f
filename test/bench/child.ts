/** Runs work in its own process, so no table finds code optimised for another. */
import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a module in a fresh process, and waits for its result.
 *
 * @param module a file below this folder, which calls `process.send` once
 * @param args its `process.argv`, from the third on
 * @throws {Error} if it ends without a result
 */
export async function runInChild<Result>(module: string, args: readonly string[]): Promise<Result> {
  // A fork inherits this process's flags, such as --expose-gc and the TypeScript loader. JavaScript
  // files start faster without them.
  const flags = module.endsWith('.js') ? { execArgv: [] } : {};
  const child = fork(new URL(module, import.meta.url), [...args], flags);
  let result: { value: Result } | undefined;
  child.once('message', (message) => {
    result = { value: message as Result };
  });
  const [code] = await once(child, 'exit');
  if (result === undefined) throw new Error(`${module} ${args.join(' ')} ended with code ${code}.`);
  return result.value;
}
