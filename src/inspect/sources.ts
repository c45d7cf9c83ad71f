/** In which file and line each route is defined. */
import { type Recorder, registry } from '../define/registry.ts';
import { readFrame } from '../errors/frame.ts';
import { formatKey } from '../table/key.ts';
import { METHODS, type Method } from '../table/methods.ts';
import type { Row } from '../table/row.ts';
import { textOfMeta } from './meta.ts';

/** Where a route is defined. */
export interface Source {
  /** An absolute path, as the engine names it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** What is known of where routes are defined. */
export interface Sources {
  /**
   * Where the definition is that gave a row of a table what it has: the last one, if it was defined
   * again.
   *
   * @param row a row of a table that `Route` made while sources were recorded
   * @returns `null` if it is not known, as of a row that was written into a table
   */
  of(row: { readonly method: Method | null; readonly pattern: string }): Source | null;
  /**
   * The definitions of the same key that led elsewhere or had other meta, and of which a later one took the place that is
   * not a block; in the order in which they were made.
   *
   * @param row a row of a table that `Route` made while sources were recorded
   */
  replaced(row: { readonly method: Method | null; readonly pattern: string }): readonly Replaced[];
  /** Ends the recording; what is known stays. */
  stop(): void;
}

/** A definition that another one took the place of. */
export interface Replaced {
  readonly destination: string;
  /** `null` if it is not known. */
  readonly source: Source | null;
}

interface Recorded {
  readonly definition: Row;
  /** The definitions that it is one of. */
  readonly list: readonly Row[];
  isReplaced: boolean;
  readonly source: Source | null;
  /** Grows from one definition to the next. */
  readonly order: number;
}

/**
 * Records from now on in which file and line each route is defined, whichever copy of the package
 * defines it. Nothing is recorded otherwise, so that definitions cost nothing more.
 *
 * @example
 * const sources = recordSources();
 * await import('./routes.ts');
 * list(Route.map(), { sources })[0]?.source; // { file: '/…/routes.ts', line: 7 }
 * sources.stop();
 */
export function recordSources(): Sources {
  const known = new Map<string, Recorded>();
  const replaced = new Map<string, Replaced[]>();
  let order = 0;
  const { recorders } = registry();
  const recorder: Recorder = (rows, list) => {
    const source = sourceIn(String(new Error().stack));
    order++;
    for (const definition of rows) {
      const { method, pattern } = definition;
      // A definition for every method takes the place of those for one.
      for (const own of method === null ? [null, ...METHODS] : [method]) {
        const key = formatKey(own, pattern);
        const before = known.get(key);
        // Other lists are of other tables, or of modules, of which the first one counts.
        if (before?.list !== list || before.isReplaced || isSame(before.definition, definition)) {
          continue;
        }
        // A block is written to take something away, such as one route of a resource.
        if (definition.to === '') continue;
        before.isReplaced = true;
        const one = { destination: before.definition.to, source: before.source };
        replaced.set(key, [...(replaced.get(key) ?? []), one]);
      }
      known.set(formatKey(method, pattern), { definition, list, source, order, isReplaced: false });
    }
  };
  recorders.add(recorder);
  return {
    of({ method, pattern }) {
      const own = known.get(formatKey(method, pattern));
      // A definition for every method changes the rows of each method as well.
      const shared = known.get(formatKey(null, pattern));
      const last = (own?.order ?? 0) < (shared?.order ?? 0) ? shared : own;
      return last?.source ?? null;
    },
    replaced({ method, pattern }) {
      return replaced.get(formatKey(method, pattern)) ?? [];
    },
    stop() {
      recorders.delete(recorder);
    },
  };
}

function isSame(one: Row, other: Row): boolean {
  return (
    one.to === other.to &&
    one.handler === other.handler &&
    textOfMeta(one.meta) === textOfMeta(other.meta)
  );
}

/** How many lines of a stack are of the recorder. */
const OWN = 1;

/** The first place in a stack that is not of the package that defines. */
function sourceIn(stack: string): Source | null {
  const frames = stack.split('\n').flatMap((line) => readFrame(line) ?? []);
  const [first, ...others] = frames.slice(OWN);
  if (first === undefined) return null;
  const own = packageOf(first.path);
  const frame = others.find(({ path }) => !path.startsWith(own));
  return frame === undefined ? null : { file: plain(frame.path), line: frame.line };
}

/** The folder that the package's code is in: that of a built file, or the one above `define`. */
function packageOf(path: string): string {
  const folder = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return /[\\/]define[\\/]$/.test(folder) ? folder.slice(0, -'define/'.length) : folder;
}

/** A URL as a path. */
function plain(path: string): string {
  if (!path.startsWith('file://')) return path;
  return decodeURIComponent(new URL(path).pathname).replace(/^\/(?=[A-Z]:)/i, '');
}
