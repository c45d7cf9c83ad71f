/**
 * Builds URLs from params and the parts of a pattern: fixed text, groups, optional parts.
 *
 * The URL is then matched like a request, and refused unless its pattern matches it with the same
 * params. Other routes are not checked: an earlier route of the table may still answer the URL.
 */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe, quote, shorten } from '../errors/show.ts';
import { BadPath, decodeRest, encodeRest, normalisePath, subjectOf } from '../path/normalise.ts';
import type { PatternMatcher } from '../pattern/machine.ts';
import type { UrlParams, UrlQuery } from '../table/params.ts';

export interface TextPart {
  readonly kind: 'text';
  /** Percent-encoded. */
  readonly encoded: string;
}

export interface GroupPart {
  readonly kind: 'group';
  /** The text between its parentheses. */
  readonly constraint: string;
  /** Matches the group on its own; `null` if its constraint refers to another group. */
  readonly alone: RegExp | null;
  /** From 1. */
  readonly number: number;
  readonly name: string | null;
}

/** Parts that a URL may leave out together. */
export interface OptionalPart {
  readonly kind: 'optional';
  readonly parts: readonly UrlPart[];
}

export type UrlPart = TextPart | GroupPart | OptionalPart;

/** A part of the URL for some params, which decide the optional parts that it has. */
type FilledPart = TextPart | GroupPart;

/** A pattern, ready for URLs. */
export interface UrlPattern {
  /** As shown in errors. */
  readonly written: string;
  /** The names of its groups, nested ones included: of a group without one, its position from 0. */
  readonly names: readonly string[];
  readonly parts: readonly UrlPart[];
  /** Matches the whole pattern. */
  readonly matcher: PatternMatcher;
}

/** The groups that have no other around them, those of optional parts included. */
export function groupsIn(parts: readonly UrlPart[]): GroupPart[] {
  return parts.flatMap((part) => {
    if (part.kind === 'optional') return groupsIn(part.parts);
    return part.kind === 'group' ? [part] : [];
  });
}

/** @param constraint the text between its parentheses */
export function createGroup(constraint: string, number: number, name: string | null): GroupPart {
  let alone: RegExp | null = null;
  try {
    alone = new RegExp(`^(?:${constraint})$`, 's');
  } catch {
    // It refers to a named group elsewhere in the pattern.
  }
  return { kind: 'group', constraint, number, name, alone };
}

/** The error for a URL that can't be built. */
export function badUrl(where: string, problem: string, advice: string): WaymarkError {
  return new WaymarkError('bad-url', where, problem, advice);
}

/** The parts of a URL besides its path. */
export interface PathOptions {
  /** Anything that `URLSearchParams` accepts; in a record, an array gives its name several values. */
  readonly query?: UrlQuery | undefined;
  /** The prefix of the path: an origin, a folder, or both. */
  readonly base?: string | undefined;
}

export type UrlBuilder = (where: string, params: UrlParams, options: PathOptions) => string;

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
  return (where, params, options) => {
    const given = Array.isArray(params)
      ? readList(where, pattern, groups, params)
      : readNamed(where, pattern, groups, params);
    const parts = keptParts(pattern.parts, given);
    const filled = fillGroups(where, parts, given);
    const path = `/${fill(parts, filled, encode)}`;
    checkArrival(where, pattern, path, filled, given);
    return readBase(where, options.base) + path + readQuery(where, options.query);
  };
}

function fill(
  parts: readonly FilledPart[],
  filled: readonly FilledGroup[],
  encode: (segments: readonly string[]) => string,
): string {
  let nth = 0;
  const texts = parts.map((part) => {
    if (part.kind === 'text') return part.encoded;
    const { value, spread } = filled[nth++];
    return value === '' ? '' : encode(spread ? value.split('/') : [value]);
  });
  return texts.join('');
}

/** The parts of the URL: an optional one only if a param for it is not empty. */
function keptParts(parts: readonly UrlPart[], given: GivenParams): FilledPart[] {
  return parts.flatMap((part) => {
    if (part.kind !== 'optional') return [part];
    // A match has `''` for a group without text.
    const isGiven = ({ number }: GroupPart) => (given.get(number)?.value ?? '') !== '';
    return groupsIn(part.parts).some(isGiven) ? keptParts(part.parts, given) : [];
  });
}

/** The name of a group's param. */
export function nameOf({ name, number }: GroupPart): string {
  return name ?? String(number - 1);
}

function readQuery(where: string, query: PathOptions['query']): string {
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
  const isRecord = typeof query === 'object' && !(Symbol.iterator in query);
  if (!isRecord || !Object.values(query).some(Array.isArray)) {
    // The cast: URLSearchParams writes numbers and booleans as text.
    return query as Exclude<typeof query, Readonly<Record<string, unknown>>>;
  }
  return Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, one]),
  );
}

function readBase(where: string, base: unknown): string {
  if (base === undefined) return '';
  if (typeof base !== 'string') throw badArgument(where, 'base', 'a string', base);
  let end = base.length;
  while (base[end - 1] === '/') end--;
  return base.slice(0, end);
}

/** A param of a call, as given. */
interface GivenParam {
  readonly value: unknown;
  /** Its place in the call, from 0. */
  readonly position: number;
}

/** The params of a call, by the numbers of their groups and in order. */
type GivenParams = ReadonlyMap<number, GivenParam>;

interface FilledGroup {
  readonly group: GroupPart;
  readonly param: GivenParam;
  readonly value: string;
  /** Whether the value's slashes stay unencoded in the path. */
  spread: boolean;
}

/**
 * Reads params in order. Those at the end may be missing if they are optional.
 * @throws {WaymarkError} if there are too few or too many
 */
function readList(
  where: string,
  { written, names, parts }: UrlPattern,
  groups: readonly GroupPart[],
  list: readonly unknown[],
): GivenParams {
  const isOutermost = list.length <= groups.length;
  const given = new Map(
    Array.from(list, (value, position) => {
      return [isOutermost ? groups[position].number : position + 1, { value, position }];
    }),
  );
  const kept = keptParts(parts, given);
  const needed = isOutermost
    ? groups.findLastIndex((group) => kept.includes(group)) + 1
    : groups.length;
  if (list.length >= needed && (isOutermost || list.length === names.length)) return given;
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
  { written, names, parts }: UrlPattern,
  groups: readonly GroupPart[],
  params: object,
): GivenParams {
  const own = new Map<string, unknown>(Object.entries(params));
  const given = new Map(
    names.flatMap((name, position) => {
      return own.has(name) ? [[position + 1, { value: own.get(name), position }] as const] : [];
    }),
  );
  const isKnown = given.size === own.size;
  // The error for an unknown name lists all names.
  const needed = isKnown ? groupsIn(keptParts(parts, given)) : groups;
  if (isKnown && needed.every(({ number }) => given.has(number))) return given;
  const got = shorten(String([...own.keys()].sort()));
  const problem = `${quote(written)} needs {${needed.map(nameOf)}}, got {${got}}`;
  throw badUrl(where, problem, 'give an array, or each param by name');
}

/**
 * Fills in the groups of a URL.
 * @throws {WaymarkError} if a param is neither a string nor a number
 */
function fillGroups(
  where: string,
  parts: readonly FilledPart[],
  given: GivenParams,
): FilledGroup[] {
  const filled = groupsIn(parts).map((group): FilledGroup => {
    const param = given.get(group.number) as GivenParam; // the cast: the params were counted
    const value = Number.isFinite(param.value) ? String(param.value) : param.value;
    if (typeof value === 'string' && value.isWellFormed())
      return { group, param, value, spread: false };
    throw refusedParam(where, param, group);
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
function refusedParam(
  where: string,
  { value, position }: GivenParam,
  { name, constraint }: GroupPart,
) {
  return badUrl(
    where,
    `param ${name ?? position + 1}, ${describe(value)}, doesn't match its group (${shorten(constraint)})`,
    'give a value that the group matches',
  );
}

/**
 * Checks that a URL's path matches its own pattern.
 * @throws {WaymarkError} unless the match gives back the same params
 */
function checkArrival(
  where: string,
  { written, matcher }: UrlPattern,
  path: string,
  groups: readonly FilledGroup[],
  given: GivenParams,
): void {
  const normal = normalisePath(path);
  const match = normal instanceof BadPath ? null : matcher.exec(subjectOf(normal));
  if (match !== null) {
    const same = [...given].every(([number, { value }]) => {
      return decodeRest(match[number] ?? '') === String(value ?? '');
    });
    if (same) return;
  }
  const wrong = groups.find((one) => !fitsAlone(one));
  if (wrong !== undefined) throw refusedParam(where, wrong.param, wrong.group);
  const shown = [...given.values()]
    .slice(0, 3)
    .map(({ value, position }) => `param ${position + 1} is ${describe(value)}`);
  if (given.size > shown.length) shown.push('…');
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
