/** Imports TypeScript and JavaScript in the same way on every version of Node. */
import { createRequire, SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createJiti, type JitiOptions } from 'jiti';
import type { Source } from '../../inspect.ts';
import { readFrame } from '../../shared/words.ts';
import { importing } from './failure.ts';

/** The entries of this copy of the package. */
const OWN = Object.fromEntries(
  ['', '/hmvc', '/fetch', '/http', '/node', '/compiled'].map((entry) => {
    const name = `waymark${entry}`;
    return [name, createRequire(import.meta.url).resolve(name)];
  }),
);

/** Whether files in a folder can import `waymark`, which may not be installed there yet. */
function hasWaymark(folder: string): boolean {
  try {
    createRequire(join(folder, 'any.js')).resolve('waymark');
    return true;
  } catch {
    return false;
  }
}

interface RunnerOptions {
  /** If not, each import runs the route file again; modules are shared within it. */
  readonly cached: boolean;
  readonly maps?: SourceMaps | undefined;
  /** Changes texts before they are compiled, with `maps` only. Node runs ES modules itself. */
  readonly prepare?: (source: string, file: string) => string;
  /** The files to import for some names. */
  readonly alias?: Readonly<Record<string, string>>;
  /** The modules to import for some names. */
  readonly modules?: Readonly<Record<string, object>>;
}

/**
 * Makes a function that imports files without writing to the disk. As with tsx, a file may use the `paths` of the nearest `tsconfig.json`.
 */
export function runnerIn(
  folder: string,
  { cached, maps, prepare = (source) => source, alias, modules = {} }: RunnerOptions,
) {
  const any = join(folder, 'any.js');
  const settings: JitiOptions = {
    alias: { ...(hasWaymark(folder) ? {} : OWN), ...alias },
    virtualModules: modules,
    fsCache: false,
    moduleCache: cached,
    interopDefault: false,
    sourceMaps: maps !== undefined,
  };
  const compiler = createJiti(any, settings);
  const importer = (at: string, tsconfigPaths: boolean) =>
    createJiti(pathToFileURL(at).href, {
      ...settings,
      tsconfigPaths,
      transform(options) {
        const file = String(options.filename);
        const isJsx = /\.[cm]?[jt]sx$/.test(file);
        const source = maps === undefined ? options.source : prepare(options.source, file);
        const compiled = compiler.transform({ ...options, source, jsx: isJsx });
        // Stacks count these as ends of lines, and source maps don't.
        const code = compiled.replace(
          /[\u2028\u2029]/g,
          (end) => `\\u${end.charCodeAt(0).toString(16)}`,
        );
        maps?.add(file, code);
        return { code };
      },
    });
  const plain = importer(any, false);
  const importerOf = (file: string) => {
    try {
      return importer(file, true);
    } catch {
      // The nearest tsconfig.json extends a missing one.
      return plain;
    }
  };
  const evaluation = { filename: any, async: true, forceTranspile: true };
  const measure = () => maps?.measure((code) => compiler.evalModule(code, evaluation));
  return {
    async load(file: string): Promise<unknown> {
      await measure();
      return await importing(() => importerOf(file).import(file));
    },
  };
}

/** Runs the text of a TypeScript module that imports only this copy of the package. */
export async function evaluateAlone(text: string): Promise<unknown> {
  const file = fileURLToPath(import.meta.url);
  const settings = { alias: OWN, fsCache: false, moduleCache: false };
  const jiti = createJiti(file, { ...settings, interopDefault: false });
  return await jiti.evalModule(text, { filename: file, async: true, forceTranspile: true });
}

/** The start of the last line of each file that jiti compiles. */
const MAP = '//# sourceMappingURL=data:application/json;charset=utf-8;base64,';

/** A module that exports a stack, whose first location is the `new` in it. */
const PROBE = '"use strict";module.exports = new Error().stack';
const BEFORE_NEW = PROBE.indexOf('new');

export class SourceMaps {
  private readonly maps = new Map<string, SourceMap>();
  /** The length of the importer's prefix on the first line of a file. */
  private header = 0;

  add(file: string, code: string): void {
    const compiled = code.trimEnd();
    const last = compiled.slice(compiled.lastIndexOf('\n') + 1);
    if (!last.startsWith(MAP)) return;
    const map = Buffer.from(last.slice(MAP.length), 'base64').toString();
    this.maps.set(file, new SourceMap(JSON.parse(map)));
  }

  /** Measures the importer's prefix, which shifts the columns of a file's first line. */
  async measure(evaluate: (code: string) => unknown): Promise<void> {
    const stack = String(await evaluate(PROBE));
    const [, first = ''] = stack.split('\n');
    this.header = (readFrame(first)?.column ?? 1 + BEFORE_NEW) - 1 - BEFORE_NEW;
  }

  /** Maps a place in compiled code to its source. Places in other files are unchanged. */
  readonly original = (place: Source): Source => {
    const { file, line, column } = place;
    const header = line === 1 ? this.header : 0;
    const entry = this.maps.get(file)?.findEntry(line - 1, column - 1 - header);
    if (entry === undefined || !('originalLine' in entry)) return place;
    return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  };
}
