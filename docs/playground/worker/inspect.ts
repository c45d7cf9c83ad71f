/** Everything that the page shows of a table. */
import { type SuppliedTable, WaymarkError } from 'waymark';
import { check, explain, inWords, list, reach } from 'waymark/inspect';
import type { Imported, Table } from '../answer.ts';
import type { Question } from '../question.ts';
import type { Loaded } from './load.ts';
import { markRows } from './mark.ts';
import { buildUrl, countGroups } from './url.ts';

/** The keys that are not rows, as CodeIgniter lists them. */
const SETTINGS = ['default_controller', '404_override', 'translate_uri_dashes'];

/**
 * Looks at a table.
 *
 * @param loaded the table, and the places of its rows
 * @param question what is asked of it
 * @param imported the file that it was imported as
 */
export async function inspectTable(
  { table, spots }: Loaded,
  question: Question,
  imported: Imported | null,
): Promise<Table> {
  const { autoRoute, method, path, action } = question;
  const explanation = explain(table, method, path, { autoRoute });
  const listed = list(table, { autoRoute });
  const rows = markRows(listed, explanation).map(({ source, ...row }) => ({
    ...row,
    groups: countGroups(row.pattern),
    spot: spots.ofRow(row.route, row.pattern, source),
  }));
  const findings = await check(table, { autoRoute });
  return {
    kind: 'table',
    rows,
    settings: SETTINGS.flatMap((key) =>
      Object.hasOwn(table, key) ? [{ key, value: String(table[key]) }] : [],
    ),
    findings: findings.map(({ witness = null, ...finding }) => ({
      ...finding,
      rows: [...finding.rows],
      witness,
    })),
    result: {
      status: explanation.answer.status,
      summary: inWords(explanation).split('\n', 1)[0],
      path: explanation.path,
      steps: [...explanation.steps],
    },
    url: buildUrl(table, rows, question),
    reach: action === '' ? null : reachAction(table, action, autoRoute),
    imported,
  };
}

function reachAction(table: SuppliedTable, action: string, autoRoute: boolean): Table['reach'] {
  try {
    const { ways, unproved } = reach(table, action, { autoRoute });
    return {
      ways: ways.map(({ method, path, route }) => ({ method, path, route })),
      unproved: unproved.map(({ route, reason }) =>
        route === null ? reason : `${route}: ${reason}`,
      ),
    };
  } catch (error) {
    // An action that is being typed, such as 'users/', is none yet; the rest of the answer is right.
    if (!(error instanceof WaymarkError)) throw error;
    return { ways: [], unproved: [error.message] };
  }
}
