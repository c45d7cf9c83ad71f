/** Tables, independent of their output format, and the texts of their cells. */

import { relative } from 'node:path';
import type { Meta, Resolution } from 'waymark';
import { withShortNames } from 'waymark/internal';
import type { Listed, Source } from '../../inspect.ts';
import { sayParams } from '../../shared/words.ts';
import type { Options, SortKey } from '../options.ts';
import { type Line, lineOf } from './text.ts';

export type Kind = 'code' | 'method' | 'text';

export interface Column<Row> {
  readonly title: string;
  readonly kind: Kind;
  readonly say: (row: Row) => string;
  /** Shown in empty cells of a column that is not empty; `''` by default. */
  readonly nothing?: string;
  /** Whether a narrow terminal may leave it out. */
  readonly optional?: boolean;
}

export interface Shown {
  readonly title: string;
  readonly kind: Kind;
  readonly cells: readonly Line[];
  readonly optional?: boolean;
}

export interface Table {
  readonly columns: readonly Shown[];
}

export function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Table {
  const shown = columns.flatMap(({ title, kind, say, nothing = '', optional = false }) => {
    const said = rows.map(say);
    if (said.every((text) => text === '')) return [];
    return [{ title, kind, optional, cells: said.map((text) => lineOf(text || nothing)) }];
  });
  return { columns: shown };
}

/** A table with a title; nothing if there are no rows. */
export function titled<Row>(title: string, rows: readonly Row[], columns: readonly Column<Row>[]) {
  return rows.length === 0 ? [] : [title, tableOf(rows, columns)];
}

export const BLOCKED = '(blocked)';

/** The text of a destination; a redirect's tabs would be shown as an escape. `null` for a handler. */
export function sayDestination(to: string | null): string {
  return to === null ? HANDLER : to.replaceAll('\t', ' ') || BLOCKED;
}

export const ANY = 'ANY';

export const HANDLER = '(handler)';

export function sayAnswer(answer: Resolution): string {
  switch (answer.status) {
    case 'found': {
      const params = sayParams(answer.params, (param) => `'${param}'`);
      const taken = params === '' ? '' : ` [${params}]`;
      const meta = answer.meta === undefined ? '' : ` {${sayMeta(answer.meta)}}`;
      const { destination, route } = answer;
      const by =
        destination === null
          ? `${HANDLER} ${withShortNames(String(route))}`
          : sayDestination(destination);
      return `${by}${taken}${meta}`;
    }
    case 'blocked':
      return BLOCKED;
    case 'method-not-allowed':
      return `405, allowed: ${answer.allow.join(', ')}`;
    case 'not-found':
      return answer.destination === undefined ? '404' : `404, ${answer.destination}`;
    case 'bad-request':
      return `400, ${answer.reason}`;
  }
}

export function sayMeta(meta: Meta): string {
  return Object.entries(meta)
    .map(([key, value]) => `${key}=${sayMember(value)}`)
    .join(' ');
}

/** The most characters of a member of meta in a table; `--json` has all of it. */
const MOST = 30;

/** Like {@link sayMeta}, with long members cut. */
export function sayBriefly(meta: Meta): string {
  return Object.entries(meta)
    .map(([key, value]) => `${key}=${cut(value, sayMember(value))}`)
    .join(' ');
}

function cut(value: unknown, text: string): string {
  if (text.length <= MOST) return text;
  if (typeof value === 'string') return `${text.slice(0, MOST - 1)}…`;
  return Array.isArray(value) ? '[…]' : '{…}';
}

/** Writes a member of meta: strings as they are, anything else as JSON. */
function sayMember(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Writes a place in the form that many editors and terminals open. */
export function sayPlace({ file, line, column }: Source, cwd: string): string {
  return `${relative(cwd, file)}:${line}:${column}`;
}

type Filtered = Omit<Listed, 'route' | 'example' | 'source'>;

export function filterRows<Row extends Filtered>(
  rows: readonly Row[],
  { method, path = '', name = '', to = '', meta = {}, sort = 'order' }: Options,
): Row[] {
  const chosen = rows.filter(
    (row) =>
      (method === undefined || row.method === null || row.method === method) &&
      row.pattern.includes(path) &&
      (row.name ?? '').includes(name) &&
      (row.destination ?? '').includes(to) &&
      Object.entries(meta).every(([key, value]) => hasMeta(row.meta ?? {}, key, value)),
  );
  return sort === 'order' ? chosen : chosen.sort((one, other) => compare(sort, one, other));
}

/** Whether a member of meta, or an item of a list in it, has this text. */
function hasMeta(meta: object, key: string, value: string): boolean {
  if (!Object.hasOwn(meta, key)) return false;
  return [Reflect.get(meta, key)].flat().some((item) => sayMember(item) === value);
}

/** Compares by code units; equal rows keep their order. */
function compare(by: Exclude<SortKey, 'order'>, one: Filtered, other: Filtered): number {
  const [a, b] = [TEXTS[by](one), TEXTS[by](other)];
  return a < b ? -1 : Number(a > b);
}

const TEXTS = {
  method: ({ method }) => method ?? '',
  path: ({ pattern }) => pattern,
  name: ({ name }) => name ?? '',
  to: ({ destination }) => destination ?? '',
} satisfies Record<string, (row: Filtered) => string>;
