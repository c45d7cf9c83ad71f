/** Checks patterns by themselves: alternatives, optional segments, back references. */
import type { AST } from '@eslint-community/regexpp';
import { formatKey, quote, withPlaceholders } from 'waymark/internal';
import { isLinear, parseSource, samplePaths } from '../automata/shape.ts';
import { Unproved } from '../automata/translate.ts';
import { type Inspection, type Row, spell } from '../inspection.ts';
import { proveReached } from '../prove/prove.ts';
import { type Alike, enumerate, type Finding } from './finding.ts';
import { takenBy } from './unreached.ts';

interface Alternative {
  readonly source: string;
  readonly segments: readonly string[];
  readonly referred: boolean;
}

/** Finds alternatives that probably lack a group, or that no request reaches. */
export function findAlternatives(inspection: Inspection): Finding[] {
  return inspection.rows.flatMap((row) => {
    const alternatives = alternativesOf(row);
    if (alternatives.length < 2) return [];
    if (lacksGroup(alternatives)) return [ungrouped(row, alternatives)];
    return findDead(inspection, row, alternatives);
  });
}

function alternativesOf({ source, template }: Row): Alternative[] {
  let last = 0;
  return parseSource(source).alternatives.map(({ raw }: AST.Alternative) => {
    const first = last + 1;
    last += (new RegExp(`${raw}|`).exec('') as RegExpExecArray).length - 1; // the cast: it matches
    const referred = template.groups.some((group) => group >= first && group <= last);
    // Splitting at a slash inside a group is harmless, since only plain segments are compared.
    return { source: raw, segments: raw.split('/'), referred };
  });
}

/** `en`, `pt-br`. */
const LOCALE = /^[a-z]{2}(?:[-_][A-Za-z]{2})?$/;

/**
 * Whether the bar was probably meant for a part of the pattern. It was if every bar is between two
 * locales, or if an alternative leaves all references of the destination empty. An alternative that
 * another one merely extends, as in `blog|blog/(:num)`, is fine.
 */
function lacksGroup(alternatives: readonly Alternative[]): boolean {
  const lengths = new Set(alternatives.map(({ segments }) => segments.length));
  if (lengths.size === 1) return false;
  const betweenLocales = alternatives.slice(1).every(({ segments: [first] }, at) => {
    return LOCALE.test(first) && LOCALE.test(alternatives[at].segments.at(-1) as string); // has one
  });
  if (betweenLocales) return true;
  const referred = alternatives.filter((alternative) => alternative.referred);
  return (
    referred.length > 0 &&
    alternatives.some(
      (one) => !one.referred && !referred.some((other) => isStartOf(one.segments, other.segments)),
    )
  );
}

function isStartOf(start: readonly string[], segments: readonly string[]): boolean {
  return start.every((segment, at) => segment === segments[at]);
}

function ungrouped({ key, method }: Row, alternatives: readonly Alternative[]): Finding {
  const names = alternatives.map(({ source }) => quote(withPlaceholders(source)));
  const written = group(alternatives);
  const example =
    written === null ? '' : ` such as ${quote(formatKey(method, withPlaceholders(written)))},`;
  const message = `${quote(key)} matches ${enumerate(names)}, each as a whole path, since the bar reaches to both ends of a pattern; write a group,${example} or one row for each.`;
  return { level: 'warning', kind: 'ungrouped', rows: [key], message };
}

/** The pattern with its alternatives grouped; `null` if several have more than one segment. */
function group(alternatives: readonly Alternative[]): string | null {
  const all = alternatives.map(({ segments }) => segments);
  const first = all[0];
  const last = all[all.length - 1];
  if (all.slice(0, -1).every(isSingle)) {
    const names = [...all.slice(0, -1).flat(), last[0]];
    return [`(?:${names.join('|')})`, ...last.slice(1)].join('/');
  }
  if (all.slice(1).every(isSingle)) {
    const names = [first.at(-1), ...all.slice(1).flat()];
    return [...first.slice(0, -1), `(?:${names.join('|')})`].join('/');
  }
  return null;
}

function isSingle({ length }: readonly string[]): boolean {
  return length === 1;
}

function findDead(
  inspection: Inspection,
  row: Row,
  alternatives: readonly Alternative[],
): Finding[] {
  // On its own, an alternative that refers to a group of another one would have a different
  // meaning.
  if (inspection.languageOf(row) instanceof Unproved) return [];
  if (proveReached(inspection, row).kind !== 'reached') return [];
  return alternatives.flatMap(({ source }): Finding[] => {
    if (source === '') return [];
    const own = new RegExp(`^(?:${source})$`, 's');
    const proof = proveReached(inspection, row, {
      language: () => inspection.languages.of(source),
      samples: samplePaths(source),
      accepts: (_answer, path) => own.test(path),
    });
    if (proof.kind !== 'unreached') return [];
    const rows = [row.key, ...proof.takers.map(({ key }) => key)];
    const message = `No request reaches the alternative ${quote(withPlaceholders(source))} of ${quote(row.key)}: ${takenBy(proof.takers)}.`;
    return [{ level: 'error', kind: 'dead-alternative', rows, message }];
  });
}

/**
 * Finds patterns with an optional segment after a slash that is not optional. `blog/(:num)?`
 * doesn't match `/blog`, and normal paths don't end with a slash, so `/blog/` doesn't occur. A
 * pattern is not reported if another row answers the short path.
 */
export function findOptionalSegments(inspection: Inspection): Finding[] {
  return inspection.rows.flatMap((row) => {
    const { alternatives } = parseSource(row.source);
    return alternatives.flatMap(({ elements }) =>
      elements.flatMap((element, at) =>
        isOptionalSegment(elements, at) ? report(inspection, row, element) : [],
      ),
    );
  });
}

/** Whether an element is optional and a whole segment, other than the first. */
function isOptionalSegment(elements: readonly AST.Element[], at: number): boolean {
  const element = elements[at];
  if (element.type !== 'Quantifier' || element.min > 0 || element.max !== 1) return false;
  const isSlash = (place: number) => /^\\?\/$/.test(elements[place]?.raw);
  return isSlash(at - 1) && (at + 1 === elements.length || isSlash(at + 1));
}

function report(inspection: Inspection, row: Row, { start, end, raw }: AST.Element): Finding[] {
  const { key, method, source } = row;
  // The slash may be escaped.
  const before = source.slice(0, start).replace(/\\?\/$/, '');
  const path = samplePaths(before + source.slice(end)).at(0) as string; // the cast: it is not empty
  const request = { method: method ?? 'GET', path: spell(path) };
  const winner = inspection.winnerOf(inspection.serve(request));
  if (winner !== null && !winner.shape.open) return [];
  const written = withPlaceholders(`${before}(?:/${raw.slice(0, -1)})?${source.slice(end)}`);
  const optional = quote(withPlaceholders(raw));
  const message = `${quote(key)} does not match ${request.path}, since the slash before ${optional} is not optional; write ${quote(formatKey(method, written))}.`;
  return [{ level: 'warning', kind: 'optional-segment', rows: [key], message }];
}

/** Reports patterns with back references. Every other pattern takes linear time. */
export function findSlow({ rows }: Inspection): Alike[] {
  return rows
    .filter(({ source }) => !isLinear(source))
    .map(({ key }) => {
      const message = say(`pattern of ${quote(key)} has`);
      return { level: 'unproved', kind: 'not-judged', rows: [key], message, together };
    });
}

function together(list: string): string {
  return say(`patterns of ${list} have`);
}

function say(what: string): string {
  return `The ${what} back references, so some path may take exponential time.`;
}
