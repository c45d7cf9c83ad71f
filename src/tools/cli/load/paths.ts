/** Asks about paths. */
import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';

/** Whether a path is a folder itself or below it. Links are not resolved. */
export function isBelow(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}

/** Whether a path is a file, or a link to one. */
export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}

/** Whether a path is a folder, or a link to one. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Writes a path with forward slashes. */
export function slashed(path: string): string {
  return path.split(sep).join('/');
}

/** The import specifier from one module to another. */
export function specifier(from: string, to: string): string {
  const path = slashed(relative(dirname(from), to));
  return path.startsWith('.') ? path : `./${path}`;
}
