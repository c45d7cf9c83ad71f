/** `waymark url`. */
import { Option } from 'commander';
import { Route, type SuppliedTable } from 'waymark';
import { nearest, quote, readTable } from 'waymark/internal';
import { hasDefault, isSource, loadSource } from '../load/source.ts';
import { type CliCommand, pairs, sourceOptions, UsageError } from '../options.ts';

export const urlCommand: CliCommand = {
  takes: '<name> [params...]',
  about:
    'Builds the URL of a named route, like Route.url. The last argument is the route file, unless --files or a configuration file names it. A JSON table has no names.',
  options: [
    ...sourceOptions(),
    pairs('--query <name=value>', 'a part of the query; repeatable'),
    new Option('--base <base>', 'the prefix of the path'),
  ],
  examples: ['photos.show 7 routes.ts', 'photos.show 7 --files . --query tab=all'],

  async run([name, ...rest], options, io) {
    const last = rest.at(-1);
    const isParam =
      options.files !== undefined ||
      ((await hasDefault(options, io.cwd)) &&
        (last === undefined || !(await isSource(last, io.cwd))));
    const file = isParam ? undefined : rest.pop();
    if (file === '-' || file?.endsWith('.json')) {
      throw new UsageError(
        `${file === '-' ? 'standard input' : file} has no names, since JSON does not carry them; give the route file`,
      );
    }
    let table: SuppliedTable;
    try {
      ({ table } = await loadSource(file, options, io));
    } catch (error) {
      if (!(error instanceof UsageError) || options.files !== undefined) throw error;
      const line = ['waymark', 'url', name, ...rest, ...(file === undefined ? [] : [file])].join(
        ' ',
      );
      throw new UsageError(`${error.message}; the route file comes last: ${line} routes.ts`);
    }
    if (Route.named(name) === null) {
      const names = readTable(table, 'waymark').rows.flatMap(({ name }) => name ?? []);
      throw new UsageError(sayUnknown(name, names));
    }
    const { query = {}, base = '' } = options;
    io.stdout.write(`${Route.url(name, rest, { query, base })}\n`);
    return 0;
  },
};

/** Of more names than this, only the nearest are shown. */
const FEW = 12;
const NEAREST = 3;

function sayUnknown(asked: string, names: readonly string[]): string {
  const problem = `no route is named ${quote(asked)}`;
  if (names.length === 0) return `${problem}; a route is named with the option { as: 'name' }`;
  const shown = names.length > FEW ? nearestOf(asked, names) : names;
  const what = names.length > FEW ? `the nearest of ${names.length} names` : 'known names';
  return `${problem}; ${what}: ${shown.map((name) => quote(name)).join(', ')}`;
}

function nearestOf(asked: string, names: readonly string[]): string[] {
  const left = new Set(names);
  return Array.from({ length: NEAREST }, () => {
    const found = nearest(asked, [...left]) as string; // the cast: there are more names
    left.delete(found);
    return found;
  });
}
