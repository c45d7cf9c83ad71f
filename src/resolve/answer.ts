/** Makes the answer of the route that won. */
import { decodeRest } from '../path/rest.ts';
import type { Route } from './compile.ts';
import { fillDestination } from './destination.ts';
import type { Tree } from './matcher/tree.ts';
import type { Blocked, Found } from './resolution.ts';

/**
 * Makes the answer: cuts out the params, fills the destination.
 *
 * @param route the winner
 * @param tree the tree that found it, right after the search
 * @param path what was searched for, with a leading slash
 * @param normal whether it is known to be normal, as in the search
 *
 * @example
 * answer(route, tree, '/photos/7', false).destination; // 'photos/show/7'
 */
export function answer(
  route: Route,
  tree: Tree<Route>,
  path: string,
  normal: boolean,
): Found | Blocked {
  const { key, handler } = route;
  if (route.blocks) return { status: 'blocked', route: key };
  const params =
    tree.captures === null
      ? cutParams(path, route.layout.gaps, tree.ends)
      : Array.from(tree.captures, (capture) => capture ?? '').slice(1);
  const destination = fillDestination(route, params, path);
  // A raw path that was found has no escape in it.
  if (normal) {
    for (let number = 0; number < params.length; number++) {
      params[number] = decodeRest(params[number]);
    }
  }
  if (handler !== undefined) return { status: 'found', route: key, destination, params, handler };
  return { status: 'found', route: key, destination, params };
}

/** Up to three are written out: an array made at its length is twice as fast as one that grows. */
function cutParams(path: string, gaps: readonly number[], ends: readonly number[]): string[] {
  if (gaps.length === 0) return [];
  const first = path.slice(gaps[0], ends[0]);
  if (gaps.length === 1) return [first];
  const second = path.slice(ends[0] + gaps[1], ends[1]);
  if (gaps.length === 2) return [first, second];
  const params = [first, second, path.slice(ends[1] + gaps[2], ends[2])];
  for (let number = 3; number < gaps.length; number++) {
    params.push(path.slice(ends[number - 1] + gaps[number], ends[number]));
  }
  return params;
}
