/** What the checker has to say. */
import type { Source } from '../../table/row.ts';
import type { RequestLine } from '../inspection.ts';

/** What a finding is about; stable, so that code may branch on it. */
export type FindingKind =
  | 'unreached'
  | 'block-passed'
  | 'block-action'
  | 'missing-group'
  | 'duplicate-name'
  | 'replaced'
  | 'slow-pattern'
  | 'broken-controller'
  | 'dead-destination'
  | 'unreached-action'
  | 'ambiguous-destination'
  | 'parameter-syntax'
  | 'star'
  | 'dot'
  | 'query'
  | 'controller-syntax'
  | 'url'
  | 'setting-name'
  | 'catch-all'
  | 'dead-override'
  | 'unused-override'
  | 'empty-segment'
  | 'space'
  | 'optional-segment'
  | 'ungrouped'
  | 'dead-alternative'
  | 'missing-argument'
  | 'unproved'
  | 'not-judged'
  | 'bad-acceptance'
  | 'unused-acceptance';

/** One result of the checker. */
export interface Finding {
  /** `unproved` if it is not known whether there is a mistake. */
  readonly level: 'error' | 'warning' | 'unproved';
  readonly kind: FindingKind;
  /** The table keys that it is about, in the table's order; the one that is wrong first. */
  readonly rows: readonly string[];
  /** What is wrong, one sentence or two. */
  readonly message: string;
  /** A request that shows it, confirmed by the router. */
  readonly witness?: RequestLine;
  /**
   * Where the first of its rows is defined, if `recordSources` was called before. A finding about a
   * controller has the start of its file, spelled as in `files`.
   */
  readonly source?: Source;
}

/**
 * Names things in a sentence.
 *
 * @example
 * enumerate(['a', 'b', 'c']); // 'a, b and c'
 */
export function enumerate(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/**
 * A request as a sentence names it.
 *
 * @example
 * say({ method: 'GET', path: '/photos' }); // 'GET /photos'
 */
export function say({ method, path }: RequestLine): string {
  return `${method} ${path}`;
}

/**
 * A finding for what could not be proved.
 *
 * @param rows the keys that it is about
 * @param what one clause that starts with 'Whether'
 * @param why the reason
 *
 * @example
 * doubt(['a'], "Whether a request reaches 'a'", { reason: 'it looks back' }).level; // 'unproved'
 */
export function doubt(
  rows: readonly string[],
  what: string,
  { reason }: { readonly reason: string },
): Finding {
  return {
    level: 'unproved',
    kind: 'unproved',
    rows,
    message: `${what} is not proved: ${reason}.`,
  };
}
