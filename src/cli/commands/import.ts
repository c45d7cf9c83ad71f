/** `waymark import`. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option } from 'commander';
import { importRoutes } from '../../import.ts';
import { type CliCommand, UsageError } from '../command.ts';
import { outputOption, pairs } from '../options.ts';
import { writeResult } from '../write.ts';

/** Imports a PHP file. */
export const importCommand: CliCommand = {
  name: 'import',
  takes: '<file>',
  summary: 'write a TypeScript route file from a routes.php of CodeIgniter',
  about:
    'Writes a TypeScript route file from a routes.php of CodeIgniter 2 or 3, of its modular extensions or of Bonfire. What is known only while PHP runs, or would be answered otherwise, becomes a comment and a warning on standard error, and the exit status is 1. A remark on a row that is answered as in PHP stands in the file alone. A file that is there is kept, with exit status 2, unless --force is given.',
  options: [
    outputOption(),
    new Option('--force', 'overwrite the file of --output where it is there'),
    new Option('--any <kind>', 'what (:any) stands for: all is .+, as in CodeIgniter 2').choices([
      'segment',
      'all',
    ]),
    pairs(
      '--constant <name=value>',
      'a constant that the file does not define; may be given again',
    ),
  ],
  examples: [
    'application/config/routes.php -o routes.ts',
    'routes.php --any all',
    'routes.php --constant ADMIN=admin',
  ],

  async run([file], options, io) {
    const read = (path: string) => readText(resolve(io.cwd, path));
    const php = read(file);
    if (php === null) throw new UsageError(`there is no file ${file}`);
    if (!php.includes('<?')) throw new UsageError(`${file} holds no PHP; it takes a routes.php`);
    const { code, warnings } = importRoutes(php, {
      file,
      read,
      any: options.any ?? 'segment',
      constants: Object.fromEntries(
        Object.entries(options.constant ?? {}).map(([name, text]) => [name, constantOf(text)]),
      ),
    });
    await writeResult(code, { force: false, ...options }, io);
    for (const { file: where, line, message } of warnings) {
      io.stderr.write(`${where}:${line}: ${message}\n`);
    }
    return warnings.length === 0 ? 0 : 1;
  },
};

/** The text of a file; `null` where there is none. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function constantOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}
