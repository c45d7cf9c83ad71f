/** Explains the answer to a request, and why rows that nearly match do not give it. */
import type { Resolution, SuppliedTable } from 'waymark';
import {
  cutQuery,
  decodePath,
  fromCaller,
  NOT_FOUND_OVERRIDE,
  normalisePath,
  quote,
  readRedirect,
  servedMethod,
  subjectOf,
  visible,
  withPlaceholders,
  withShortNames,
} from 'waymark/internal';
import { counted, sayParams } from '../shared/words.ts';
import type { Language } from './automata/languages.ts';
import { tester } from './automata/overlaps.ts';
import type { Segment } from './automata/shape.ts';
import { attempt, both, proved, type Unproved } from './automata/translate.ts';
import {
  answers,
  Inspection,
  type InspectOptions,
  type RequestLine,
  type Row,
  serves,
  spell,
} from './inspection.ts';
import { escapeText } from './prove/preimage.ts';
import { sayKey } from './say-key.ts';

/** A row that nearly answered. */
export interface Near {
  /** The table key. */
  readonly route: string;
  /** The reason why it did not answer, in one clause. */
  readonly reason: string;
}

/** The explanation of an answer. */
export interface Explanation {
  readonly request: RequestLine;
  /** The normal path that was matched, with a leading slash; `null` for a bad request. */
  readonly path: string | null;
  /** The steps that normalised the path, in order; empty if it was already normal. */
  readonly steps: readonly string[];
  /** The answer of `router.serve`. */
  readonly answer: Resolution;
  /**
   * Rows before the answering row that nearly matched. If none answered, all rows that nearly
   * matched.
   */
  readonly before: readonly Near[];
  /** The keys of later rows that would have answered. */
  readonly after: readonly string[];
  /** Rows that nearly matched after the row that answered. */
  readonly later: readonly Near[];
}

/**
 * Explains the answer to a request.
 * @param table see `createRouter`
 * @param method the request's method, in upper case
 * @param path the request's target
 * @param options `autoRoute`, as for `createRouter`
 * @throws {WaymarkError} if `createRouter` would
 * @example
 * explain({ 'a/(:num)': 'x', 'a/b': 'y', 'a/(:any)': 'z' }, 'GET', '/a/b').before;
 * // [{ route: 'a/(:num)', reason: "segment 2, 'b', is not (:num)" }]
 */
export function explain(
  table: SuppliedTable,
  method: string,
  path: string,
  options: InspectOptions = {},
): Explanation {
  return fromCaller(explain, () => {
    const inspection = new Inspection(table, options);
    const request = { method, path };
    const answer = inspection.serve(request);
    const winner = inspection.winnerOf(answer);
    if (answer.status === 'bad-request') {
      return { request, path: null, steps: [], answer, before: [], after: [], later: [] };
    }
    // The cast: any path that the router accepted can be normalised.
    const matched = normalisePath(cutQuery(path)) as string;
    const normal = subjectOf(matched);
    const end = winner?.index ?? inspection.rows.length;
    const whyNot = whyNotFor(inspection, method, servedMethod(method, winner?.key ?? null), normal);
    const near = (rows: readonly Row[]) =>
      rows.flatMap((row) => {
        const reason = whyNot(row);
        return reason === null ? [] : [{ route: row.key, reason }];
      });
    const behind = inspection.rows.slice(end + 1);
    const takes = (row: Row) => serves(row, method) && row.matches(normal);
    const before = near(inspection.rows.slice(0, end));
    const after = behind.filter(takes).map(({ key }) => key);
    const later = near(behind.filter((row) => !takes(row)));
    const steps = stepsOf(path);
    return { request, path: matched, steps, answer, before, after, later };
  });
}

/**
 * Writes an explanation as several lines of text.
 * @example
 * console.log(inWords(explain(table, 'GET', '/photos/new')));
 */
export function inWords(explanation: Explanation): string {
  const { request, path, steps, answer, before, after, later } = explanation;
  const lines = [`${request.method} ${request.path}: ${sayAnswer(answer)}`];
  if (steps.length > 0) lines.push(`  matched as ${path}: ${steps.join(', ')}`);
  const method = 'route' in answer ? servedMethod(request.method, answer.route) : request.method;
  if (method !== request.method) lines.push(`  answered as ${method}`);
  const add = (title: string, rows: readonly string[]) => {
    if (rows.length > 0) lines.push(`  ${title}:`, ...rows.map((row) => `    ${row}`));
  };
  const say = ({ route, reason }: Near) => `${withShortNames(route)}: ${reason}`;
  add('these did not match', before.map(say));
  add('these come later, and would have matched', after.map(withShortNames));
  add('these come later, and would not have matched', later.map(say));
  return lines.map(visible).join('\n');
}

function sayAnswer(answer: Resolution): string {
  switch (answer.status) {
    case 'found': {
      const { destination, params, route } = answer;
      const by = route === null ? 'by its own segments (autoRoute)' : `by ${sayKey(route)}`;
      const said = sayParams(params, quote);
      const taken = said === '' ? '' : `, with params ${said}`;
      if (destination === null)
        return `answered by the handler of ${sayKey(String(route))}${taken}`;
      const redirect = readRedirect(destination);
      if (redirect === null) return `goes to ${quote(destination)} ${by}${taken}`;
      const { status, origin, path, slash, query } = redirect;
      const to = `${quote(origin + path + slash)}${query && ' and the query of the request'}`;
      return `redirected to ${to} with ${status} ${by}${taken}`;
    }
    case 'blocked':
      return `blocked by ${sayKey(answer.route)}`;
    case 'method-not-allowed':
      return `only ${answer.allow.join(', ')} allowed`;
    case 'not-found':
      return answer.destination === undefined
        ? 'nothing matches'
        : `nothing matches, and ${NOT_FOUND_OVERRIDE} is ${quote(answer.destination)}`;
    case 'bad-request':
      return `bad request: ${answer.reason}`;
  }
}

export function stepsOf(target: string): string[] {
  const path = cutQuery(target);
  const steps: string[] = [];
  if (path !== target) steps.push(`${quote(target.slice(path.length))} is cut off`);
  if (decodePath(path) !== path) steps.push('percent-encoded characters are decoded');
  const segments = path.replace(/^\//, '').replace(/%2e/gi, '.').split('/');
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    steps.push('dot segments are resolved');
  }
  if (segments.length > 1 && segments.includes('')) steps.push('empty segments are dropped');
  return steps;
}

/** Longer paths are not tried, since the work grows with the square of the length. */
const LONGEST = 200;

/** Makes the function that says why a row that nearly matches a request doesn't answer it. */
function whyNotFor(inspection: Inspection, method: string, served: string, path: string) {
  const parts = path.split('/');
  let known: Language | Unproved | undefined;

  /** The paths with a segment added at the end, the last one removed, or any one replaced. */
  const similar = (): Language | Unproved => {
    const fixed = parts.map(escapeText);
    const others = fixed.map((_, place) => fixed.with(place, '[^/]+').join('/'));
    const longer = [...fixed, '[^/]+'].join('/');
    const shorter = fixed.slice(0, -1).join('/');
    // Replacing the only segment of a path would leave nothing similar.
    const sources = fixed.length === 1 ? [longer] : [longer, shorter, ...others];
    known ??= inspection.languages.of(sources.join('|'));
    return known;
  };

  /** Names a similar path that an open row matches, since its rest is not split into segments. */
  const whyNotSimilar = (row: Row): string | null => {
    if (path.length > LONGEST) return null;
    const found = attempt(() => {
      const own = proved(inspection.languageOf(row));
      return inspection.languages.witness(both(own, proved(similar())));
    });
    return typeof found === 'string' ? `it would match ${quote(spell(found))}` : null;
  };

  /** `null` for a row that answers or is not near. */
  return (row: Row): string | null => {
    if (row.matches(path)) {
      // An earlier row that matches and answers is skipped only for the empty path.
      return answers(row, served)
        ? 'the default controller comes first for the empty path'
        : `it is only for ${row.method}`;
    }
    if (path === '' || !serves(row, method)) return null;
    const { segments, open } = row.shape;
    const wrong = segments.flatMap((segment, place) => {
      const part = parts[place];
      return part === undefined || tester(segment)(part) ? [] : [{ place, segment, part }];
    });
    if (wrong.length > 1) return null;
    const [one] = wrong;
    const rest = parts.slice(segments.length);
    const surplus = parts.length - segments.length;
    if (one !== undefined) {
      if (one.place === 0 && !resembles(one.segment, one.part)) return null;
      if (open) return whyNotSimilar(row);
      if (surplus !== 0) return null;
      return `segment ${one.place + 1}, ${quote(one.part)}, is not ${written(one.segment)}`;
    }
    if (open && (segments.length === 0 || rest.length === 0)) return whyNotSimilar(row);
    if (open) return `the rest, ${quote(rest.join('/'))}, does not match`;
    return segments.length > 0 && Math.abs(surplus) === 1
      ? `it has ${counted(segments.length, 'segment')} and the path has ${parts.length}`
      : null;
  };
}

/** Whether a path's first segment was probably meant to be the pattern's. */
function resembles({ text }: Segment, part: string): boolean {
  if (text === null) return true;
  const [one, other] = [text.toLowerCase(), part.toLowerCase()];
  return one.startsWith(other) || other.startsWith(one);
}

function written({ text, source }: Segment): string {
  return text === null ? withPlaceholders(source) : quote(text);
}
