/** The program that answers all questions about a table but lookups. */
import { createRouter, type SuppliedTable, WaymarkError } from 'waymark';
import { diff, explain, list, reach } from 'waymark-tools/inspect';
import { parsePattern } from '../../../src/pattern/parse.ts';
import { isLinear } from '../../../src/tools/inspect/automata/shape.ts';
import type { Answer, AnswerOf } from '../answer.ts';
import { CHANGES } from '../limits.ts';
import type { Entries, TableData, TableQuestion } from '../question.ts';
import { checkTable } from './findings.ts';
import { partsOf } from './parts.ts';
import { findPaths, sayAnswer } from './paths.ts';
import { serveTable } from './serve-table.ts';
import { tableOf } from './table.ts';

serveTable((data) => {
  const table = tableOf(data);
  return (question) => answer(question, data, table);
});

async function answer(
  question: TableQuestion,
  data: TableData,
  table: SuppliedTable,
): Promise<Answer> {
  const { autoRoute } = data;
  switch (question.kind) {
    case 'check':
      return checkTable(table, autoRoute);
    case 'explain': {
      const { method, path } = question;
      const reasons = explain(table, method, path, { autoRoute }).before;
      return { kind: 'explained', request: { method, path }, reasons };
    }
    case 'reach':
      return findWays(table, question.action, autoRoute);
    case 'pattern':
      return explainRow(plainTable(data), question.row);
    case 'compare':
      return compare(plainTable(question.before), plainTable(data), autoRoute);
    case 'time':
      return measure(plainTable(data), autoRoute, question.method, question.path);
    case 'slow': {
      // The engine matches back references, with no time limit.
      const rows = list(plainTable(data)).filter(({ pattern }) => !isLinear(sourceOf(pattern)));
      return { kind: 'slow', rows: rows.map(({ route }) => route) };
    }
    default:
      throw new TypeError(`there is no ${question.kind} here`);
  }
}

/** A table of destinations alone: without handlers, which would differ in each table. */
function plainTable({ rows, settings }: Entries): SuppliedTable {
  return tableOf({ settings, rows: rows.map((row) => ({ ...row, handled: false })) });
}

function sourceOf(pattern: string): string {
  return parsePattern(pattern.replace(/^\//, ''), 'the pattern').source;
}

function findWays(table: SuppliedTable, action: string, autoRoute: boolean): AnswerOf<'reached'> {
  try {
    const { ways, unproved } = reach(table, action, { autoRoute });
    const doubts = unproved.map(({ route, reason }) =>
      route === null ? reason : `${route}: ${reason}`,
    );
    return { kind: 'reached', action, ways, unproved: doubts };
  } catch (error) {
    // A half-typed action such as 'users/' is invalid.
    if (!(error instanceof WaymarkError)) throw error;
    return { kind: 'reached', action, ways: [], unproved: [error.message] };
  }
}

function explainRow(table: SuppliedTable, key: string): AnswerOf<'pattern'> {
  const row = list({ [key]: table[key] ?? '' })[0];
  if (row === undefined) throw new TypeError(`${key} is not a row`);
  const { method, pattern } = row;
  return { kind: 'pattern', parts: partsOf(pattern), ...findPaths(table, key, method, pattern) };
}

function compare(
  before: SuppliedTable,
  after: SuppliedTable,
  autoRoute: boolean,
): AnswerOf<'compared'> {
  const { alike, changes, undecided } = diff(before, after, { autoRoute });
  const shown = changes.slice(0, CHANGES);
  const doubts = undecided.slice(0, CHANGES);
  return {
    kind: 'compared',
    alike,
    changes: shown.map((change) => ({
      ...change.request,
      before: sayAnswer(change.before),
      after: sayAnswer(change.after),
    })),
    undecided: doubts.map(
      (each) => `'${each.before ?? ''}' and '${each.after ?? ''}': ${each.reason}`,
    ),
    more: changes.length - shown.length + undecided.length - doubts.length,
  };
}

/** The number of rounds in which a lookup is timed, unless it is slow. */
const ROUNDS = 25;

/** The shortest round, in milliseconds: a sandbox's clock has steps of 0.1. */
const ROUND = 4;

/** The lookup time that counts as slow, in milliseconds. A slow lookup is measured once. */
const SLOW = 20;

/** Returns the median of the rounds. */
function measure(
  table: SuppliedTable,
  autoRoute: boolean,
  method: string,
  path: string,
): AnswerOf<'timed'> {
  const router = createRouter(table, { autoRoute });
  const run = (lookups: number) => {
    const start = performance.now();
    for (let turn = 0; turn < lookups; turn += 1) router.resolve(method, path);
    return performance.now() - start;
  };
  const first = run(1);
  if (first > SLOW) return { kind: 'timed', nanoseconds: first * 1e6, lookups: 1 };
  let lookups = 1;
  // These rounds also give the engine time to optimise the router.
  while (run(lookups) < ROUND && lookups < 1e7) lookups *= 2;
  const rounds = Array.from({ length: ROUNDS }, () => run(lookups) / lookups).sort((a, b) => a - b);
  const median = rounds[Math.floor(ROUNDS / 2)] ?? 0;
  return { kind: 'timed', nanoseconds: median * 1e6, lookups: lookups * ROUNDS };
}
