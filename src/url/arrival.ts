import { describe, quote } from '../errors/show.ts';
import { decodeRest, encodeRest } from '../path/escapes.ts';
import { normalisePath, subjectOf } from '../path/normalise.ts';
import { BadPath } from '../path/reason.ts';
import type { PatternMatcher } from '../pattern/machine.ts';
import type { Pattern } from '../pattern/parse.ts';
import { badUrl } from './error.ts';
import { type FilledGroup, refusedParam, type UrlParam } from './params.ts';

/**
 * Sends a URL's path back through its pattern.
 * @throws {WaymarkError} if it doesn't give the params that went in
 */
export function checkArrival(
  where: string,
  pattern: Pattern,
  matcher: PatternMatcher,
  path: string,
  groups: readonly FilledGroup[],
  params: readonly UrlParam[],
): void {
  const normal = normalisePath(path);
  const match = normal instanceof BadPath ? null : matcher.exec(subjectOf(normal));
  if (match !== null) {
    const arrived = (number: number) => decodeRest(match[number] ?? '');
    const same =
      params.length === pattern.groupCount
        ? params.every((param, position) => arrived(position + 1) === String(param))
        : groups.every(({ group, value }) => arrived(group.number) === value);
    if (same) return;
  }
  const wrong = groups.find((one) => !fitsAlone(one));
  if (wrong !== undefined)
    throw refusedParam(where, wrong.position, params[wrong.position], wrong.group.constraint);
  const shown = params
    .slice(0, 3)
    .map((param, position) => `param ${position + 1} is ${describe(param)}`);
  if (params.length > shown.length) shown.push('…');
  const problem = `${quote(path)} would not come back as this route with these params (${shown.join(', ')})`;
  const advice = `give values that ${quote(pattern.written)} tells apart`;
  throw badUrl(where, problem, advice);
}

/** Whether a value could be in its group at all. */
function fitsAlone({ group, value, spread }: FilledGroup): boolean {
  const sent = normalisePath(encodeURIComponent(value));
  const expected = encodeRest(value);
  if (sent !== `/${expected}`) return false;
  return spread || group.alone?.test(expected) === true;
}
