import { describe, quote } from '../errors/show.ts';
import { decodeRest, encodeRest } from '../path/escapes.ts';
import { normalisePath, subjectOf } from '../path/normalise.ts';
import { BadPath } from '../path/reason.ts';
import type { UrlParam } from '../table/route-names.ts';
import { badUrl } from './error.ts';
import { type FilledGroup, refusedParam } from './params.ts';
import type { UrlPattern } from './part.ts';

/**
 * Checks that a URL's path matches its own pattern.
 * @throws {WaymarkError} unless the match gives back the same params
 */
export function checkArrival(
  where: string,
  { written, groupCount, matcher }: UrlPattern,
  path: string,
  groups: readonly FilledGroup[],
  params: readonly UrlParam[],
): void {
  const normal = normalisePath(path);
  const match = normal instanceof BadPath ? null : matcher.exec(subjectOf(normal));
  if (match !== null) {
    const arrived = (number: number) => decodeRest(match[number] ?? '');
    const same =
      params.length === groupCount
        ? params.every((param, position) => arrived(position + 1) === String(param))
        : groups.every(({ group, value }) => arrived(group.number) === value);
    if (same) return;
  }
  const wrong = groups.find((one) => !fitsAlone(one));
  if (wrong !== undefined)
    throw refusedParam(where, wrong.position, params[wrong.position], wrong.group);
  const shown = params
    .slice(0, 3)
    .map((param, position) => `param ${position + 1} is ${describe(param)}`);
  if (params.length > shown.length) shown.push('…');
  const problem = `${quote(path)} would not match this route with the same params (${shown.join(', ')})`;
  const advice = `give values that ${quote(written)} matches unambiguously`;
  throw badUrl(where, problem, advice);
}

/** Whether a value fits its group, ignoring the rest of the pattern. */
function fitsAlone({ group, value, spread }: FilledGroup): boolean {
  const sent = normalisePath(encodeURIComponent(value));
  const expected = encodeRest(value);
  if (sent !== `/${expected}`) return false;
  return spread || group.alone?.test(expected) === true;
}
