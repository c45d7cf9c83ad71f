/** Finds a request that reaches a row, or proves that none does. */
import { isDisjointWith } from 'refa';
import type { Resolution } from 'waymark';
import { normalisePath } from 'waymark/internal';
import { type Language, wordOf } from '../automata/languages.ts';
import { samplePaths } from '../automata/shape.ts';
import { attempt, proved, Unproved, without } from '../automata/translate.ts';
import {
  answers,
  HEAD,
  type Inspection,
  methodsFor,
  type RequestLine,
  type Row,
  serves,
  spell,
} from '../inspection.ts';
import { sayKey } from '../say-key.ts';

export interface Reached {
  readonly kind: 'reached';
  readonly request: RequestLine;
  /** The normal path of the request, without a leading slash. */
  readonly path: string;
  readonly answer: Resolution;
}

export interface Unreached {
  readonly kind: 'unreached';
  /** The rows that take all its requests, in order. */
  readonly takers: readonly Row[];
}

/** Whether a row is reached, is not reached, or neither could be proved. */
export type Proof = Reached | Unreached | { readonly kind: 'unproved'; readonly reason: string };

export interface Wanted {
  /** Covers the path of every wanted request, and possibly more. */
  language(): Language | Unproved;
  /** Paths to try first; they may be unwanted. */
  readonly samples: readonly string[];
  /** Whether the answer for a normal path, without a leading slash, is wanted. */
  accepts(answer: Resolution, path: string): boolean;
  /** The method to consider. If it is missing or `null`, any that the row answers. */
  readonly method?: string | null;
}

/** The number of unconfirmed paths of a language to try before giving up. */
const TRIES = 20;

/** Finds a request that reaches a row, or proves that none does. */
export function proveReached(
  inspection: Inspection,
  row: Row,
  wanted: Wanted = anyRequest(inspection, row),
): Proof {
  const search = new Search(inspection, row, wanted);
  return search.trySamples() ?? search.tryRoot() ?? search.proveCovered() ?? search.proveRest();
}

/** Wants every request of a row. */
export function anyRequest(inspection: Inspection, row: Row): Wanted {
  return {
    language: () => inspection.languageOf(row),
    samples: samplePaths(row.source),
    accepts: () => true,
  };
}

/** Runs a proof that may give up; see {@link attempt}. */
export function attemptProof(work: () => Proof): Proof {
  const proof = attempt(work);
  return proof instanceof Unproved ? { kind: 'unproved', reason: proof.reason } : proof;
}

/** The steps of {@link proveReached}, cheapest first. */
class Search {
  /** The earlier rows that may take requests of the row, in order. */
  private readonly earlier: readonly Row[];
  /** The methods to consider, best-known first. */
  private readonly methods: readonly string[];
  /** A method without earlier rows of its own. A path that it doesn't leave, no other leaves. */
  private readonly plain: string;

  constructor(
    private readonly inspection: Inspection,
    private readonly row: Row,
    private readonly wanted: Wanted,
  ) {
    this.earlier = inspection.near(row.shape).filter(({ index }) => index < row.index);
    this.methods = this.methodsFor(this.earlier);
    const own = new Set<string | null>(this.earlier.map(({ method }) => method));
    this.plain = this.methods.find((method) => !own.has(method)) ?? this.methods[0];
  }

  trySamples(): Reached | null {
    const isNormal = (path: string) => normalisePath(spell(path)) === `/${path}`;
    return this.askAll(this.methods, this.wanted.samples.filter(isNormal));
  }

  /** Asks the router about the empty path, which is in no language. */
  tryRoot(): Reached | null {
    return this.askAll(this.methodsFor(this.inspection.roots), ['']);
  }

  proveCovered(): Unreached | null {
    const others = this.earlierFor(this.plain);
    const cover = others.findIndex((other) => this.inspection.covers(other, this.row));
    return cover === -1
      ? null
      : { kind: 'unreached', takers: this.takersAmong(others.slice(0, cover + 1)) };
  }

  /** Asks the router about paths that no earlier row matches. */
  proveRest(): Proof {
    const proof = this.proveRestFor(this.plain);
    if (proof.kind === 'unreached') return proof;
    const better = this.methods.slice(0, this.methods.indexOf(this.plain));
    for (const method of better) {
      const other = this.proveRestFor(method);
      if (other.kind === 'reached') return other;
    }
    return proof;
  }

  private proveRestFor(method: string): Proof {
    return attemptProof(() => {
      const others = this.earlierFor(method);
      const { takers, doubt, ...taken } = this.take(others);
      let { rest } = taken;
      for (let tries = 0; tries < TRIES; tries++) {
        const path = this.inspection.languages.witness(rest);
        if (path === null) return { kind: 'unreached', takers: [...takers] };
        const found = this.ask(method, path);
        if (found !== null) return found;
        const taker = others.find((other) => other.matches(path));
        if (taker !== undefined) takers.add(taker);
        rest = without(rest, wordOf(path));
      }
      throw new Unproved(doubt ?? `the router confirms none of ${TRIES} paths`);
    });
  }

  private askAll(methods: readonly string[], paths: readonly string[]): Reached | null {
    for (const method of methods) {
      for (const path of paths) {
        const found = this.ask(method, path);
        if (found !== null) return found;
      }
    }
    return null;
  }

  private ask(method: string, path: string): Reached | null {
    const { inspection, row, wanted } = this;
    const request = { method, path: spell(path) };
    const answer = inspection.serve(request);
    const isWanted = inspection.winnerOf(answer) === row && wanted.accepts(answer, path);
    return isWanted ? { kind: 'reached', request, path, answer } : null;
  }

  private methodsFor(others: readonly Row[]): readonly string[] {
    return methodsFor(this.wanted.method ?? this.row.method, others);
  }

  private earlierFor(method: string): readonly Row[] {
    const takes = this.row.method === HEAD ? answers : serves;
    return this.earlier.filter((other) => takes(other, method));
  }

  /** The rows that take the wanted requests. The last covers them all; earlier ones may take some. */
  private takersAmong(others: readonly Row[]): readonly Row[] {
    if (others.length === 1) return others;
    const taken = attempt(() => this.take(others));
    return taken instanceof Unproved ? others.slice(-1) : [...taken.takers];
  }

  /** Removes the paths of rows from the wanted language, one row at a time. */
  private take(others: readonly Row[]) {
    const takers = new Set<Row>();
    let rest = proved(this.wanted.language());
    /** The reason why the rest may be smaller, if a row is not proved. */
    let doubt: string | null = null;
    for (const other of others) {
      const own = this.inspection.languageOf(other);
      if (own instanceof Unproved) {
        doubt ??= `${sayKey(other.key)}, which comes first, is not proved: ${own.reason}`;
        continue;
      }
      if (isDisjointWith(rest, own)) continue;
      takers.add(other);
      rest = without(rest, own);
      rest.minimize();
      if (rest.isEmpty) break;
    }
    return { rest, takers, doubt };
  }
}
