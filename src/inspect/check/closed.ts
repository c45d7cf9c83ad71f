/** What would be answered, were it not for a block. */
import { encodeRest } from '../../path/escapes.ts';
import type { Found } from '../../resolve/resolution.ts';
import { createRouter } from '../../resolve/router.ts';
import { samplePaths } from '../automata/sample.ts';
import { attempt, proved, without } from '../automata/translate.ts';
import type { Unproved } from '../automata/unproved.ts';
import { answers, type Inspection, type Row, spell } from '../inspection.ts';
import { goalsOf, type Target, targetOf } from '../reach.ts';
import type { Controllers } from './controllers.ts';

/** What a block closes. */
export interface Closed {
  readonly action: string;
  readonly target: Target;
  /** Set where the block closes one argument of an action: the row that leads to the action. */
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
export function closedBy(
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
export function isInside(inspection: Inspection, row: Row, block: Row): boolean | Unproved {
  if (inspection.covers(block, row)) return true;
  const samples = samplePaths(row.source);
  if (samples.some((path) => row.matches(path) && !block.matches(path))) return false;
  return attempt(() => {
    const inner = proved(inspection.languageOf(row));
    return without(inner, proved(inspection.languageOf(block))).isEmpty;
  });
}
