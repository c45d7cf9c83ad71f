/** Finds destinations that drop a segment that their action needs. */
import { quote } from 'waymark/internal';
import { hasDestination, type Inspection, type Row } from '../inspection.ts';
import { proveReached } from '../prove/prove.ts';
import type { Controllers } from './controllers.ts';
import { counted, type Finding } from './finding.ts';

/**
 * Finds rows that capture a segment without passing it on, although a parameter of the action gets
 * no value. Parameters with a default value don't count.
 *
 * @param inspection the table
 * @param controllers the application's controllers
 * @returns a finding for each row
 */
export function findMissingArguments(inspection: Inspection, controllers: Controllers): Finding[] {
  return inspection.rows.flatMap((row): Finding[] => {
    const [group] = unused(row);
    if (group === undefined) return [];
    const proof = proveReached(inspection, row);
    if (proof.kind !== 'reached' || proof.answer.status !== 'found') return [];
    const { request: witness, answer } = proof;
    if (answer.destination === null) return [];
    const run = controllers.run(answer.destination);
    const [action] = controllers.answering(answer.destination);
    if (run === null || action.required <= run.args.length) return [];
    const { path, action: name, args, file } = run;
    const written = [...path, name, `$${group}`].join('/');
    const advice =
      row.template.groups.length + args.length === 0
        ? `write ${quote(written)}`
        : `add $${group} to the destination`;
    const got = args.length === 0 ? 'no argument' : counted(args.length, 'argument');
    const message = `The destination of ${quote(row.key)} drops $${group}, so the action ${quote(name)} of ${quote(file)} gets ${got} for its ${counted(action.required, 'parameter')}; ${advice}.`;
    return [{ level: 'warning', kind: 'missing-argument', rows: [row.key], message, witness }];
  });
}

/** The groups that capture a whole segment but are not used in the destination. */
function unused(row: Row): number[] {
  const {
    shape,
    template: { groups },
  } = row;
  // If the pattern is open, other paths may have more arguments.
  if (!hasDestination(row) || shape.open || groups.includes(0)) return [];
  let number = 0;
  return shape.segments.flatMap(({ source, captures, whole }) => {
    const group = number + 1;
    number += captures;
    return whole && !groups.includes(group) && !TEXTS.test(source) ? [group] : [];
  });
}

/** A choice of texts, such as `(en|fr)`, whose group may be only for grouping. */
const TEXTS = /^\((?:[\w|-]|\\\W)*\)$/;
