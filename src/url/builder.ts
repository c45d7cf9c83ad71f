/**
 * Builds URLs from params and the parts of a pattern: fixed text, groups, optional ends.
 *
 * The URL is then matched like a request, and refused unless its pattern matches it with the same
 * params. Other routes are not checked: an earlier route of the table may still answer the URL.
 */
import { badArgument } from '../errors/argument.ts';
import { type Pointer, WaymarkError } from '../errors/error.ts';
import { describe, quote, shorten } from '../errors/show.ts';
import { BadPath, decodeRest, encodeRest, normalisePath, subjectOf } from '../path/normalise.ts';
import type { PatternMatcher } from '../pattern/machine.ts';
import type { UrlParam, UrlParams, UrlQuery } from '../table/route-names.ts';

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

/** The start of an optional end: the parts behind it may be left out. */
export interface OptionalPart {
  readonly kind: 'optional';
}

export type UrlPart = TextPart | GroupPart | OptionalPart;

/** A part of the URL for some params, which decide how much of an optional end it has. */
export type FilledPart = TextPart | GroupPart;

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

/** The parts of the URLs that have or lack an optional end. */
export interface UrlForm {
  readonly parts: readonly FilledPart[];
  readonly groups: readonly GroupPart[];
}

/** The forms of a pattern's URLs, the shortest first. */
export function formsOf(parts: readonly UrlPart[]): UrlForm[] {
  const ends = parts.flatMap(({ kind }, index) => (kind === 'optional' ? [index] : []));
  return [...ends, parts.length].map((end) => {
    const own = parts.slice(0, end).filter((part) => part.kind !== 'optional');
    return { parts: own, groups: own.filter((part) => part.kind === 'group') };
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
export function badUrl(
  where: string,
  problem: string,
  advice: string,
  pointer?: Pointer,
): WaymarkError {
  return new WaymarkError('bad-url', where, problem, advice, pointer);
}

/** The parts of a URL besides its path. */
export interface UrlOptions {
  /** Anything that `URLSearchParams` accepts; in a record, an array gives its name several values. */
  readonly query?: UrlQuery | undefined;
  /** The prefix of the path: an origin, a folder, or both. */
  readonly base?: string | undefined;
}

export type UrlBuilder = (where: string, params: UrlParams, options: UrlOptions) => string;

/**
 * Makes the builder of a pattern. It takes one value for each outermost group, in order, or one for
 * every group; or an object with the names of the outermost groups or of every group, as in the
 * `params` of `resolve`.
 * An optional end of the pattern is left out if the params for it are missing or empty. It throws if
 * a param is missing, surplus or refused by its group.
 * @param fill fills in and encodes the path
 */
export function createBuilder(
  pattern: UrlPattern,
  fill: (parts: readonly FilledPart[], filled: readonly FilledGroup[]) => string,
): UrlBuilder {
  const forms = formsOf(pattern.parts);
  const whole = forms[forms.length - 1];
  return (where, params, options) => {
    const count = countOf(pattern, params, whole);
    const form = forms.find(({ groups }) => groups.length >= count) ?? whole;
    const given = inOrder(where, pattern, form, whole, params);
    const list = form === whole ? given : given.slice(0, count);
    const filled = readParams(where, pattern, form, list);
    const path = `/${fill(form.parts, filled)}`;
    checkArrival(where, pattern, path, filled, list);
    return readBase(where, options.base) + path + readQuery(where, options.query);
  };
}

/** Counts the params up to the last that is not empty: a match has `''` for a group without text. */
function countOf(pattern: UrlPattern, params: UrlParams, { groups }: UrlForm): number {
  if (Array.isArray(params)) return params.findLastIndex((param) => param !== '') + 1;
  const given = new Map<string, UrlParam>(Object.entries(params));
  // The error for an unknown name lists all names.
  if ([...given.keys()].some((name) => !pattern.names.includes(name))) return groups.length;
  return groups.findLastIndex((group) => (given.get(nameOf(group)) ?? '') !== '') + 1;
}

/** The name of a group's param. */
export function nameOf({ name, number }: GroupPart): string {
  return name ?? String(number - 1);
}

function readQuery(where: string, query: UrlOptions['query']): string {
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

export interface FilledGroup {
  readonly group: GroupPart;
  readonly value: string;
  /** The index of its param. */
  readonly position: number;
  /** Whether the value's slashes stay unencoded in the path. */
  spread: boolean;
}

/**
 * Puts params that are given by name in the order of a form's groups.
 * @throws {WaymarkError} if a name is missing or unknown
 */
function inOrder(
  where: string,
  { written, names: all }: UrlPattern,
  form: UrlForm,
  whole: UrlForm,
  params: UrlParams,
): readonly UrlParam[] {
  if (Array.isArray(params)) return params;
  // Their params are empty.
  const leftOut = whole.groups.slice(form.groups.length).map(nameOf);
  const given = Object.keys(params).filter((name) => !leftOut.includes(name));
  const isOwn = (name: string) => Object.hasOwn(params, name);
  const needed = form.groups.map(nameOf);
  if (!needed.every(isOwn) || !given.every((name) => all.includes(name))) {
    const problem = `${quote(written)} needs {${needed}}, got {${shorten(String(given.sort()))}}`;
    throw badUrl(where, problem, 'give an array, or each param by name');
  }
  const names = form === whole && all.every(isOwn) ? all : needed;
  // The cast: it is not an array, and the name is its own.
  return names.map((name) => (params as Readonly<Record<string, UrlParam>>)[name]);
}

/**
 * Reads the value of each group from a call's params.
 * @throws {WaymarkError} if there are too few or too many, or one is neither a string nor a number
 */
function readParams(
  where: string,
  { written, names }: UrlPattern,
  { groups, parts }: UrlForm,
  params: readonly UrlParam[],
): FilledGroup[] {
  const outermost = params.length === groups.length;
  if (!outermost && params.length !== names.length) {
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
function refusedParam(
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

/**
 * Checks that a URL's path matches its own pattern.
 * @throws {WaymarkError} unless the match gives back the same params
 */
function checkArrival(
  where: string,
  { written, names, matcher }: UrlPattern,
  path: string,
  groups: readonly FilledGroup[],
  params: readonly UrlParam[],
): void {
  const normal = normalisePath(path);
  const match = normal instanceof BadPath ? null : matcher.exec(subjectOf(normal));
  if (match !== null) {
    const arrived = (number: number) => decodeRest(match[number] ?? '');
    const same =
      params.length === names.length
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
