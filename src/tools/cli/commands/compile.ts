/** `waymark compile`. */
import { compileTable } from 'waymark';
import type { CliCommand } from '../command.ts';
import { loadSource } from '../load/source.ts';
import { outputOption, routerOptions, sourceOptions } from '../options.ts';
import { writeResult } from '../write.ts';

/** Writes a compiled table. */
export const compileCommand: CliCommand = {
  takes: '[file]',
  about:
    'Writes the table as JSON from which createCompiledRouter of waymark/compiled makes a router without parsing patterns. JSON carries no handlers: pass them to createCompiledRouter. Compile again after each change of the routes, and with each new version of waymark.',
  options: [...sourceOptions(), ...routerOptions(), outputOption()],
  examples: ['routes.ts -o routes.json', '--files . --auto-route > routes.json'],

  async run([file], options, io) {
    const { table } = await loadSource(file, options, io);
    const compiled = compileTable(table, { autoRoute: options.autoRoute ?? false });
    await writeResult(`${JSON.stringify(compiled)}\n`, options, io);
    return 0;
  },
};
