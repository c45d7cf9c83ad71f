/** Checks a table, and finds a request for each finding. */
import { createRouter, type SuppliedTable } from 'waymark';
import { check, list } from 'waymark-tools/inspect';
import { readTable } from '../../../src/table/table.ts';
import { FINDING_KINDS } from '../../../src/tools/inspect/check/kinds.ts';
import type { AnswerOf, Finding } from '../answer.ts';
import { pathsOf } from './paths.ts';

/** The most findings that get a request of their own. */
const SHOWN = 50;

/** Returns the findings, and a request that reaches each row. */
export async function checkTable(
  table: SuppliedTable,
  autoRoute: boolean,
): Promise<AnswerOf<'checked'>> {
  const found = await check(table, { autoRoute });
  const findings: Finding[] = found.map((each) => ({
    ...each,
    help: FINDING_KINDS.get(each.kind)?.help ?? '',
  }));
  const examples = list(table, { autoRoute }).map(({ example }) => example);
  const rows = new Map(readTable(table, 'the playground').rows.map((row) => [row.key, row]));
  /** A request that the row's pattern matches. If the finding is right, another row answers it. */
  const requestFor = (key = '') => {
    const row = rows.get(key);
    if (row === undefined) return undefined;
    const method = row.method ?? 'GET';
    const alone = createRouter({ [key]: table[key] ?? '' });
    const [path] = pathsOf(alone, method, row.pattern);
    return path === undefined ? undefined : { method, path };
  };
  const shown = findings.slice(0, SHOWN).map((finding) => {
    const witness = finding.witness ?? requestFor(finding.rows[0]);
    return witness === undefined ? finding : { ...finding, witness };
  });
  return { kind: 'checked', findings: [...shown, ...findings.slice(SHOWN)], examples };
}
