/** Finds the requests that reach protected actions through other rows. */
import type { FoundDestination } from 'waymark';
import { quote } from 'waymark/internal';
import { openShape, samplePaths } from '../automata/shape.ts';
import { attempt, determined, Unproved } from '../automata/translate.ts';
import {
  HEAD,
  hasDestination,
  type Inspection,
  type RequestLine,
  type Row,
  serves,
} from '../inspection.ts';
import { remember } from '../maps.ts';
import { goalsAutomaton, isGoal } from '../prove/preimage.ts';
import { type Proof, proveReached, type Reached } from '../prove/prove.ts';
import { languageTo, proveAutoRoute, proveWay, rowsTo, type Target } from '../reach.ts';
import { sayKey } from '../say-key.ts';
import { isInside } from './behind.ts';
import { doubt, type Finding } from './finding.ts';
import type { Guard, Level, Protected } from './protected.ts';

/** A request that reaches a protected action. */
export interface Open extends Protected {
  /** The row that answers it; `null` for autoRoute. */
  readonly row: Row | null;
  readonly request: RequestLine;
}

export function shown(row: Row | null): string {
  return row === null ? 'autoRoute' : sayKey(row.key);
}

/** Whether a row may answer the method of a block or of a guarded row; that of HEAD is also GET's. */
export function isAsked(row: Row, { method }: Row): boolean {
  return method === null || serves(row, method) || (method === 'GET' && row.method === HEAD);
}

/** The method of the requests to look for; `null` for any. */
export function methodOf(row: Row | null, block: Row): Row['method'] {
  return row?.method === HEAD ? HEAD : block.method;
}

/** Looks for requests that reach the actions that a block or a guarded row protects. */
export class Leaks {
  private readonly open = new Map<Row | null, Open>();
  private readonly doubts = new Map<Row | null, Finding>();
  private readonly meant = new Map<Row, Map<Guard | null, boolean>>();

  constructor(
    private readonly inspection: Inspection,
    private readonly block: Row,
    private readonly guards: readonly Guard[],
    /** Whether a row needs no look: it is reported already, or guarded as well. */
    private readonly skips: (row: Row) => boolean,
  ) {}

  find(): { readonly open: Open[]; readonly doubts: Finding[] } {
    const { inspection, block } = this;
    for (const guard of this.guards) {
      for (const row of rowsTo(inspection, guard.goals)) {
        if (row === guard.except || row.handler !== null || this.skips(row)) continue;
        if (isAsked(row, block)) this.look(guard, row);
      }
      if (inspection.autoRoute) this.look(guard, null);
    }
    const order = (row: Row | null) => row?.index ?? Number.POSITIVE_INFINITY;
    const open = [...this.open.values()].sort((one, other) => order(one.row) - order(other.row));
    return { open, doubts: [...this.doubts.values()] };
  }

  private look(guard: Guard, row: Row | null): void {
    const known = this.open.get(row);
    if (known?.level === 'error') return;
    const proof = this.prove(guard, row, known === undefined ? null : 'error');
    if (proof.kind === 'unreached' || (row !== null && this.isMeant(row, guard))) return;
    if (proof.kind === 'unproved') {
      this.doubts.set(row, this.unproved(guard, row, proof));
      return;
    }
    this.note(guard, row, proof);
    if (this.open.get(row)?.level === 'error') return;
    const certain = this.prove(guard, row, 'error');
    if (certain.kind === 'reached') this.note(guard, row, certain);
  }

  private note(guard: Guard, row: Row | null, { answer, request }: Reached): void {
    // The casts: the guard accepted this answer.
    const { destination } = answer as FoundDestination;
    const found = guard.protects(destination, row) as Protected;
    this.open.set(row, { row, request, ...found });
    this.doubts.delete(row);
  }

  private prove(guard: Guard, row: Row | null, level: Level | null): Proof {
    const target = new GuardTarget(guard, row, level);
    const method = methodOf(row, this.block);
    const proof =
      row === null
        ? proveAutoRoute(this.inspection, target, method)
        : proveWay(this.inspection, row, target, method);
    const { doubt } = target;
    return proof.kind === 'unreached' && doubt !== null
      ? { kind: 'unproved', reason: doubt.reason }
      : proof;
  }

  private unproved({ goals }: Guard, row: Row | null, proof: { reason: string }): Finding {
    const rows = [this.block, ...(row === null ? [] : [row])].map(({ key }) => key);
    const [{ text, many }] = goals;
    const { key } = this.block;
    const action = many !== undefined ? 'its actions' : `the action ${quote(text)}`;
    const what = hasDestination(this.block)
      ? `Whether only requests with the meta of ${sayKey(key)} reach ${action}`
      : `Whether the block ${sayKey(key)} closes ${action}`;
    return doubt(rows, what, proof);
  }

  /**
   * Whether a row matches only the paths of the block or of the guarded row, or reaches only actions
   * that a block protects.
   */
  private isMeant(row: Row, guard: Guard): boolean {
    const key = guard.hasName ? null : guard;
    const known = remember(this.meant, row, () => new Map<Guard | null, boolean>());
    return remember(known, key, () => {
      const named = this.guards.filter(({ hasName }) => hasName);
      return (
        isInside(this.inspection, row, this.block) === true ||
        (!hasDestination(this.block) &&
          this.leadsOnlyTo(row, key === null ? named : [...named, key]))
      );
    });
  }

  private leadsOnlyTo(row: Row, guards: readonly Guard[]): boolean {
    const goals = guards.filter(({ except }) => except !== row).flatMap(({ named }) => named);
    const isIn = (destination: string) => goals.some((goal) => isGoal(destination, goal));
    if (row.template.groups.length === 0) return isIn(row.to);
    const outside = attempt(() => {
      const others = determined(goalsAutomaton(goals));
      others.complement();
      others.minimize();
      return others;
    });
    const many = { shape: ANY, language: () => outside };
    const language = languageTo(this.inspection, row, [
      { text: '', more: false, dashes: false, many },
    ]);
    if (language === null) return true;
    const proof = proveReached(this.inspection, row, {
      language,
      samples: samplePaths(row.source),
      accepts: (answer) =>
        answer.status === 'found' && answer.destination !== null && !isIn(answer.destination),
    });
    return proof.kind === 'unreached';
  }
}

/** The actions of a guard. If a level is given, only those reported at that level. */
class GuardTarget implements Target {
  readonly goals: Target['goals'];
  /** Why an action that was asked about may be one of these. */
  doubt: Unproved | null = null;

  constructor(
    private readonly guard: Guard,
    private readonly row: Row | null,
    private readonly level: Level | null,
  ) {
    // Drops the other goals, so that their requests don't use up the tries.
    this.goals = guard.goals.filter(
      ({ text, many }) => many !== undefined || this.mayProtect(guard.protects(text, row)),
    );
  }

  accepts(destination: string): boolean {
    const found = this.guard.protects(destination, this.row);
    if (!(found instanceof Unproved)) return this.mayProtect(found);
    this.doubt ??= found;
    return false;
  }

  private mayProtect(found: Protected | Unproved | null): boolean {
    if (found === null || found instanceof Unproved || this.level === null) return found !== null;
    return found.level === this.level;
  }
}

const ANY = openShape();
