/** `waymark types`. */
import { types } from '../../inspect.ts';
import type { CliCommand } from '../command.ts';
import { loadSource } from '../load/source.ts';
import { outputOption, sourceOptions } from '../options.ts';
import { writeResult } from '../write.ts';

/** Writes types. */
export const typesCommand: CliCommand = {
  name: 'types',
  takes: '[file]',
  summary: 'write a .d.ts that knows the names of the routes',
  about:
    'Writes a declaration file for the named routes. With it in a project, Route.url and Route.named with a wrong name, and Route.url with a wrong number of params, do not compile.',
  options: [...sourceOptions(), outputOption()],
  examples: ['routes.ts -o routes.d.ts', '--files . > names.d.ts'],

  async run([file], options, io) {
    const { table } = await loadSource(file, options, io.cwd);
    await writeResult(types(table), options, io);
    return 0;
  },
};
