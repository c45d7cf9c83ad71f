import type { Method } from '../table/methods.ts';
import { buildTree, type TreeEntry } from './matcher/build.ts';
import type { TreeData } from './matcher/tree.ts';
import type { CompiledRoutes } from './routes.ts';

/**
 * Builds the tree of the routes that answer a method.
 *
 * @param compiled the routes of a table
 * @param method the method; `null` for those that no key names
 *
 * @example
 * buildMethodTree(compiled, 'GET').rootRoute; // -1
 */
export function buildMethodTree(compiled: CompiledRoutes, method: Method | null): TreeData {
  const { routes, stepsOf } = compiled;
  const entries: TreeEntry[] = [];
  for (let index = 0; index < routes.length; index++) {
    const own = routes[index].method;
    if (own !== null && own !== method) continue;
    const { fixedTexts, sets, whole } = stepsOf(index);
    entries.push({ index, fixedTexts, sets, whole });
  }
  return buildTree(entries);
}
