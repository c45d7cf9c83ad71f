/** Lists the route files of modules, and reads the exports of a route file. */

import { isRecord } from '../errors/argument.ts';
import { isCallable } from '../errors/kind.ts';
import { byRoot, type Files, type IndexedFile, indexSources, ROOTS } from '../hmvc/files.ts';
import { isReserved, withoutSlash } from '../table/row.ts';
import type { SuppliedTable } from '../table/table.ts';

const ROUTE_FILE = /^modules\/([^/]+)\/config\/routes$/s;

/** The route files with their modules, sorted by root and name, however they are listed. */
export function routeFiles(
  files: Files,
  roots: readonly string[] | null | undefined,
): [string, IndexedFile][] {
  const found = Array.from(indexSources(files, roots ?? ROOTS)).flatMap(([name, file]) => {
    const module = ROUTE_FILE.exec(name)?.[1];
    return module === undefined ? [] : [[module, file] as [string, IndexedFile]]; // the cast: a pair, not a list
  });
  return byRoot(
    found.sort(([one], [other]) => (one < other ? -1 : 1)),
    ([, { root }]) => root,
  );
}

/**
 * Finds the routes that a module exports: the first table or function among its exports `default`
 * and `routes`, or else a table named `table`, or else any `default` or `routes`. The exports of a
 * CommonJS module are members of its `default`.
 */
export function exportOf(module: unknown): unknown {
  const own = membersOf(module);
  const inner = membersOf(own.default);
  const given = [own.default, own.routes, inner.default, inner.routes];
  return (
    given.find((value) => isTable(value) || isDefining(value)) ??
    [own, inner].map(({ table }) => table).find(isTable) ??
    own.default ??
    own.routes
  );
}

/**
 * Collects the routes that a route file's function defines.
 * @param collect calls the function and returns what it defines
 * @returns the result of `collect`, and the table that the function returned by mistake, if any
 */
export function collectBy<Made>(
  file: () => unknown,
  collect: (file: () => void) => Made,
): { readonly made: Made; readonly unread: SuppliedTable | null } {
  let returned: unknown;
  const call = () => {
    returned = file();
    return returned;
  };
  const made = collect(isCallable(file) ? call : file);
  return { made, unread: isTable(returned) && hasRows(returned) ? returned : null };
}

/** Whether a table has a row; its settings don't count. */
export function hasRows(table: SuppliedTable): boolean {
  return Object.keys(table).some((key) => !isReserved(withoutSlash(key)));
}

/** Whether a value may be a function that defines routes: one without parameters. */
export function isDefining(value: unknown): value is () => unknown {
  return typeof value === 'function' && value.length === 0;
}

export function isTable(value: unknown): value is SuppliedTable {
  return (
    isRecord(value) &&
    Object.values(value).every((to) => typeof to === 'string' || typeof to === 'boolean')
  );
}

/** The members of a value, if it has any. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  // The cast opens a value of unknown form; the caller checks what is read from it.
  return (value ?? {}) as Readonly<Record<string, unknown>>;
}
