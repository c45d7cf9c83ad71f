/** Finds rows that reach an action or a function without the meta that guards it elsewhere. */
import type { Meta } from 'waymark';
import { describe, quote } from 'waymark/internal';
import { sayRequest } from '../../shared/words.ts';
import { hasDestination, type Inspection, type RequestLine, type Row } from '../inspection.ts';
import { anyRequest, proveReached } from '../prove/prove.ts';
import { sayKey } from '../say-key.ts';
import { textOfMeta } from '../sources.ts';
import { isInside } from './behind.ts';
import type { Controllers } from './controllers.ts';
import { doubt, enumerate, type Finding } from './finding.ts';
import { isAsked, Leaks, methodOf } from './leaks.ts';
import { guardsOf } from './protected.ts';

/** The member that only describes a route, for an OpenAPI document. */
const DESCRIBES = 'openapi';

/** The members of meta that guards read, with their values as text. */
type Members = ReadonlyMap<string, string>;

/** The members of a row's meta that count: those in the list, or all if there is none. */
export function membersOf(meta: Meta | null, guards: readonly string[] | null): Members {
  return new Map(
    Object.entries(meta ?? {})
      .filter(([name]) => guards?.includes(name) ?? name !== DESCRIBES)
      .map(([name, value]) => [name, textOfMeta({ [name]: value })]),
  );
}

/** The members that a row lacks, or has with another value. */
export function lacking(wanted: Members, has: Members): string[] {
  return [...wanted].flatMap(([name, value]) => (has.get(name) === value ? [] : [name]));
}

/** A request that reaches a guarded action or function without the meta. */
interface Unguarded {
  /** The row that answers it; `null` for autoRoute. */
  readonly row: Row | null;
  readonly request: RequestLine;
  /** The action; `null` for a function. */
  readonly action: string | null;
}

/**
 * Finds rows that reach an action, or the function of a handler, without the meta with which another
 * row guards it, for a method that this row answers. A row is an intended exception if it matches
 * only paths of the guarded row.
 * @param guards the members of meta that guards read; `null` for all, which makes findings warnings
 * @param controllers see {@link guardsOf}
 */
export function findUnguarded(
  inspection: Inspection,
  controllers: Controllers | null,
  guards: readonly string[] | null,
): Finding[] {
  const membersByRow = new Map(inspection.rows.map((row) => [row, membersOf(row.meta, guards)]));
  // The cast: it has every row.
  const members = (row: Row) => membersByRow.get(row) as Members;
  const level = guards === null ? 'warning' : 'error';
  /** The rows that are reported, each with the row that guards: it may lack the meta of the other. */
  const reported = new Map<Row, Row>();
  return inspection.rows.flatMap((guard): Finding[] => {
    const wanted = members(guard);
    if (wanted.size === 0) return [];
    const isGuarded = (row: Row) => lacking(wanted, members(row)).length === 0;
    const { open, doubts } =
      guard.handler === null
        ? lookForAction(inspection, controllers, guard, isGuarded)
        : lookForFunction(inspection, guard, isGuarded);
    const findings = open.flatMap((found): Finding[] => {
      const { row } = found;
      if (row !== null && (reported.has(row) || reported.get(guard) === row)) return [];
      if (row !== null) reported.set(row, guard);
      const missing = row === null ? [...wanted.keys()] : lacking(wanted, members(row));
      return [{ level, ...say(guard, missing, found) }];
    });
    return [...findings, ...doubts];
  });
}

function lookForAction(
  inspection: Inspection,
  controllers: Controllers | null,
  guard: Row,
  isGuarded: (row: Row) => boolean,
): { readonly open: readonly Unguarded[]; readonly doubts: readonly Finding[] } {
  const mayReach = (row: Row) => hasDestination(row) && !isGuarded(row);
  const isAlone = !inspection.autoRoute && !inspection.rows.some(mayReach);
  if (!hasDestination(guard) || isAlone) return { open: [], doubts: [] };
  return new Leaks(inspection, guard, guardsOf(inspection, guard, controllers), isGuarded).find();
}

function lookForFunction(
  inspection: Inspection,
  guard: Row,
  isGuarded: (row: Row) => boolean,
): { readonly open: readonly Unguarded[]; readonly doubts: readonly Finding[] } {
  const open: Unguarded[] = [];
  const doubts: Finding[] = [];
  for (const row of inspection.rows) {
    if (row.handler !== guard.handler || isGuarded(row) || !isAsked(row, guard)) continue;
    const method = methodOf(row, guard);
    const proof = proveReached(inspection, row, { ...anyRequest(inspection, row), method });
    if (proof.kind === 'unreached' || isInside(inspection, row, guard) === true) continue;
    if (proof.kind === 'reached') open.push({ row, request: proof.request, action: null });
    if (proof.kind === 'unproved') {
      const what = `Whether ${sayKey(row.key)} reaches the function of ${sayKey(guard.key)}`;
      doubts.push(doubt([row.key, guard.key], what, proof));
    }
  }
  return { open, doubts };
}

function say(
  guard: Row,
  missing: readonly string[],
  { row, request, action }: Unguarded,
): Omit<Finding, 'level'> {
  const meta = new Map(Object.entries(guard.meta as Meta)); // the cast: a guard has meta
  const said = missing.map((name) => `${name} ${describe(meta.get(name))}`);
  const what =
    action === null
      ? `the function of ${sayKey(guard.key)}`
      : `the action ${quote(action)} of ${sayKey(guard.key)}`;
  const by = row === null ? 'autoRoute' : sayKey(row.key);
  const message = `${sayRequest(request)} reaches ${what} through ${by}, without the meta ${enumerate(said)}.`;
  const rows = [...(row === null ? [] : [row.key]), guard.key];
  return { kind: 'unguarded', rows, message, witness: request };
}
