/** Writes types for the names of a table's routes. */
import type { SuppliedTable } from 'waymark';
import { fromCaller, groupsIn, isOptional, parsePattern, readParts } from 'waymark/internal';
import { Inspection } from './inspection.ts';

/**
 * Writes a declaration file for a table's named routes. In a project with the file, the following
 * don't compile: `Route.url` and `Route.named` with an unknown name, and `Route.url` with the wrong
 * number or names of params, or with a name that no URL can be built from.
 * @param table the result of `Route.map`
 * @returns the text of a `.d.ts` file. Don't name it like a `.ts` file beside it, since TypeScript
 *   would ignore it
 * @throws {WaymarkError} if `createRouter` would
 * @example
 * writeFileSync('route-names.d.ts', types(Route.map()));
 */
export function types(table: SuppliedTable): string {
  return fromCaller(types, () => {
    const params = new Map<string, Set<string>>();
    for (const { name, source } of new Inspection(table).rows) {
      if (name === null) continue;
      const forms = params.get(name) ?? new Set();
      for (const one of paramsOf(source)) forms.add(one);
      params.set(name, forms);
    }
    const lines = [...params]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, forms]) => `    ${JSON.stringify(name)}: ${[...forms].join(' | ')};`);
    return [
      '// Written by waymark from a route table.',
      // Without the import, the file would not compile. If TypeScript doesn't check declaration
      // files, it would accept any params.
      "import type { UrlParam } from 'waymark';",
      '',
      "declare module 'waymark' {",
      '  interface RouteNames {',
      ...lines,
      '  }',
      '}',
      '',
    ].join('\n');
  });
}

/**
 * The params that `Route.url` accepts, in an array or by name: one for each outermost group, or one
 * for every group. Those of an optional part may be missing, in an array only at its end.
 */
function paramsOf(source: string): string[] {
  const pattern = parsePattern(source, 'types');
  let parts: ReturnType<typeof readParts>;
  try {
    parts = readParts('types', pattern);
  } catch {
    // The pattern varies outside its groups, so no params build a URL.
    return ['never'];
  }
  const outermost = groupsIn(parts);
  const needed = groupsIn(parts.filter((part) => !isOptional(part)));
  const least = outermost.findLastIndex((group) => needed.includes(group)) + 1;
  const all = pattern.paramNames;
  const tuples = [tuple(outermost.length, least)];
  if (all.length > outermost.length) tuples.push(tuple(all.length, all.length));
  if (pattern.names.length === 0) return tuples;
  const numbers = needed.map(({ number }) => number);
  const members = all.map((name, place) => {
    return `readonly ${name}${numbers.includes(place + 1) ? '' : '?'}: UrlParam`;
  });
  return [...tuples, `{ ${members.join('; ')} }`];
}

function tuple(length: number, least: number): string {
  const params = Array.from({ length }, (_, at) => (at < least ? 'UrlParam' : 'UrlParam?'));
  return `readonly [${params.join(', ')}]`;
}
