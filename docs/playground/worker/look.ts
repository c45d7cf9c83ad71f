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
    const start = `/${literalStart(pattern)}`;
    let matcher: ReturnType<typeof createMatcher> | undefined;
    /** @param path in normal form */
    return (path: string) => {
      // Compiling a thousand patterns takes longer than a frame.
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

/** The text that every path starts with that a pattern matches, without the slash. */
function literalStart(pattern: string): string {
  if (pattern.includes('|')) return '';
  return /^(?:[\w/-](?![?*+{]))*/.exec(pattern)?.[0] ?? '';
}
