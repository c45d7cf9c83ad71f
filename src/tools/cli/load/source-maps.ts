/** Maps places in compiled code back to TypeScript and ES modules. */
import { SourceMap } from 'node:module';
import type { Source } from '../../inspect.ts';
import { readFrame } from '../../shared/frame.ts';

/** The start of the last line of each file that jiti compiles. */
const MAP = '//# sourceMappingURL=data:application/json;charset=utf-8;base64,';

/** A module that exports a stack, whose first location is the `new` in it. */
const PROBE = '"use strict";module.exports = new Error().stack';
const BEFORE_NEW = PROBE.indexOf('new');

/** The source maps of compiled files. */
export class SourceMaps {
  private readonly maps = new Map<string, SourceMap>();
  /** The length of the importer's prefix on the first line of a file. */
  private header = 0;

  /**
   * Adds a file.
   * @param file the path of the file
   * @param code the compiled code, with the source map at its end; ignored if it has none
   */
  add(file: string, code: string): void {
    const compiled = code.trimEnd();
    const last = compiled.slice(compiled.lastIndexOf('\n') + 1);
    if (!last.startsWith(MAP)) return;
    const map = Buffer.from(last.slice(MAP.length), 'base64').toString();
    this.maps.set(file, new SourceMap(JSON.parse(map)));
  }

  /**
   * Measures the importer's prefix, which shifts the columns of a file's first line.
   * @param evaluate runs a module like the importer, and returns its exports
   */
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
