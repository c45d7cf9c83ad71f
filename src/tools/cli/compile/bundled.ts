/** Programs that a bundler has made. */
import { SourceMap, type SourceMapping } from 'node:module';
import type { Source } from 'waymark/internal';
import { readFrame } from '../../shared/words.ts';
import { type Compiled, compileProgram } from './program.ts';

/** A program in files, as plain data. */
export interface Bundled {
  /** The URL of the module that starts it. */
  readonly entry: string;
  readonly files: readonly BundledFile[];
  /** The folder of the package, whose calls are not the program's own. */
  readonly packageFolder: string;
  readonly cwd: string;
  readonly isChecked: boolean;
  /** Whether it has its tables, and is started only to compare. */
  readonly isFilled: boolean;
}

export interface BundledFile {
  readonly url: string;
  /** The text of its source map; `null` if it has none. */
  readonly map: string | null;
  /** The absolute paths of the map's sources; `null` for a source that the map doesn't name. */
  readonly sources: readonly (string | null)[];
}

/**
 * Compiles the tables of a program, or starts it with its tables.
 * @param load imports the module of a URL
 * @throws what `compileProgram` throws, or the program's own error about a difference
 */
export async function compileBundled(
  { entry, files, packageFolder, cwd, isChecked, isFilled }: Bundled,
  load: (url: string) => Promise<unknown>,
): Promise<Compiled> {
  const start = () => load(entry);
  if (isFilled) {
    await start().catch((error: unknown) => {
      const { name, code } = Object(error);
      if (name === 'WaymarkError' && code === 'bad-table') throw error;
    });
    return { tables: [], results: [], findings: [], types: [], files: [] };
  }
  const places = new Places(files, packageFolder);
  const sources = files.flatMap(({ sources }) => sources).filter((file) => file !== null);
  const own = sources.filter((file) => !/[\\/]node_modules[\\/]/.test(file));
  const placeOf = (stack: string) => places.find(stack);
  return await compileProgram({ start, placeOf, files: () => own, cwd, isChecked });
}

/** Finds the places of calls in the sources of a program. */
class Places {
  private readonly files: ReadonlyMap<string, readonly [SourceMap, BundledFile['sources']]>;

  constructor(
    files: readonly BundledFile[],
    private readonly packageFolder: string,
  ) {
    this.files = new Map(
      files.flatMap(({ url, map, sources }) =>
        map === null ? [] : [[url, [new SourceMap(JSON.parse(map)), sources]]],
      ),
    );
  }

  /** The first place of a stack that is in the program and outside the package. */
  find(stack: string): Source | undefined {
    for (const text of stack.split('\n')) {
      const frame = readFrame(text);
      const [map, sources] = this.files.get(String(frame?.path.split('?', 1)[0])) ?? [];
      if (frame === null || map === undefined) continue;
      // The cast: an empty entry has no source, so no file either.
      const entry = map.findEntry(frame.line - 1, frame.column - 1) as SourceMapping;
      const file = sources?.[map.payload.sources.indexOf(entry.originalSource)];
      if (!file || file.startsWith(this.packageFolder)) continue;
      return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
    }
    return undefined;
  }
}
