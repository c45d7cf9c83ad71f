/** Writes types for the names of a table's routes. */
import type { SuppliedTable } from 'waymark';
import { formsOf, fromCaller, parsePattern, readParts } from 'waymark/internal';
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
 * The params that `Route.url` accepts: one for each outermost group, or one for every group, or an
 * object with the names of the outermost groups. An optional end may have none.
 */
function paramsOf(source: string): string[] {
  const pattern = parsePattern(source, 'types');
  try {
    const forms = formsOf(readParts('types', pattern));
    const tuples = forms.map(({ groups }) => tuple(groups.length));
    const objects = forms.flatMap(({ groups }) => {
      const names = groups.flatMap(({ name }) => name ?? []);
      if (names.length === 0 || names.length < groups.length) return [];
      return [`{ ${names.map((name) => `readonly ${name}: UrlParam`).join('; ')} }`];
    });
    return [...tuples, tuple(pattern.groupCount), ...objects];
  } catch {
    // The pattern varies outside its groups, so no params build a URL.
    return ['never'];
  }
}

function tuple(count: number): string {
  return `readonly [${Array.from({ length: count }, () => 'UrlParam').join(', ')}]`;
}
