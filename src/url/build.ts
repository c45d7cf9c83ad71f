/**
 * Builds the URLs of a pattern: the way from params back to a path.
 *
 * The pattern's pieces become path-to-regexp's token data, and its `compile` fills and encodes
 * them. What comes out is then matched as a request would be, so that no URL is ever returned that
 * its own pattern would not match, or would match with other params. It knows only that pattern:
 * another route that comes earlier in the table may take the URL all the same.
 */
import { compile, type Token } from 'path-to-regexp';
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe, type Place, quote, shorten } from '../errors/show.ts';
import { normalisePath, subjectOf } from '../path/normalise.ts';
import { BadPath } from '../path/reason.ts';
import { decodeRest, encodeRest } from '../path/rest.ts';
import { writtenIndex } from '../pattern/expand.ts';
import type { PatternMatcher } from '../pattern/linear.ts';
import { createMatcher } from '../pattern/matcher.ts';
import { type Pattern, parsePattern } from '../pattern/parse.ts';
import type { Sequence } from '../pattern/terms.ts';

/** A value for a group of the pattern; a number is written in decimal. */
export type UrlParam = string | number;

/** What a URL may carry beside its path. */
export interface UrlOptions {
  /** Anything that `URLSearchParams` takes. */
  readonly query?: ConstructorParameters<typeof URLSearchParams>[0];
  /** What comes before the path: an origin, a folder, or both. */
  readonly base?: string | undefined;
}

/** Fixed text of the pattern. */
interface TextPart {
  readonly kind: 'text';
  readonly value: string;
}

/** A group to fill. */
interface GroupPart {
  readonly kind: 'group';
  /** What stands between its parentheses. */
  readonly constraint: string;
  /** Its number in the pattern, from 1. */
  readonly number: number;
}

/** A group to fill, and its value. */
interface Filled extends GroupPart {
  readonly value: string;
  /** Which of the params the value is, from 0. */
  readonly position: number;
}

/** Makes the URLs of one pattern. */
export type UrlBuilder = (
  where: string,
  params: readonly UrlParam[],
  options: UrlOptions,
) => string;

/**
 * Makes the function that builds the URLs of a pattern. The pattern is read and compiled here, once.
 *
 * @param written the pattern
 * @param where the call, for errors
 * @returns a function of the call, for errors; a value for each group, in order (groups inside
 *   groups need none of their own, but the full list that `resolve` gives as `params` is taken
 *   too); and {@link UrlOptions}. It throws where a param is missing, surplus or refused by its
 *   group
 * @throws {WaymarkError} where the pattern can't be turned round
 *
 * @example
 * createUrlBuilder('users/(:num)', '')('', [7], { query: { tab: 'posts' } }); // '/users/7?tab=posts'
 */
export function createUrlBuilder(written: string, where: string): UrlBuilder {
  const pattern = parsePattern(written, where);
  const parts = readParts(where, pattern);
  const expression = createMatcher(pattern, where);
  return (where, params, options) => {
    const groups = readParams(where, parts, pattern, params);
    const path = fill(parts, groups);
    checkArrival(where, pattern, expression, path, groups, params);
    const search = readQuery(where, options.query);
    return `${readBase(where, options.base)}${path}${search === '' ? '' : `?${search}`}`;
  };
}

/** The parts of a URL for a pattern. */
function readParts(where: string, pattern: Pattern): (TextPart | GroupPart)[] {
  const refuse = (index: number, problem: string): never => {
    const place = { pattern: pattern.written, index: writtenIndex(pattern.written, index) };
    const advice = 'put what varies into a group that captures, and leave nothing optional outside';
    throw badUrl(where, problem, advice, place);
  };
  const walk = (sequence: Sequence): (TextPart | GroupPart)[] =>
    sequence.flatMap((node) => {
      switch (node.kind) {
        case 'text':
          if (!node.value.isWellFormed()) {
            refuse(node.index, 'a character is split between this text and what is next to it');
          }
          return [{ kind: 'text', value: node.value }];
        case 'group':
          if (node.number !== null) {
            return [{ kind: 'group', constraint: node.body, number: node.number }];
          }
          if (node.choices.length > 1) {
            refuse(node.index, 'alternatives stand outside a group that captures');
          }
          return walk(node.choices[0]);
        case 'assertion':
          if (node.groupCount > 0) {
            refuse(node.index, 'a look-around captures, which no URL can fill');
          }
          return [];
        default:
          return refuse(node.index, 'a part that varies stands outside a group that captures');
      }
    });
  if (pattern.choices.length > 1) refuse(0, 'the whole pattern is a choice of alternatives');
  return walk(pattern.choices[0]);
}

/** The groups with their values. */
function readParams(
  where: string,
  parts: readonly (TextPart | GroupPart)[],
  pattern: Pattern,
  params: readonly UrlParam[],
): Filled[] {
  const groups = parts.filter((part) => part.kind === 'group');
  const outermost = params.length === groups.length;
  if (!outermost && params.length !== pattern.groupCount) {
    const missing = groups[params.length];
    const problem = `${quote(pattern.written)} takes ${groups.length} params, and ${params.length} are given`;
    const advice =
      missing === undefined
        ? `leave out param ${groups.length + 1}, which is ${describe(params[groups.length])}`
        : `give param ${params.length + 1}, for the group (${shorten(missing.constraint)})`;
    throw badUrl(where, problem, advice);
  }
  return groups.map((group, nth) => {
    const position = outermost ? nth : group.number - 1;
    const param: unknown = params[position];
    const value = Number.isFinite(param) ? String(param) : param;
    if (typeof value === 'string' && value.isWellFormed()) return { ...group, value, position };
    throw refusedParam(where, position, param, group.constraint);
  });
}

/** The path, encoded. */
function fill(parts: readonly (TextPart | GroupPart)[], groups: readonly Filled[]): string {
  const values = new Map(groups.map(({ number, value }) => [number, value]));
  const data: Record<string, string | string[]> = {};
  const tokens = parts.map((part): Token => {
    if (part.kind === 'text') return { type: 'text', value: encodeText(part.value) };
    const name = String(part.number);
    const value = values.get(part.number);
    // path-to-regexp takes no empty value, and an empty group adds nothing to the path.
    if (!value) return { type: 'text', value: '' };
    const spread = keepsSlashes(part.constraint, value);
    data[name] = spread ? value.split('/') : value;
    return { type: spread ? 'wildcard' : 'param', name };
  });
  return `/${compile<typeof data>({ tokens })(data)}`;
}

/**
 * Whether a value's slashes go into the path as slashes: its group spans segments, and none of the
 * value's own is one that normalisation takes away.
 */
function keepsSlashes(constraint: string, value: string): boolean {
  const lasts = (segment: string) => segment !== '' && segment !== '.' && segment !== '..';
  return value.split('/').every(lasts) && matchesAlone(constraint, value.replaceAll('%', '%25'));
}

/** Whether a group, taken out of its pattern, matches. */
function matchesAlone(constraint: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${constraint})$`, 's').test(text);
  } catch {
    // A reference to a name that stands elsewhere in the pattern.
    return false;
  }
}

/** Fixed text of a pattern; `%2F` and `%25` are written there as a normal path has them. */
function encodeText(text: string): string {
  return encodeURI(text)
    .replace(/[?#]/g, encodeURIComponent)
    .replace(/%25(2F|25)/g, '%$1');
}

/** Sends the path back through the pattern: it must give the params that went in. */
function checkArrival(
  where: string,
  pattern: Pattern,
  expression: PatternMatcher,
  path: string,
  groups: readonly Filled[],
  params: readonly UrlParam[],
): void {
  const normal = normalisePath(path);
  const match = normal instanceof BadPath ? null : expression.exec(subjectOf(normal));
  if (match !== null) {
    const arrived = match.slice(1).map((capture) => decodeRest(capture ?? ''));
    const same =
      params.length === pattern.groupCount
        ? params.every((param, position) => arrived[position] === String(param))
        : groups.every(({ number, value }) => arrived[number - 1] === value);
    if (same) return;
  }
  const wrong = groups.find(({ constraint, value }) => !fitsAlone(constraint, value));
  if (wrong !== undefined)
    throw refusedParam(where, wrong.position, params[wrong.position], wrong.constraint);
  const shown = params
    .slice(0, 3)
    .map((param, position) => `param ${position + 1} is ${describe(param)}`);
  if (params.length > shown.length) shown.push('…');
  const problem = `${quote(path)} would not come back as this route with these params (${shown.join(', ')})`;
  const advice = `give values that ${quote(pattern.written)} tells apart`;
  throw badUrl(where, problem, advice);
}

/** Whether a value could stand in its group at all. */
function fitsAlone(constraint: string, value: string): boolean {
  const sent = normalisePath(encodeURIComponent(value));
  const expected = encodeRest(value);
  if (sent !== `/${expected}`) return false;
  return matchesAlone(constraint, expected) || keepsSlashes(constraint, value);
}

function refusedParam(where: string, position: number, param: unknown, constraint: string) {
  return badUrl(
    where,
    `param ${position + 1}, ${describe(param)}, is not what its constraint (${shorten(constraint)}) and a path can hold`,
    'give a value that the group matches',
  );
}

function readQuery(where: string, query: UrlOptions['query']): string {
  try {
    return new URLSearchParams(query).toString();
  } catch {
    // Pairs that are not pairs, or a symbol.
    throw badArgument(where, 'query', 'what URLSearchParams takes', query);
  }
}

function readBase(where: string, base: unknown): string {
  if (base === undefined) return '';
  if (typeof base !== 'string') throw badArgument(where, 'base', 'a string', base);
  let end = base.length;
  while (base[end - 1] === '/') end--;
  return base.slice(0, end);
}

/** A URL can't be built. */
export function badUrl(
  where: string,
  problem: string,
  advice: string,
  place?: Place,
): WaymarkError {
  return new WaymarkError('bad-url', where, problem, advice, place);
}
