/** The indexed files as a tree, so that looking up a destination needs no joined segments. */
import type { FileIndex, IndexedFile } from './files.ts';

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
