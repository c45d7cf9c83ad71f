/** `waymark table`, which writes a table as JSON. */
import { isReserved, readTable } from 'waymark/internal';
import { counted } from '../../shared/words.ts';
import { loadSource } from '../load/source.ts';
import { type CliCommand, outputOption, sourceOptions } from '../options.ts';
import { sayWritten, writeResult } from '../write.ts';

export const tableCommand: CliCommand = {
  takes: '[file]',
  about:
    'Writes a table as JSON: patterns to destinations, in table order. Every command reads such a file. Commit it, and compare it with the routes after a change: waymark diff routes.json routes.ts. JSON carries neither handlers nor names nor meta.',
  options: [...sourceOptions(), outputOption()],
  examples: ['routes.ts -o routes.json', '--files . > routes.json'],

  async run([file], options, io) {
    const { table } = await loadSource(file, options, io);
    await writeResult(`${JSON.stringify(table, null, 2)}\n`, options, io);
    const rows = readTable(table, 'waymark').rows.filter(({ pattern }) => !isReserved(pattern));
    sayWritten(options, counted(rows.length, 'row'), io);
    return 0;
  },
};
