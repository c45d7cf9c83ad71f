/** Programs whose modules run as they are written. */
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as node from 'waymark/node';
import { readFrame } from '../../shared/words.ts';
import { runnerIn, SourceMaps } from '../load/module.ts';
import { withImports } from '../load/places.ts';
import { EXCHANGED, fileOf } from './exchanged.ts';
import { type Compiled, compileProgram, type Program } from './program.ts';

/** The entries that a program imports itself if no build exchanges any. */
const UNBUNDLED = [...new Set(EXCHANGED.values()), 'waymark/http'];

/** A module that makes routers, as plain data. */
export interface Module extends Pick<Program, 'cwd' | 'isChecked'> {
  readonly file: string;
  /** Whether it imports `waymark/compiled` itself. If not, it may make no router. */
  readonly isUnbundled: boolean;
}

/**
 * Compiles the tables of a module.
 * @throws {ProgramError} if it can't be run, or makes no router
 */
export async function compileModule({
  file,
  cwd,
  isChecked,
  isUnbundled,
}: Module): Promise<Compiled> {
  const recording = recordingModules(file);
  const alias = Object.fromEntries(
    Object.entries(recording).filter(([name]) => !isUnbundled || UNBUNDLED.includes(name)),
  );
  const maps = new SourceMaps();
  const loaded = new Set([file]);
  const prepare = (source: string, path: string) => {
    loaded.add(path);
    // Only Vite has it, and its development server is one that checks tables this way.
    return source.replaceAll('import.meta.glob', '(()=>({})) ');
  };
  // Node may be unable to import TypeScript that the program lists.
  const load = (url: string): Promise<unknown> => runner.load(fileURLToPath(url));
  const listing: typeof node = {
    ...node,
    findFiles: (folder, options) => node.findFiles(folder, { import: load, ...options }),
  };
  const modules = { 'waymark/node': listing };
  const runner = runnerIn(dirname(file), { cached: false, maps, prepare, alias, modules });
  const placeOf = (stack: string) => {
    for (const text of stack.split('\n')) {
      const frame = readFrame(text);
      if (frame !== null && loaded.has(frame.path)) {
        const { path, line, column } = frame;
        return maps.original({ file: path, line, column });
      }
    }
    return undefined;
  };
  const start = async () => {
    // Another program of this process may have made calls.
    const { Route } = (await runner.load(
      recording['waymark/compiled'],
    )) as typeof import('waymark/compiled'); // the cast: it is that module
    Route.reset();
    return await runner.load(file);
  };
  const name = relative(cwd, file);
  const files = () => [...loaded];
  const compiled = await compileProgram({
    ...{ start, placeOf, files, cwd, name, isChecked, isOptional: !isUnbundled },
  });
  return { ...compiled, files: await withImports(loaded) };
}

/** The files of the entries that record calls, by the names that the programs around a file import. */
export function recordingModules(file: string): Readonly<Record<string, string>> {
  const folder = join(dirname(manifestFor(file)), 'dist');
  const own = UNBUNDLED.map((name) => [name, name] as const);
  return Object.fromEntries(
    [...EXCHANGED, ...own].map(([name, entry]) => [name, fileOf(folder, entry)]),
  );
}

/** The manifest of the package that a file imports; of this copy if there is none. */
function manifestFor(file: string): string {
  try {
    return createRequire(file).resolve('waymark/package.json');
  } catch {
    return createRequire(import.meta.url).resolve('waymark/package.json');
  }
}
