/** `waymark types`. */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { readTable } from 'waymark/internal';
import { types } from '../../inspect.ts';
import { counted } from '../../shared/words.ts';
import { loadSource } from '../load/source.ts';
import { type CliCommand, outputOption, sourceOptions, UsageError } from '../options.ts';
import { sayWritten, writeResult } from '../write.ts';

export const typesCommand: CliCommand = {
  takes: '[file]',
  about:
    'Writes a declaration file for the named routes. In a project with the file, Route.url and Route.named with a wrong name, and Route.url with a wrong number of params, do not compile. Name it differently from your route file: TypeScript ignores routes.d.ts beside routes.ts.',
  options: [...sourceOptions(), outputOption()],
  examples: ['routes.ts -o route-names.d.ts', '--files . > route-names.d.ts'],

  async run([file], options, io) {
    if (options.output !== undefined) refuseShadowed(resolve(io.cwd, options.output));
    const { table } = await loadSource(file, options, io);
    await writeResult(types(table), options, io);
    const names = readTable(table, 'waymark').rows.filter(({ name }) => name !== undefined);
    sayWritten(options, counted(names.length, 'route name'), io);
    return 0;
  },
};

/**
 * Refuses a declaration file that TypeScript would ignore because it looks like the output of a
 * source next to it (https://www.typescriptlang.org/tsconfig/#include).
 */
function refuseShadowed(path: string): void {
  const [, stem, module] = /^(.*)\.d\.([cm]?)ts$/s.exec(path) ?? [];
  if (stem === undefined) return;
  const sources = module === '' ? [`${stem}.ts`, `${stem}.tsx`] : [`${stem}.${module}ts`];
  const source = sources.find((file) => existsSync(file));
  if (source === undefined) return;
  throw new UsageError(
    `TypeScript ignores ${basename(path)} beside ${basename(source)}; name another file, such as route-names.d.ts`,
  );
}
