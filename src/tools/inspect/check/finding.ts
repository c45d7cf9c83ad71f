/** The findings of the checker. */
import type { Source } from 'waymark/internal';
import type { RequestLine } from '../inspection.ts';

/** The kind of a finding. Kinds are stable, so your code may branch on them. */
export type FindingKind =
  | 'unreached'
  | 'block-passed'
  | 'block-action'
  | 'ignored-block'
  | 'missing-group'
  | 'outer-group'
  | 'duplicate-name'
  | 'replaced'
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
  | 'default-controller'
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
  /** `unproved` if there may or may not be a mistake. */
  readonly level: 'error' | 'warning' | 'unproved';
  readonly kind: FindingKind;
  /** The table keys that it is about: the wrong one first, then the others in table order. */
  readonly rows: readonly string[];
  /** The problem, in one or two sentences. */
  readonly message: string;
  /** A request that demonstrates the problem, confirmed by the router. */
  readonly witness?: RequestLine;
  /**
   * The location where the first of its rows is defined, if `recordSources` was called before. For
   * a finding about a controller, it is the start of its file, spelled as in `files`.
   */
  readonly source?: Source;
}

/** A finding that may be merged with others. */
export interface Alike extends Finding {
  /** Writes the message for several rows. Findings with the same function are merged. */
  readonly together?: (list: string) => string;
}

/** Joins names for a sentence: `a, b and c`. */
export function enumerate(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/**
 * Makes a finding about something that could not be proved.
 *
 * @param rows the keys that it is about
 * @param what a clause that starts with 'Whether'
 * @param why the reason
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
