/** Converts a table to data, and back. */
import type { SuppliedTable } from 'waymark';
import { parseKey } from '../../../src/table/key.ts';
import { plainRow } from '../../../src/table/row.ts';
import { isReserved } from '../../../src/table/settings.ts';
import { readTable, writeTable } from '../../../src/table/table.ts';
import type { Row, Table } from '../answer.ts';
import type { TableData } from '../ask-table.ts';
import type { Spots } from './spots.ts';
import { countGroups } from './url.ts';

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
      groups: countGroups(pattern),
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
export function tableOf({ rows, settings }: TableData): SuppliedTable {
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
