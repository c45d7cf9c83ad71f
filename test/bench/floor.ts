/**
 * The least cost of a lookup: reading each character once, comparing the texts of the right route,
 * and making the answer. It knows the route, so only the search is missing.
 */
import type { BenchRoute } from './contender.ts';
import { type Lane, SINK_SIZE } from './rounds.ts';
import type { BenchTable } from './tables.ts';

/** Its name in the report. */
export const FLOOR = 'floor';

const SLASH = 47;

/** An answer of {@link createFloor}, in the form of a router's answer. */
interface FloorAnswer {
  readonly status: string;
  readonly route: string;
  readonly destination: string;
  readonly params: readonly string[];
}

interface Known {
  readonly key: string;
  readonly name: string;
  readonly path: string;
  /** The text of each segment; empty for a parameter. */
  readonly texts: readonly string[];
  /** The indexes of the parameters, counted from 0. */
  readonly gaps: readonly number[];
}

/** A lane that also returns its answers. */
interface Floor extends Lane {
  /** The answer for a path, given the index of its request. */
  answer(request: number, path: string): FloorAnswer | null;
}

const NO_PARAMS: readonly string[] = Object.freeze([]);
const MAX_SEGMENTS = 64;

/** By character code: 1 if a path may contain the character as is. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, code) =>
  code > 0x20 && code < 0x7f && !'%?#'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** Creates a lane that answers with each request's expected route. */
export function createFloor({ routes, requests }: BenchTable): Floor {
  const known = routes.map(toKnown);
  const expected = requests.map((request) => known[request.expected]);
  const ends = new Int32Array(MAX_SEGMENTS);
  const sink = new Array<unknown>(SINK_SIZE).fill(null);
  return {
    name: FLOOR,
    answer: (request, path) => answer(expected[request], path, ends),
    run({ paths, picks }) {
      for (let i = 0; i < paths.length; i++) {
        sink[i & (SINK_SIZE - 1)] = answer(expected[picks[i]], paths[i], ends);
      }
    },
  };
}

function answer(route: Known, path: string, ends: Int32Array): FloorAnswer | null {
  let count = 0;
  for (let index = 1; index < path.length; index++) {
    const code = path.charCodeAt(index);
    if (code === SLASH) ends[count++] = index;
    else if (PLAIN[code] !== 1) return null;
  }
  ends[count++] = path.length;
  const { key, texts, gaps, name } = route;
  if (gaps.length === 0) {
    if (path !== route.path) return null;
    return { status: 'found', route: key, destination: name, params: NO_PARAMS };
  }
  if (count !== texts.length) return null;
  let start = 1;
  for (let place = 0; place < count; place++) {
    const text = texts[place];
    if (text !== '' && path.slice(start, ends[place]) !== text) return null;
    start = ends[place] + 1;
  }
  const first = path.slice(ends[gaps[0] - 1] + 1, ends[gaps[0]]);
  // Written out: an array created at full length is twice as fast as one that grows.
  if (gaps.length === 1) {
    return { status: 'found', route: key, destination: `${name}/${first}`, params: [first] };
  }
  const second = path.slice(ends[gaps[1] - 1] + 1, ends[gaps[1]]);
  const params = [first, second];
  let destination = `${name}/${first}/${second}`;
  for (let number = 2; number < gaps.length; number++) {
    const param = path.slice(ends[gaps[number] - 1] + 1, ends[gaps[number]]);
    params.push(param);
    destination += `/${param}`;
  }
  return { status: 'found', route: key, destination, params };
}

function toKnown({ method, path, pattern }: BenchRoute, index: number): Known {
  const segments = path.slice(1).split('/');
  return {
    key: `${method} ${pattern}`,
    name: `h${index}`,
    path,
    texts: segments.map((segment) => (segment.startsWith(':') ? '' : segment)),
    gaps: [...segments.keys()].filter((place) => segments[place].startsWith(':')),
  };
}
