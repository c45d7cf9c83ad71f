/**
 * Builds URLs from params and the parts of a pattern: fixed text, groups, optional parts.
 *
 * The URL is then matched like a request, and refused unless its pattern matches it with the same
 * params. Other routes are not checked: an earlier route of the table may still answer the URL.
 */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe, quote, shorten } from '../errors/show.ts';
import { BadPath, decodeKept, encodeKept, normalisePath, subjectOf } from '../path/normalise.ts';
import type { PatternMatcher } from '../pattern/machine.ts';
import type { UrlParams, UrlQuery } from '../table/params.ts';
import type { RouteUrlOptions } from '../table/request-context.ts';
import type { SuppliedTable } from '../table/table.ts';

/** A group that a param fills in. */
export interface UrlGroup {
  /** From 1. */
  readonly number: number;
  readonly name: string | null;
  /** The text between its parentheses. */
  readonly constraint: string;
}

/** An encoded text, a group, or a list of parts that a URL may leave out together. */
export type UrlPart = string | UrlGroup | readonly UrlPart[];

/** A pattern, ready for URLs: plain data, except its matcher. A compiled table has another form of it. */
export interface UrlPattern<Matcher = PatternMatcher> {
  /** As shown in errors. */
  readonly written: string;
  /** The names of its groups, nested ones included: of a group without one, its position from 0. */
  readonly paramNames: readonly string[];
  readonly parts: readonly UrlPart[];
  /** Matches the whole pattern. */
  readonly matcher: Matcher;
}

/** The groups that have no other around them, those of optional parts included. */
export function groupsIn(parts: readonly UrlPart[]): UrlGroup[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    return isOptional(part) ? groupsIn(part) : [part];
  });
}

/** Whether a part is a list that a URL may leave out. */
export function isOptional(part: UrlPart): part is readonly UrlPart[] {
  return Array.isArray(part);
}

/** The error for a URL that can't be built. */
export function badUrl(where: string, problem: string, advice: string): WaymarkError {
  return new WaymarkError('bad-url', where, problem, advice);
}

/** The options of `Route.url`. */
export interface UrlOptions extends RouteUrlOptions {
  /** The prefix of the path: an origin, a folder, or both. */
  readonly base?: string | undefined;
  /**
   * The table to look the name up in, if one process has several applications. By default, the
   * table collected last is searched, then everything defined.
   */
  readonly routes?: SuppliedTable | undefined;
}

export type UrlBuilder = (where: string, params: UrlParams, options: UrlOptions) => string;

/**
 * Makes the builder of a pattern. It takes one value for each outermost group, in order, or one for
 * every group; or an object with the names of the outermost groups or of every group, as in the
 * `params` of `resolve`.
 * An optional part of the pattern is left out if the params for it are missing or empty. It throws if
 * a param is missing, surplus or refused by its group.
 * @param encode writes the segments of a group's value; a value that may not span segments is one
 */
export function createBuilder(
  pattern: UrlPattern,
  encode: (segments: readonly string[]) => string,
): UrlBuilder {
  const groups = groupsIn(pattern.parts);
  return (where, params, { query, base }) => {
    const given = Array.isArray(params)
      ? readList(where, pattern, groups, params)
      : readNamed(where, pattern, groups, params);
    const parts = fillParts(where, keptParts(pattern.parts, given), given);
    const slashed = parts.filter((part) => typeof part !== 'string' && mayKeepSlashes(part, parts));
    /** @param way has a bit for each of `slashed`: whether its slashes are encoded */
    const write = (way: number) => {
      const path = parts.map((part) => {
        if (typeof part === 'string') return part;
        const { value } = part;
        const place = slashed.indexOf(part);
        const isKept = place >= 0 && (way & (1 << place)) === 0;
        return value === '' ? '' : encode(isKept ? value.split('/') : [value]);
      });
      return `/${path.join('')}`;
    };
    for (let way = 0; ; way++) {
      const url = write(way);
      if (arrives(pattern, url, given))
        return trimBase(where, base) + url + writeQuery(where, query);
      if (way + 1 < 2 ** Math.min(slashed.length, MOST_VARIED)) continue;
      throw notArriving(where, pattern, url, parts, given);
    }
  };
}

/** The params of a call by the numbers of their groups, in order. */
type GivenParams = ReadonlyMap<number, unknown>;

/** The parts of the URL: an optional one only if a param for it is not empty. */
function keptParts(parts: readonly UrlPart[], given: GivenParams): (string | UrlGroup)[] {
  return parts.flatMap((part) => {
    if (!isOptional(part)) return [part];
    // A match has `''` for a group without text.
    const isGiven = ({ number }: UrlGroup) => (given.get(number) ?? '') !== '';
    return groupsIn(part).some(isGiven) ? keptParts(part, given) : [];
  });
}

function writeQuery(where: string, query: UrlQuery | undefined): string {
  if (query === undefined) return '';
  try {
    const search = new URLSearchParams(pairsOf(query)).toString();
    return search === '' ? '' : `?${search}`;
  } catch {
    // Malformed pairs, or a symbol.
    throw badArgument(where, 'query', 'a value that URLSearchParams accepts', query);
  }
}

/** A query for `URLSearchParams`, which would join the values of an array with commas. */
function pairsOf(query: NonNullable<UrlQuery>): ConstructorParameters<typeof URLSearchParams>[0] {
  const isByName = typeof query === 'object' && !(Symbol.iterator in query);
  if (!isByName || !Object.values(query).some(Array.isArray)) {
    // The cast: URLSearchParams writes numbers and booleans as text.
    return query as Exclude<typeof query, Readonly<Record<string, unknown>>>;
  }
  return Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, one]),
  );
}

function trimBase(where: string, base: unknown): string {
  if (base === undefined) return '';
  if (typeof base !== 'string') throw badArgument(where, 'base', 'a string', base);
  let end = base.length;
  while (base[end - 1] === '/') end--;
  return base.slice(0, end);
}

/** A group of the URL with its param. */
interface FilledGroup {
  readonly group: UrlGroup;
  readonly value: string;
}

/**
 * Reads params in order. Those at the end may be missing if they are optional.
 * @throws {WaymarkError} if there are too few or too many
 */
function readList(
  where: string,
  { written, paramNames, parts }: UrlPattern,
  groups: readonly UrlGroup[],
  list: readonly unknown[],
): GivenParams {
  const isOutermost = list.length <= groups.length;
  const given = new Map(
    Array.from(list, (value, position) => {
      return [isOutermost ? groups[position].number : position + 1, value];
    }),
  );
  const kept = keptParts(parts, given);
  const needed = isOutermost
    ? groups.findLastIndex((group) => kept.includes(group)) + 1
    : groups.length;
  if (list.length >= needed && (isOutermost || list.length === paramNames.length)) return given;
  const missing = groups[list.length];
  const problem = `${quote(written)} needs ${needed} ${needed === 1 ? 'param' : 'params'}, got ${list.length}`;
  let advice = `leave out param ${needed + 1}, which is ${describe(list[needed])}`;
  if (missing !== undefined) {
    const instead = kept.includes(missing) ? '' : ", or '' to leave it out";
    advice = `give param ${list.length + 1}, for the group (${shorten(missing.constraint)})${instead}`;
  }
  throw badUrl(where, problem, advice);
}

/**
 * Reads params by name. Those of optional parts may be missing.
 * @throws {WaymarkError} if a name is missing or unknown
 */
function readNamed(
  where: string,
  { written, paramNames, parts }: UrlPattern,
  groups: readonly UrlGroup[],
  params: object,
): GivenParams {
  const own = new Map<string, unknown>(Object.entries(params));
  const given = new Map(
    paramNames.flatMap((name, position) => {
      return own.has(name) ? [[position + 1, own.get(name)] as const] : [];
    }),
  );
  const isKnown = given.size === own.size;
  // The error for an unknown name lists all names.
  const needed = isKnown ? groupsIn(keptParts(parts, given)) : groups;
  if (isKnown && needed.every(({ number }) => given.has(number))) return given;
  const got = shorten(String([...own.keys()].sort()));
  const names = needed.map(({ number }) => paramNames[number - 1]);
  const problem = `${quote(written)} needs {${names}}, got {${got}}`;
  throw badUrl(where, problem, 'give an array, or each param by name');
}

/**
 * Fills in the groups of a URL.
 * @throws {WaymarkError} if a param is neither a string nor a number
 */
function fillParts(
  where: string,
  parts: readonly (string | UrlGroup)[],
  given: GivenParams,
): (string | FilledGroup)[] {
  return parts.map((part) => {
    if (typeof part === 'string') return part;
    const param = given.get(part.number);
    const value = Number.isFinite(param) ? String(param) : param;
    if (typeof value === 'string' && value.isWellFormed()) return { group: part, value };
    throw refusedParam(where, given, part);
  });
}

/** Of more values with slashes, the rest keep theirs: each doubles the number of paths to try. */
const MOST_VARIED = 4;

/** Whether a value has slashes, and normalisation would remove none of its segments. */
function mayKeepSlashes(own: FilledGroup, parts: readonly (string | FilledGroup)[]): boolean {
  if (!own.value.includes('/')) return false;
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    // NUL, which no path contains, marks the start and the end of the value.
    return part === own ? `\0${own.value}\0` : part.value;
  });
  const [before, value, after] = texts.join('').split('\0');
  const segments = before.split('/').pop() + value + after.split('/')[0];
  return !/(?:^|\/)\.{0,2}(?:\/|$)/.test(segments);
}

/** The error for a param that doesn't fit its group. */
function refusedParam(
  where: string,
  given: GivenParams,
  { number, name, constraint }: UrlGroup,
): WaymarkError {
  const shown = `${name ?? [...given.keys()].indexOf(number) + 1}, ${describe(given.get(number))}`;
  return badUrl(
    where,
    `param ${shown}, doesn't match its group (${shorten(constraint)})`,
    'give a value that the group matches',
  );
}

/** Whether a URL's path matches its own pattern, and the match gives back the same params. */
function arrives({ matcher }: UrlPattern, path: string, given: GivenParams): boolean {
  const normal = normalisePath(path);
  const match = normal instanceof BadPath ? null : matcher.exec(subjectOf(normal));
  if (match === null) return false;
  return [...given].every(([number, value]) => {
    return decodeKept(match[number] ?? '') === String(value ?? '');
  });
}

/** The engine tests longer values only if that takes linear time: each character may double it. */
const FEW_CHARACTERS = 8;

/** The error for a URL that doesn't arrive. It names the first param that doesn't fit its group. */
function notArriving(
  where: string,
  { written, matcher }: UrlPattern,
  path: string,
  parts: readonly (string | FilledGroup)[],
  given: GivenParams,
): WaymarkError {
  for (const part of parts) {
    if (typeof part === 'string') continue;
    // A pattern that is left to the engine takes linear time there, and so do its groups.
    const isQuick = matcher instanceof RegExp || part.value.length <= FEW_CHARACTERS;
    if (isQuick && !fitsAlone(part)) return refusedParam(where, given, part.group);
  }
  const shown = Array.from(given.values(), (value, at) => `param ${at + 1} is ${describe(value)}`);
  if (shown.length > 3) shown.splice(3, shown.length, '…');
  const problem = `${quote(path)} would not match this route with the same params (${shown.join(', ')})`;
  const advice = `give values that ${quote(written)} matches unambiguously`;
  return badUrl(where, problem, advice);
}

/** Whether a value fits its group, ignoring the rest of the pattern. Its slashes may be kept or encoded. */
function fitsAlone({ group, value }: FilledGroup): boolean {
  const encoded = encodeKept(value);
  if (normalisePath(encodeURIComponent(value)) !== `/${encoded}`) return false;
  return matchesAlone(group, encoded) || matchesAlone(group, encoded.replaceAll('%2F', '/'));
}

function matchesAlone({ constraint }: UrlGroup, text: string): boolean {
  try {
    return new RegExp(`^(?:${constraint})$`, 's').test(text);
  } catch {
    // It refers to a named group elsewhere in the pattern.
    return false;
  }
}
