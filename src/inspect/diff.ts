/** What changes for requests between two tables. */
import { quote } from '../errors/show.ts';
import type { Resolution } from '../resolve/resolution.ts';
import { NOT_FOUND_OVERRIDE, TRANSLATE_DASHES } from '../table/settings.ts';
import type { SuppliedTable } from '../table/table.ts';
import { type Language, Languages, wordOf } from './automata/languages.ts';
import { samplePaths } from './automata/sample.ts';
import { attempt, both, proved, without } from './automata/translate.ts';
import { Unproved } from './automata/unproved.ts';
import {
  answers,
  HEAD,
  Inspection,
  type InspectOptions,
  methodsFor,
  type Request,
  type Row,
  spell,
  UNKNOWN,
} from './inspection.ts';
import { surelyAlike } from './prove/canonical.ts';

/** A request that the two tables answer otherwise. */
export interface Change {
  readonly request: Request;
  readonly before: Resolution;
  readonly after: Resolution;
}

/** Requests of which it is not known whether they are answered alike. */
export interface Undecided {
  /** The key that answers them before; `null` where it is none. */
  readonly before: string | null;
  /** The key that answers them after; `null` where it is none. */
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

/** How many paths that a pair of rows share are compared before they count as undecided. */
const TRIES = 20;

/**
 * Compares what two tables answer. Answers are alike where status, destination, params, allowed
 * methods and the presence of a handler are; which key gave them does not matter. HEAD counts as it
 * is served, see `resolveHead` of a router, and as `resolve` answers it.
 *
 * @param before a table
 * @param after another one
 * @param options `autoRoute` as `createRouter` takes it, for both
 * @throws {WaymarkError} where `createRouter` would
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
    this.compare('', this.methods);
    for (const row of this.before.rows) this.compareRow(row);
    for (const row of this.after.rows) {
      const near = this.before.near(row.shape);
      this.compareWithNone(null, row, near, this.coveringBefore(row, near));
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
    const near = this.after.near(row.shape);
    const covering = near.filter((other) => this.after.covers(other, row));
    for (const other of near) {
      if (row.method !== null && !answers(other, row.method)) continue;
      const method = row.method ?? other.method ?? this.plain;
      if (surelyAlike(row, other)) continue;
      if (covering.some((first) => first.index < other.index && answers(first, method))) continue;
      const earlier = this.coveringBefore(other);
      if (earlier.some((first) => first.index < row.index && answers(first, method))) continue;
      this.comparePair(row, other, method, [
        ...rowsBefore(this.before, row, method),
        ...rowsBefore(this.after, other, method),
      ]);
    }
    this.compareWithNone(row, null, near, covering);
  }

  /** Compares one row with the requests that no row of the other table answers. */
  private compareWithNone(
    before: Row | null,
    after: Row | null,
    near: readonly Row[],
    covering: readonly Row[],
  ): void {
    const row = (before ?? after) as Row; // one of them is there
    // What is left for a method with rows of its own is left for the others too.
    const method = row.method ?? this.plain;
    if (covering.some((other) => answers(other, method))) return;
    const table = before === null ? this.after : this.before;
    const others = near.filter((other) => answers(other, method));
    this.comparePair(before, after, method, [...rowsBefore(table, row, method), ...others]);
  }

  private comparePair(
    before: Row | null,
    after: Row | null,
    method: string,
    taken: readonly Row[],
  ): void {
    const pair = [before, after].filter((row) => row !== null);
    const methods = method === this.plain ? this.methods : [method];
    const meets = (path: string) => {
      const request = { method, path: spell(path) };
      return (
        this.before.winnerOf(this.before.resolve(request)) === before &&
        this.after.winnerOf(this.after.resolve(request)) === after
      );
    };
    for (const path of pair.flatMap(({ source }) => samplePaths(source))) {
      if (meets(path) && this.compare(path, methods)) return;
    }
    const shared = () => this.sharedBy(pair);
    this.settle(before, after, () => this.compareShared(shared(), taken, methods));
  }

  /**
   * Compares what servers answer to HEAD, which is what GET gets, unless a row for HEAD itself comes
   * first: such a row of one table meets rows for GET of the other, unless the other has it too.
   */
  private compareServed(row: Row, own: Inspection, other: Inspection): void {
    if (row.method !== HEAD) return;
    const near = other.near(row.shape);
    const heads = near.filter(({ method }) => method === HEAD);
    const earlier = rowsBefore(own, row, HEAD);
    const isEarlier = ({ source }: Row) => earlier.some((one) => one.source === source);
    const isSame = (head: Row) =>
      head.source === row.source && rowsBefore(other, head, HEAD).every(isEarlier);
    if (heads.some(isSame)) return;
    for (const one of near) {
      if (!answers(one, 'GET') || surelyAlike(row, one)) continue;
      const taken = [...earlier, ...rowsBefore(other, one, 'GET')];
      const [before, after] = own === this.before ? [row, one] : [one, row];
      this.settle(before, after, () => {
        const served = heads.map((head) => wonBy(other, head));
        return this.compareShared(served.reduce(without, this.sharedBy([row, one])), taken, [HEAD]);
      });
    }
  }

  /** Leaves a pair of rows undecided where a comparison gives a reason. */
  private settle(before: Row | null, after: Row | null, compare: () => string | null): void {
    const reason = attempt(compare);
    if (reason !== null)
      this.leave(before, after, reason instanceof Unproved ? reason.reason : reason);
  }

  /** The paths that all of some rows match. */
  private sharedBy(rows: readonly Row[]): Language {
    return rows.map((row) => proved(this.before.languageOf(row))).reduce(both);
  }

  /**
   * Compares the answers for some paths, without those that other rows match; why it is not known
   * whether they all are alike, `null` where it is known.
   */
  private compareShared(
    shared: Language,
    taken: readonly Row[],
    methods: readonly string[],
  ): string | null {
    const { languages } = this.before;
    let rest = shared;
    let doubt = 'what their groups capture is not proved to be the same';
    for (const row of taken) {
      const language = this.before.languageOf(row);
      if (language instanceof Unproved)
        doubt = `${quote(row.key)} is not proved: ${language.reason}`;
      else rest = without(rest, language);
      if (rest.isEmpty) return null;
    }
    const most = rest.isFinite ? TRIES * TRIES : TRIES;
    for (let tries = 0; tries < most; tries++) {
      const path = languages.witness(rest);
      if (path === null || this.compare(path, methods)) return null;
      rest = without(rest, wordOf(path));
    }
    return doubt;
  }

  /**
   * Compares the answers for a path under some methods; whether one differs. Of methods whose answers
   * change alike the first stands for all.
   */
  private compare(path: string, methods: readonly string[]): boolean {
    const seen = new Set<string>();
    for (const method of methods) {
      const request = { method, path: spell(path) };
      const served = this.changeOf(request, 'serve');
      const change = method === HEAD ? (served ?? this.changeOf(request, 'resolve')) : served;
      if (change === null) continue;
      const same = JSON.stringify([change.before, change.after].map(answerOf));
      if (seen.has(same)) continue;
      seen.add(same);
      this.changes.set(`${method} ${path}`, change);
    }
    return seen.size > 0;
  }

  /** How the answers to a request differ; `null` where they do not. */
  private changeOf(request: Request, answer: 'resolve' | 'serve'): Change | null {
    const [before, after] = [this.before[answer](request), this.after[answer](request)];
    return answerOf(before) === answerOf(after) ? null : { request, before, after };
  }

  private compareSettings(): void {
    const [before, after] = [this.before.router.settings, this.after.router.settings];
    if (before.translateUriDashes !== after.translateUriDashes) {
      const reason = `${TRANSLATE_DASHES} differs, and what a dispatcher makes of it is not compared`;
      this.leave(null, null, reason);
    }
    if (before.notFoundOverride === after.notFoundOverride) return;
    if (UNKNOWN.some((path) => this.compare(path, this.methods))) return;
    const reason = `${NOT_FOUND_OVERRIDE} differs; no path was found that no row answers, and what is blocked or an action may answer 404`;
    this.leave(null, null, reason);
  }

  private leave(before: Row | null, after: Row | null, reason: string): void {
    this.undecided.push({ before: before?.key ?? null, after: after?.key ?? null, reason });
  }

  private coveringBefore(row: Row, near?: readonly Row[]): readonly Row[] {
    const known =
      this.coverersBefore.get(row) ??
      (near ?? this.before.near(row.shape)).filter((other) => this.before.covers(other, row));
    this.coverersBefore.set(row, known);
    return known;
  }
}

/** The rows of a table that come before one of its rows, for a method. */
function rowsBefore(inspection: Inspection, row: Row, method: string): Row[] {
  return inspection
    .near(row.shape)
    .filter((other) => other.index < row.index && answers(other, method));
}

/** The paths for which a row for HEAD answers HEAD. */
function wonBy(inspection: Inspection, row: Row): Language {
  const earlier = rowsBefore(inspection, row, HEAD).map((other) => inspection.languageOf(other));
  return earlier.map(proved).reduce(without, proved(inspection.languageOf(row)));
}

/** All of an answer that a request can tell. */
function answerOf(answer: Resolution): string {
  if (answer.status === 'blocked') return answer.status;
  if (answer.status !== 'found') return JSON.stringify(answer);
  const { status, destination, params, handler } = answer;
  return JSON.stringify([status, destination, params, handler !== undefined]);
}
