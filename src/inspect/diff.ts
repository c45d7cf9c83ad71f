/** What changes for requests between two tables. */
import { quote } from '../errors/show.ts';
import type { Resolution } from '../resolve/resolution.ts';
import { NOT_FOUND_OVERRIDE, TRANSLATE_DASHES } from '../table/settings.ts';
import type { SuppliedTable } from '../table/table.ts';
import { Languages, wordOf } from './automata/languages.ts';
import { samplePaths } from './automata/sample.ts';
import { attempt, both, proved, without } from './automata/translate.ts';
import { Unproved } from './automata/unproved.ts';
import {
  answers,
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
 * methods and the presence of a handler are; which key gave them does not matter.
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
    const reason = attempt(() => this.compareShared(pair, taken, methods));
    if (reason !== null)
      this.leave(before, after, reason instanceof Unproved ? reason.reason : reason);
  }

  /**
   * Compares the answers for paths that all of some rows match, and none of others; why it is not
   * known whether they all are alike, `null` where it is known.
   */
  private compareShared(
    pair: readonly Row[],
    taken: readonly Row[],
    methods: readonly string[],
  ): string | null {
    const { languages } = this.before;
    const own = pair.map((row) => proved(this.before.languageOf(row)));
    let rest = own.reduce((one, other) => both(one, other));
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
      const [before, after] = [this.before.resolve(request), this.after.resolve(request)];
      const [one, other] = [answerOf(before), answerOf(after)];
      const change = JSON.stringify([one, other]);
      if (one === other || seen.has(change)) continue;
      seen.add(change);
      this.changes.set(`${method} ${path}`, { request, before, after });
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
    if (UNKNOWN.some((path) => this.compare(path, this.methods))) return;
    if ([this.before, this.after].every(takesEverything)) return;
    this.leave(null, null, `${NOT_FOUND_OVERRIDE} differs, and no path was found that it answers`);
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

function takesEverything({ rows }: Inspection): boolean {
  return rows.some(({ method, shape: { rest, segments } }) => {
    return method === null && rest !== null && segments.length === 0;
  });
}

/** All of an answer that a request can tell. */
function answerOf(answer: Resolution): string {
  if (answer.status === 'blocked') return answer.status;
  if (answer.status !== 'found') return JSON.stringify(answer);
  const { status, destination, params, handler } = answer;
  return JSON.stringify([status, destination, params, handler !== undefined]);
}
