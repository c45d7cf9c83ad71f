/** Files that commands write. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from './command.ts';
import type { Io } from './io.ts';
import { messageOf } from './load/failure.ts';
import type { Options } from './options.ts';

/**
 * Writes what a command made: to the file that `--output` names, or to standard output.
 *
 * @throws {UsageError} where the file can't be written
 *
 * @example
 * await writeResult(types(table), { output: 'routes.d.ts' }, io);
 */
export async function writeResult(
  text: string,
  { output }: Pick<Options, 'output'>,
  { stdout, cwd }: Pick<Io, 'stdout' | 'cwd'>,
): Promise<void> {
  if (output === undefined) {
    stdout.write(text);
    return;
  }
  try {
    await writeFile(resolve(cwd, output), text);
  } catch (error) {
    throw new UsageError(`${output} can't be written: ${messageOf(error)}`);
  }
}
