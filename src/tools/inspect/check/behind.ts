/** Finds the rows before a block that bypass it, and those that would answer without it. */
import type { FoundDestination, Router } from 'waymark';
import { readTable, routerOfRows } from 'waymark/internal';
import { sayRequest } from '../../shared/words.ts';
import type { Language } from '../automata/languages.ts';
import { samplePaths } from '../automata/shape.ts';
import { attempt, both, proved, Unproved, without } from '../automata/translate.ts';
import {
  answers,
  hasDestination,
  type Inspection,
  methodsFor,
  type Row,
  spell,
} from '../inspection.ts';
import { remember } from '../maps.ts';
import { attemptProof, type Proof, proveReached } from '../prove/prove.ts';
import { languageTo } from '../reach.ts';
import { sayKey } from '../say-key.ts';
import { doubt, type Finding } from './finding.ts';

export interface Behind {
  readonly row: Row;
  readonly method: string;
  /** A blocked path that the row would answer; the reason if it is not proved whether it would. */
  readonly path: string | Unproved;
}

/**
 * Determines how blocked paths would be answered without the block. The place of the block may be
 * taken by a row with a destination, which answers its paths itself.
 */
export class RowsBehind {
  /** The rows that may answer blocked paths, in order. */
  readonly near: readonly Row[];
  private readonly routers = new Map<Row, Router>();
  private readonly reached = new Map<string, boolean | Unproved>();

  constructor(
    private readonly inspection: Inspection,
    private readonly block: Row,
  ) {
    this.near = inspection.near(block.shape).filter((row) => row !== block);
  }

  /** The rows that are, or may be, behind the block. */
  all(): Behind[] {
    if (hasDestination(this.block)) return this.behind(this.block);
    return this.near.flatMap((row) => this.behind(row));
  }

  rowFor(path: string, method: string): Row | null {
    if (hasDestination(this.block)) return this.block;
    const { index } = this.block;
    const isNext = (row: Row) => row.index > index && answers(row, method) && row.matches(path);
    return this.near.find(isNext) ?? null;
  }

  /**
   * A blocked path in a language that a row would answer; `null` if none is found. The empty path
   * counts if the row itself answers it, and what is not proved is only told apart then.
   */
  pathTo(
    row: Row,
    method: string,
    languageOf: () => Language | Unproved,
    accepts: (destination: string) => boolean = () => true,
  ): string | Unproved | null {
    const { inspection, block } = this;
    const proof = proveReached(inspection, block, {
      language: () => this.pathsTo(row, method, languageOf()),
      samples: [...samplePaths(block.source), ...samplePaths(row.source)],
      accepts: (_answer, path) =>
        (path !== '' || hasDestination(block)) &&
        this.rowFor(path, method) === row &&
        accepts(this.destination(row, method, path)),
      method,
    });
    if (proof.kind === 'unproved' && hasDestination(block)) return new Unproved(proof.reason);
    return proof.kind === 'reached' ? proof.path : null;
  }

  /**
   * The blocked paths in a language that no row before `row` would answer, and those of earlier rows
   * that are not proved.
   */
  pathsTo(row: Row, method: string, language: Language | Unproved): Language | Unproved {
    const { inspection, block, near } = this;
    const earlier = near.filter((other) => other.index < row.index && answers(other, method));
    return attempt(() => {
      const own = both(proved(language), proved(inspection.languageOf(block)));
      const left = earlier.reduce((rest, other) => {
        const taken = inspection.languageOf(other);
        return taken instanceof Unproved ? rest : without(rest, taken);
      }, own);
      left.minimize();
      return left;
    });
  }

  destination(row: Row, method: string, path: string): string {
    const alone = remember(this.routers, row, () =>
      routerOfRows(readTable({ [row.key]: row.to }, 'createRouter').rows),
    );
    // The cast: the only row matches, and has no handler.
    return (alone.resolve(method, spell(path)) as FoundDestination).destination;
  }

  /** Whether a row behind the block would have a destination for some blocked path. */
  isReached(row: Row, method: string, destination: string): boolean | Unproved {
    return remember(this.reached, `${row.index} ${method} ${destination}`, () => {
      const goal = { text: destination, more: false, dashes: false };
      const language = languageTo(this.inspection, row, [goal]);
      const accepts = (other: string) => other === destination;
      const path = language && this.pathTo(row, method, language, accepts);
      return path instanceof Unproved ? path : path !== null;
    });
  }

  /** Some blocked paths that a row would answer, for patterns whose paths can't be listed. */
  samples(row: Row, method: string): string[] {
    const samples = [...samplePaths(this.block.source), ...samplePaths(row.source)];
    return samples.filter((path) => this.isBehind(path, method, row));
  }

  /** Whether a path is blocked, and a row would answer it. */
  isBehind(path: string, method: string, row: Row): boolean {
    return this.isBlocked(path, method) && this.rowFor(path, method) === row;
  }

  isBlocked(path: string, method: string): boolean {
    return (
      this.inspection.winnerOf(this.inspection.serve({ method, path: spell(path) })) === this.block
    );
  }

  /** Blocked paths that a row would answer, one for each method that makes a difference. */
  private behind(row: Row): Behind[] {
    if (row.index < this.block.index || !hasDestination(row)) return [];
    return this.methodsOf(row).flatMap((method) => {
      const path = this.pathTo(row, method, () => this.inspection.languageOf(row));
      return path === null ? [] : [{ row, method, path }];
    });
  }

  private methodsOf(row: Row): string[] {
    const { method } = this.block;
    if (method !== null) return answers(row, method) ? [method] : [];
    return methodsFor(row.method, this.near);
  }
}

/** Finds earlier rows that answer blocked paths, except those that match no other path. */
export function findPassing(inspection: Inspection, block: Row): Finding[] {
  return inspection.near(block.shape).flatMap((row): Finding[] => {
    if (row.index > block.index || row.to === '' || !shareMethod(row, block)) return [];
    const proof = attemptProof(() =>
      proved(isInside(inspection, row, block))
        ? { kind: 'unreached', takers: [] }
        : proveBypass(inspection, row, block),
    );
    if (proof.kind === 'unreached') return [];
    const rows = [block.key, row.key];
    if (proof.kind === 'unproved') {
      return [
        doubt(rows, `Whether ${sayKey(row.key)} bypasses the block ${sayKey(block.key)}`, proof),
      ];
    }
    const { request: witness } = proof;
    const message = `${sayKey(row.key)} comes before the block ${sayKey(block.key)}, and answers ${sayRequest(witness)}.`;
    return [{ level: 'error', kind: 'block-passed', rows, message, witness }];
  });
}

function proveBypass(inspection: Inspection, row: Row, block: Row): Proof {
  return proveReached(inspection, row, {
    language: () =>
      attempt(() => both(proved(inspection.languageOf(row)), proved(inspection.languageOf(block)))),
    samples: [...samplePaths(block.source), ...samplePaths(row.source)],
    accepts: (_answer, path) => block.matches(path),
    method: block.method,
  });
}

/** Whether a block matches every path that a row matches. */
export function isInside(inspection: Inspection, row: Row, block: Row): boolean | Unproved {
  // The empty path is in no language.
  if (inspection.roots.includes(row) && !block.matches('')) return false;
  if (inspection.covers(block, row)) return true;
  const samples = samplePaths(row.source);
  if (samples.some((path) => row.matches(path) && !block.matches(path))) return false;
  return attempt(() => {
    const inner = proved(inspection.languageOf(row));
    return without(inner, proved(inspection.languageOf(block))).isEmpty;
  });
}

function shareMethod(one: Row, other: Row): boolean {
  return one.method === null || other.method === null || one.method === other.method;
}
