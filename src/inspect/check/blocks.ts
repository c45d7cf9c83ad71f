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
import { enumerate, type Finding, say } from './finding.ts';

/**
 * Finds the blocks that an earlier row passes, and those whose action another row still reaches, with
 * a request of a method that is blocked. Silent are rows that are wholly inside a block, and those
 * that name the action themselves, in all that the block fixes of it: someone wrote them for that.
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
  const open = reachIn(inspection, action, {
    row: (row) => row !== argumentOf && !row.handled && !names(row, closed),
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

/** What a block closes. */
interface Closed {
  readonly action: string;
  /** Which segments of the action the block says, and does not leave to whatever the path has there. */
  readonly fixed: readonly boolean[];
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
  const paths = [path, ...variants(inspection, block, row, path)];
  if (row === undefined) return { ...closing(paths), argumentOf: null };
  if (row.to === '' || row.handled) return null;
  const alone = createRouter({ [row.key]: row.to });
  const closed = closing(
    paths
      .filter((other) => row.matches(other))
      // The cast: the row matches, and is the only one.
      .map((other) => (alone.resolve(method, spell(other)) as Found).destination),
  );
  const { pieces, groups } = row.template;
  const named = pieces[0].split('/').slice(0, -1);
  if (groups.length === 0 || named.length < 2) return { ...closed, argumentOf: null };
  return isInside(inspection, row, block) === true
    ? { ...closed, action: named.join('/'), argumentOf: null }
    : { ...closed, argumentOf: row };
}

/** Other blocked paths, with other segments where a block closes all that the row behind it takes. */
function variants(
  { languages }: Inspection,
  block: Row,
  behind: Row | undefined,
  path: string,
): string[] {
  const parts = path.split('/').map((part, at): readonly string[] => {
    const own = block.shape.segments[at];
    if (own === undefined) return block.shape.rest === null ? [part] : samplePaths(ANY);
    const wide = behind?.shape.segments[at]?.source ?? ANY;
    return languages.holds(own.source, wide) ? samplePaths(own.source) : [part];
  });
  const most = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) =>
    parts.map((texts) => texts[turn % texts.length]).join('/'),
  ).filter((other) => block.matches(other));
}

/** What any segment is. */
const ANY = '[^/]+';

/** The first of some destinations, and which of its segments all of them have. */
function closing([action, ...others]: readonly string[]): Omit<Closed, 'argumentOf'> {
  const rest = others.map((other) => other.split('/'));
  const fixed = action.split('/').map((part, at) => rest.every((other) => other[at] === part));
  return { action, fixed };
}

/** Whether a row's destination has as text all that a block fixes of an action. */
function names({ template: { pieces } }: Row, { action, fixed }: Closed): boolean {
  // No segment is what stands for a reference.
  const written = pieces.join('\0').split('/');
  const wanted = action.split('/');
  return wanted.every((part, at) => !fixed[at] || written[at] === part);
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
