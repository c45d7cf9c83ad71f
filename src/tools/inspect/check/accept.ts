/** Removes findings that someone has reviewed and accepted. */
import { meant, quote, type Source } from 'waymark/internal';
import { type Alike, enumerate, type Finding, type FindingKind } from './finding.ts';
import { FINDING_KINDS, type Needs } from './kinds.ts';

/**
 * Accepts all findings of one kind, or only those about certain rows or a file.
 * @example
 * const one: Acceptance = { kind: 'dot', rows: ['sitemap.xml'], reason: 'any character is meant' };
 */
export interface Acceptance {
  readonly kind: FindingKind;
  /** Only findings whose first row is one of these table keys. */
  readonly rows?: readonly string[] | undefined;
  /** Only findings in this file, spelled as in the finding's `source`. */
  readonly file?: string | undefined;
  /** The reason for accepting them; must not be empty. */
  readonly reason: string;
  /** The location of the acceptance, for findings about the acceptance itself. */
  readonly source?: Source;
}

export function accept(
  findings: readonly Alike[],
  acceptances: readonly Acceptance[],
  has: ReadonlySet<Needs>,
): Alike[] {
  const wrong = new Map(acceptances.map((one) => [one, faultOf(one)]));
  const right = acceptances.filter((one) => wrong.get(one) === null);
  const used = new Set<Acceptance>();
  const left = findings.filter((finding) => {
    const accepting = right.filter((one) => accepts(one, finding));
    for (const one of accepting) used.add(one);
    return accepting.length === 0;
  });
  const about = acceptances.flatMap((one): Finding[] => {
    const fault = wrong.get(one) ?? null;
    if (fault !== null) return [report({ ...one, rows: [] }, 'error', 'bad-acceptance', fault)];
    const needs = FINDING_KINDS.get(one.kind)?.needs;
    if (used.has(one) || (needs !== undefined && !has.has(needs))) return [];
    const message = `Nothing matches ${say(one)} any more; remove it. Its reason was: ${quote(one.reason)}.`;
    return [report(one, 'warning', 'unused-acceptance', message)];
  });
  return [...left, ...about];
}

function accepts({ kind, rows, file }: Acceptance, finding: Finding): boolean {
  return (
    finding.kind === kind &&
    (rows === undefined || rows.includes(finding.rows[0])) &&
    (file === undefined || file === finding.source?.file)
  );
}

const KINDS = [...FINDING_KINDS.keys()];

function faultOf(acceptance: Acceptance): string | null {
  const { kind, reason } = acceptance;
  if (!FINDING_KINDS.has(kind)) {
    const near = meant(kind, KINDS);
    const advice = near === null ? `one of ${enumerate(KINDS)}` : quote(near);
    return `${quote(kind)} is not a kind of finding; write ${advice}.`;
  }
  if (reason.trim() === '') {
    return `The acceptance of ${quote(kind)} has no reason; write why the finding is accepted.`;
  }
  return null;
}

function say({ kind, rows = [], file }: Acceptance): string {
  const about = rows.length === 0 ? '' : ` for ${enumerate(rows.map(quote))}`;
  const place = file === undefined ? '' : ` in ${quote(file)}`;
  return `the acceptance of ${quote(kind)}${about}${place}`;
}

function report(
  { rows = [], source }: Acceptance,
  level: Finding['level'],
  kind: FindingKind,
  message: string,
): Finding {
  return { level, kind, rows, message, ...(source && { source }) };
}
