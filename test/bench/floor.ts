/**
 * What a lookup costs at least: reading each character once, comparing the texts of the route that
 * answers, and making the answer. It is told the route, so what it leaves out is the search.
 */
import type { BenchRoute } from './contender.ts';
import type { Batch } from './fresh.ts';
import type { Lane } from './rounds.ts';
import type { BenchTable } from './tables.ts';

/** What the report calls it. */
export const FLOOR = 'floor';

const SLASH = 47;

/** What {@link createFloor} answers with, in the form of a router's answer. */
interface FloorAnswer {
  readonly status: string;
  readonly route: string;
  readonly destination: string;
  readonly params: readonly string[];
}

interface Known {
  readonly key: string;
  readonly path: string;
  readonly name: string;
  /** The text of each segment; empty for a parameter. */
  readonly texts: readonly string[];
  readonly gaps: readonly number[];
}

const NO_PARAMS: readonly string[] = Object.freeze([]);

/** By code: 1 for what a path may have as it stands. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, code) =>
  code > 0x20 && code < 0x7f && !'%?#'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** Makes a lane that answers with the route that each request expects. */
export function createFloor({ routes, requests }: BenchTable): Lane {
  const known = routes.map(toKnown);
  const expected = requests.map((request) => known[request.expected]);
  const sink = new Array<unknown>(64).fill(null);
  const ends = new Int32Array(64);
  return {
    name: FLOOR,
    run({ paths, picks }: Batch) {
      for (let i = 0; i < paths.length; i++)
        sink[i & 63] = answer(expected[picks[i]], paths[i], ends);
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
  ends[count] = path.length;
  const { key, texts, gaps, name } = route;
  if (gaps.length === 0) {
    if (path !== route.path) return null;
    return { status: 'found', route: key, destination: name, params: NO_PARAMS };
  }
  let start = 1;
  for (let place = 0; place < texts.length; place++) {
    const text = texts[place];
    if (text !== '' && path.slice(start, ends[place]) !== text) return null;
    start = ends[place] + 1;
  }
  const first = path.slice(ends[gaps[0] - 1] + 1, ends[gaps[0]]);
  // Written out: an array made at its length is twice as fast as one that grows.
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
  const isParameter = segments.map((segment) => segment.startsWith(':'));
  return {
    key: `${method} ${pattern}`,
    path,
    name: `h${index}`,
    texts: segments.map((segment, place) => (isParameter[place] ? '' : segment)),
    gaps: segments.flatMap((_, place) => (isParameter[place] ? [place] : [])),
  };
}
