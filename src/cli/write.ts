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
 * @param text what it made
 * @param options `--output`; a file that is there is overwritten, unless `force` is `false`
 * @param io where it writes
 * @throws {UsageError} where the file can't be written, or must not be overwritten
 *
 * @example
 * await writeResult(types(table), { output: 'route-names.d.ts' }, io);
 */
export async function writeResult(
  text: string,
  { output, force = true }: Pick<Options, 'output' | 'force'>,
  { stdout, cwd }: Pick<Io, 'stdout' | 'cwd'>,
): Promise<void> {
  if (output === undefined) {
    stdout.write(text);
    return;
  }
  try {
    await writeFile(resolve(cwd, output), text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new UsageError(
        `${output} is there already, and may have been edited; name another file, or overwrite it with --force`,
      );
    }
    throw new UsageError(`${output} can't be written: ${messageOf(error)}`);
  }
}
