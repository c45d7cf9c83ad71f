/** Explains the answer to a request. */
import type { Resolution, SuppliedTable } from 'waymark';
import {
  cutQuery,
  decodePath,
  fromCaller,
  NOT_FOUND_OVERRIDE,
  normalisePath,
  quote,
  subjectOf,
  visible,
} from 'waymark/internal';
import {
  answers,
  Inspection,
  type InspectOptions,
  type RequestLine,
  type Row,
} from './inspection.ts';
import { NearRows } from './near.ts';

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
  /** The answer of `router.resolve`. */
  readonly answer: Resolution;
  /** A server's answer, if different. HEAD is served as GET, unless a row for HEAD only answers. */
  readonly served?: Resolution;
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
  return fromCaller(explain, explainRequest, table, method, path, options);
}

function explainRequest(
  table: SuppliedTable,
  method: string,
  path: string,
  options: InspectOptions,
): Explanation {
  const inspection = new Inspection(table, options);
  const request = { method, path };
  const answer = inspection.resolve(request);
  const serving = inspection.serve(request);
  const served = JSON.stringify(serving) === JSON.stringify(answer) ? {} : { served: serving };
  if (answer.status === 'bad-request') {
    return { request, path: null, steps: [], answer, before: [], after: [], later: [] };
  }
  // The cast: any path that the router accepted can be normalised.
  const matched = normalisePath(cutQuery(path)) as string;
  const normal = subjectOf(matched);
  const end = inspection.winnerOf(answer)?.index ?? inspection.rows.length;
  const nearRows = new NearRows(inspection, method, normal);
  const near = (rows: readonly Row[]) =>
    rows.flatMap((row) => {
      const reason = nearRows.whyNot(row);
      return reason === null ? [] : [{ route: row.key, reason }];
    });
  const behind = inspection.rows.slice(end + 1);
  const takes = (row: Row) => answers(row, method) && row.matches(normal);
  const before = near(inspection.rows.slice(0, end));
  const after = behind.filter(takes).map(({ key }) => key);
  const later = near(behind.filter((row) => !takes(row)));
  const steps = stepsOf(path);
  return { request, path: matched, steps, answer, ...served, before, after, later };
}

/**
 * Writes an explanation as several lines of text.
 * @example
 * console.log(inWords(explain(table, 'GET', '/photos/new')));
 */
export function inWords(explanation: Explanation): string {
  const { request, path, steps, answer, served, before, after, later } = explanation;
  const lines = [`${request.method} ${request.path}: ${sayAnswer(answer)}`];
  if (steps.length > 0) lines.push(`  matched as ${path}: ${steps.join(', ')}`);
  if (served !== undefined) lines.push(`  answered as GET: ${sayAnswer(served)}`);
  const add = (title: string, rows: readonly string[]) => {
    if (rows.length > 0) lines.push(`  ${title}:`, ...rows.map((row) => `    ${row}`));
  };
  const say = ({ route, reason }: Near) => `${route}: ${reason}`;
  add('these did not match', before.map(say));
  add('these come later, and would have matched', after);
  add('these come later, and would not have matched', later.map(say));
  return lines.map(visible).join('\n');
}

function sayAnswer(answer: Resolution): string {
  switch (answer.status) {
    case 'found': {
      const { destination, params, route } = answer;
      const by = route === null ? 'by its own segments (autoRoute)' : `by ${quote(route)}`;
      const taken = params.length === 0 ? '' : `, with params ${params.map(quote).join(', ')}`;
      if (destination === null) return `answered by the handler of ${quote(String(route))}${taken}`;
      return `goes to ${quote(destination)} ${by}${taken}`;
    }
    case 'blocked':
      return `blocked by ${quote(answer.route)}`;
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

/** Describes the steps that normalise a path. */
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
