/** The indexed files as a tree, in which a destination is looked up without joining its segments. */
import type { FileIndex, IndexedFile } from './files.ts';

/** What is below a name: a file, a folder of the same name, or both. */
export interface Folder {
  /** The path below a root, without extension. */
  readonly name: string;
  readonly file: IndexedFile | undefined;
  readonly inside: ReadonlyMap<string, Folder>;
}

/** Makes the tree of an index; its root has an empty name. */
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

/** What a folder has of a name; nothing if either is missing. */
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
