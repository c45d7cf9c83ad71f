import { describe, quote, shorten } from '../errors/show.ts';
import type { UrlParam } from '../table/route-names.ts';
import { badUrl } from './error.ts';
import type { GroupPart, UrlPart, UrlPattern } from './part.ts';

export interface FilledGroup {
  readonly group: GroupPart;
  readonly value: string;
  /** The index of its param. */
  readonly position: number;
  /** Whether the value's slashes stay unencoded in the path. */
  spread: boolean;
}

/**
 * Reads the value of each group from a call's params.
 * @throws {WaymarkError} if there are too few or too many, or one is neither a string nor a number
 */
export function readParams(
  where: string,
  { written, groupCount, parts }: UrlPattern,
  groups: readonly GroupPart[],
  params: readonly UrlParam[],
): FilledGroup[] {
  const outermost = params.length === groups.length;
  if (!outermost && params.length !== groupCount) {
    const missing = groups[params.length];
    const needed = `${groups.length} ${groups.length === 1 ? 'param' : 'params'}`;
    const problem = `${quote(written)} needs ${needed}, got ${params.length}`;
    const advice =
      missing === undefined
        ? `leave out param ${groups.length + 1}, which is ${describe(params[groups.length])}`
        : `give param ${params.length + 1}, for the group (${shorten(missing.constraint)})`;
    throw badUrl(where, problem, advice);
  }
  const filled = groups.map((group, nth): FilledGroup => {
    const position = outermost ? nth : group.number - 1;
    const param: unknown = params[position];
    const value = Number.isFinite(param) ? String(param) : param;
    if (typeof value === 'string' && value.isWellFormed())
      return { group, value, position, spread: false };
    throw refusedParam(where, position, param, group.constraint);
  });
  for (const one of filled) {
    one.spread = one.value.includes('/') && keepsSlashes(one, parts, filled);
  }
  return filled;
}

/**
 * Whether a value's slashes can stay unencoded: its group matches across segments, and
 * normalisation removes none of the value's segments.
 */
function keepsSlashes(
  one: FilledGroup,
  parts: readonly UrlPart[],
  filled: readonly FilledGroup[],
): boolean {
  if (one.group.alone?.test(one.value.replaceAll('%', '%25')) !== true) return false;
  let nth = 0;
  const texts = parts.map((part) => {
    if (part.kind === 'text') return part.encoded;
    const own = filled[nth++];
    // NUL, which no path contains, marks the start and the end of the value.
    return own === one ? `\0${own.value}\0` : own.value;
  });
  const [before, value, after] = texts.join('').split('\0');
  const segments = before.split('/').pop() + value + after.split('/')[0];
  return !/(?:^|\/)\.{0,2}(?:\/|$)/.test(segments);
}

/** The error for a param that doesn't fit its group. */
export function refusedParam(where: string, position: number, param: unknown, constraint: string) {
  return badUrl(
    where,
    `param ${position + 1}, ${describe(param)}, doesn't match its group (${shorten(constraint)})`,
    'give a value that the group matches',
  );
}
