/** Makes the answer of the route that won. */
import { decodeRest } from '../path.ts';
import type { Blocked, Found } from '../resolution.ts';
import type { Route } from './compile.ts';
import { fillDestination } from './destination.ts';
import type { Tree } from './tree.ts';

/**
 * Makes the answer: cuts out the params, fills the destination.
 *
 * @param route the winner
 * @param tree the tree that found it, right after the search
 * @param path what was searched for, in the string from `start` to `end`
 *
 * @example
 * answer(routes[0], tree, '/photos/7', 1, 9).destination; // 'photos/show/7'
 */
export function answer(
  route: Route,
  tree: Tree,
  path: string,
  start: number,
  end: number,
): Found | Blocked {
  const { fixed, key, handler, template } = route;
  if (fixed !== null) return fixed;
  const params =
    tree.captures === null
      ? cutParams(path, start, route.texts.gaps, tree.ends)
      : Array.from(tree.captures, (capture) => capture ?? '').slice(1);
  const destination = fillDestination(template, params, path, start, end);
  if (path.includes('%')) {
    for (let number = 0; number < params.length; number++) {
      params[number] = decodeRest(params[number]);
    }
  }
  if (handler !== undefined) return { status: 'found', route: key, destination, params, handler };
  return { status: 'found', route: key, destination, params };
}

/** Up to three are written out: an array made at its length is twice as fast as one that grows. */
function cutParams(
  path: string,
  start: number,
  gaps: readonly number[],
  ends: readonly number[],
): string[] {
  const first = path.slice(start + gaps[0], ends[0]);
  if (gaps.length === 1) return [first];
  const second = path.slice(ends[0] + gaps[1], ends[1]);
  if (gaps.length === 2) return [first, second];
  const params = [first, second, path.slice(ends[1] + gaps[2], ends[2])];
  for (let number = 3; number < gaps.length; number++) {
    params.push(path.slice(ends[number - 1] + gaps[number], ends[number]));
  }
  return params;
}
