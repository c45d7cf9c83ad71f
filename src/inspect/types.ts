/** Types for the names of a table's routes. */
import { parsePattern } from '../pattern/parse.ts';
import type { SuppliedTable } from '../table/table.ts';
import { readParts } from '../url/parts.ts';
import { Inspection } from './inspection.ts';

/**
 * Writes a declaration file for the named routes of a table. With it in a project, `Route.url` and
 * `Route.named` with a name that there is not, `Route.url` with too few or too many params, and
 * `Route.url` with a name of which no URL can be built, do not compile.
 *
 * @param table what `Route.map` made
 * @returns the text of a `.d.ts` file
 * @throws {WaymarkError} where `createRouter` would
 *
 * @example
 * writeFileSync('routes.d.ts', types(Route.map()));
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
    'export {};',
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
    // Something varies outside of the groups, so no params will do.
    return ['never'];
  }
}

function tuple(count: number): string {
  return `readonly [${Array.from({ length: count }, () => 'UrlParam').join(', ')}]`;
}
