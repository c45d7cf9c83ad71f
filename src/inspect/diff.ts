/** What changes for requests between two tables. */
import { isDisjointWith } from 'refa';
import { quote } from '../errors/show.ts';
import type { Resolution } from '../resolve/resolution.ts';
import { NOT_FOUND_OVERRIDE, TRANSLATE_DASHES } from '../table/settings.ts';
import type { SuppliedTable } from '../table/table.ts';
import { allWords, type Language, Languages, wordOf } from './automata/languages.ts';
import { samplePaths } from './automata/sample.ts';
import { attempt, both, proved, without } from './automata/translate.ts';
import { Unproved } from './automata/unproved.ts';
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
import { textOfMeta } from './meta.ts';
import { surelyAlike } from './prove/canonical.ts';

/** A request that the two tables answer otherwise. */
export interface Change {
  readonly request: RequestLine;
  readonly before: Resolution;
  readonly after: Resolution;
}

/** Requests of which it is not known whether they are answered alike. */
export interface Undecided {
  /** The key that answers them before; `null` if it is none. */
  readonly before: string | null;
  /** The key that answers them after; `null` if it is none. */
  readonly after: string | null;
  readonly reason: string;
}

/** What was found out about two tables. */
export interface Difference {
  /** Whether every request is proved to be answered alike, whatever the tables look like. */
  readonly alike: boolean;
  /** One request for each pair of rows that answer it otherwise, confirmed by both routers. */
  readonly changes: readonly Change[];
  readonly undecided: readonly Undecided[];
}

/** The rows that answer a request, before and after; `null` if none does. */
interface Pair {
  readonly before: Row | null;
  readonly after: Row | null;
}

/** A method, and whether the router or a server is asked; they differ for HEAD. */
type Asked = readonly [method: string, ask: 'resolve' | 'serve'];

const SERVED: Asked = [HEAD, 'serve'];

/** What no row answers, before and after. */
const NONE: Pair = { before: null, after: null };

/** How many paths that a pair of rows share are compared before they count as undecided. */
const TRIES = 20;

/** Pairs of rows that share no more paths than this are compared path by path. */
const MOST_WORDS = 10_000;

/**
 * Compares what two tables answer. Answers are alike if status, destination, params, allowed methods,
 * meta and the presence of a handler are; which key gave them does not matter. HEAD counts as it is
 * served, see `resolveHead` of a router, and as `resolve` answers it.
 *
 * @param before a table
 * @param after another one
 * @param options `autoRoute` as `createRouter` takes it, for both
 * @throws {WaymarkError} if `createRouter` would
 *
 * @example
 * diff({ 'a/(:num)': 'x/$1' }, { 'a/([0-9]+)': 'x/$1' }).alike; // true
 * diff({ a: 'x' }, { a: 'y' }).changes[0]?.request; // { method: 'GET', path: '/a' }
 */
export function diff(
  before: SuppliedTable,
  after: SuppliedTable,
  options: InspectOptions = {},
): Difference {
  const languages = new Languages();
  return new Comparison(
    new Inspection(before, options, languages),
    new Inspection(after, options, languages),
  ).run();
}

class Comparison {
  private readonly changes = new Map<string, Change>();
  private readonly undecided: Undecided[] = [];
  private readonly coverersBefore = new Map<Row, readonly Row[]>();
  private readonly methods: readonly string[];
  /** A method that no row of either table has to itself. */
  private readonly plain: string;

  constructor(
    private readonly before: Inspection,
    private readonly after: Inspection,
  ) {
    const rows = [...before.rows, ...after.rows];
    this.methods = methodsFor({ method: null }, rows);
    const own = new Set<string | null>(rows.map(({ method }) => method));
    // There is one: BREW is nobody's.
    this.plain = this.methods.find((method) => !own.has(method)) as string;
  }

  run(): Difference {
    this.differs('', [...resolving(this.methods), SERVED]);
    for (const row of this.before.rows) this.compareRow(row);
    for (const row of this.after.rows) {
      const near = this.before.nearTo(row);
      this.compareWithNone({ before: null, after: row }, near, this.coveringBefore(row));
    }
    for (const row of this.before.rows) this.compareServed(row, this.before, this.after);
    for (const row of this.after.rows) this.compareServed(row, this.after, this.before);
    this.compareSettings();
    const changes = [...this.changes.values()];
    const { undecided } = this;
    return { alike: changes.length === 0 && undecided.length === 0, changes, undecided };
  }

  /** Compares one row before with all that may answer the same requests after. */
  private compareRow(row: Row): void {
    const near = this.after.nearTo(row);
    const covering = near.filter((other) => this.after.covers(other, row));
    for (const other of near) {
      if (row.method !== null && !answers(other, row.method)) continue;
      const method = row.method ?? other.method ?? this.plain;
      if (surelyAlike(row, other)) continue;
      if (covering.some((first) => first.index < other.index && answers(first, method))) continue;
      const earlier = this.coveringBefore(other);
      if (earlier.some((first) => first.index < row.index && answers(first, method))) continue;
      // The rows that matter are near both; the one that varies less has fewer of them.
      const narrow = near.length > this.before.nearTo(other).length ? other : row;
      this.comparePair({ before: row, after: other }, method, [
        ...rowsBefore(this.before, row, method, narrow),
        ...rowsBefore(this.after, other, method, narrow),
      ]);
    }
    this.compareWithNone({ before: row, after: null }, near, covering);
  }

  /** Compares one row with the requests that no row of the other table answers. */
  private compareWithNone(pair: Pair, near: readonly Row[], covering: readonly Row[]): void {
    const row = (pair.before ?? pair.after) as Row; // one of them is there
    // What is left for a method with rows of its own is left for the others too.
    const method = row.method ?? this.plain;
    if (covering.some((other) => answers(other, method))) return;
    const table = pair.before === null ? this.after : this.before;
    const others = near.filter((other) => answers(other, method));
    const taken = [...rowsBefore(table, row, method, row), ...others];
    this.comparePair(pair, method, taken);
    this.compareRefused(row, taken);
  }

  /**
   * Compares what other methods get if a row answers its own method just as autoRoute does: the row
   * refuses them, and autoRoute does not. If the answers to its own method differ, that change says
   * enough.
   */
  private compareRefused(row: Row, taken: readonly Row[]): void {
    const { method, captures, handled, meta, template } = row;
    // The params, the handler and the meta tell its answers from those of autoRoute.
    const isTold = captures > 0 || handled || meta !== null;
    if (method === null || isTold || !this.before.autoRoute) return;
    const differs = (path: string) => this.differs(path, resolving(this.methods), NONE);
    const text = template.pieces.join('');
    if (!template.groups.includes(0)) {
      // Only this path leads where autoRoute leads.
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
    const rows = [pair.before, pair.after].filter((row) => row !== null);
    const methods = method === this.plain ? this.methods : [method];
    const differs = (path: string) => this.differs(path, resolving(methods), pair);
    if (rows.flatMap(({ source }) => samplePaths(source)).some(differs)) return;
    this.settle(pair, () => this.compareShared(this.sharedBy(rows), taken, differs));
  }

  /**
   * Compares what servers answer to HEAD, which is what GET gets, unless a row for HEAD itself comes
   * first: such a row of one table meets rows for GET of the other, unless the other has it too.
   */
  private compareServed(row: Row, own: Inspection, other: Inspection): void {
    if (row.method !== HEAD) return;
    const near = other.nearTo(row);
    const heads = near.filter(({ method }) => method === HEAD);
    const earlier = rowsBefore(own, row, HEAD, row);
    const isEarlier = ({ source }: Row) => earlier.some((one) => one.source === source);
    const isSame = (head: Row) =>
      head.source === row.source && rowsBefore(other, head, HEAD, head).every(isEarlier);
    if (heads.some(isSame)) return;
    for (const one of near) {
      if (!answers(one, 'GET') || surelyAlike(row, one)) continue;
      const taken = [...earlier, ...rowsBefore(other, one, 'GET', row)];
      const pair = own === this.before ? { before: row, after: one } : { before: one, after: row };
      this.settle(pair, () => {
        const served = heads.map((head) => wonBy(other, head));
        const shared = served.reduce(without, this.sharedBy([row, one]));
        return this.compareShared(shared, taken, (path) => this.differs(path, [SERVED], pair));
      });
    }
  }

  /** Leaves a pair of rows undecided if the comparison returns a reason. */
  private settle({ before, after }: Pair, compare: () => string | null): void {
    const reason = attempt(compare);
    if (reason !== null)
      this.leave(before, after, reason instanceof Unproved ? reason.reason : reason);
  }

  /** The paths that all of some rows match. */
  private sharedBy(rows: readonly Row[]): Language {
    return rows.map((row) => proved(this.before.languageOf(row))).reduce(both);
  }

  /**
   * Looks for a difference among some paths, without those that other rows match.
   *
   * @returns why a difference may have been missed; `null` if one is found or none exists
   */
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
        doubt = `${quote(row.key)} is not proved: ${language.reason}`;
      else if (!isDisjointWith(rest, language)) rest = without(rest, language);
    }
    const words = allWords(rest, MOST_WORDS);
    if (words !== null) {
      words.some(differs);
      return null;
    }
    for (let tries = 0; tries < TRIES; tries++) {
      // The cast: a language of many words is not empty after a few are taken from it.
      const path = languages.witness(rest) as string;
      if (differs(path)) return null;
      rest = without(rest, wordOf(path));
    }
    return doubt;
  }

  /**
   * Compares the answers for a path, and records the differences. Of methods whose
   * answers change alike, the first stands for all.
   *
   * @param pair the rows that have to answer; a change between two other rows is no difference here
   */
  private differs(path: string, asked: readonly Asked[], pair?: Pair): boolean {
    const seen = new Set<string>();
    for (const [method, ask] of asked) {
      const request = { method, path: spell(path) };
      const [before, after] = [this.before[ask](request), this.after[ask](request)];
      if (pair !== undefined && this.before.winnerOf(before) !== pair.before) continue;
      if (pair !== undefined && this.after.winnerOf(after) !== pair.after) continue;
      const [old, now] = [answerOf(before), answerOf(after)];
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
      const reason = `${TRANSLATE_DASHES} differs, and what a dispatcher makes of it is not compared`;
      this.leave(null, null, reason);
    }
    if (before.notFoundOverride === after.notFoundOverride) return;
    const differs = (path: string) => this.differs(path, resolving(this.methods), NONE);
    if (['', ...UNKNOWN].some(differs)) return;
    const reason = `${NOT_FOUND_OVERRIDE} differs; no path was found that no row answers, and what is blocked or an action may answer 404`;
    this.leave(null, null, reason);
  }

  private leave(before: Row | null, after: Row | null, reason: string): void {
    this.undecided.push({ before: before?.key ?? null, after: after?.key ?? null, reason });
  }

  private coveringBefore(row: Row): readonly Row[] {
    const known =
      this.coverersBefore.get(row) ??
      this.before.nearTo(row).filter((other) => this.before.covers(other, row));
    this.coverersBefore.set(row, known);
    return known;
  }
}

function resolving(methods: readonly string[]): Asked[] {
  return methods.map((method) => [method, 'resolve']);
}

/** The rows of a table that come before one of its rows, for a method, and may meet `narrow`. */
function rowsBefore(inspection: Inspection, row: Row, method: string, narrow: Row): Row[] {
  return inspection
    .nearTo(narrow)
    .filter((other) => other.index < row.index && answers(other, method));
}

/** The paths for which a row for HEAD answers HEAD. */
function wonBy(inspection: Inspection, row: Row): Language {
  const earlier = rowsBefore(inspection, row, HEAD, row).map((other) =>
    inspection.languageOf(other),
  );
  return earlier.map(proved).reduce(without, proved(inspection.languageOf(row)));
}

/** All of an answer that a request can tell. */
function answerOf(answer: Resolution): string {
  if (answer.status === 'blocked') return answer.status;
  if (answer.status !== 'found') return JSON.stringify(answer);
  const { status, destination, params, handler, meta } = answer;
  return JSON.stringify([status, destination, params, handler !== undefined, textOfMeta(meta)]);
}
