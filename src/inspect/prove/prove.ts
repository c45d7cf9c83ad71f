/** Finds a request that reaches a row, or proves that none does. */

import { isDisjointWith } from 'refa';
import { quote } from '../../errors/show.ts';
import { normalisePath } from '../../path/normalise.ts';
import type { Resolution } from '../../resolve/resolution.ts';
import { type Language, wordOf } from '../automata/languages.ts';
import { samplePaths } from '../automata/sample.ts';
import { attempt, proved, without } from '../automata/translate.ts';
import { Unproved } from '../automata/unproved.ts';
import {
  answers,
  type Inspection,
  methodsFor,
  type RequestLine,
  type Row,
  spell,
} from '../inspection.ts';

/** A request reaches the row. */
export interface Reached {
  readonly kind: 'reached';
  readonly request: RequestLine;
  /** The normal path of the request, without a leading slash. */
  readonly path: string;
  readonly answer: Resolution;
}

/** No request reaches the row. */
export interface Unreached {
  readonly kind: 'unreached';
  /** The rows that take all its requests, in order. */
  readonly takers: readonly Row[];
}

/** Whether a row is reached, is not reached, or neither could be proved. */
export type Proof = Reached | Unreached | { readonly kind: 'unproved'; readonly reason: string };

/** The requests of a row to look for. */
export interface Wanted {
  /** Covers the path of every wanted request, and possibly more. */
  language(): Language | Unproved;
  /** Paths to try first; they may be unwanted. */
  readonly samples: readonly string[];
  /** Whether the answer for a normal path, without a leading slash, is wanted. */
  accepts(answer: Resolution, path: string): boolean;
  /** The method to consider; by default, any that the row answers. */
  readonly method?: string;
}

/** The number of unconfirmed paths of a language to try before giving up. */
const TRIES = 20;

/**
 * Finds a request that reaches a row, or proves that none does.
 *
 * @param inspection the table
 * @param row one of its rows
 * @param wanted the requests to look for; any by default
 */
export function proveReached(
  inspection: Inspection,
  row: Row,
  wanted: Wanted = anyRequest(inspection, row),
): Proof {
  const earlier = inspection.near(row.shape).filter(({ index }) => index < row.index);
  const methods = wanted.method === undefined ? methodsFor(row, earlier) : [wanted.method];
  const ask = (method: string, path: string): Reached | Row | null => {
    const request = { method, path: spell(path) };
    const answer = inspection.resolve(request);
    const winner = inspection.winnerOf(answer);
    if (winner !== row) return winner;
    return wanted.accepts(answer, path) ? { kind: 'reached', request, path, answer } : null;
  };

  const samples = wanted.samples.filter((path) => normalisePath(spell(path)) === `/${path}`);
  for (const method of methods) {
    for (const path of samples) {
      const found = ask(method, path);
      if (isReached(found)) return found;
    }
  }
  const rooted = wanted.method === undefined ? methodsFor(row, inspection.roots) : methods;
  for (const method of rooted) {
    const found = ask(method, '');
    if (isReached(found)) return found;
  }

  // The method with the fewest earlier rows. A path that it doesn't leave, no other method leaves.
  const before = methods.map((method) => earlier.filter((other) => answers(other, method)));
  const fewest = before.reduce((least, others) => (others.length < least.length ? others : least));
  const cover = fewest.find((other) => inspection.covers(other, row));
  if (cover !== undefined) {
    const others = fewest.slice(0, fewest.indexOf(cover) + 1);
    return { kind: 'unreached', takers: takersOf(inspection, wanted, others) };
  }
  const proofs = before.map((others, position) => (): Proof => {
    const proof = attempt(() => {
      const language = proved(wanted.language());
      return subtract(inspection, language, others, (path) => ask(methods[position], path));
    });
    return proof instanceof Unproved ? { kind: 'unproved', reason: proof.reason } : proof;
  });
  const last = proofs[before.indexOf(fewest)]();
  if (last.kind === 'unreached') return last;
  for (const prove of proofs.slice(0, before.indexOf(fewest))) {
    const proof = prove();
    if (proof.kind === 'reached') return proof;
  }
  return last;
}

/** The rows that take the wanted requests. The last covers them all; earlier ones may take some. */
function takersOf(inspection: Inspection, wanted: Wanted, others: readonly Row[]): Row[] {
  if (others.length === 1) return [...others];
  const taken = attempt(() => take(inspection, proved(wanted.language()), others));
  return taken instanceof Unproved ? others.slice(-1) : [...taken.takers];
}

/** The rest of a language after some rows have taken their paths. */
interface Taken {
  readonly rest: Language;
  /** The rows that take some of it. */
  readonly takers: Set<Row>;
  /** The reason why the rest may be smaller, if a row is not proved. */
  readonly doubt: string | null;
}

/** Removes the paths of rows from a language, one row at a time. */
function take(inspection: Inspection, language: Language, others: readonly Row[]): Taken {
  const takers = new Set<Row>();
  let rest = language;
  let doubt: string | null = null;
  for (const other of others) {
    const own = inspection.languageOf(other);
    if (own instanceof Unproved) {
      doubt ??= `${quote(other.key)}, which comes first, is not proved: ${own.reason}`;
      continue;
    }
    if (isDisjointWith(rest, own)) continue;
    takers.add(other);
    rest = without(rest, own);
    if (rest.isEmpty) break;
  }
  return { rest, takers, doubt };
}

/** Removes the paths of rows from a language, and asks the router about the rest. */
function subtract(
  inspection: Inspection,
  language: Language,
  others: readonly Row[],
  ask: (path: string) => Reached | Row | null,
): Proof {
  const { takers, doubt, ...taken } = take(inspection, language, others);
  let { rest } = taken;
  for (let tries = 0; tries < TRIES; tries++) {
    const path = inspection.languages.witness(rest);
    if (path === null) return { kind: 'unreached', takers: [...takers] };
    const found = ask(path);
    if (isReached(found)) return found;
    if (found !== null) takers.add(found);
    rest = without(rest, wordOf(path));
  }
  return { kind: 'unproved', reason: doubt ?? `the router confirms none of ${TRIES} paths` };
}

function isReached(found: Reached | Row | null): found is Reached {
  return found !== null && 'kind' in found;
}

function anyRequest(inspection: Inspection, row: Row): Wanted {
  return {
    language: () => inspection.languageOf(row),
    samples: samplePaths(row.source),
    accepts: () => true,
  };
}
