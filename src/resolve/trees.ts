import type { Method } from '../table/methods.ts';
import { buildTree, type TreeEntry } from './matcher/build.ts';
import type { RouteMatcher } from './matcher/contract.ts';
import { Tree } from './matcher/search.ts';
import type { TreeData } from './matcher/tree.ts';
import type { CompiledRoute } from './route.ts';
import type { CompiledRoutes } from './routes.ts';

/**
 * Makes the matcher of a method's routes; `null` is for methods that no key names. The tree is
 * built at its first search, since a table may have a tree for every method.
 */
export function createTree(
  compiled: CompiledRoutes,
  method: Method | null,
): RouteMatcher<CompiledRoute> {
  return new Tree(compiled.routes, compiled.sets, () => buildMethodTree(compiled, method));
}

/** Builds the tree that {@link createTree} searches. */
export function buildMethodTree(compiled: CompiledRoutes, method: Method | null): TreeData {
  const { methods, stepsOf, tooLong, yielding } = compiled;
  const entries: TreeEntry[] = [];
  methods.forEach((own, index) => {
    if ((own !== null && own !== method) || tooLong.has(index)) return;
    const { fixedTexts, sets, whole } = stepsOf(index);
    entries.push({ index, fixedTexts, sets, whole, yields: index === yielding });
  });
  return buildTree(entries);
}
