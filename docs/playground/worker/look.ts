/** Looks up requests in a table that is compiled once. */
import { createRouter, type SuppliedTable } from 'waymark';
import { cutQuery, normalisePath, subjectOf } from '../../../src/path/normalise.ts';
import { createMatcher } from '../../../src/pattern/matcher.ts';
import { parsePattern } from '../../../src/pattern/parse.ts';
import { inWords, stepsOf } from '../../../src/tools/inspect/explain.ts';
import type { Looked, Row } from '../answer.ts';
import type { Question } from '../question.ts';
import { buildUrl } from './url.ts';

/** The part of a question that a lookup needs. */
export type Looking = Pick<Question, 'method' | 'path' | 'name' | 'params'>;

/**
 * Compiles a table.
 *
 * @param table the table
 * @param rows its rows
 * @param autoRoute the option of `createRouter`
 * @returns a function that looks up a request
 */
export function createLookup(
  table: SuppliedTable,
  rows: readonly Row[],
  autoRoute: boolean,
): (question: Looking) => Looked {
  const router = createRouter(table, { autoRoute });
  const indexes = new Map(rows.map(({ route }, index) => [route, index]));
  const matches = rows.map(({ pattern }) => {
    const start = `/${literalStart(pattern)}`;
    let matcher: ReturnType<typeof createMatcher> | undefined;
    /** @param path the normalised path */
    return (path: string) => {
      // Skips compiling: a thousand patterns would take longer than a frame.
      if (!path.startsWith(start)) return false;
      matcher ??= createMatcher(parsePattern(pattern, pattern), pattern);
      return matcher.exec(subjectOf(path)) !== null;
    };
  });

  return (question) => {
    const { method, path } = question;
    const request = { method, path };
    const answer = router.resolve(method, path);
    const isBad = answer.status === 'bad-request';
    // The cast: any path that the router accepted can be normalised.
    const matched = isBad ? null : (normalisePath(cutQuery(path)) as string);
    const steps = isBad ? [] : stepsOf(path);
    const key = 'route' in answer ? answer.route : null;
    const winner = (key === null ? undefined : indexes.get(key)) ?? null;
    const tried = isBad ? 0 : winner === null ? rows.length : winner + 1;
    const after = rows.flatMap((row, index) => {
      const isFor = row.method === null || row.method === method;
      const isLate = index >= tried && isFor && matched !== null;
      return isLate && matches[index]?.(matched) ? [index] : [];
    });
    const nothing = { before: [], after: [], later: [] };
    const [summary = ''] = inWords({ request, path: matched, steps: [], answer, ...nothing }).split(
      '\n',
    );
    const url = buildUrl(table, rows, question);
    return {
      kind: 'looked',
      request,
      status: answer.status,
      summary,
      path: matched,
      steps,
      winner,
      tried,
      after,
      url,
    };
  };
}

/** Returns the literal text, without its slash, that starts every path a pattern matches. */
function literalStart(pattern: string): string {
  if (pattern.includes('|')) return '';
  return /^(?:[\w/-](?![?*+{]))*/.exec(pattern)?.[0] ?? '';
}
