/** Types for the names of a table's routes. */
import { parsePattern } from '../pattern/parse.ts';
import type { SuppliedTable } from '../table/table.ts';
import { readParts } from '../url/parts.ts';
import { Inspection } from './inspection.ts';

/**
 * Writes a declaration file for the named routes of a table. With it in a project, these do not
 * compile: `Route.url` and `Route.named` with an unknown name, `Route.url` with too few or too many
 * params, and `Route.url` with a name that no URL can be built from.
 *
 * @param table what `Route.map` made
 * @returns the text of a `.d.ts` file. Give it another name than that of a `.ts` file beside it, or
 *   TypeScript ignores it
 * @throws {WaymarkError} if `createRouter` would throw
 *
 * @example
 * writeFileSync('route-names.d.ts', types(Route.map()));
 */
export function types(table: SuppliedTable): string {
  const params = new Map<string, Set<string>>();
  for (const { name, source } of new Inspection(table).rows) {
    if (name === null) continue;
    const tuples = params.get(name) ?? new Set();
    for (const one of tuplesOf(source)) tuples.add(one);
    params.set(name, tuples);
  }
  const lines = [...params]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, tuples]) => `    ${JSON.stringify(name)}: ${[...tuples].join(' | ')};`);
  return [
    '// Written by waymark from a route table.',
    // Without it, UrlParam is not in scope: the file fails to compile, or, if TypeScript does not check
    // declaration files, takes any params.
    "import type { UrlParam } from 'waymark';",
    '',
    "declare module 'waymark' {",
    '  interface RouteNames {',
    ...lines,
    '  }',
    '}',
    '',
  ].join('\n');
}

/** The params that `Route.url` takes: one for each group that is in no other, or one for every group. */
function tuplesOf(source: string): string[] {
  const pattern = parsePattern(source, 'types');
  try {
    const outer = readParts('types', pattern).filter(({ kind }) => kind === 'group').length;
    return [tuple(outer), tuple(pattern.groupCount)];
  } catch {
    // Something outside the groups varies, so no params build a URL.
    return ['never'];
  }
}

function tuple(count: number): string {
  return `readonly [${Array.from({ length: count }, () => 'UrlParam').join(', ')}]`;
}
