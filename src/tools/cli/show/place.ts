/** Writes places in files. */
import { relative } from 'node:path';
import type { Source } from '../../inspect.ts';

/**
 * Writes a location in the form that many editors and terminals open.
 *
 * @param cwd the folder to which the path is relative
 */
export function sayPlace({ file, line, column }: Source, cwd: string): string {
  return `${relative(cwd, file)}:${line}:${column}`;
}
