/** Lists the places where a destination's controller may be, in a tree of the indexed files. */
import { decodeRest } from '../path/normalise.ts';
import type { Settings } from '../table/key.ts';
import type { FileIndex, IndexedFile } from './files.ts';

/** A place where a destination's controller may be, with its action and arguments. */
export interface Place {
  /** The file's path below a root, without extension. */
  readonly name: string;
  /** The place's module; `null` for `controllers/` of a root. */
  readonly module: string | null;
  /** The action; `index` if the destination has no segment for it. */
  readonly action: string;
  /** Whether the destination has a segment for the action. */
  readonly named: boolean;
  /** The remaining segments, each decoded once. */
  readonly args: readonly string[];
}

/** A kind of place: the number of segments that name the controller, and the file that they name. */
interface Spot {
  readonly used: number;
  readonly nameOf: (names: readonly string[]) => string;
}

/** The kinds of places in a module except the default controller's, in order. */
export const IN_MODULE: readonly Spot[] = [
  { used: 2, nameOf: ([a, b]) => `modules/${a}/controllers/${b}` },
  { used: 3, nameOf: ([a, b, c]) => `modules/${a}/controllers/${b}/${c}` },
  { used: 1, nameOf: ([a]) => `modules/${a}/controllers/${a}` },
];

/** The kinds of places in no module except the default controller's, in order. */
export const IN_CONTROLLERS: readonly Spot[] = [
  { used: 1, nameOf: ([a]) => `controllers/${a}` },
  { used: 2, nameOf: ([a, b]) => `controllers/${a}/${b}` },
  { used: 3, nameOf: ([a, b, c]) => `controllers/${a}/${b}/${c}` },
];

/**
 * Makes a function that lists the places of a destination, whether they have a file or not, in the
 * order of the table at `createLocator`.
 * @param settings `translateUriDashes` replaces dashes with underscores, except in arguments
 */
export function createPlaces(settings: Settings): (destination: string) => Place[] {
  const { named, place, defaultAt, controller } = createReader(settings);
  return (destination) => {
    const parts = take(destination);
    const names = destination.split('/').slice(0, 3).map(named);
    const [a] = names;
    const placesAt = (spots: readonly Spot[], module: string | null) =>
      spots
        .filter(({ used }) => used <= names.length)
        .map(({ used, nameOf }) => place(parts, used, nameOf(names), module, null));
    const defaultsIn = (folder: string, module: string | null) =>
      controller === undefined || names.length > 2
        ? []
        : [defaultAt([folder, ...names.slice(1), controller].join('/'), module, null)];
    return [
      ...placesAt(IN_MODULE, a),
      ...defaultsIn(`modules/${a}/controllers`, a),
      ...placesAt(IN_CONTROLLERS, null),
      ...defaultsIn(`controllers/${a}`, null),
    ];
  };
}

/** A destination whose segments are found, but not cut. */
export interface Parts {
  readonly destination: string;
  /** The start of each of the first five segments; -1 for missing ones. */
  readonly starts: readonly number[];
}

/** Makes the functions that cut a destination, as the table's settings say. */
export function createReader({ defaultController, translateUriDashes }: Settings) {
  const [controller, action = 'index'] = defaultController?.split('/') ?? [];
  const named = (segment: string) => (translateUriDashes ? segment.replaceAll('-', '_') : segment);

  return {
    controller,
    named,
    nameAt(parts: Parts, at: 0 | 1 | 2): string {
      return named(segmentAt(parts, at));
    },
    place<File>(parts: Parts, used: number, name: string, module: string | null, file: File) {
      const given = parts.starts[used] === -1 ? '' : segmentAt(parts, used);
      const args = argsAt(parts.destination, parts.starts[used + 1]);
      return { name, module, action: named(given) || 'index', named: given !== '', args, file };
    },
    defaultAt<File>(name: string, module: string | null, file: File) {
      return { name, module, action, named: false, args: [], file };
    },
  };
}

/** Finds the segments of a destination. Cutting all of them would be slower. */
export function take(destination: string): Parts {
  const starts = [0, -1, -1, -1, -1];
  for (let at = 1; at < starts.length; at++) {
    const slash = destination.indexOf('/', starts[at - 1]);
    if (slash === -1) break;
    starts[at] = slash + 1;
  }
  return { destination, starts };
}

function segmentAt({ destination, starts }: Parts, at: number): string {
  const next = starts[at + 1];
  return destination.slice(starts[at], next === -1 ? undefined : next - 1);
}

function argsAt(destination: string, start: number): string[] {
  if (start === -1) return [];
  const rest = destination.slice(start);
  return rest.includes('/') ? rest.split('/').map(decodeRest) : [decodeRest(rest)];
}

/** A node of the tree: a file, a folder of the same name, or both. */
export interface Folder {
  /** The path below a root, without extension. */
  readonly name: string;
  readonly file: IndexedFile | undefined;
  readonly inside: ReadonlyMap<string, Folder>;
}

/** Makes the tree of an index. Its root has an empty name. */
export function createFolders(index: FileIndex): Folder {
  const root = makeFolder('');
  for (const [name, file] of index) {
    let folder = root;
    for (const segment of name.split('/')) {
      const path = folder === root ? segment : `${folder.name}/${segment}`;
      const next = folder.inside.get(segment) ?? makeFolder(path);
      folder.inside.set(segment, next);
      folder = next;
    }
    folder.file = file;
  }
  return root;
}

/** The child of a folder; `undefined` if the folder, the name or the child is missing. */
export function inside(folder: Folder | undefined, name: string | undefined): Folder | undefined {
  return name === undefined ? undefined : folder?.inside.get(name);
}

interface GrowingFolder extends Folder {
  file: IndexedFile | undefined;
  readonly inside: Map<string, GrowingFolder>;
}

function makeFolder(name: string): GrowingFolder {
  return { name, file: undefined, inside: new Map() };
}
