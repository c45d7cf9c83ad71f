/** An inspected table: its rows, its router, and its overlapping rows. */
import {
  type Handler,
  METHODS,
  type Meta,
  type Method,
  type Resolution,
  type Router,
  type RouteSchemas,
  type SuppliedTable,
} from 'waymark';
import {
  createMatcher,
  encodeNormal,
  isRedirect,
  isReserved,
  type PatternMatcher,
  parseDestination,
  parsePattern,
  readTable,
  routerOfRows,
  type Source,
  type TableContents,
  tableKey,
} from 'waymark/internal';
import { type Language, Languages } from './automata/languages.ts';
import { covers, Overlaps } from './automata/overlaps.ts';
import { readShape, type Shape } from './automata/shape.ts';
import type { Unproved } from './automata/translate.ts';
import { groupBy } from './maps.ts';

/** Represents all methods for which no route can be defined (RFC 2324). */
export const OTHER_METHOD = 'BREW';

/** Servers answer it as GET, unless a row for HEAD does. */
export const HEAD = 'HEAD';

/** Options of all functions that inspect tables. */
export interface InspectOptions {
  /** Whether the router has `autoRoute`; `false` by default. */
  readonly autoRoute?: boolean | undefined;
}

/** A request as a client sends it. */
export interface RequestLine {
  readonly method: string;
  /** The path, percent-encoded, with a leading slash. */
  readonly path: string;
}

export interface Row {
  /** The index among the rows, not counting settings. */
  readonly index: number;
  /** The key as the table spells it. */
  readonly key: string;
  readonly method: Method | null;
  readonly pattern: string;
  readonly to: string;
  /** Its own handler, which answers in place of a destination; `null` if it has none. */
  readonly handler: Handler | null;
  readonly name: string | null;
  readonly meta: Meta | null;
  /** What is validated before its handler is called; `null` if nothing is. */
  readonly schemas: RouteSchemas | null;
  readonly place: Source | null;
  /** The pattern's expression, with placeholders expanded, not anchored. */
  readonly source: string;
  readonly captures: number;
  /** The names of its groups and their numbers, as text. */
  readonly names: string;
  readonly shape: Shape;
  readonly template: Template;
  /** The matcher of the whole pattern, compiled at first use. */
  matcher(): PatternMatcher;
  /** Whether a normal path, without a leading slash, matches the pattern. */
  matches(path: string): boolean;
}

/** The texts of a destination, and the number of the group after each text but the last. */
export interface Template {
  readonly pieces: readonly string[];
  readonly groups: readonly number[];
}

/** Reads a row's destination, or the path of its redirect. */
export function readTemplate(to: string, pattern: string): Template {
  const { head, tail } = parseDestination(to, pattern);
  if (tail === null) return { pieces: [head], groups: [] };
  const { groups, texts } = tail;
  return { pieces: [head, ...groups.map((_, place) => texts[place] ?? '')], groups };
}

/** The total number of neighbours of rows to cache. Those of further rows are recomputed. */
const MOST_KEPT = 500_000;

export class Inspection {
  /** The table, as the router reads it. */
  readonly contents: TableContents;
  readonly rows: readonly Row[];
  readonly router: Router;
  readonly autoRoute: boolean;
  /** The rows that match the empty path, which is in no language and is treated separately. */
  readonly roots: readonly Row[];
  private readonly overlaps: Overlaps<Row>;
  private readonly byKey: ReadonlyMap<string, Row>;
  private readonly neighbours = new Map<string, readonly Row[]>();
  private kept = 0;
  private heads: ReadonlyMap<string | null, readonly Row[]> | undefined;

  constructor(
    table: SuppliedTable,
    { autoRoute = false }: InspectOptions = {},
    readonly languages = new Languages(),
  ) {
    this.autoRoute = autoRoute;
    this.contents = readTable(table, 'createRouter');
    this.router = routerOfRows(this.contents.rows, { autoRoute });
    this.rows = this.contents.rows
      .filter(({ pattern }) => !isReserved(pattern))
      .map(({ key, method, pattern, to, handler, name, meta, schemas, source, ...row }, index) => {
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
          handler: handler ?? null,
          name: name ?? null,
          meta: meta ?? null,
          schemas: schemas ?? null,
          place: source ?? null,
          source: parsed.source,
          captures: parsed.groupCount,
          names: String(parsed.names),
          shape: readShape(parsed.source),
          template: readTemplate(to, pattern),
          matcher,
          matches: (path) => matcher().exec(path) !== null,
        };
      });
    this.roots = this.rows.filter((row) => mayBeEmpty(row.shape) && row.matches(''));
    this.byKey = new Map(this.rows.map((row) => [row.key, row]));
    this.overlaps = new Overlaps(this.rows, languages);
  }

  serve({ method, path }: RequestLine): Resolution {
    return this.router.serve(method, path);
  }

  winnerOf(answer: Resolution): Row | null {
    if (answer.status !== 'found' && answer.status !== 'blocked') return null;
    // An answer of autoRoute has no key; the empty string is a key.
    return answer.route === null ? null : this.rowOf(answer.route);
  }

  rowOf(key: string): Row | null {
    return this.byKey.get(key) ?? null;
  }

  /** The normal paths that a row's pattern matches, except the empty one. */
  languageOf({ source }: Row): Language | Unproved {
    return this.languages.of(source);
  }

  /** The rows that may share a path with a pattern of this shape, in order. */
  near(shape: Shape): Row[] {
    return this.overlaps.with(shape).sort((one, other) => one.index - other.index);
  }

  /** The rows that may share a path with a row of this or another table, in order. */
  nearTo({ source, shape }: Pick<Row, 'source' | 'shape'>): readonly Row[] {
    const known = this.neighbours.get(source);
    if (known !== undefined) return known;
    const near = this.near(shape);
    this.kept += near.length;
    if (this.kept <= MOST_KEPT) this.neighbours.set(source, near);
    return near;
  }

  /** The rows, except blocks and handlers, whose destination may start like one of `destinations`, in order. */
  leadingTo(destinations: readonly string[]): Row[] {
    this.heads ??= groupBy(this.rows.filter(hasDestination), headOf);
    const heads = this.heads;
    const wanted = new Set([...destinations.map(firstOf), null]);
    return [...wanted]
      .flatMap((head) => heads.get(head) ?? [])
      .sort((one, other) => one.index - other.index);
  }

  /** Whether `wide` certainly matches every path that `narrow` matches, except the empty one. */
  covers(wide: Row, narrow: Row): boolean {
    return wide.source === narrow.source || covers(wide.shape, narrow.shape, this.languages);
  }
}

/** Whether a row leads to an action: it is no block and no redirect, and has no handler. */
export function hasDestination({ to, handler }: Pick<Row, 'to' | 'handler'>): boolean {
  return to !== '' && !isRedirect(to) && handler === null;
}

function mayBeEmpty({ segments: [first, ...others] }: Shape): boolean {
  return others.length === 0 && (first === undefined || !first.text);
}

/** The first segment of a row's destination; `null` if it contains a reference. */
export function headOf({ template: { pieces, groups } }: Row): string | null {
  return groups.length === 0 || pieces[0].includes('/') ? firstOf(pieces[0]) : null;
}

/** The first segment, with dashes replaced by underscores, since settings may translate them. */
function firstOf(destination: string): string {
  return destination.split('/', 1)[0].replaceAll('-', '_');
}

interface OfMethod {
  readonly method: string | null;
}

export function answers({ method }: OfMethod, asked: string): boolean {
  return method === null || method === asked;
}

/** Whether a row may answer a request to a server, which answers HEAD through rows for GET too. */
export function serves(row: OfMethod, asked: string): boolean {
  return answers(row, asked) || (asked === HEAD && row.method === 'GET');
}

/** The methods to try for a row, best-known first. */
export function methodsFor(method: string | null, others: readonly Row[]): string[] {
  if (method !== null) return [method];
  const own = new Set<string | null>(others.map(({ method }) => method));
  const plain = BY_FAME.find((method) => !own.has(method));
  return BY_FAME.filter((method) => own.has(method) || method === plain);
}

const FIRST = ['GET', 'POST'];

/** HEAD comes last, since a server answers it as GET unless the row is for HEAD only. */
const BY_FAME = [
  ...FIRST,
  ...METHODS.filter((method) => !FIRST.includes(method) && method !== HEAD),
  OTHER_METHOD,
  HEAD,
];

/** Paths that hardly any table matches, to test the `404_override`. */
export const UNKNOWN = [
  'no-such-page',
  'no/such/page',
  'no/such/page/in/any/of/these/tables',
] as const;

export function spell(path: string): string {
  return `/${encodeNormal(path)}`;
}
