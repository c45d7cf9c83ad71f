/** Looks requests up in a table, which is compiled once. */
import { createRouter, type SuppliedTable } from 'waymark';
import { inWords, stepsOf } from '../../../src/inspect/explain.ts';
import { cutQuery, normalisePath, subjectOf } from '../../../src/path/normalise.ts';
import { createMatcher } from '../../../src/pattern/matcher.ts';
import { parsePattern } from '../../../src/pattern/parse.ts';
import type { Looked, Row } from '../answer.ts';
import type { Question } from '../question.ts';
import { buildUrl } from './url.ts';

/** What a lookup needs of a question. */
export type Looking = Pick<Question, 'method' | 'path' | 'name' | 'params'>;

/**
 * Compiles a table.
 *
 * @param table the table
 * @param rows its rows
 * @param autoRoute as `createRouter` takes it
 * @returns looks up a request
 */
export function createLookup(
  table: SuppliedTable,
  rows: readonly Row[],
  autoRoute: boolean,
): (question: Looking) => Looked {
  const router = createRouter(table, { autoRoute });
  const indexes = new Map(rows.map(({ route }, index) => [route, index]));
  const matches = rows.map(({ pattern }) => {
    let matcher: ReturnType<typeof createMatcher> | undefined;
    return (path: string) => {
      matcher ??= createMatcher(parsePattern(pattern, pattern), pattern);
      return matcher.exec(path) !== null;
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
      return isLate && matches[index]?.(subjectOf(matched)) ? [index] : [];
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
