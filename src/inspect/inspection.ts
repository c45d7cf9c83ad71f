/** A table that is being looked at: its rows, its router, and what the rows have in common. */

import { tableKey } from '../errors/show.ts';
import { restoreRest } from '../path/escapes.ts';
import { isLinear } from '../pattern/linear.ts';
import type { PatternMatcher } from '../pattern/machine.ts';
import { createMatcher } from '../pattern/matcher.ts';
import { parsePattern } from '../pattern/parse.ts';
import type { Resolution } from '../resolve/resolution.ts';
import type { Router } from '../resolve/resolver.ts';
import { createRouter } from '../resolve/router.ts';
import { parseDestination, type Template } from '../table/destination.ts';
import type { Meta } from '../table/meta.ts';
import { METHODS, type Method } from '../table/methods.ts';
import type { Source } from '../table/row.ts';
import { isReserved } from '../table/settings.ts';
import { readTable, type SuppliedTable } from '../table/table.ts';
import { type Language, Languages } from './automata/languages.ts';
import { covers, Overlaps } from './automata/overlaps.ts';
import { readShape, type Shape } from './automata/shape.ts';
import type { Unproved } from './automata/unproved.ts';

/** A method that no route can be defined for (RFC 2324), in place of all of those. */
export const OTHER_METHOD = 'BREW';

/** The method that a server answers as GET if no row for it does. */
export const HEAD = 'HEAD';

/** What the functions that look at tables take. */
export interface InspectOptions {
  /** Whether the router is made with `autoRoute`; `false` by default. */
  readonly autoRoute?: boolean;
}

/** A request, as a client would send it. */
export interface RequestLine {
  readonly method: string;
  /** The path, percent-encoded, with a leading slash. */
  readonly path: string;
}

/** A row of a table. */
export interface Row {
  /** Where it stands among the rows, from 0; the settings do not count. */
  readonly index: number;
  /** The key as the table spells it. */
  readonly key: string;
  readonly method: Method | null;
  readonly pattern: string;
  readonly to: string;
  /** Whether it has a handler of its own. */
  readonly handled: boolean;
  /** The name that it was given; `null` if it has none. */
  readonly name: string | null;
  /** The data that it carries; `null` if it has none. */
  readonly meta: Meta | null;
  /** Where it is defined; `null` if that is not known. */
  readonly place: Source | null;
  /** The pattern as an expression, placeholders expanded, not anchored. */
  readonly source: string;
  readonly captures: number;
  readonly shape: Shape;
  /** The destination, taken apart. */
  readonly template: Template;
  /** Whether it is matched in linear time. */
  readonly linear: boolean;
  /** What the router matches with, if its tree does not do. */
  matcher(): PatternMatcher;
  /** Whether a normal path, without a leading slash, matches the pattern. */
  matches(path: string): boolean;
}

/** How many neighbours of rows are kept, all in all; those of further rows are found again. */
const MOST_KEPT = 500_000;

/** Everything that the functions that look at tables share. */
export class Inspection {
  readonly rows: readonly Row[];
  readonly router: Router;
  readonly autoRoute: boolean;
  /** The rows that match the empty path. No language has it, so it is looked at by itself. */
  readonly roots: readonly Row[];
  private readonly overlaps: Overlaps<Row>;
  private readonly byKey: ReadonlyMap<string, Row>;
  private readonly neighbours = new Map<string, readonly Row[]>();
  private kept = 0;
  private heads: ReadonlyMap<string | null, readonly Row[]> | undefined;

  /**
   * @param table see `createRouter`
   * @param options see {@link InspectOptions}
   * @param languages those of another table's inspection, if both are compared
   * @throws {WaymarkError} if `createRouter` would
   */
  constructor(
    table: SuppliedTable,
    { autoRoute = false }: InspectOptions = {},
    readonly languages = new Languages(),
  ) {
    this.autoRoute = autoRoute;
    this.router = createRouter(table, { autoRoute });
    this.rows = readTable(table, 'createRouter')
      .filter(({ pattern }) => !isReserved(pattern))
      .map(({ key, method, pattern, to, handler, name, meta, source, ...row }, index) => {
        const where = tableKey('createRouter', key);
        const parsed = row.parsed ?? parsePattern(pattern, where);
        let compiled: PatternMatcher | undefined;
        const matcher = () => (compiled ??= createMatcher(parsed, where));
        return {
          index,
          key,
          method,
          pattern,
          to,
          handled: handler !== undefined,
          name: name ?? null,
          meta: meta ?? null,
          place: source ?? null,
          source: parsed.source,
          captures: parsed.groupCount,
          shape: readShape(parsed.source),
          template: parseDestination(to, pattern),
          linear: isLinear(parsed.choices),
          matcher,
          matches: (path) => matcher().exec(path) !== null,
        };
      });
    this.roots = this.rows.filter((row) => mayBeEmpty(row.shape) && row.matches(''));
    this.byKey = new Map(this.rows.map((row) => [row.key, row]));
    this.overlaps = new Overlaps(this.rows, languages);
  }

  /** Answers a request. */
  resolve({ method, path }: RequestLine): Resolution {
    return this.router.resolve(method, path);
  }

  /** Answers a request as a server does: HEAD as GET, unless a row for HEAD itself answers. */
  serve({ method, path }: RequestLine): Resolution {
    return method === HEAD ? this.router.resolveHead(path) : this.router.resolve(method, path);
  }

  /** The row that gave an answer; `null` if none did. */
  winnerOf(answer: Resolution): Row | null {
    if (answer.status !== 'found' && answer.status !== 'blocked') return null;
    return this.rowOf(answer.route ?? '');
  }

  /** The row of a key; `null` if it is no pattern's. */
  rowOf(key: string): Row | null {
    return this.byKey.get(key) ?? null;
  }

  /** The normal paths, but the empty one, that a row's pattern matches. */
  languageOf({ source }: Row): Language | Unproved {
    return this.languages.of(source);
  }

  /** The rows that may match a path that a pattern of this shape matches, in order. */
  near(shape: Shape): Row[] {
    return this.overlaps.with(shape).sort((one, other) => one.index - other.index);
  }

  /** The rows that may match a path that a row of this table or another one matches, in order. */
  nearTo({ source, shape }: Pick<Row, 'source' | 'shape'>): readonly Row[] {
    const known = this.neighbours.get(source);
    if (known !== undefined) return known;
    const near = this.near(shape);
    this.kept += near.length;
    if (this.kept <= MOST_KEPT) this.neighbours.set(source, near);
    return near;
  }

  /** The rows that are not blocks, in order, whose destination may start as one of some others. */
  leadingTo(destinations: readonly string[]): Row[] {
    this.heads ??= groupBy(
      this.rows.filter(({ to }) => to !== ''),
      headOf,
    );
    const heads = this.heads;
    const wanted = new Set([...destinations.map(firstOf), null]);
    return [...wanted]
      .flatMap((head) => heads.get(head) ?? [])
      .sort((one, other) => one.index - other.index);
  }

  /** Whether a row surely matches every normal path but the empty one that another matches. */
  covers(wide: Row, narrow: Row): boolean {
    return wide.source === narrow.source || covers(wide.shape, narrow.shape, this.languages);
  }
}

/** Whether a pattern of this shape may match the empty path. */
function mayBeEmpty({ segments: [first, ...others] }: Shape): boolean {
  return others.length === 0 && (first === undefined || !first.text);
}

/** The first segment of a row's destination; `null` if a reference may change it. */
function headOf({ template: { pieces, groups } }: Row): string | null {
  return groups.length === 0 || pieces[0].includes('/') ? firstOf(pieces[0]) : null;
}

/** Its first segment, in which a dash may be an underscore. */
function firstOf(destination: string): string {
  return destination.split('/', 1)[0].replaceAll('-', '_');
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), group);
    group.push(item);
  }
  return groups;
}

/**
 * Whether a row answers requests of a method.
 *
 * @example
 * answers(row, 'BREW'); // true if its key is bare
 */
export function answers({ method }: Row, asked: string): boolean {
  return method === null || method === asked;
}

/**
 * The methods to look at for a row, those first that people know best.
 *
 * @param row the row
 * @param others the rows that may take its requests
 *
 * @example
 * methodsFor(bare, []); // ['GET']
 * methodsFor(bare, [rowForGet]); // ['GET', 'POST']
 */
export function methodsFor(row: Pick<Row, 'method'>, others: readonly Row[]): string[] {
  if (row.method !== null) return [row.method];
  const own = new Set<string | null>(others.map(({ method }) => method));
  const plain = BY_FAME.find((method) => !own.has(method));
  return BY_FAME.filter((method) => own.has(method) || method === plain);
}

const FIRST = ['GET', 'POST'];

/** HEAD comes last: a server answers it as GET, unless the row is one for HEAD itself. */
const BY_FAME = [
  ...FIRST,
  ...METHODS.filter((method) => !FIRST.includes(method) && method !== HEAD),
  OTHER_METHOD,
  HEAD,
];

/** Paths that hardly any table knows, for what the `404_override` answers. */
export const UNKNOWN = [
  'no-such-page',
  'no/such/page',
  'no/such/page/in/any/of/these/tables',
] as const;

/**
 * A normal path as a client sends it.
 *
 * @param path without a leading slash
 *
 * @example
 * spell('a b/50%25'); // '/a%20b/50%25'
 */
export function spell(path: string): string {
  return `/${restoreRest(encodeURI(path)).replace(/[?#]/g, encodeURIComponent)}`;
}
