/** Finds blocks that don't close what they are meant to close. */
import { DFA, Words } from 'refa';
import type { FoundDestination } from 'waymark';
import { quote } from 'waymark/internal';
import { sayRequest } from '../../shared/words.ts';
import { samplePaths } from '../automata/shape.ts';
import { attempt, Unproved } from '../automata/translate.ts';
import { answers, type Inspection, type RequestLine, type Row } from '../inspection.ts';
import { remember } from '../maps.ts';
import { type Goal, goalsAutomaton, isGoal } from '../prove/preimage.ts';
import { type Proof, proveReached, type Reached } from '../prove/prove.ts';
import { languageTo, proveAutoRoute, proveWay, rowsTo, type Target } from '../reach.ts';
import { findPassing, isInside } from './behind.ts';
import type { Controllers } from './controllers.ts';
import { doubt, enumerate, type Finding } from './finding.ts';
import { type Guard, guardsOf, type Level, type Protected } from './protected.ts';

/**
 * Finds blocks that an earlier row bypasses, and blocks whose action another row still reaches by a
 * blocked method. {@link guardsOf} decides which actions a block protects. Two kinds of row are not
 * reported, since they must be intentional: rows that match only blocked paths, and rows that reach
 * only protected actions.
 * @param controllers the application's controllers, if known; then only their actions count,
 *   however destinations spell them
 */
export function findOpenBlocks(
  inspection: Inspection,
  controllers: Controllers | null = null,
): Finding[] {
  const blocks = inspection.rows.filter(({ to }) => to === '');
  return blocks.flatMap((block) => {
    const passing = findPassing(inspection, block);
    const passed = new Set(passing.flatMap(({ rows }) => rows));
    return [...passing, ...findOpenActions(inspection, block, controllers, passed)];
  });
}

interface Open extends Protected {
  readonly row: Row | null;
  readonly request: RequestLine;
}

function findOpenActions(
  inspection: Inspection,
  block: Row,
  controllers: Controllers | null,
  passing: ReadonlySet<string>,
): Finding[] {
  if (proveReached(inspection, block).kind !== 'reached') return [];
  const guards = guardsOf(inspection, block, controllers);
  const { open, doubts } = new Leaks(inspection, block, passing, guards).find();
  return [...report(block, open), ...doubts];
}

function report(block: Row, open: readonly Open[]): Finding[] {
  const level = open.some((each) => each.level === 'error') ? 'error' : 'warning';
  const [first, ...others] = open.filter((each) => each.level === level);
  if (first === undefined) return [];
  const { action, request, row } = first;
  const { method, path } = request;
  const same = others.filter((other) => other.action === action).map(({ row }) => shown(row));
  const also =
    same.length === 0 ? '' : `; so ${same.length === 1 ? 'does' : 'do'} ${enumerate(same)}`;
  const more = others
    .filter((other) => other.action !== action)
    .map((other) => `; ${quote(other.action)} is reached through ${shown(other.row)}`);
  const message = `The block ${quote(block.key)} does not protect the action ${quote(action)}: ${sayRequest(request)} reaches it through ${shown(row)}${also}${more.join('')}.`;
  const rows = [block, ...[first, ...others].flatMap(({ row }) => row ?? [])].map(({ key }) => key);
  return [{ level, kind: 'block-action', rows, message, witness: { method, path } }];
}

function shown(row: Row | null): string {
  return row === null ? 'autoRoute' : quote(row.key);
}

class Leaks {
  private readonly open = new Map<Row | null, Open>();
  private readonly doubts = new Map<Row | null, Finding>();
  private readonly meant = new Map<Row, Map<Guard | null, boolean>>();

  constructor(
    private readonly inspection: Inspection,
    private readonly block: Row,
    /** The keys of earlier rows that bypass the block, which are already reported. */
    private readonly passing: ReadonlySet<string>,
    private readonly guards: readonly Guard[],
  ) {}

  find(): { readonly open: Open[]; readonly doubts: Finding[] } {
    const { inspection, block } = this;
    const { method } = block;
    for (const guard of this.guards) {
      for (const row of rowsTo(inspection, guard.goals)) {
        if (row === guard.except || row.handler !== null || this.passing.has(row.key)) continue;
        if (method === null || answers(row, method)) this.look(guard, row);
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
    const target = targetFor(guard, row, level);
    const { method } = this.block;
    return row === null
      ? proveAutoRoute(this.inspection, target, method)
      : proveWay(this.inspection, row, target, method);
  }

  private unproved({ goals }: Guard, row: Row | null, proof: { reason: string }): Finding {
    const rows = [this.block, ...(row === null ? [] : [row])].map(({ key }) => key);
    const [{ text }] = goals;
    const what = `Whether the block ${quote(this.block.key)} closes the action ${quote(text)}`;
    return doubt(rows, what, proof);
  }

  /** Whether a row matches only blocked paths, or reaches only protected actions. */
  private isMeant(row: Row, guard: Guard): boolean {
    const key = guard.hasName ? null : guard;
    const known = remember(this.meant, row, () => new Map<Guard | null, boolean>());
    return remember(known, key, () => {
      const named = this.guards.filter(({ hasName }) => hasName);
      return (
        isInside(this.inspection, row, this.block) === true ||
        this.leadsOnlyTo(row, key === null ? named : [...named, key])
      );
    });
  }

  private leadsOnlyTo(row: Row, guards: readonly Guard[]): boolean {
    const goals = guards.filter(({ except }) => except !== row).flatMap(({ named }) => named);
    const isIn = (destination: string) => goals.some((goal) => isAmong(destination, goal));
    if (row.template.groups.length === 0) return isIn(row.to);
    const outside = attempt(() => {
      const others = DFA.fromFA(goalsAutomaton(goals));
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

/** The target of a guard's actions. If a level is given, only those reported at that level. */
function targetFor({ goals, protects }: Guard, row: Row | null, level: Level | null): Target {
  // Drops the other goals, so that their requests don't use up the tries.
  const own = goals.filter(
    ({ text, many }) =>
      level === null || many !== undefined || protects(text, row)?.level === level,
  );
  return {
    goals: own,
    accepts(destination) {
      const found = protects(destination, row);
      return found !== null && (level === null || found.level === level);
    },
  };
}

function isAmong(destination: string, goal: Goal): boolean {
  if (goal.many === undefined) return isGoal(destination, goal);
  const language = goal.many.language();
  return !(language instanceof Unproved) && language.test(Words.fromStringToUTF16(destination));
}

const ANY = { segments: [], open: true, rest: null };
