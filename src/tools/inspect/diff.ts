/** Compares the answers of two tables. */
import { isDisjointWith } from 'refa';
import type { Resolution, SuppliedTable } from 'waymark';
import { fromCaller, NOT_FOUND_OVERRIDE, SCHEMAS, TRANSLATE_DASHES } from 'waymark/internal';
import { allWords, type Language, Languages, wordOf } from './automata/languages.ts';
import { Overlaps } from './automata/overlaps.ts';
import { samplePaths } from './automata/shape.ts';
import { attempt, both, proved, Unproved, without } from './automata/translate.ts';
import {
  answers,
  HEAD,
  Inspection,
  type InspectOptions,
  methodsFor,
  type RequestLine,
  type Row,
  spell,
  UNKNOWN,
} from './inspection.ts';
import { remember } from './maps.ts';
import { type Comparing, seenNames, surelyAlike } from './prove/canonical.ts';
import { keptRows } from './prove/kept.ts';
import { sayKey } from './say-key.ts';
import { textOfMeta } from './sources.ts';

/** A request that the two tables answer differently. */
export interface Change {
  readonly request: RequestLine;
  readonly before: Resolution;
  readonly after: Resolution;
}

/** Requests whose answers may differ. */
export interface Undecided {
  /** The key that answers them before; `null` if none does. */
  readonly before: string | null;
  /** The key that answers them after; `null` if none does. */
  readonly after: string | null;
  readonly reason: string;
}

/** The result of comparing two tables. */
export interface Difference {
  /** Whether both tables are proved to answer every request alike. */
  readonly alike: boolean;
  /** One request for each pair of rows with different answers, confirmed by both routers. */
  readonly changes: readonly Change[];
  readonly undecided: readonly Undecided[];
}

/** The rows that answer a request, before and after; `null` if none does. */
interface Pair {
  readonly before: Row | null;
  readonly after: Row | null;
}

/** The rows of a table that the other lacks, or has in another order. */
interface Changed {
  readonly rows: ReadonlySet<Row>;
  readonly near: Overlaps<Row>;
}

/** A method, and whether to ask the router or a server. Their answers differ for HEAD. */
type Asked = readonly [method: string, ask: 'resolve' | 'serve'];

const SERVED: Asked = [HEAD, 'serve'];

const NONE: Pair = { before: null, after: null };

/** The number of shared paths to compare for a pair of rows before the pair counts as undecided. */
const TRIES = 20;

/** Pairs of rows with at most this many shared paths are compared path by path. */
const MOST_WORDS = 10_000;

/** The options of {@link diff}. */
export interface DiffOptions extends InspectOptions {
  /**
   * How handlers are compared.
   * - `'functions'`, the default: two are the same if they are the same function, with the same
   *   schemas.
   * - `'rows'`: two are the same if their rows have the same key and schemas of the same names, for tables of two files, whose
   *   functions always differ. It does not prove that the functions do the same.
   * - `'json'`: like `'rows'`, if one of the tables is from JSON, which carries neither handlers nor
   *   meta. A row counts as handled if the other table has a handler for its key and the same
   *   string, and meta is not compared.
   */
  readonly handlers?: 'functions' | 'rows' | 'json' | undefined;
}

/**
 * Compares the answers of two tables. Answers are alike if their status, params and their names,
 * allowed methods and meta are equal, and either their destinations or their handlers. Their keys
 * don't matter otherwise. Handlers and controllers read params by name, and a redirect does not. For HEAD, both `resolve` and `serve` of a router are compared.
 * @param before a table
 * @param after another table
 * @param options see {@link DiffOptions}; `autoRoute` is for both tables
 * @throws {WaymarkError} if `createRouter` would
 * @example
 * diff({ 'a/(:num)': 'x/$1' }, { 'a/([0-9]+)': 'x/$1' }).alike; // true
 * diff({ a: 'x' }, { a: 'y' }).changes[0]?.request; // { method: 'GET', path: '/a' }
 */
export function diff(
  before: SuppliedTable,
  after: SuppliedTable,
  options: DiffOptions = {},
): Difference {
  return fromCaller(diff, compare, before, after, options);
}

function compare(before: SuppliedTable, after: SuppliedTable, options: DiffOptions): Difference {
  const languages = new Languages();
  return new Comparison(
    new Inspection(before, options, languages),
    new Inspection(after, options, languages),
    options,
  ).run();
}

class Comparison implements Comparing {
  private readonly changes = new Map<string, Change>();
  private readonly undecided: Undecided[] = [];
  /** The rows that both tables have, each with the same row of the other table. */
  private readonly kept: ReadonlyMap<Row, Row>;
  private readonly removed: Changed;
  private readonly added: Changed;
  private readonly coverers = new Map<Row, readonly Row[]>();
  private readonly methods: readonly string[];
  /** A method that no row of either table is specifically for. */
  private readonly plain: string;
  /** A number for each handler and schema, which stands for it in texts. */
  private readonly numbers = new Map<unknown, number>();

  constructor(
    private readonly before: Inspection,
    private readonly after: Inspection,
    private readonly options: DiffOptions,
  ) {
    const rows = [...before.rows, ...after.rows];
    this.methods = methodsFor(null, rows);
    const own = new Set<string | null>(rows.map(({ method }) => method));
    // The cast: no row is for BREW.
    this.plain = this.methods.find((method) => !own.has(method)) as string;
    this.kept = keptRows(before.rows, after.rows);
    this.removed = changedIn(before, this.kept);
    this.added = changedIn(after, this.kept);
  }

  run(): Difference {
    this.recordChanges('', [...resolving(this.methods), SERVED]);
    for (const row of this.before.rows) this.compareRow(row);
    for (const row of this.added.rows) this.compareWithNone(row, this.after, this.before);
    for (const row of this.before.rows) this.compareServed(row, this.before, this.after);
    for (const row of this.after.rows) this.compareServed(row, this.after, this.before);
    this.compareSettings();
    const changes = [...this.changes.values()];
    const { undecided } = this;
    return { alike: changes.length === 0 && undecided.length === 0, changes, undecided };
  }

  handlerOf({ key, to, handler, schemas }: Row): unknown {
    const { handlers = 'functions' } = this.options;
    if (handlers === 'functions' && schemas !== null) {
      const parts = [handler, ...SCHEMAS.map((name) => schemas[name])];
      return String(parts.map((part) => this.numberOf(part)));
    }
    if (handlers === 'functions') return handler;
    if (handlers === 'rows') return handler && [key, ...Object.keys(schemas ?? {})].join('\n');
    const isHandled = [this.before, this.after].some((table) => {
      const row = table.rowOf(key);
      return row !== null && row.handler !== null && row.to === to;
    });
    return isHandled ? key : null;
  }

  metaOf({ meta }: Pick<Row, 'meta'>): string {
    return this.options.handlers === 'json' ? '' : textOfMeta(meta);
  }

  private numberOf(value: unknown): number {
    return remember(this.numbers, value, () => this.numbers.size);
  }

  /** The observable part of an answer of a table, as text. */
  private answerOf(answer: Resolution, table: Inspection): string {
    if (answer.status === 'blocked') return answer.status;
    if (answer.status !== 'found') return JSON.stringify(answer);
    const { status, destination, params, meta = null } = answer;
    const row = table.winnerOf(answer);
    const handler = row === null ? null : this.handlerOf(row);
    const by = handler === null ? destination : this.numberOf(handler);
    const names = row === null ? '' : seenNames(row);
    return JSON.stringify([status, by, Object.values(params), names, this.metaOf({ meta })]);
  }

  /** Compares a row of the first table with all rows that may answer the same requests after. */
  private compareRow(row: Row): void {
    const kept = this.kept.get(row);
    const others =
      kept === undefined ? this.after.nearTo(row) : [kept, ...this.added.near.with(row.shape)];
    for (const other of others) {
      if (row.method !== null && !answers(other, row.method)) continue;
      const method = row.method ?? other.method ?? this.plain;
      if (surelyAlike(row, other, this)) continue;
      const pair = { before: row, after: other };
      // The samples of a kept row usually tell, without a look at its neighbours.
      if (other === kept && this.samplesDiffer(pair, method)) continue;
      const isTaken = () => this.isTaken(row, this.after, other, method);
      const isOtherTaken = () => this.isTaken(other, this.before, row, method);
      // The neighbours of a changed row are compared once, and there are few such rows.
      const [first, second] =
        kept === undefined ? [isTaken, isOtherTaken] : [isOtherTaken, isTaken];
      if (first() || second()) continue;
      this.comparePair(pair, method, [
        ...rowsBefore(this.before, row, method, other),
        ...rowsBefore(this.after, other, method, row),
      ]);
    }
    if (kept === undefined) this.compareWithNone(row, this.before, this.after);
  }

  /** Whether a row of a table certainly takes all requests that `row` matches before `limit`. */
  private isTaken(row: Row, table: Inspection, limit: Row, method: string): boolean {
    const isFirst = (one: Row) => one.index < limit.index && answers(one, method);
    const kept = this.kept.get(row);
    return (kept !== undefined && isFirst(kept)) || this.covering(row, table).some(isFirst);
  }

  /** Compares one table's row with the requests that no row of the other table answers. */
  private compareWithNone(row: Row, own: Inspection, other: Inspection): void {
    // A path that is left for a method with its own rows is left for the others too.
    const method = row.method ?? this.plain;
    if (this.covering(row, other).some((one) => answers(one, method))) return;
    const others = other.nearTo(row).filter((one) => answers(one, method));
    const taken = [...rowsBefore(own, row, method), ...others];
    this.comparePair(this.pairOf(row, own, null), method, taken);
    this.compareRefused(row, taken);
  }

  /**
   * Compares the answers to other methods if a row answers its own method exactly like autoRoute:
   * the row refuses them, and autoRoute doesn't. If the answers to its own method differ, that
   * change is enough.
   */
  private compareRefused(row: Row, taken: readonly Row[]): void {
    const { method, captures, meta, template } = row;
    // Answers with params, a handler or meta differ from autoRoute's.
    const isTold = captures > 0 || this.handlerOf(row) !== null || meta !== null;
    if (method === null || isTold || !this.before.autoRoute) return;
    const differs = (path: string) => this.recordChanges(path, resolving(this.methods), NONE);
    const text = template.pieces.join('');
    if (!template.groups.includes(0)) {
      // Only for this path does autoRoute give the same destination.
      if (text.isWellFormed() && row.matches(text)) differs(text);
    } else if (text === '') {
      const near = [...this.before.nearTo(row), ...this.after.nearTo(row)];
      const others = near.filter((other) => answers(other, this.plain));
      this.settle(NONE, () =>
        this.compareShared(this.sharedBy([row]), [...taken, ...others], differs),
      );
    }
  }

  private comparePair(pair: Pair, method: string, taken: readonly Row[]): void {
    if (this.samplesDiffer(pair, method)) return;
    this.settle(pair, () =>
      this.compareShared(this.sharedBy(rowsOf(pair)), taken, this.differ(pair, method)),
    );
  }

  private samplesDiffer(pair: Pair, method: string): boolean {
    return rowsOf(pair)
      .flatMap(({ source }) => samplePaths(source))
      .some(this.differ(pair, method));
  }

  /** Makes the function that records whether the answers for a path differ. */
  private differ(pair: Pair, method: string): (path: string) => boolean {
    const methods = method === this.plain ? this.methods : [method];
    return (path) => this.recordChanges(path, resolving(methods), pair);
  }

  /**
   * Compares a row for HEAD with the other table's rows for GET. A server answers HEAD through them
   * if no row for HEAD does.
   */
  private compareServed(row: Row, own: Inspection, other: Inspection): void {
    if (row.method !== HEAD) return;
    // Only a changed row can take requests for HEAD from a kept one.
    const [mine, others] =
      own === this.before ? [this.removed, this.added] : [this.added, this.removed];
    if (!mine.rows.has(row) && others.near.with(row.shape).length === 0) return;
    const near = other.nearTo(row);
    const heads = near.filter(({ method }) => method === HEAD);
    const earlier = rowsBefore(own, row, HEAD);
    const isEarlier = ({ source }: Row) => earlier.some((one) => one.source === source);
    const takesAll = (head: Row) =>
      head.source === row.source && rowsBefore(other, head, HEAD).every(isEarlier);
    if (heads.some(takesAll)) return;
    for (const get of near.filter((one) => answers(one, 'GET') && !surelyAlike(row, one, this))) {
      const taken = [...earlier, ...rowsBefore(other, get, 'GET', row)];
      const pair = this.pairOf(row, own, get);
      this.settle(pair, () => {
        const byHeads = heads.map((head) => wonBy(other, head));
        const byGet = byHeads.reduce(without, this.sharedBy([row, get]));
        return this.compareShared(byGet, taken, (path) => this.recordChanges(path, [SERVED], pair));
      });
    }
  }

  private pairOf(row: Row, own: Inspection, other: Row | null): Pair {
    return own === this.before ? { before: row, after: other } : { before: other, after: row };
  }

  private settle({ before, after }: Pair, compare: () => string | null): void {
    const reason = attempt(compare);
    if (reason !== null)
      this.leave(before, after, reason instanceof Unproved ? reason.reason : reason);
  }

  private sharedBy(rows: readonly Row[]): Language {
    return rows.map((row) => proved(this.before.languageOf(row))).reduce(both);
  }

  /** Looks for a difference among shared paths; returns why one may have been missed, or `null`. */
  private compareShared(
    shared: Language,
    taken: readonly Row[],
    differs: (path: string) => boolean,
  ): string | null {
    const { languages } = this.before;
    let rest = shared;
    let doubt = 'what their groups capture is not proved to be the same';
    for (const row of taken) {
      if (rest.isEmpty) return null;
      const language = this.before.languageOf(row);
      if (language instanceof Unproved)
        doubt = `${sayKey(row.key)} is not proved: ${language.reason}`;
      else if (!isDisjointWith(rest, language)) rest = without(rest, language);
    }
    const words = allWords(rest, MOST_WORDS);
    if (words !== null) {
      words.some(differs);
      return null;
    }
    for (let tries = 0; tries < TRIES; tries++) {
      // The cast: a language of many words is not empty after a few are removed.
      const path = languages.witness(rest) as string;
      if (differs(path)) return null;
      rest = without(rest, wordOf(path));
    }
    return doubt;
  }

  /**
   * Compares the answers for a path, and records and returns whether any differ. If the answers to
   * several methods change alike, only the first is recorded.
   * @param pair the rows that must answer; changes between other rows are ignored
   */
  private recordChanges(path: string, asked: readonly Asked[], pair?: Pair): boolean {
    const seen = new Set<string>();
    for (const [method, ask] of asked) {
      const request = { method, path: spell(path) };
      const [before, after] = [this.before, this.after].map(({ router }) =>
        router[ask](method, request.path),
      );
      if (pair !== undefined && this.before.winnerOf(before) !== pair.before) continue;
      if (pair !== undefined && this.after.winnerOf(after) !== pair.after) continue;
      const old = this.answerOf(before, this.before);
      const now = this.answerOf(after, this.after);
      const same = JSON.stringify([old, now]);
      if (old === now || seen.has(same)) continue;
      seen.add(same);
      this.changes.set(JSON.stringify([request, before, after]), { request, before, after });
    }
    return seen.size > 0;
  }

  private compareSettings(): void {
    const [before, after] = [this.before.router.settings, this.after.router.settings];
    if (before.translateUriDashes !== after.translateUriDashes) {
      const reason = `${TRANSLATE_DASHES} differs, and its effect on the dispatcher is not compared`;
      this.leave(null, null, reason);
    }
    if (before.notFoundOverride === after.notFoundOverride) return;
    // Other statuses, of a default controller or refused methods, are compared elsewhere.
    const isUnknown =
      (path: string) =>
      ([method, ask]: Asked) =>
        [this.before, this.after].every(
          ({ router }) => router[ask](method, spell(path)).status === 'not-found',
        );
    const differs = (path: string) =>
      this.recordChanges(path, resolving(this.methods).filter(isUnknown(path)), NONE);
    if (['', ...UNKNOWN].some(differs)) return;
    const reason = `${NOT_FOUND_OVERRIDE} differs; every path tried is answered by a row, but blocks and actions may answer 404`;
    this.leave(null, null, reason);
  }

  private leave(before: Row | null, after: Row | null, reason: string): void {
    this.undecided.push({ before: before?.key ?? null, after: after?.key ?? null, reason });
  }

  private covering(row: Row, table: Inspection): readonly Row[] {
    return remember(this.coverers, row, () =>
      table.nearTo(row).filter((other) => table.covers(other, row)),
    );
  }
}

function changedIn({ rows, languages }: Inspection, kept: ReadonlyMap<Row, Row>): Changed {
  const changed = rows.filter((row) => !kept.has(row));
  return { rows: new Set(changed), near: new Overlaps(changed, languages) };
}

function rowsOf({ before, after }: Pair): Row[] {
  return [before, after].filter((row) => row !== null);
}

function resolving(methods: readonly string[]): Asked[] {
  return methods.map((method) => [method, 'resolve']);
}

/** The rows of a table that answer a method before `row` and may share paths with it and `other`. */
function rowsBefore(inspection: Inspection, row: Row, method: string, other = row): Row[] {
  const near = inspection
    .nearTo(row)
    .filter((one) => one.index < row.index && answers(one, method));
  if (near.length === 0 || other === row) return near;
  const nearBoth = new Set(inspection.nearTo(other));
  return near.filter((one) => nearBoth.has(one));
}

function wonBy(inspection: Inspection, row: Row): Language {
  const earlier = rowsBefore(inspection, row, HEAD).map((other) => inspection.languageOf(other));
  return earlier.map(proved).reduce(without, proved(inspection.languageOf(row)));
}
