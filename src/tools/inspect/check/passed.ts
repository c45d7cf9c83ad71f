/** Finds rows that bypass a later block. */
import { quote } from 'waymark/internal';
import { sayRequest } from '../../shared/words.ts';
import { samplePaths } from '../automata/sample.ts';
import { attempt, both, proved, type Unproved, without } from '../automata/translate.ts';
import type { Inspection, Row } from '../inspection.ts';
import { attemptProof, type Proof, proveReached } from '../prove/prove.ts';
import { doubt, type Finding } from './finding.ts';

/**
 * Finds earlier rows that answer blocked paths. A row that matches only blocked paths is not
 * reported, since it is a deliberate exception.
 */
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
        doubt(rows, `Whether ${quote(row.key)} bypasses the block ${quote(block.key)}`, proof),
      ];
    }
    const { request: witness } = proof;
    const message = `${quote(row.key)} comes before the block ${quote(block.key)}, and answers ${sayRequest(witness)}.`;
    return [{ level: 'error', kind: 'block-passed', rows, message, witness }];
  });
}

/** Finds a blocked path that an earlier row answers, or proves that there is none. */
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
