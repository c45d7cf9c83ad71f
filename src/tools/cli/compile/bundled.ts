/** Programs that a bundler has made. */
import { SourceMap, type SourceMapping } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Source } from 'waymark/internal';
import { readFrame } from '../../shared/words.ts';
import { type Compiled, compileProgram } from './program.ts';

/** The output of a bundler, as plain data. */
export interface Output {
  /** The folder of the files. */
  readonly folder: string;
  readonly files: readonly OutputFile[];
  /** The names of the files that start programs. */
  readonly entries: readonly string[];
  readonly isModule: boolean;
}

export interface OutputFile {
  /** The path in the folder. */
  readonly name: string;
  readonly code: string;
  /** The text of the source map, if there is one. */
  readonly map: string | null | undefined;
  /** The folder that the map's sources are relative to. */
  readonly mapFolder: string;
}

/** A program of an output. */
export interface Bundled extends Output {
  /** The file that starts it. */
  readonly entry: string;
  /** The folder of the package, whose calls are not the program's own. */
  readonly packageFolder: string;
  readonly cwd: string;
  readonly isChecked: boolean;
  /** Whether it has its tables, and is started only to compare. */
  readonly isFilled: boolean;
}

/**
 * Compiles the tables of a program, or starts it with its tables.
 * @param load imports the module of a URL
 * @throws what `compileProgram` throws, or the program's own error about a difference
 */
export async function compileBundled(
  { folder, files, entry, packageFolder, cwd, isChecked, isFilled }: Bundled,
  load: (url: string) => Promise<unknown>,
): Promise<Compiled> {
  const urlOf = (name: string) => pathToFileURL(join(folder, name)).href;
  const start = () => load(urlOf(entry));
  if (isFilled) {
    await start().catch((error: unknown) => {
      const { name, code } = Object(error);
      if (name === 'WaymarkError' && code === 'bad-table') throw error;
    });
    return { tables: [], results: [], findings: [], types: [], files: [] };
  }
  const maps = new Map(
    files.flatMap((file) => (file.map ? [[urlOf(file.name), readMap(file, file.map)]] : [])),
  );
  /** The first place of a stack that is in the program and outside the package. */
  const placeOf = (stack: string): Source | undefined => {
    for (const text of stack.split('\n')) {
      const frame = readFrame(text);
      if (frame === null) continue;
      // Node names a CommonJS module by its path.
      const { href } = frame.path.startsWith('file:')
        ? new URL(frame.path)
        : pathToFileURL(frame.path);
      const found = maps.get(href.split('?', 1)[0]);
      if (found === undefined) continue;
      const { map, sources } = found;
      // The cast: an empty entry has no source, so no file either.
      const entry = map.findEntry(frame.line - 1, frame.column - 1) as SourceMapping;
      const file = sources[map.payload.sources.indexOf(entry.originalSource)];
      if (!file || file.startsWith(packageFolder)) continue;
      return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
    }
    return undefined;
  };
  const own = [...maps.values()]
    .flatMap(({ sources }) => sources)
    .filter((file) => file !== null)
    .filter((file) => !/[\\/]node_modules[\\/]/.test(file));
  return await compileProgram({ start, placeOf, files: () => own, cwd, isChecked });
}

/**
 * The start of a source of webpack, with the name of the application or the kind of the module:
 * `webpack://app/./routes.js`, `webpack://javascript/esm|./routes.js`.
 */
const OWN_SCHEME = /^(?:webpack|rspack):\/\/(?:(?!\.\.?\/)[^/]*\/)?(?:javascript\/)?(?:\w+\|)?/;

/** A source map, and the absolute paths of its sources; `null` for one that it doesn't name. */
function readMap({ mapFolder }: OutputFile, text: string) {
  const map = new SourceMap(JSON.parse(text));
  const { sources, sourceRoot = '' } = map.payload;
  return {
    map,
    sources: sources.map((source: string | null) => {
      if (source === null) return null;
      return resolve(mapFolder, `${sourceRoot}${source}`.replace(OWN_SCHEME, ''));
    }),
  };
}
