/** Places in files. */
import { relative } from 'node:path';
import type { Source } from '../../inspect.ts';

/**
 * A place in one line, which many editors and terminals open.
 *
 * @param place where it is
 * @param cwd the folder that the path starts from
 *
 * @example
 * sayPlace({ file: '/app/src/routes.ts', line: 7, column: 9 }, '/app'); // 'src/routes.ts:7:9'
 */
export function sayPlace({ file, line, column }: Source, cwd: string): string {
  return `${relative(cwd, file)}:${line}:${column}`;
}
