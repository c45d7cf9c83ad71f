/** Finds paths that a pattern matches or nearly matches. */
import { createRouter, type Resolution, type Router, type SuppliedTable } from 'waymark';
import { explain } from 'waymark-tools/inspect';
import { parsePattern } from '../../../src/pattern/parse.ts';
import { samplePaths } from '../../../src/tools/inspect/automata/shape.ts';
import { spell } from '../../../src/tools/inspect/inspection.ts';
import type { AnswerOf } from '../answer.ts';
import { PATHS } from '../limits.ts';

/** The length limit for a path that is shown. */
const LONGEST = 200;

/** Finds paths for a row. The router confirms each of them. */
export function findPaths(
  table: SuppliedTable,
  key: string,
  method: string | null,
  pattern: string,
): Pick<AnswerOf<'pattern'>, 'matches' | 'near'> {
  const alone: SuppliedTable = { [key]: table[key] ?? '' };
  const [own, all] = [createRouter(alone), createRouter(table)];
  const asked = method ?? 'GET';
  const paths = pathsOf(own, asked, pattern);
  const matches = differentFirst(paths)
    .slice(0, PATHS)
    .map((path) => {
      const answer = all.resolve(asked, path);
      const isOwn = 'route' in answer && answer.route === key;
      const destination = isOwn && answer.status === 'found' ? answer.destination : null;
      return { method: asked, path, answer: destination ?? sayAnswer(answer), isOwn };
    });
  const tried = [...new Set(alter(paths[0] ?? '/'))].flatMap((path) => {
    if (answers(own, asked, path)) return [];
    const { before, answer } = explain(alone, asked, path);
    if (answer.status === 'bad-request') return [];
    return [{ method: asked, path, why: before.find(({ route }) => route === key)?.reason }];
  });
  // Paths with a reason are nearer.
  const near = firstIf(tried, ({ why }) => why !== undefined)
    .slice(0, PATHS)
    .map(({ why = 'the path does not match', ...each }) => ({ ...each, why }));
  if (method === null || paths[0] === undefined) return { matches, near };
  const wrong = method === 'POST' ? 'GET' : 'POST';
  const line = { method: wrong, path: paths[0], why: `it is only for ${method}` };
  return { matches, near: [...near.slice(0, PATHS - 1), line] };
}

/**
 * Returns some paths that a pattern matches.
 *
 * @param own a router with its row alone
 */
export function pathsOf(own: Router, method: string, pattern: string): string[] {
  const { source } = parsePattern(pattern.replace(/^\//, ''), 'the pattern');
  const samples = samplePaths(source).flatMap(vary).map(spell);
  return [...new Set(samples)].filter(
    (path) => path.length < LONGEST && answers(own, method, path),
  );
}

function answers(own: Router, method: string, path: string): boolean {
  const { status } = own.resolve(method, path);
  return status === 'found' || status === 'blocked';
}

/** Puts one path of each kind first; paths of a kind differ only in their numbers. */
function differentFirst(paths: readonly string[]): string[] {
  const kinds = new Map(paths.toReversed().map((path) => [path.replace(/\d+/g, '0'), path]));
  const first = new Set(kinds.values());
  return firstIf(paths, (path) => first.has(path));
}

function firstIf<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): Item[] {
  return [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))];
}

/** Returns a path and variants of it, with shorter or longer numbers and words. */
function vary(path: string): string[] {
  return [
    path,
    // The last part may be optional.
    path.split('/').slice(0, -1).join('/'),
    path.split('/').slice(0, -2).join('/'),
    path.replace(/\d+/g, '2026'),
    path.replace(/\d+/g, '305'),
    path.replace(/abc/g, 'about-us'),
    path.replace(/abc/g, 'é'),
  ];
}

/** Returns paths that differ slightly, the most telling first. */
function alter(path: string): string[] {
  const segments = path.slice(1).split('/');
  const other = (segment: string) =>
    /^\d+$/.test(segment) ? 'abc' : /\d/.test(segment) ? '-' : '12';
  const each = (change: (segment: string) => string) =>
    segments.map((segment, at) => `/${segments.with(at, change(segment)).join('/')}`);
  return [
    ...each(other).reverse(),
    `${path}/more`,
    segments.length > 1 ? `/${segments.slice(0, -1).join('/')}` : `${path}s`,
    ...each(flip),
    `${path}s`,
    ...each((segment) => segment.slice(0, -1)).slice(-1),
    `${path}.html`,
    `/x${path}`,
    '/',
  ].map((altered) => altered.replace(/\/{2,}/g, '/'));
}

/** Switches the case of the first letter. */
function flip(segment: string): string {
  return segment.replace(/^./u, (first) => {
    const upper = first.toUpperCase();
    return first === upper ? first.toLowerCase() : upper;
  });
}

/**
 * Describes an answer in a few words.
 *
 * @example
 * sayAnswer({ status: 'blocked', route: 'users/login' }); // "blocked by 'users/login'"
 */
export function sayAnswer(answer: Resolution): string {
  switch (answer.status) {
    case 'found': {
      const by = answer.route === null ? 'its own segments' : `'${answer.route}'`;
      return `${answer.destination ?? 'a function'}, by ${by}`;
    }
    case 'blocked':
      return `blocked by '${answer.route}'`;
    case 'method-not-allowed':
      return `405, only ${answer.allow.join(', ')} allowed`;
    case 'not-found':
      return answer.destination === undefined ? '404' : `404, answered by ${answer.destination}`;
    case 'bad-request':
      return `400, ${answer.reason}`;
  }
}
