/** Types for the names of a table's routes. */
import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import type { SuppliedTable } from '../table/table.ts';
import { parseSource } from './automata/shape.ts';
import { Inspection } from './inspection.ts';

/**
 * Writes a declaration file for the named routes of a table. With it in a project, `Route.url` and
 * `Route.named` with a name that there is not, and `Route.url` with too few or too many params, do
 * not compile.
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
    for (const count of paramCounts(source)) tuples.add(tuple(count));
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

/** How many params `Route.url` takes: one for each group that is in no other, or one for every group. */
function paramCounts(source: string): Set<number> {
  let outer = 0;
  let all = 0;
  visitRegExpAST(parseSource(source), {
    onCapturingGroupEnter(group) {
      all++;
      if (!isCaptured(group.parent)) outer++;
    },
  });
  return new Set([outer, all]);
}

function isCaptured(node: AST.Node | null): boolean {
  return node !== null && (node.type === 'CapturingGroup' || isCaptured(node.parent));
}

function tuple(count: number): string {
  return `readonly [${Array.from({ length: count }, () => 'UrlParam').join(', ')}]`;
}
