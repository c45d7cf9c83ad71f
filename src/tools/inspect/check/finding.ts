/** The findings of the checker, and merging those about one mistake. */
import { quote, type Source } from 'waymark/internal';
import { TOO_MUCH } from '../automata/translate.ts';
import type { RequestLine } from '../inspection.ts';
import { groupBy } from '../maps.ts';

/** The kind of a finding. Kinds are stable, so your code may branch on them. */
export type FindingKind =
  | 'unreached'
  | 'block-passed'
  | 'block-action'
  | 'unguarded'
  | 'ignored-block'
  | 'redirect-loop'
  | 'dead-redirect'
  | 'missing-group'
  | 'outer-group'
  | 'duplicate-name'
  | 'replaced'
  | 'broken-controller'
  | 'dead-destination'
  | 'unread-file'
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
  | 'dead-group'
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

export interface Alike extends Finding {
  /** Writes the message for several rows. Findings with the same function are merged. */
  readonly together?: (list: string) => string;
  /**
   * The kind of a warning and the call that defined its row. Warnings with the same text are merged:
   * one argument, such as the name of a resource, made them all.
   */
  readonly call?: string;
}

/** Joins names for a sentence: `a, b and c`. */
export function enumerate(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

export function doubt(
  rows: readonly string[],
  what: string,
  { reason }: { readonly reason: string },
): Alike {
  const message = `${what} is not proved: ${reason}.`;
  const finding = { level: 'unproved', kind: 'unproved', rows, message } as const;
  return reason === TOO_MUCH ? { ...finding, together: sayUnproved } : finding;
}

/** Says that the budget of all proofs is spent, for those that don't report it. */
export function doubtAll(): Alike {
  const message =
    'The proofs about this table take too much work, so some mistakes may be missing.';
  return { level: 'unproved', kind: 'unproved', rows: [], message, together: sayUnproved };
}

function sayUnproved(list: string): string {
  return `The proofs about ${list} take too much work, so some mistakes may be missing.`;
}

const NAMED = 3;

/** Merges findings that share the function `together`, and warnings of one kind about one call. */
export function mergeAlike(findings: readonly Alike[]): Finding[] {
  const groups = groupBy(
    findings,
    (finding): unknown => finding.together ?? finding.call ?? finding,
  );
  return Array.from(groups.values(), (group) => {
    const [{ together, call: _, ...first }, ...others] = group;
    if (others.length === 0) return first;
    const rows = [...new Set(group.flatMap((one) => one.rows))];
    if (together === undefined) {
      const further = others.length === 1 ? '1 more row' : `${others.length} more rows`;
      return { ...first, rows, message: `${first.message} The same call has ${further} like it.` };
    }
    const named = rows.slice(0, NAMED).map(quote);
    const more = rows.length - named.length;
    const list = enumerate(more === 0 ? named : [...named, `${more} more`]);
    return { ...first, rows, message: together(list) };
  });
}

/**
 * Removes findings that a slip explains. The slip stays, since it says what to write. If it
 * explains an error, it becomes an error and takes over that error's request.
 * @param causes slips, by the kind of finding that they explain for the same row
 */
export function reportOnce(
  findings: readonly Alike[],
  causes: ReadonlyMap<FindingKind, readonly Alike[]>,
): Alike[] {
  const causeOf = (finding: Alike): Alike => {
    const slip = causes.get(finding.kind)?.find(({ rows }) => rows[0] === finding.rows[0]);
    return slip === undefined || slip === finding ? finding : causeOf(slip);
  };
  const reported = new Map<Alike, Alike>();
  for (const finding of findings) {
    const cause = causeOf(finding);
    const { level, witness } = finding;
    const known = reported.get(cause) ?? cause;
    const isWorse = level === 'error' && known.level !== 'error';
    reported.set(cause, isWorse ? { ...known, level, ...(witness && { witness }) } : known);
  }
  return [...reported.values()];
}

/**
 * Removes the finding that no request reaches a block if all rows that answer its paths are
 * reported for bypassing it. That is the same mistake, and worse.
 */
export function withoutDeadBlocks(findings: readonly Alike[]): Alike[] {
  const passed = findings.filter(({ kind }) => kind === 'block-passed');
  return findings.filter(({ kind, rows: [key, ...takers] }) => {
    if (kind !== 'unreached' || takers.length === 0) return true;
    const passing = passed.filter(({ rows }) => rows[0] === key).map(({ rows }) => rows[1]);
    return !takers.every((taker) => passing.includes(taker));
  });
}
