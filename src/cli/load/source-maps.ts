/** Finds places in TypeScript and ES modules, which run as what they were compiled to. */
import { SourceMap } from 'node:module';
import { readFrame } from '../../errors/frame.ts';
import type { Source } from '../../inspect.ts';

/** How jiti ends the code of a file. */
const MAP = /\n\/\/# sourceMappingURL=data:application\/json;charset=utf-8;base64,(\S+)\s*$/;

/** A module that returns its stack, whose first place is this many characters after the start. */
const PROBE = '"use strict";module.exports = new Error().stack';
const BEFORE_NEW = PROBE.indexOf('new');

/** The source maps of compiled files. */
export class SourceMaps {
  private readonly maps = new Map<string, SourceMap>();
  /** How much the importer puts before the first line of a file. */
  private header = 0;

  /**
   * Adds a file.
   *
   * @param file its path
   * @param code what it was compiled to, with the map at its end; code without one is not added
   *
   * @example
   * maps.add('/app/routes.ts', code);
   */
  add(file: string, code: string): void {
    const map = MAP.exec(code)?.[1];
    if (map === undefined) return;
    this.maps.set(file, new SourceMap(JSON.parse(Buffer.from(map, 'base64').toString())));
  }

  /**
   * Finds out what the importer puts before a file's code, which moves the columns of its first line.
   *
   * @param evaluate runs a module as the importer does, and returns its exports
   *
   * @example
   * await maps.measure((code) => jiti.evalModule(code, { filename: '/any.js', forceTranspile: true }));
   */
  async measure(evaluate: (code: string) => unknown): Promise<void> {
    const stack = String(await evaluate(PROBE));
    const [, first = ''] = stack.split('\n');
    this.header = (readFrame(first)?.column ?? 1 + BEFORE_NEW) - 1 - BEFORE_NEW;
  }

  /**
   * The place in the source of a place in compiled code; the same place if the file was not compiled.
   *
   * @example
   * maps.original({ file: '/app/routes.ts', line: 1, column: 130 }); // { file: '/app/routes.ts', line: 1, column: 7 }
   */
  readonly original = (place: Source): Source => {
    const { file, line, column } = place;
    const header = line === 1 ? this.header : 0;
    const entry = this.maps.get(file)?.findEntry(line - 1, column - 1 - header);
    if (entry === undefined || !('originalLine' in entry)) return place;
    return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  };
}
