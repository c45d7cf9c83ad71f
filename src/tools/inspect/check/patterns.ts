/** Checks patterns by themselves: alternatives, optional parts, back references. */
import type { AST } from '@eslint-community/regexpp';
import type { CharSet } from 'refa';
import { formatKey, quote, withPlaceholders } from 'waymark/internal';
import { charactersOf, isLinear, parseSource, samplePaths } from '../automata/shape.ts';
import { Unproved } from '../automata/translate.ts';
import { type Inspection, type Row, spell } from '../inspection.ts';
import { proveReached } from '../prove/prove.ts';
import { sayKey } from '../say-key.ts';
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
  const message = `${sayKey(key)} matches ${enumerate(names)}, each as a whole path, since the bar reaches to both ends of a pattern; write a group,${example} or one row for each.`;
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
    const message = `No request reaches the alternative ${quote(withPlaceholders(source))} of ${sayKey(row.key)}: ${takenBy(proof.takers)}.`;
    return [{ level: 'error', kind: 'dead-alternative', rows, message }];
  });
}

/**
 * Finds optional groups that take part in no match. In `(:any)(?:\.(:alpha))?`, the characters
 * before the group repeat, and have all its texts. So they take its text first, and leave it out.
 */
export function findDeadGroups({ rows }: Inspection): Finding[] {
  return rows.flatMap((row) => {
    // A back reference could make a shorter text the only one that matches.
    if (!isLinear(row.source)) return [];
    const { alternatives } = parseSource(row.source);
    return alternatives.flatMap(({ elements }) =>
      elements.flatMap((element, at) => reportDead(row, element, elements.slice(at + 1))),
    );
  });
}

/** Reports the groups after an element that its repeated characters leave out. */
function reportDead({ key }: Row, element: AST.Element, others: readonly AST.Element[]): Finding[] {
  const characters = repeatedAtEnd(element);
  if (characters === null) return [];
  const end = others.findIndex((other) => !isOptional(other) || !hasOnly(other, characters));
  const taken = end === -1 ? others : others.slice(0, end);
  const groups = taken.filter((other) => other.type === 'Quantifier' && isGroup(other.element));
  return groups.map(({ raw }) => {
    const message = `The group ${quote(withPlaceholders(raw))} of ${sayKey(key)} never takes part, since ${quote(withPlaceholders(element.raw))} before it takes its text first; exclude the first character of the group there.`;
    return { level: 'error', kind: 'dead-group', rows: [key], message };
  });
}

/** The characters that an element repeats at its end, as many as possible; `null` for any other. */
function repeatedAtEnd(element: AST.Element): CharSet | null {
  if (isGroup(element)) {
    const [first, second] = element.alternatives;
    const last = first.elements.at(-1);
    return second === undefined && last !== undefined ? repeatedAtEnd(last) : null;
  }
  if (element.type !== 'Quantifier' || !element.greedy) return null;
  const { element: part, max } = element;
  const isSet = part.type === 'CharacterSet' || part.type === 'CharacterClass';
  return isSet && max === Number.POSITIVE_INFINITY ? charactersOf(part) : null;
}

function isOptional(element: AST.Element): boolean {
  return element.type === 'Quantifier' && element.min === 0;
}

function isGroup(element: AST.Element): element is AST.Group | AST.CapturingGroup {
  return element.type === 'Group' || element.type === 'CapturingGroup';
}

function hasOnly(element: AST.Element, characters: CharSet): boolean {
  switch (element.type) {
    case 'Character':
      return characters.has(element.value);
    case 'CharacterSet':
    case 'CharacterClass':
      return characters.isSupersetOf(charactersOf(element));
    case 'Quantifier':
      return hasOnly(element.element, characters);
    case 'Assertion':
      return true;
    default:
      // The cast: the pattern has no back reference, and no syntax of flag v.
      return (element as AST.Group).alternatives.every(({ elements }) =>
        elements.every((part) => hasOnly(part, characters)),
      );
  }
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
  const message = `${sayKey(key)} does not match ${request.path}, since the slash before ${optional} is not optional; write ${quote(formatKey(method, written))}.`;
  return [{ level: 'warning', kind: 'optional-segment', rows: [key], message }];
}

/** Reports patterns with back references. Every other pattern takes linear time. */
export function findSlow({ rows }: Inspection): Alike[] {
  return rows
    .filter(({ source }) => !isLinear(source))
    .map(({ key }) => {
      const message = say(`pattern of ${sayKey(key)} has`);
      return { level: 'unproved', kind: 'not-judged', rows: [key], message, together };
    });
}

function together(list: string): string {
  return say(`patterns of ${list} have`);
}

function say(what: string): string {
  return `The ${what} back references, so some path may take exponential time.`;
}
