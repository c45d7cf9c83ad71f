import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is a folder itself or below it. Links are not resolved. */
export function isBelow(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}
