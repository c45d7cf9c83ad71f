/** Blocks that do not close what they were written to close. */
import { quote } from '../../errors/show.ts';
import type { Found } from '../../resolve/resolution.ts';
import { createRouter } from '../../resolve/router.ts';
import { DEFAULT_CONTROLLER } from '../../table/settings.ts';
import { samplePaths } from '../automata/sample.ts';
import { attempt, both, proved, without } from '../automata/translate.ts';
import { Unproved } from '../automata/unproved.ts';
import { answers, type Inspection, type Row, spell } from '../inspection.ts';
import { proveReached } from '../prove/prove.ts';
import { reachIn } from '../reach.ts';
import { type Finding, say } from './finding.ts';

/**
 * Finds the blocks that an earlier row passes, and those whose action another row still reaches.
 * Silent are rows that are wholly inside a block, and those that name the action themselves:
 * someone wrote them for that.
 *
 * @example
 * findOpenBlocks(new Inspection({ 'users/(:any)': 'users/$1', 'users/login': '' }))[0].witness;
 * // { method: 'GET', path: '/users/login' }
 */
export function findOpenBlocks(inspection: Inspection): Finding[] {
  const blocks = inspection.rows.filter(({ to }) => to === '');
  return blocks.flatMap((block) => [
    ...findPassing(inspection, block),
    ...findOpenActions(inspection, block),
  ]);
}

/** The earlier rows that answer what is blocked. */
function findPassing(inspection: Inspection, block: Row): Finding[] {
  return inspection.near(block.shape).flatMap((row): Finding[] => {
    if (row.index > block.index || row.to === '' || !shareMethod(row, block)) return [];
    const inside = isInside(inspection, row, block);
    if (inside === true) return [];
    const proof =
      inside instanceof Unproved
        ? { kind: 'unproved' as const, reason: inside.reason }
        : proveReached(inspection, row, {
            language: () =>
              attempt(() =>
                both(proved(inspection.languageOf(row)), proved(inspection.languageOf(block))),
              ),
            samples: [...samplePaths(block.source), ...samplePaths(row.source)],
            accepts: (_answer, path) => block.matches(path),
            ...(block.method === null ? {} : { method: block.method }),
          });
    const rows = [block.key, row.key];
    if (proof.kind === 'unreached') return [];
    if (proof.kind === 'unproved') {
      return [doubt(rows, `Whether ${quote(row.key)} passes the block ${quote(block.key)}`, proof)];
    }
    const { request: witness } = proof;
    const message = `${quote(row.key)} comes before the block ${quote(block.key)}, and answers ${say(witness)}.`;
    return [{ level: 'error', kind: 'block-passed', rows, message, witness }];
  });
}

/** The rows that lead to the action that a block closes the path to. */
function findOpenActions(inspection: Inspection, block: Row): Finding[] {
  const proof = proveReached(inspection, block);
  if (proof.kind !== 'reached') return [];
  const closed = closedBy(inspection, block, proof.path, proof.request.method);
  if (closed === null) return [];
  const { action, argumentOf } = closed;
  const open = reachIn(
    inspection,
    action,
    (row) => row !== argumentOf && !row.handled && !names(row, action),
  );
  const rowsOf = (route: string | null) => (route === null ? [block.key] : [block.key, route]);
  const ways = open.ways.filter(({ route }) => route !== DEFAULT_CONTROLLER);
  return [
    ...ways.map(({ route, method, path }): Finding => {
      const through = route === null ? 'autoRoute' : quote(route);
      const witness = { method, path };
      const message = `The block ${quote(block.key)} closes a path, and ${quote(action)}, the action behind it, is still reached: ${say(witness)} leads there through ${through}.`;
      return { level: 'error', kind: 'block-action', rows: rowsOf(route), message, witness };
    }),
    ...open.unproved.map((unproved) => {
      const what = `Whether the block ${quote(block.key)} closes the action ${quote(action)}`;
      return doubt(rowsOf(unproved.route), what, unproved);
    }),
  ];
}

/** What a block closes. */
interface Closed {
  readonly action: string;
  /** The row that names an action of its own, of which the block closes an argument only. */
  readonly argumentOf: Row | null;
}

/**
 * What a blocked request would lead to without the block; `null` where it is no action. Of a row
 * that has no other paths, the block closes the action whatever its arguments.
 */
function closedBy(inspection: Inspection, block: Row, path: string, method: string): Closed | null {
  const row = inspection
    .near(block.shape)
    .find((other) => other.index > block.index && answers(other, method) && other.matches(path));
  if (row === undefined) return { action: path, argumentOf: null };
  if (row.to === '' || row.handled) return null;
  const answer = createRouter({ [row.key]: row.to }).resolve(method, spell(path));
  // The row matches, and is the only one.
  const { destination } = answer as Found;
  const { pieces, groups } = row.template;
  const named = pieces[0].split('/').slice(0, -1);
  if (groups.length === 0 || named.length < 2) return { action: destination, argumentOf: null };
  return isInside(inspection, row, block) === true
    ? { action: named.join('/'), argumentOf: null }
    : { action: destination, argumentOf: row };
}

/** Whether a row's destination names an action before its first reference. */
function names({ template: { pieces, groups } }: Row, action: string): boolean {
  const start = groups.length === 0 ? `${pieces[0]}/` : pieces[0];
  return start.startsWith(`${action}/`);
}

/** Whether all that a row matches is blocked, had the block come first. */
function isInside(inspection: Inspection, row: Row, block: Row): boolean | Unproved {
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

function doubt(rows: readonly string[], what: string, { reason }: { reason: string }): Finding {
  return {
    level: 'unproved',
    kind: 'unproved',
    rows,
    message: `${what} is not proved: ${reason}.`,
  };
}
