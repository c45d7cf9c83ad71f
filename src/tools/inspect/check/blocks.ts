/** Finds blocks that don't close what they are meant to close. */
import { quote } from 'waymark/internal';
import { sayRequest } from '../../shared/words.ts';
import type { Inspection, Row } from '../inspection.ts';
import { proveReached } from '../prove/prove.ts';
import { sayKey } from '../say-key.ts';
import { findPassing } from './behind.ts';
import type { Controllers } from './controllers.ts';
import { enumerate, type Finding } from './finding.ts';
import { Leaks, type Open, shown } from './leaks.ts';
import { guardsOf } from './protected.ts';

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

function findOpenActions(
  inspection: Inspection,
  block: Row,
  controllers: Controllers | null,
  passing: ReadonlySet<string>,
): Finding[] {
  if (proveReached(inspection, block).kind !== 'reached') return [];
  const guards = guardsOf(inspection, block, controllers);
  const { open, doubts } = new Leaks(inspection, block, guards, ({ key }) =>
    passing.has(key),
  ).find();
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
  const message = `The block ${sayKey(block.key)} does not protect the action ${quote(action)}: ${sayRequest(request)} reaches it through ${shown(row)}${also}${more.join('')}.`;
  const rows = [block, ...[first, ...others].flatMap(({ row }) => row ?? [])].map(({ key }) => key);
  return [{ level, kind: 'block-action', rows, message, witness: { method, path } }];
}
