/** Blocks that do not close what they were written to close. */
import { quote } from '../../errors/show.ts';
import { DEFAULT_CONTROLLER } from '../../table/settings.ts';
import { samplePaths } from '../automata/sample.ts';
import { attempt, both, proved } from '../automata/translate.ts';
import { Unproved } from '../automata/unproved.ts';
import type { Inspection, Row } from '../inspection.ts';
import type { Goal } from '../prove/preimage.ts';
import { proveReached, type Reached } from '../prove/prove.ts';
import { languageTo, pathsOf, reachTarget } from '../reach.ts';
import { type Closed, closedBy, isInside } from './closed.ts';
import type { Controllers } from './controllers.ts';
import { enumerate, type Finding, say } from './finding.ts';

/**
 * Finds the blocks that an earlier row passes, and those whose action another row still reaches, with
 * a request of a method that is blocked. Silent are rows that are wholly inside a block, and those
 * that name the action themselves, in all that the block fixes of it: someone wrote them for that.
 *
 * @param inspection the table
 * @param controllers those of the application, where they are known: only what they have is an
 *   action, however a destination spells it
 *
 * @example
 * findOpenBlocks(new Inspection({ 'users/(:any)': 'users/$1', 'users/login': '' }))[0].witness;
 * // { method: 'GET', path: '/users/login' }
 */
export function findOpenBlocks(
  inspection: Inspection,
  controllers: Controllers | null = null,
): Finding[] {
  const blocks = inspection.rows.filter(({ to }) => to === '');
  return blocks.flatMap((block) => [
    ...findPassing(inspection, block),
    ...findOpenActions(inspection, block, controllers),
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

/** The rows that lead to an action that a block closes the path to. */
function findOpenActions(
  inspection: Inspection,
  block: Row,
  controllers: Controllers | null,
): Finding[] {
  const proof = proveReached(inspection, block);
  if (proof.kind !== 'reached') return [];
  // Its shortest paths come first, and tell most.
  const known = controllers === null ? [] : pathsClosed(inspection, block, controllers);
  const paths = [...known, proof];
  const closed = new Map<string, Closed>();
  for (const { path, request } of paths) {
    const found = closedBy(inspection, block, path, request.method, controllers);
    if (found !== null && !closed.has(found.action)) closed.set(found.action, found);
  }
  const all = Array.from(closed.values(), (found) => findOpen(inspection, block, found));
  return all.find(([first]) => first?.level === 'error') ?? all.flat();
}

/** Blocked requests that lead to actions of the application without the block. */
function pathsClosed(inspection: Inspection, block: Row, { actions }: Controllers): Reached[] {
  const method = block.method === null ? {} : { method: block.method };
  const behind = inspection
    .near(block.shape)
    .filter(({ index, to, handled }) => index > block.index && to !== '' && !handled);
  return actions.flatMap(({ target: { goals } }) =>
    [null, ...behind].flatMap((row): Reached[] => {
      const leading =
        row === null ? ownPaths(inspection, block, goals) : languageTo(inspection, row, goals);
      if (leading === null) return [];
      const proof = proveReached(inspection, block, {
        language: () =>
          attempt(() => both(proved(leading()), proved(inspection.languageOf(block)))),
        samples: [],
        accepts: () => true,
        ...method,
      });
      return proof.kind === 'reached' ? [proof] : [];
    }),
  );
}

/** The paths that are one of some goals; `null` where a block has none of them for sure. */
function ownPaths(inspection: Inspection, { shape }: Row, goals: readonly Goal[]) {
  const head = shape.segments[0]?.text ?? null;
  const own = goals.filter(
    ({ text, dashes }) => dashes || head === null || text.split('/', 1)[0] === head,
  );
  return own.length === 0 ? null : () => attempt(() => pathsOf(inspection, own));
}

/** The rows that lead to a closed action. */
function findOpen(inspection: Inspection, block: Row, closed: Closed): Finding[] {
  const { action, argumentOf } = closed;
  const open = reachTarget(inspection, closed.target, {
    row: (row) => row !== argumentOf && !row.handled && !closed.isNamedBy(row),
    ...(block.method === null ? {} : { method: block.method }),
  });
  const isMeant = (route: string | null) => {
    if (route === DEFAULT_CONTROLLER) return true;
    const row = route === null ? null : inspection.rowOf(route);
    return row !== null && isInside(inspection, row, block) === true;
  };
  const [first, ...others] = open.ways.filter(({ route }) => !isMeant(route));
  const unproved = open.unproved.filter(({ route }) => !isMeant(route));
  const rowsOf = (routes: readonly (string | null)[]) =>
    [block.key, ...routes].filter((route) => route !== null);
  const shown = (route: string | null) => (route === null ? 'autoRoute' : quote(route));
  const findings = unproved.map((way): Finding => {
    const what = `Whether the block ${quote(block.key)} closes the action ${quote(action)}`;
    return doubt(rowsOf([way.route]), what, way);
  });
  if (first === undefined) return findings;
  const { method, path } = first;
  const witness = { method, path };
  const through = others.map(({ route }) => shown(route));
  const more =
    through.length === 0
      ? ''
      : `; so ${through.length === 1 ? 'does' : 'do'} ${enumerate(through)}`;
  const message = `The block ${quote(block.key)} closes a path, and ${quote(action)}, the action behind it, is still reached: ${say(witness)} leads there through ${shown(first.route)}${more}.`;
  const rows = rowsOf([first, ...others].map(({ route }) => route));
  return [{ level: 'error', kind: 'block-action', rows, message, witness }, ...findings];
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
