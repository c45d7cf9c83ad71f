/** Strings as a server has them: made afresh for each request. */

/** Requests in the form that batches are made from. */
export interface Source {
  readonly methods: readonly string[];
  readonly bytes: readonly Buffer[];
}

/** Requests to look up: `methods[i]` goes with `paths[i]`. */
export interface Batch {
  readonly methods: string[];
  readonly paths: string[];
  /** Which requests of the source these are. */
  readonly picks: readonly number[];
}

/** Keeps requests as bytes, from which {@link freshBatch} makes strings. */
export function toSource(requests: readonly { method: string; path: string }[]): Source {
  return {
    methods: requests.map(({ method }) => intern(method)),
    bytes: requests.map(({ path }) => Buffer.from(path, 'latin1')),
  };
}

/**
 * Makes the paths of requests anew. V8 keeps a string's hash inside the string, and finds a literal
 * used as a key by its address; a router that looks the whole path up in an object would seem about
 * three times as fast with the same strings over and over.
 *
 * @param source where to pick from
 * @param picks which requests, in which order
 */
export function freshBatch({ methods, bytes }: Source, picks: readonly number[]): Batch {
  const batch: Batch = { methods: new Array(picks.length), paths: new Array(picks.length), picks };
  for (let turn = 0; turn < picks.length; turn++) {
    batch.methods[turn] = methods[picks[turn]];
    batch.paths[turn] = bytes[picks[turn]].toString('latin1');
  }
  return batch;
}

/** A copy of a string in one piece, where V8 would keep a joined one as a tree of its parts. */
export function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** The one copy of a string that V8 keeps for keys: a server's methods are such constants. */
function intern(text: string): string {
  return Object.keys({ [text]: true })[0];
}
