import { decodeRest } from '../path/escapes.ts';
import { fillDestination } from './destination.ts';
import type { Winner } from './matcher/contract.ts';
import type { Blocked, Found } from './resolution.ts';
import type { CompiledRoute } from './routes.ts';

/**
 * Makes the answer for a path that was found as the client sent it, and so has no escape in it: cuts
 * out the params, fills the destination.
 *
 * @param winner what the search found
 * @param path what was searched for
 *
 * @example
 * answerSent(winner, '/photos/7').destination; // 'photos/show/7'
 */
export function answerSent(
  { route, segmentEnds, captures }: Winner<CompiledRoute>,
  path: string,
): Found | Blocked {
  const { key, handler, name } = route;
  if (route.blocks) return { status: 'blocked', route: key };
  const params =
    captures === null
      ? cutParams(path, route.layout.gaps, segmentEnds)
      : Array.from(captures, (capture) => capture ?? '').slice(1);
  const destination = fillDestination(route, params, path);
  // Written out, since a spread costs more than the search of a short path.
  if (name === undefined) {
    if (handler === undefined) return { status: 'found', route: key, destination, params };
    return { status: 'found', route: key, destination, params, handler };
  }
  if (handler === undefined) return { status: 'found', route: key, name, destination, params };
  return { status: 'found', route: key, name, destination, params, handler };
}

/**
 * Makes the answer for a normal path. What it keeps encoded is so in the destination, and decoded in
 * the params.
 *
 * @param winner what the search found
 * @param path what was searched for
 *
 * @example
 * answerNormal(winner, '/files/a%2Fb').params; // ['a/b']
 */
export function answerNormal(winner: Winner<CompiledRoute>, path: string): Found | Blocked {
  const answer = answerSent(winner, path);
  if (answer.status === 'blocked') return answer;
  return { ...answer, params: answer.params.map(decodeRest) };
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
