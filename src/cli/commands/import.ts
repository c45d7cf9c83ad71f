/** `waymark import`. */
import { Option } from 'commander';
import { importRoutes } from '../../import.ts';
import { type CliCommand, UsageError } from '../command.ts';
import { readerBelow, readPhp } from '../load/php-file.ts';
import { includeOption, outputOption, pairs } from '../options.ts';
import { lineOf } from '../show/text.ts';
import { writeResult } from '../write.ts';

/** Imports a PHP file. */
export const importCommand: CliCommand = {
  name: 'import',
  takes: '<file>',
  summary: 'write a TypeScript route file from a routes.php of CodeIgniter',
  about:
    'Writes a TypeScript route file from a routes.php of CodeIgniter 2 or 3, of its modular extensions or of Bonfire. Code that only PHP can evaluate, and rows that would be answered differently, become a comment and a warning on standard error, and the exit status is 1. Remarks on rows that are answered as in PHP appear in the file only. Files that the PHP includes are read if they are in the folder of its application (the one around config) or of --include; each is named on standard error. An existing file is overwritten only with --force; otherwise the exit status is 2.',
  options: [
    outputOption(),
    new Option('--force', 'overwrite the file of --output if it exists'),
    new Option('--any <kind>', 'the meaning of (:any): all is .+, as in CodeIgniter 2').choices([
      'segment',
      'all',
    ]),
    pairs('--constant <name=value>', 'a constant that the file does not define; repeatable'),
    includeOption(),
  ],
  examples: [
    'application/config/routes.php -o routes.ts',
    'routes.php --any all',
    'routes.php --constant ADMIN=admin',
  ],

  async run([file], options, io) {
    const php = readPhp(file, io.cwd);
    if (!php.includes('<?')) throw new UsageError(`${file} holds no PHP; it takes a routes.php`);
    const { code, warnings, included } = importRoutes(php, {
      file,
      read: readerBelow(file, options.include ?? [], io.cwd),
      any: options.any ?? 'segment',
      constants: Object.fromEntries(
        Object.entries(options.constant ?? {}).map(([name, text]) => [name, constantOf(text)]),
      ),
    });
    await writeResult(code, { force: false, ...options }, io);
    for (const path of included) io.stderr.write(`included ${lineOf(path)}\n`);
    for (const { file: where, line, message } of warnings) {
      io.stderr.write(`${lineOf(`${where}:${line}: ${message}`)}\n`);
    }
    return warnings.length === 0 ? 0 : 1;
  },
};

function constantOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}
