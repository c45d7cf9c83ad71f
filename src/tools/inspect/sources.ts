/** Records where each route is defined. */
import { METHODS, type Meta, type Method } from 'waymark';
import {
  formatKey,
  type Row,
  registry,
  SCHEMAS,
  type Source,
  type SourceTagger,
} from 'waymark/internal';
import { isObject, readFrame } from '../shared/words.ts';

/** A recording of the locations where routes are defined. */
export interface Sources {
  /**
   * The earlier definitions of the same key that a later definition replaced, in order. Blocks, and
   * definitions with the same destination, handler, schemas and meta, replace nothing.
   * @param row a row of a table that `Route` made while sources were recorded
   */
  replaced(row: { readonly method: Method | null; readonly pattern: string }): readonly Replaced[];
  /** Ends the recording; the records remain available. */
  stop(): void;
}

/** A definition that another one replaced. */
export interface Replaced {
  /** `''` for a block; `null` for a handler. */
  readonly destination: string | null;
  /** `null` if unknown. */
  readonly source: Source | null;
}

interface Recorded {
  readonly definition: Row;
  readonly list: readonly Row[];
  isReplaced: boolean;
}

/**
 * Starts recording the file, line and column of each route that is defined from now on, by any copy
 * of the package. `list` and `check` show them. Definitions have no extra cost unless this is
 * called.
 * @param original maps a location in compiled code to its source, if the engine doesn't
 * @example
 * const sources = recordSources();
 * await import('./routes.ts');
 * list(Route.map())[0]?.source; // { file: '/…/routes.ts', line: 7, column: 7 }
 * sources.stop();
 */
export function recordSources(original = (place: Source): Source => place): Sources {
  const known = new Map<string, Recorded>();
  const replaced = new Map<string, Replaced[]>();
  const { sourceTaggers } = registry();
  const tagger: SourceTagger = (rows, list) => {
    // Another tagger may have asked first.
    const place = rows[0]?.source === undefined ? sourceIn(String(new Error().stack)) : null;
    const source = place === null ? null : original(place);
    const located = source === null ? rows : rows.map((row): Row => ({ ...row, source }));
    for (const definition of located) {
      const { method, pattern } = definition;
      // A definition for every method also replaces those for one method, and one for a method
      // opens a block of every method.
      for (const own of method === null ? [null, ...METHODS] : [method, null]) {
        const before = known.get(formatKey(own, pattern));
        // Other lists belong to other tables, or to modules, where the first definition wins.
        if (before?.list !== list || before.isReplaced || isSame(before.definition, definition)) {
          continue;
        }
        // A block is meant to remove a route, such as one of a resource.
        if (definition.to === '') continue;
        const isOpened = method !== null && own === null;
        if (isOpened && before.definition.to !== '') continue;
        // The block still holds for other methods.
        before.isReplaced = !isOpened;
        const key = formatKey(isOpened ? method : own, pattern);
        const { to, handler, source = null } = before.definition;
        const one = { destination: handler === undefined ? to : null, source };
        replaced.set(key, [...(replaced.get(key) ?? []), one]);
      }
      known.set(formatKey(method, pattern), { definition, list, isReplaced: false });
    }
    return located;
  };
  sourceTaggers.add(tagger);
  return {
    replaced: ({ method, pattern }) => replaced.get(formatKey(method, pattern)) ?? [],
    stop: () => void sourceTaggers.delete(tagger),
  };
}

function isSame(one: Row, other: Row): boolean {
  return (
    one.to === other.to &&
    one.handler === other.handler &&
    SCHEMAS.every((name) => one.schemas?.[name] === other.schemas?.[name]) &&
    textOfMeta(one.meta) === textOfMeta(other.meta)
  );
}

/** The number of stack lines that belong to the recorder. */
const OWN = 1;

/** The first location in a stack outside the defining package. */
function sourceIn(stack: string): Source | null {
  const frames = stack.split('\n').flatMap((line) => readFrame(line) ?? []);
  const [first, ...others] = frames.slice(OWN);
  if (first === undefined) return null;
  const own = packageOf(first.path);
  const frame = others.find(({ path }) => !path.startsWith(own));
  if (frame === undefined) return null;
  const { path, line, column } = frame;
  return { file: plain(path), line, column };
}

/** The folder of the package's code: that of a built file, or the parent of `define`. */
function packageOf(path: string): string {
  const folder = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return /[\\/]define[\\/]$/.test(folder) ? folder.slice(0, -'define/'.length) : folder;
}

function plain(path: string): string {
  if (!path.startsWith('file://')) return path;
  return decodeURIComponent(new URL(path).pathname).replace(/^\/(?=[A-Z]:)/i, '');
}

/** Writes meta as text for comparison, whatever the order of members. */
export function textOfMeta(meta: Meta | null | undefined): string {
  return JSON.stringify(meta ?? {}, (_, value) => {
    if (!isObject(value)) return value;
    // Keys are unique, so no two compare as equal.
    return Object.fromEntries(
      Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  });
}
