/** Looks up requests in a table that is compiled once. */
import { createRouter, Route, type SuppliedTable } from 'waymark';
import { cutQuery, normalisePath, subjectOf } from '../../../src/path/normalise.ts';
import { createMatcher } from '../../../src/pattern/matcher.ts';
import { parsePattern } from '../../../src/pattern/parse.ts';
import { inWords, stepsOf } from '../../../src/tools/inspect/explain.ts';
import { serves } from '../../../src/tools/inspect/inspection.ts';
import type { Looked, Row } from '../answer.ts';
import type { Looking } from '../question.ts';
import { messageOf } from './fail.ts';

/** Compiles a table, and returns a function that looks up requests. */
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
    const answer = router.serve(method, path);
    const isBad = answer.status === 'bad-request';
    // The cast: any path that the router accepted can be normalised.
    const matched = isBad ? null : (normalisePath(cutQuery(path)) as string);
    const key = 'route' in answer ? answer.route : null;
    const winner = (key === null ? undefined : indexes.get(key)) ?? null;
    const tried = isBad ? 0 : winner === null ? rows.length : winner + 1;
    const after = rows.flatMap((row, index) => {
      const isLate = index >= tried && serves(row, method) && matched !== null;
      return isLate && matches[index]?.(matched) ? [index] : [];
    });
    const nothing = { steps: [], before: [], after: [], later: [] };
    const [summary = ''] = inWords({ request, path: matched, answer, ...nothing }).split('\n');
    return {
      kind: 'looked',
      request,
      status: answer.status,
      summary,
      path: matched,
      steps: isBad ? [] : [...stepsOf(path)],
      winner,
      tried,
      after,
      url: buildUrl(table, rows, question),
    };
  };
}

/** Builds the URL of the named route, or of the first if that has no name. */
function buildUrl(
  table: SuppliedTable,
  rows: readonly Row[],
  { name, params }: Looking,
): Looked['url'] {
  const named = rows.filter((row) => row.name !== null);
  const row = named.find((each) => each.name === name) ?? named[0];
  if (row === undefined) return null;
  const given = Array.from({ length: row.groups }, (_, index) => params[index] ?? '');
  const missing = given.indexOf('');
  if (missing >= 0) return { built: false, text: `Param ${missing + 1} is missing.` };
  try {
    return { built: true, text: Route.url(row.name ?? '', given, { routes: table }) };
  } catch (error) {
    return { built: false, text: messageOf(error) };
  }
}

/** Returns the literal text, without its slash, that starts every path a pattern matches. */
function literalStart(pattern: string): string {
  if (pattern.includes('|')) return '';
  return /^(?:[\w/-](?![?*+{]))*/.exec(pattern)?.[0] ?? '';
}
