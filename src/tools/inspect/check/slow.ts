/** Finds patterns that take too long for some path. */
import { quote } from 'waymark/internal';
import { type Inspection, type Row, spell } from '../inspection.ts';
import { type Sendable, sendable } from './attack.ts';
import type { Alike, Finding } from './finding.ts';
import {
  INSTALLED,
  type Judge,
  type Limits,
  loadRecheck,
  messageOf,
  type Peer,
} from './recheck.ts';

/**
 * Each step of recheck's search may use the whole time. If a busy machine cuts a step short,
 * recheck reports attacks that are harmless.
 */
const LIMITS: Limits = { timeout: 10_000, seedingTimeout: 10_000, incubationTimeout: 10_000 };

/** The time in milliseconds above which a request is a finding. */
export const TOO_LONG = 50;

/** Runs a function and returns the milliseconds that it takes. */
export type Measure = (run: () => void) => number;

/** Judges patterns and measures time. */
export interface Tools {
  readonly peer: Peer;
  readonly measure: Measure;
}

/** The installed recheck and this machine's clock. */
export const TOOLS: Tools = { peer: INSTALLED, measure: measureTime };

/**
 * Checks patterns with back references using recheck, and tries each attack that it finds on the
 * router. An attack is a finding if a request of an allowed length takes longer than
 * {@link TOO_LONG}.
 *
 * @param inspection the table
 * @param tools recheck and a clock
 */
export async function findSlow(inspection: Inspection, tools: Tools): Promise<Finding[]> {
  const rows = inspection.rows.filter(({ linear }) => !linear);
  if (rows.length === 0) return [];
  const judge = await loadRecheck(tools.peer);
  if (typeof judge === 'string') {
    const message = `The patterns are not judged: ${judge}.`;
    return [{ level: 'unproved', kind: 'not-judged', rows: rows.map(({ key }) => key), message }];
  }
  const findings: Finding[] = [];
  for (const row of rows) findings.push(...(await judgeRow(inspection, row, judge, tools.measure)));
  return findings;
}

/**
 * Reports patterns with back references as not judged. Only such patterns may be slow.
 *
 * @param inspection the table
 */
export function findNotJudged({ rows }: Inspection): Alike[] {
  return rows
    .filter(({ linear }) => !linear)
    .map(({ key }) => {
      const message = sayNotJudged(`pattern of ${quote(key)} has`);
      return { level: 'unproved', kind: 'not-judged', rows: [key], message, together };
    });
}

function together(list: string): string {
  return sayNotJudged(`patterns of ${list} have`);
}

function sayNotJudged(what: string): string {
  return `The ${what} back references, so some path may take exponential time; check --recheck can tell.`;
}

async function judgeRow(
  inspection: Inspection,
  row: Row,
  judge: Judge,
  measure: Measure,
): Promise<Finding[]> {
  const source = `^(?:${row.source})$`; // as the router compiles it
  const rows = [row.key];
  const notJudged = (why: string): Finding[] => {
    const message = `The pattern of ${quote(row.key)} is not judged: ${why}.`;
    return [{ level: 'unproved', kind: 'not-judged', rows, message }];
  };
  try {
    const verdict = await judge.check(source, 's', LIMITS);
    if (verdict.status === 'safe') return [];
    if (verdict.status === 'unknown') return notJudged(`recheck says ${verdict.error.kind}`);
    const attacks = sendable(source, verdict.attack);
    if (attacks.length === 0) {
      return notJudged('the attack that recheck found needs a character that no path contains');
    }
    const { type, summary } = verdict.complexity;
    for (const attack of attacks) {
      const repeats = tryAttack(inspection, row, attack, measure);
      if (repeats === null) continue;
      const message = `The pattern of ${quote(row.key)} takes ${type} time (${summary}): a request for ${attack.say(repeats)} takes more than ${TOO_LONG} ms.`;
      return [{ level: 'error', kind: 'slow-pattern', rows, message }];
    }
    return [];
  } catch (error) {
    return notJudged(`recheck fails: ${messageOf(error)}`);
  }
}

/** Up to this number, every number of repeats is tried, since each may double the time. */
const FEW = 32;

/** The growth factor for the number of repeats above {@link FEW}. */
const GROWTH = 1.2;

/**
 * Tries longer and longer paths on the router, so that no request takes much longer than the first
 * that takes too long.
 *
 * @returns the number of repeats in the path that takes too long; `null` if none does, or if the
 *   time is not spent in this row's pattern
 */
function tryAttack(
  inspection: Inspection,
  row: Row,
  { path, most }: Sendable,
  measure: Measure,
): number | null {
  const method = row.method ?? 'GET';
  for (let repeats = 1; repeats <= most; repeats = next(repeats, most)) {
    const text = path(repeats);
    const request = { method, path: spell(text) };
    const all = measure(() => inspection.resolve(request));
    const own = measure(() => row.matches(text));
    if (Math.max(all, own) < TOO_LONG) continue;
    return Math.min(all, own) < TOO_LONG / 2 ? null : repeats;
  }
  return null;
}

/** The next number of repeats. `most` is tried last, and a number above `most` ends the loop. */
function next(repeats: number, most: number): number {
  if (repeats >= most) return most + 1;
  return Math.min(most, repeats < FEW ? repeats + 1 : Math.ceil(repeats * GROWTH));
}

/** Measures again if a run takes too long, since another process may have used the processor. */
function measureTime(run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3 && least >= TOO_LONG; turn++) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
