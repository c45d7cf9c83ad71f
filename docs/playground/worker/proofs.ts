/** The program that checks a table, explains near matches and finds an action's requests. */
import { type SuppliedTable, WaymarkError } from 'waymark';
import { check, explain, list, reach } from 'waymark-tools/inspect';
import type { Checked, Reached } from '../answer.ts';
import { tableOf } from './rows.ts';
import { serveTable } from './serve-table.ts';

serveTable((data) => {
  const table = tableOf(data);
  const { autoRoute } = data;
  return (question) => {
    switch (question.kind) {
      case 'check':
        return checkTable(table, autoRoute);
      case 'explain': {
        const { method, path } = question;
        const reasons = explain(table, method, path, { autoRoute }).before;
        return { kind: 'explained', request: { method, path }, reasons: [...reasons] };
      }
      case 'reach':
        return findWays(table, question.action, autoRoute);
      default:
        throw new TypeError(`there is no ${question.kind} here`);
    }
  };
});

async function checkTable(table: SuppliedTable, autoRoute: boolean): Promise<Checked> {
  const findings = await check(table, { autoRoute });
  return {
    kind: 'checked',
    findings: findings.map(({ level, rows, message, witness = null }) => ({
      level,
      rows: [...rows],
      message,
      witness,
    })),
    examples: list(table, { autoRoute }).map(({ example }) => example),
  };
}

function findWays(table: SuppliedTable, action: string, autoRoute: boolean): Reached {
  try {
    const { ways, unproved } = reach(table, action, { autoRoute });
    return {
      kind: 'reached',
      action,
      ways: ways.map(({ method, path, route }) => ({ method, path, route })),
      unproved: unproved.map(({ route, reason }) =>
        route === null ? reason : `${route}: ${reason}`,
      ),
    };
  } catch (error) {
    // A half-typed action such as 'users/' is invalid.
    if (!(error instanceof WaymarkError)) throw error;
    return { kind: 'reached', action, ways: [], unproved: [error.message] };
  }
}
