import { decodeRest } from '../path/escapes.ts';
import type { NamedGroup } from '../pattern/terms.ts';
import type { Handler, Matched } from '../table/handler.ts';
import { fillTail, isBlock } from './destination.ts';
import type { Winner } from './matcher/contract.ts';
import type { Writable } from './matcher/writable.ts';
import type { Blocked, Found } from './resolution.ts';
import type { CompiledRoute } from './route.ts';

/** Makes the answer for a path that matched as sent, so it contains no escapes. */
export function answerSent(
  { route, spans, captures }: Winner<CompiledRoute>,
  path: string,
): Found | Blocked {
  const { key, head, tail, more } = route;
  if (isBlock(route)) return { status: 'blocked', route: key };
  const params =
    captures === null
      ? cutParams(path, route.segments, spans)
      : Array.from(captures, (capture) => capture ?? '').slice(1);
  const handler = more?.handler;
  const destination =
    handler !== undefined ? null : tail === null ? head : fillTail(head, tail, params, path);
  const answer: Answer = { status: 'found', route: key, destination, params };
  // One by one: a spread takes several times longer than the search for a short path.
  if (more !== null) {
    const { name, meta } = more;
    if (name !== undefined) answer.name = name;
    if (handler !== undefined) answer.handler = handler;
    if (meta !== undefined) answer.meta = meta;
    if (more.named !== undefined) nameParams(params, more.named);
  }
  return answer as Found; // the cast: only an answer with a handler has no destination
}

/** An answer in the making. */
type Answer = Writable<Matched> & { destination: string | null; handler?: Handler };

/**
 * Makes the answer for a normal path. Its escapes stay in the destination but are decoded in the
 * params: `/files/a%2Fb` has the param `a/b`.
 */
export function answerNormal(winner: Winner<CompiledRoute>, path: string): Found | Blocked {
  const answer: Writable<Found> | Blocked = answerSent(winner, path);
  if (answer.status === 'found') {
    const params = answer.params.map(decodeRest);
    nameParams(params, winner.route.more?.named ?? []);
    answer.params = params;
  }
  return answer;
}

/** Adds the params of named groups under their names, which JSON and iteration don't show. */
function nameParams(params: readonly string[], groups: readonly NamedGroup[]): void {
  for (const [name, number] of groups) {
    Object.defineProperty(params, name, { value: params[number - 1] });
  }
}

/** Shared by all answers without params; must not be changed. */
const NO_PARAMS: readonly string[] = Object.freeze([]);

/** Up to three are written out: an array literal is twice as fast as a growing array. */
function cutParams(path: string, count: number, spans: Int32Array): readonly string[] {
  if (count === 0) return NO_PARAMS;
  const first = path.slice(spans[0], spans[1]);
  if (count === 1) return [first];
  const second = path.slice(spans[2], spans[3]);
  if (count === 2) return [first, second];
  const params = [first, second, path.slice(spans[4], spans[5])];
  for (let place = 6; place < 2 * count; place += 2) {
    params.push(path.slice(spans[place], spans[place + 1]));
  }
  return params;
}
