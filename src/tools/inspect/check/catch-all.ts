/** Finds rows that match every path and come before other rows. */
import { quote } from 'waymark/internal';
import { attempt, proved, without } from '../automata/translate.ts';
import type { Inspection, Row } from '../inspection.ts';
import type { Finding } from './finding.ts';

/** Finds rows that match every path but are not the last for their methods. */
export function findCatchAlls(inspection: Inspection): Finding[] {
  return inspection.rows.flatMap((row): Finding[] => {
    if (!isCatchAll(inspection, row)) return [];
    const behind = inspection.rows.find(
      ({ index, method, pattern }) =>
        index > row.index &&
        pattern !== '' &&
        (row.method === null || method === null || method === row.method),
    );
    if (behind === undefined) return [];
    const answers = row.method === null ? 'nothing' : `no ${row.method} request`;
    const message = `${quote(row.key)} matches every path, and leaves ${answers} for later rows, such as ${quote(behind.key)}.`;
    const rows = [row.key, behind.key];
    return [{ level: 'warning', kind: 'catch-all', rows, message }];
  });
}

/** Paths that differ enough: a row that matches all of them probably matches every path. */
const PATHS = ['a', '1', 'a/b/c/d', 'é.x'] as const;

/** Whether a row matches every path except the empty one. */
export function isCatchAll(inspection: Inspection, row: Row): boolean {
  const { segments, open, rest } = row.shape;
  if (!open || segments.length > 0 || !PATHS.every((path) => row.matches(path))) return false;
  if (rest !== null) return true;
  const others = () => without(inspection.languages.normal, proved(inspection.languageOf(row)));
  return attempt(() => others().isEmpty) === true;
}
