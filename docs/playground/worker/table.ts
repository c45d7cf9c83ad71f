/** Converts a table to data and back. */
import type { SuppliedTable } from 'waymark';
import { isReserved, parseKey, plainRow } from '../../../src/table/row.ts';
import { readTable, writeTable } from '../../../src/table/table.ts';
import type { Row, Table } from '../answer.ts';
import type { Entries } from '../question.ts';
import type { Spots } from './spots.ts';

/** The keys that are not rows, in CodeIgniter's order. */
const SETTINGS = ['default_controller', '404_override', 'translate_uri_dashes'];

const WHERE = 'the playground';

/** Returns the rows of a table, and their places. */
export function rowsOf(table: SuppliedTable, spots: Spots): Row[] {
  return readTable(table, WHERE)
    .rows.filter(({ pattern }) => !isReserved(pattern))
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
    ...settings.map(({ key, value }) => ({ ...row(key, value), isFilledIn: false })),
    ...rows.map(({ route, destination, name, handled }) => ({
      ...row(route, destination),
      name: name ?? undefined,
      handler: handled ? () => '' : undefined,
    })),
  ];
  return writeTable({ rows: all, names: new Map(), mistakes: [] });
}
