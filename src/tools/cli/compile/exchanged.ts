/** The entries that programs import, and those that a build puts in their place. */
import { join } from 'node:path';

/** The entries of the package that record calls, each by the name that it is exchanged for. */
export const EXCHANGED: ReadonlyMap<string, string> = new Map([
  ['waymark', 'waymark/compiled'],
  ['waymark/fetch', 'waymark/compiled'],
  ['waymark/hmvc', 'waymark/compiled-hmvc'],
]);

/** The file of an entry, such as `waymark/compiled`, in the folder `dist` of the package. */
export function fileOf(folder: string, entry: string): string {
  return join(folder, `${entry.slice('waymark/'.length)}.js`);
}
