/** Blocks that do not close what they were written to close. */
import { quote } from '../../errors/show.ts';
import { encodeRest } from '../../path/escapes.ts';
import type { Found } from '../../resolve/resolution.ts';
import { createRouter } from '../../resolve/router.ts';
import { DEFAULT_CONTROLLER } from '../../table/settings.ts';
import { samplePaths } from '../automata/sample.ts';
import { attempt, both, proved, without } from '../automata/translate.ts';
import { Unproved } from '../automata/unproved.ts';
import { answers, type Inspection, type Row, spell } from '../inspection.ts';
import type { Goal } from '../prove/preimage.ts';
import { proveReached, type Reached } from '../prove/prove.ts';
import { goalsOf, languageTo, pathsOf, reachTarget, type Target, targetOf } from '../reach.ts';
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
  return actions.flatMap(({ goals }) =>
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

/** What a block closes. */
interface Closed {
  readonly action: string;
  readonly target: Target;
  /** The row that names an action of its own, of which the block closes an argument only. */
  readonly argumentOf: Row | null;
  /** Whether a row's destination has as text all that the block fixes of the action. */
  isNamedBy(row: Row): boolean;
}

/** What some blocked requests of one block would lead to. */
interface Behind {
  /** The destination of one of them. */
  readonly destination: string;
  /** Which of its segments the block says, and does not leave to whatever the path has there. */
  readonly fixed: readonly boolean[];
  /** How many segments of it are the action, where the block closes that whatever its arguments. */
  readonly most: number;
  readonly argumentOf: Row | null;
}

/** What a blocked request would lead to without the block; `null` where it is not an action. */
function closedBy(
  inspection: Inspection,
  block: Row,
  path: string,
  method: string,
  controllers: Controllers | null,
): Closed | null {
  const behind = behindBlock(inspection, block, path, method);
  if (behind === null) return null;
  return controllers === null
    ? closedText(inspection, behind)
    : closedAction(inspection, behind, controllers);
}

function closedText(
  inspection: Inspection,
  { destination, fixed, most, argumentOf }: Behind,
): Closed {
  const parts = destination.split('/').slice(0, most);
  const action = parts.join('/');
  const spelling = parts.map((part, at) => (fixed[at] ? part : null));
  return {
    action,
    target: targetOf(goalsOf(inspection, action)),
    argumentOf,
    isNamedBy: (row) => isWritten(row, spelling, false),
  };
}

function closedAction(
  inspection: Inspection,
  { destination, fixed, most, argumentOf }: Behind,
  controllers: Controllers,
): Closed | null {
  const run = controllers.run(destination);
  if (run === null) return null;
  const { file, action } = run;
  const named = run.path.length + run.args.length < fixed.length;
  const start = run.path.length + (named ? 1 : 0);
  const args = run.args.slice(0, Math.max(0, most - start));
  const isFixed = fixed.slice(0, run.path.length).every(Boolean);
  const rest = [
    !named || fixed[run.path.length] ? action : null,
    ...args.map((arg, at) => (fixed[start + at] ? encodeRest(arg) : null)),
  ];
  const spellings = controllers
    .paths(file)
    .map((path) => [...path.split('/').map((part) => (isFixed ? part : null)), ...rest]);
  const target = controllers.target({ file, action, args });
  const { translateUriDashes: dashes } = inspection.router.settings;
  return {
    action: [...run.path, action, ...args.map(encodeRest)].join('/'),
    target,
    argumentOf,
    isNamedBy: (row) =>
      (row.template.groups.length === 0 && target.accepts(row.to)) ||
      spellings.some((spelling) => isWritten(row, spelling, dashes)),
  };
}

/**
 * What a blocked request would lead to without the block; `null` where a block or a handler would
 * answer. Of a row that has no other paths, the block closes the action whatever its arguments.
 */
function behindBlock(
  inspection: Inspection,
  block: Row,
  path: string,
  method: string,
): Behind | null {
  const row = inspection
    .near(block.shape)
    .find((other) => other.index > block.index && answers(other, method) && other.matches(path));
  const paths = [path, ...variants(inspection, block, row, path)];
  const most = Number.POSITIVE_INFINITY;
  if (row === undefined) return { ...closing(paths), most, argumentOf: null };
  if (row.to === '' || row.handled) return null;
  const alone = createRouter({ [row.key]: row.to });
  const closed = closing(
    paths
      .filter((other) => row.matches(other))
      // The cast: the row matches, and is the only one.
      .map((other) => (alone.resolve(method, spell(other)) as Found).destination),
  );
  const { pieces, groups } = row.template;
  const named = pieces[0].split('/').length - 1;
  if (groups.length === 0 || named < 2) return { ...closed, most, argumentOf: null };
  return isInside(inspection, row, block) === true
    ? { ...closed, most: named, argumentOf: null }
    : { ...closed, most, argumentOf: row };
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
function closing([destination, ...others]: readonly string[]): Pick<
  Behind,
  'destination' | 'fixed'
> {
  const rest = others.map((other) => other.split('/'));
  const fixed = destination.split('/').map((part, at) => rest.every((other) => other[at] === part));
  return { destination, fixed };
}

/** Whether a row's destination starts with some segments as text; `null` stands for any. */
function isWritten(
  { template: { pieces } }: Row,
  spelling: readonly (string | null)[],
  dashes: boolean,
): boolean {
  // No segment is what stands for a reference.
  const written = pieces.join('\0').split('/');
  const fold = (text: string | undefined) => (dashes ? text?.replaceAll('-', '_') : text);
  return spelling.every((part, at) => part === null || fold(written[at]) === fold(part));
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
