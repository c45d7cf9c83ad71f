import { describe, quote, shorten } from '../errors/show.ts';
import type { UrlParam, UrlParams } from '../table/route-names.ts';
import { badUrl } from './error.ts';
import type { FilledPart, GroupPart, UrlForm, UrlPattern } from './part.ts';

export interface FilledGroup {
  readonly group: GroupPart;
  readonly value: string;
  /** The index of its param. */
  readonly position: number;
  /** Whether the value's slashes stay unencoded in the path. */
  spread: boolean;
}

/**
 * Puts params that are given by name in the order of their groups.
 * @throws {WaymarkError} if a group has no name, or a name is missing or unknown
 */
export function inOrder(
  where: string,
  { written }: UrlPattern,
  { groups }: UrlForm,
  params: UrlParams,
): readonly UrlParam[] {
  if (Array.isArray(params)) return params;
  const given = Object.keys(params);
  const own = groups.filter(({ name }) => name !== null && Object.hasOwn(params, name));
  if (own.length < groups.length || given.length > own.length) {
    const names = groups.map(({ name }) => name ?? '(unnamed)');
    const problem = `${quote(written)} needs {${names}}, got {${shorten(String(given.sort()))}}`;
    throw badUrl(where, problem, 'give an array, or each param by name');
  }
  // The cast: it is not an array, and the name is its own.
  return own.map(({ name }) => (params as Readonly<Record<string, UrlParam>>)[String(name)]);
}

/**
 * Reads the value of each group from a call's params.
 * @throws {WaymarkError} if there are too few or too many, or one is neither a string nor a number
 */
export function readParams(
  where: string,
  { written, groupCount }: UrlPattern,
  { groups, parts }: UrlForm,
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
    throw refusedParam(where, position, param, group);
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
  parts: readonly FilledPart[],
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
export function refusedParam(
  where: string,
  position: number,
  param: unknown,
  { name, constraint }: GroupPart,
) {
  return badUrl(
    where,
    `param ${name ?? position + 1}, ${describe(param)}, doesn't match its group (${shorten(constraint)})`,
    'give a value that the group matches',
  );
}
