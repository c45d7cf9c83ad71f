/** Every public name of `waymark/node`: what needs Node's file system. */
import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Files } from './hmvc/files.ts';

const SOURCE = /\.[cm]?[jt]sx?$/;

/**
 * Reads a folder and those below it once, and makes the record of files that `waymark/hmvc` and
 * `waymark/fetch` take. Nothing is imported until it is asked for. Links are not followed;
 * folders called `node_modules` and those whose names start with a dot are passed over.
 *
 * @param dir the folder that holds the roots, as a path or a `file:` URL
 * @returns source files by their path below the folder, with forward slashes, in the order of paths
 * @throws the file system's error where the folder can't be read
 *
 * @example
 * const files = await findFiles(new URL('.', import.meta.url));
 * Object.keys(files); // ['application/controllers/welcome.ts', …]
 */
export async function findFiles(dir: string | URL): Promise<Files> {
  const root = dir instanceof URL ? fileURLToPath(dir) : resolve(dir);
  const paths = (await sourcesBelow(root)).sort();
  return Object.fromEntries(
    paths.map((path) => [
      relative(root, path).split(sep).join('/'),
      () => import(pathToFileURL(path).href),
    ]),
  );
}

async function sourcesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      const hidden = entry.name.startsWith('.') || entry.name === 'node_modules';
      if (entry.isDirectory()) return hidden ? [] : sourcesBelow(path);
      return entry.isFile() && SOURCE.test(entry.name) ? [path] : [];
    }),
  );
  return found.flat();
}
