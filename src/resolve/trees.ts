import type { Method } from '../table/methods.ts';
import { buildTree, type TreeEntry } from './matcher/build.ts';
import type { RouteMatcher } from './matcher/contract.ts';
import { Tree } from './matcher/search.ts';
import type { TreeData } from './matcher/tree.ts';
import type { CompiledRoute } from './route.ts';
import type { CompiledRoutes } from './routes.ts';

/**
 * Makes the matcher of the routes that answer a method, or, for `null`, the methods that no key
 * names: a tree built when it is first searched, since a table has one for each method that it names.
 */
export function createTree(
  compiled: CompiledRoutes,
  method: Method | null,
): RouteMatcher<CompiledRoute> {
  return new Tree(compiled.routes, compiled.sets, () => buildMethodTree(compiled, method));
}

/** Builds the tree that {@link createTree} searches. */
export function buildMethodTree(compiled: CompiledRoutes, method: Method | null): TreeData {
  const { methods, stepsOf, tooLong } = compiled;
  const entries: TreeEntry[] = [];
  methods.forEach((own, index) => {
    if ((own !== null && own !== method) || tooLong.has(index)) return;
    const { fixedTexts, sets, whole } = stepsOf(index);
    entries.push({ index, fixedTexts, sets, whole });
  });
  return buildTree(entries);
}
