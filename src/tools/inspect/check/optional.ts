/** Finds optional segments whose slash is not optional. */
import type { AST } from '@eslint-community/regexpp';
import { formatKey, quote, withPlaceholders } from 'waymark/internal';
import { samplePaths } from '../automata/sample.ts';
import { parseSource } from '../automata/shape.ts';
import { type Inspection, type Row, spell } from '../inspection.ts';
import type { Finding } from './finding.ts';

/**
 * Finds patterns with an optional segment after a slash that is not optional. `blog/(:num)?`
 * doesn't match `/blog`, and normal paths don't end with a slash, so `/blog/` doesn't occur. A
 * pattern is not reported if another row answers the short path.
 *
 * @param inspection the table
 * @returns a finding for each such segment, with the pattern to write
 */
export function findOptionalSegments(inspection: Inspection): Finding[] {
  return inspection.rows.flatMap((row) => {
    const { alternatives } = parseSource(row.source);
    return alternatives.flatMap(({ elements }) =>
      elements.flatMap((element, at) =>
        isOptionalSegment(elements, at) ? report(inspection, row, element) : [],
      ),
    );
  });
}

/** Whether an element is optional and a whole segment, other than the first. */
function isOptionalSegment(elements: readonly AST.Element[], at: number): boolean {
  const element = elements[at];
  if (element.type !== 'Quantifier' || element.min > 0 || element.max !== 1) return false;
  const isSlash = (place: number) => /^\\?\/$/.test(elements[place]?.raw);
  return isSlash(at - 1) && (at + 1 === elements.length || isSlash(at + 1));
}

function report(inspection: Inspection, row: Row, { start, end, raw }: AST.Element): Finding[] {
  const { key, method, source } = row;
  // The slash may be escaped.
  const before = source.slice(0, start).replace(/\\?\/$/, '');
  const path = samplePaths(before + source.slice(end)).at(0) as string; // the cast: it is not empty
  const request = { method: method ?? 'GET', path: spell(path) };
  const winner = inspection.winnerOf(inspection.resolve(request));
  if (winner !== null && !winner.shape.open) return [];
  const written = withPlaceholders(`${before}(?:/${raw.slice(0, -1)})?${source.slice(end)}`);
  const optional = quote(withPlaceholders(raw));
  const message = `${quote(key)} does not match ${request.path}, since the slash before ${optional} is not optional; write ${quote(formatKey(method, written))}.`;
  return [{ level: 'warning', kind: 'optional-segment', rows: [key], message }];
}
