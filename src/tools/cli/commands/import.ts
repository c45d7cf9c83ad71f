/** `waymark import`. */
import { resolve } from 'node:path';
import { Option } from 'commander';
import { importRoutes } from '../../import.ts';
import { importApplication } from '../application/import.ts';
import { constantsOf } from '../application/scan.ts';
import { checkVersion } from '../application/version.ts';
import { isFolder } from '../load/paths.ts';
import { environmentOf, filesBelow, placeBelow, readPhp } from '../load/php-file.ts';
import {
  type CliCommand,
  envOption,
  includeOption,
  outputOption,
  pairs,
  UsageError,
} from '../options.ts';
import { lineOf } from '../show/text.ts';
import { sayWritten, writeResult } from '../write.ts';

export const importCommand: CliCommand = {
  takes: '<path>',
  about:
    'Writes a TypeScript route file from a routes.php of CodeIgniter 2 or 3, of its modular extensions or of Bonfire. Code that only PHP can evaluate, and rows that would be answered differently, become a comment and a warning on standard error, and the exit status is 1. Remarks on rows that are answered as in PHP appear only in the file. A file in modules/<name>/config becomes a route file for that module. Files and folders that the PHP names, and config/constants.php, are read if they are in the folder of its application (the one around config or modules) or of --include; files are named on standard error. An existing file is overwritten only with --force; otherwise the exit status is 2.\n\nGiven the folder of an application, writes its route files, those of its environments and modules, a skeleton of each controller, whose actions, and constructors with code, answer 501, and app.ts into the folder of --output, and waymark.config.ts for the other commands. With --gateway, also writes server.ts, which passes to PHP what has no action yet, router.php for php -S, and gateway.test.ts. Every row stays as it is. Standard output says what is unknown, and which rows have no action. No code of the application runs. A later run overwrites only files that you have not changed.',
  options: [
    outputOption(),
    new Option('--force', 'overwrite the file of --output if it exists'),
    new Option(
      '--any <kind>',
      'the meaning of (:any): segment is [^/]+; all is .+, the default for --ci2 and modules',
    ).choices(['segment', 'all']),
    new Option('--ci2', 'a file of CodeIgniter 2: keys without a pattern come first'),
    new Option('--module <name>', 'the module that the file is for, if its path does not show it'),
    pairs('--constant <name=value>', 'a constant that the file does not define; repeatable'),
    envOption(),
    includeOption(),
    new Option(
      '--gateway',
      'of an application: also write a gateway in front of PHP, and its test',
    ),
  ],
  examples: [
    'application/config/routes.php -o routes.ts',
    'application/config/routes.php --ci2',
    'routes.php --constant ADMIN=admin',
    'application -o src --gateway',
  ],

  async run([file], options, io) {
    if (isFolder(resolve(io.cwd, file))) return await importApplication(file, options, io);
    if (options.gateway === true) {
      throw new UsageError(`${file} is a file; --gateway takes the folder of an application`);
    }
    const php = readPhp(file, io.cwd);
    if (!php.includes('<?')) throw new UsageError(`${file} contains no PHP; pass a routes.php`);
    const { constants, module, application } = placeBelow(file, io.cwd);
    checkVersion(resolve(io.cwd, application), options.ci2 ?? false);
    const { code, warnings, included } = importRoutes(php, {
      file,
      application,
      module: options.module ?? module,
      any: options.any,
      ci2: options.ci2,
      ...filesBelow(file, options.include ?? [], io.cwd),
      env: environmentOf(options.env ?? {}, io.env),
      constants: { ...constants, ...constantsOf(options.constant ?? {}) },
    });
    await writeResult(code, { force: false, ...options }, io);
    sayWritten(options, 'a route file', io);
    for (const path of included) io.stderr.write(`included ${lineOf(path)}\n`);
    for (const { file: where, line, message } of warnings) {
      io.stderr.write(`${lineOf(`${where}:${line}: ${message}`)}\n`);
    }
    return warnings.length === 0 ? 0 : 1;
  },
};
