/** Converts a table to data and back, and answers questions about it. */
import type { SuppliedTable } from 'waymark';
import { isReserved, parseKey } from '../../../src/table/key.ts';
import { plainRow } from '../../../src/table/row.ts';
import { readTable, writeTable } from '../../../src/table/table.ts';
import type { Answer, Row, Table } from '../answer.ts';
import type { Entries, TableAsk, TableData, TableQuestion } from '../question.ts';
import { failureOf } from './fail.ts';
import type { Spots } from './spots.ts';

/** The keys that are not rows, in CodeIgniter's order. */
const SETTINGS = ['default_controller', '404_override', 'translate_uri_dashes'];

const WHERE = 'the playground';

/**
 * Returns a table's rows.
 *
 * @param table a table that `createRouter` accepts
 * @param spots the places of its rows
 */
export function rowsOf(table: SuppliedTable, spots: Spots): Row[] {
  return readTable(table, WHERE)
    .filter(({ pattern }) => !isReserved(pattern))
    .map(({ key, method, pattern, to, name = null, handler, source = null }) => ({
      route: key,
      method,
      pattern,
      destination: to,
      name,
      handled: handler !== undefined,
      // The empty alternative always matches, and a placeholder counts as a group.
      groups: (new RegExp(`(?:${pattern})|`).exec('')?.length ?? 1) - 1,
      spot: spots.ofRow(key, pattern, source),
    }));
}

/** Returns a table's settings. */
export function settingsOf(table: SuppliedTable): Table['settings'] {
  return SETTINGS.flatMap((key) =>
    Object.hasOwn(table, key) ? [{ key, value: String(table[key]) }] : [],
  );
}

/** Builds a table from data. Its handlers do nothing, since they are never called. */
export function tableOf({ rows, settings }: Entries): SuppliedTable {
  const row = (key: string, to: string) => plainRow(key, parseKey(key, WHERE), to);
  const all = [
    ...settings.map(({ key, value }) => row(key, value)),
    ...rows.map(({ route, destination, name, handled }) => ({
      ...row(route, destination),
      name: name ?? undefined,
      handler: handled ? () => '' : undefined,
    })),
  ];
  return writeTable(all, new Map(), true);
}

/** Counts of the work so far, for tests. */
export interface Counts {
  compiled: number;
  answered: number;
}

/**
 * Answers the worker's questions. The table comes with the first question and is kept.
 *
 * @param compile prepares a table once, and returns a function that answers questions about it
 */
export function serveTable(
  compile: (data: TableData) => (question: TableQuestion) => Answer | Promise<Answer>,
): void {
  const counts: Counts = { compiled: 0, answered: 0 };
  Reflect.set(globalThis, 'counts', counts);
  let answer: ReturnType<typeof compile> = () => {
    throw new TypeError('the table is missing');
  };

  async function respond({ data, question }: TableAsk): Promise<Answer> {
    try {
      if (data !== undefined) {
        counts.compiled += 1;
        answer = compile(data);
      }
      counts.answered += 1;
      return await answer(question);
    } catch (error) {
      return failureOf(error);
    }
  }

  addEventListener('message', async ({ data }: MessageEvent<TableAsk>) => {
    postMessage(JSON.stringify(await respond(data)));
  });
}
