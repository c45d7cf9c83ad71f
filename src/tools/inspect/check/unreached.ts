/** Finds rows that others leave nothing: unreached, replaced, named twice, or behind a catch-all. */
import { DEFAULT_CONTROLLER, NOT_FOUND_OVERRIDE, quote } from 'waymark/internal';
import { sayRequest } from '../../shared/words.ts';
import { attempt, proved, without } from '../automata/translate.ts';
import { type Inspection, methodsFor, OTHER_METHOD, type Row } from '../inspection.ts';
import { groupBy } from '../maps.ts';
import { proveReached } from '../prove/prove.ts';
import { sayKey } from '../say-key.ts';
import type { Replaced, Sources } from '../sources.ts';
import { doubt, enumerate, type Finding } from './finding.ts';

/** Finds rows that no request reaches, and rows for which this is undecided. */
export function findUnreached(inspection: Inspection): Finding[] {
  return inspection.rows.flatMap((row): Finding[] => {
    const proof = proveReached(inspection, row);
    if (proof.kind === 'reached') return [];
    if (proof.kind === 'unproved') {
      return [doubt([row.key], `Whether a request reaches ${sayKey(row.key)}`, proof)];
    }
    const rows = [row.key, ...proof.takers.map(({ key }) => key)];
    const message = `No request reaches ${sayKey(row.key)}: ${takenBy(proof.takers)}.`;
    return [{ level: 'error', kind: 'unreached', rows, message }];
  });
}

/** Explains why no request is left for a row or a part of it. */
export function takenBy(takers: readonly Row[]): string {
  const names = enumerate(takers.map(({ key }) => sayKey(key)));
  if (takers.length > 1) return `${names} come first, and together match all its requests`;
  if (takers.length === 1) return `${names} comes first and matches all its requests`;
  return 'no path that a request can have is left for it';
}

/** Finds rows whose earlier definitions, which only a recording has, were different. */
export function findReplaced(inspection: Inspection, sources: Sources): Finding[] {
  return inspection.rows.flatMap((row): Finding[] => {
    const replaced = sources.replaced(row);
    if (replaced.length === 0) return [];
    const before = enumerate(replaced.map((one) => say(one, row)));
    const isOpened = replaced.some(({ destination }) => destination === '');
    const message = isOpened
      ? `${sayKey(row.key)} opens ${before}, which is defined before it.`
      : `${sayKey(row.key)} is defined again later, which replaces ${before}.`;
    const level = isOpened ? 'error' : 'warning';
    return [{ level, kind: 'replaced', rows: [row.key], message }];
  });
}

/** Names a definition that a row replaced, with its line, and its file if that is another one. */
function say({ destination, source }: Replaced, { place }: Row): string {
  const what =
    destination === null ? 'a handler' : destination === '' ? 'a block' : quote(destination);
  if (source === null) return what;
  const isHere = source.file === place?.file;
  const file = source.file.split(/[\\/]/).at(-1);
  return `${what} (${isHere ? 'line ' : `${file}:`}${source.line})`;
}

/** Finds names that several patterns share. Several methods of one pattern may share a name. */
export function findDuplicateNames(inspection: Inspection): Finding[] {
  const byName = groupBy(inspection.rows, ({ name }) => name);
  return [...byName].flatMap(([name, rows]): Finding[] => {
    if (name === null) return [];
    const patterns = new Set(rows.map(({ pattern }) => pattern));
    if (patterns.size < 2) return [];
    const keys = rows.map(({ key }) => key);
    const message = `${enumerate(keys.map(quote))} have one name, ${quote(name)}, so Route.url knows only the one that was defined last.`;
    return [{ level: 'error', kind: 'duplicate-name', rows: keys, message }];
  });
}

/** Finds rows that match every path but are not the last for their methods. */
export function findCatchAlls(inspection: Inspection): Finding[] {
  return inspection.rows.flatMap((row): Finding[] => {
    if (!isCatchAll(inspection, row)) return [];
    const behind = inspection.rows.find(
      ({ index, method, pattern }) =>
        index > row.index &&
        pattern !== '' &&
        (row.method === null || method === null || method === row.method),
    );
    if (behind === undefined) return [];
    const answers = row.method === null ? 'nothing' : `no ${row.method} request`;
    const message = `${sayKey(row.key)} matches every path, and leaves ${answers} for later rows, such as ${sayKey(behind.key)}.`;
    const rows = [row.key, behind.key];
    return [{ level: 'warning', kind: 'catch-all', rows, message }];
  });
}

/**
 * Finds blocks and catch-alls that match the empty path, which a written default controller answers
 * before them, as in CodeIgniter. One that `Route.map` filled in yields to them.
 */
export function findBehindDefault(inspection: Inspection): Finding[] {
  return inspection.roots.flatMap((row): Finding[] => {
    const isBlock = row.to === '';
    if (!isBlock && !isCatchAll(inspection, row)) return [];
    const witness = methodsFor(row.method, inspection.roots)
      .map((method) => ({ method, path: '/' }))
      .find((request) => {
        const answer = inspection.serve(request);
        return answer.status === 'found' && answer.route === DEFAULT_CONTROLLER;
      });
    // A row that nothing reaches is already reported.
    if (witness === undefined || proveReached(inspection, row).kind === 'unreached') return [];
    const rows = [row.key, DEFAULT_CONTROLLER];
    const first = `${quote(DEFAULT_CONTROLLER)} comes before`;
    const answers = `and answers ${sayRequest(witness)}`;
    if (isBlock) {
      const message = `${first} the block ${sayKey(row.key)}, ${answers}.`;
      return [{ level: 'error', kind: 'block-passed', rows, message, witness }];
    }
    const message = `${first} ${sayKey(row.key)}, which matches every path, ${answers}; remove it, or write (.+) if that is meant.`;
    return [{ level: 'warning', kind: 'default-controller', rows, message, witness }];
  });
}

/** Paths that differ enough: a row that matches all of them probably matches every path. */
const PATHS = ['a', '1', 'a/b/c/d', 'é.x'] as const;

/** Whether a row matches every path except the empty one. */
function isCatchAll(inspection: Inspection, row: Row): boolean {
  const { segments, open, rest } = row.shape;
  if (!open || segments.length > 0 || !PATHS.every((path) => row.matches(path))) return false;
  if (rest !== null) return true;
  const others = () => without(inspection.languages.normal, proved(inspection.languageOf(row)));
  return attempt(() => others().isEmpty) === true;
}

/**
 * Finds a `404_override` that a catch-all makes useless. Blocked paths and missing actions still
 * need it. So it is not reported if the table has a block, or if a path can name the action.
 */
export function findUnusedOverride(inspection: Inspection): Finding[] {
  const { rows, router } = inspection;
  const { notFoundOverride } = router.settings;
  if (notFoundOverride === null || !rows.every(hasFixedAction)) return [];
  const all = rows.find((row) => row.method === null && isCatchAll(inspection, row));
  const root = inspection.serve({ method: OTHER_METHOD, path: '/' });
  if (all === undefined || root.status !== 'found') return [];
  const message = `The ${NOT_FOUND_OVERRIDE} ${quote(notFoundOverride)} is never used, since ${sayKey(all.key)} matches every path; remove one of them.`;
  return [
    { level: 'warning', kind: 'unused-override', rows: [NOT_FOUND_OVERRIDE, all.key], message },
  ];
}

/** Whether a row always runs the same action: its handler, or one given as text. */
function hasFixedAction({ to, handler, template: { pieces, groups } }: Row): boolean {
  if (handler !== null) return true;
  return to !== '' && (groups.length === 0 || pieces[0].split('/').length > 2);
}
