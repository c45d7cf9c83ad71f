import { describe, quote, shorten } from '../errors/show.ts';
import type { Pattern } from '../pattern/parse.ts';
import { badUrl } from './error.ts';
import type { GroupPart, UrlPart } from './parts.ts';

/** A value for a group of the pattern; a number is written in decimal. */
export type UrlParam = string | number;

export interface FilledGroup {
  readonly group: GroupPart;
  readonly value: string;
  /** Which of the params the value is, from 0. */
  readonly position: number;
  /** Whether the value's slashes stay slashes in the path. */
  spread: boolean;
}

/**
 * Reads the value of each group from the params of a call.
 * @throws {WaymarkError} if there are too few or too many, or one is not a string or a number
 */
export function readParams(
  where: string,
  parts: readonly UrlPart[],
  groups: readonly GroupPart[],
  pattern: Pattern,
  params: readonly UrlParam[],
): FilledGroup[] {
  const outermost = params.length === groups.length;
  if (!outermost && params.length !== pattern.groupCount) {
    const missing = groups[params.length];
    const needed = `${groups.length} ${groups.length === 1 ? 'param' : 'params'}`;
    const problem = `${quote(pattern.written)} needs ${needed}, got ${params.length}`;
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
 * Whether a value's slashes can stay slashes: its group spans segments, and normalisation would remove
 * none of those that the value is in.
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
    // No path has the character that marks where the value starts and ends.
    return own === one ? `\0${own.value}\0` : own.value;
  });
  const [before, value, after] = texts.join('').split('\0');
  const segments = before.split('/').pop() + value + after.split('/')[0];
  return !/(?:^|\/)\.{0,2}(?:\/|$)/.test(segments);
}

/** The error for a param that can't be in its group. */
export function refusedParam(where: string, position: number, param: unknown, constraint: string) {
  return badUrl(
    where,
    `param ${position + 1}, ${describe(param)}, is not what its constraint (${shorten(constraint)}) and a path can hold`,
    'give a value that the group matches',
  );
}
