/** Patterns that take too long for some path. */
import { quote } from '../../errors/show.ts';
import type { Inspection, Row } from '../inspection.ts';
import type { Finding } from './finding.ts';

/** What is needed of recheck. */
export interface Judge {
  check(source: string, flags: string, limits: Limits): Promise<Verdict>;
}

/** Milliseconds. */
export interface Limits {
  readonly timeout: number;
  readonly seedingTimeout: number;
  readonly incubationTimeout: number;
}

/**
 * The steps of recheck's search may take all of its time: a step that a busy machine cut short ends
 * in an attack that is not one.
 */
const LIMITS: Limits = { timeout: 10_000, seedingTimeout: 10_000, incubationTimeout: 10_000 };

/** What recheck says of an expression. */
export type Verdict =
  | { readonly status: 'safe' }
  | {
      readonly status: 'vulnerable';
      readonly complexity: { readonly type: string; readonly summary: string };
      readonly attack: { readonly pattern: string };
    }
  | { readonly status: 'unknown'; readonly error: { readonly kind: string } };

/** A segment that is one class, repeated or not: nothing in it can be matched in two ways. */
const ONE_CLASS = /^\(?\[\^?[^\]\\]+\]\+?\)?$/;

/**
 * Has the patterns judged that waymark did not make itself, as they are compiled: what the matcher
 * has made linear, as it makes `(a+)b` of `(a+)+b`, is safe.
 *
 * @param inspection the table
 * @param load gives recheck; `null` where it is not installed
 *
 * @example
 * await findSlow(new Inspection({ '((a+)+)': 'x' }), () => import('recheck').catch(() => null));
 */
export async function findSlow(
  inspection: Inspection,
  load: () => Promise<Judge | null>,
): Promise<Finding[]> {
  const rows = inspection.rows.filter((row) => row.matcher() instanceof RegExp && !isPlain(row));
  if (rows.length === 0) return [];
  const judge = await load();
  if (judge === null) {
    const message = 'The patterns are not judged: recheck is not installed.';
    return [{ level: 'unproved', kind: 'not-judged', rows: rows.map(({ key }) => key), message }];
  }
  const findings: Finding[] = [];
  for (const row of rows) findings.push(...(await judgeRow(row, judge)));
  return findings;
}

async function judgeRow(row: Row, judge: Judge): Promise<Finding[]> {
  // What findSlow leaves is an expression.
  const { source, flags } = row.matcher() as RegExp;
  const rows = [row.key];
  const verdict = await judge.check(source, flags, LIMITS);
  if (verdict.status === 'safe') return [];
  if (verdict.status === 'unknown') {
    const message = `The pattern of ${quote(row.key)} is not judged: recheck says ${verdict.error.kind}.`;
    return [{ level: 'unproved', kind: 'not-judged', rows, message }];
  }
  const { complexity, attack } = verdict;
  const time = `${complexity.type} time (${complexity.summary})`;
  const message = `The pattern of ${quote(row.key)} takes ${time} for ${attack.pattern}.`;
  return [{ level: 'error', kind: 'slow-pattern', rows, message }];
}

function isPlain({ shape: { segments, open } }: Row): boolean {
  return !open && segments.every(({ text, source }) => text !== null || ONE_CLASS.test(source));
}
