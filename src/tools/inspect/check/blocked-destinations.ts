/** Computes the destinations that blocked paths would have. */
import { visitRegExpAST } from '@eslint-community/regexpp';
import { type CharRange, CharSet, DFA, NFA } from 'refa';
import { NfaNodes } from '../automata/budget.ts';
import { allWords, type Language, wordOf } from '../automata/languages.ts';
import { openShape, parseSource, readShape, type Shape } from '../automata/shape.ts';
import { attempt, both, determined, MAX, proved, translate } from '../automata/translate.ts';
import type { Inspection, Row } from '../inspection.ts';
import { between, escapeText, type Goal, pass } from '../prove/preimage.ts';
import { goalsOf } from '../reach.ts';

/** Destinations as a list, or as a language if there are too many. */
export type Destinations = readonly string[] | Language;

const MOST_TEXTS = 20;

const SLASH = 47;

/** All destinations of a language, the shortest first; `null` if there are too many to list. */
export function textsOf(language: Language): string[] | null {
  const texts = allWords(language, MOST_TEXTS);
  return texts === null ? null : texts.sort((one, other) => one.length - other.length);
}

/**
 * The destinations of a row for some paths that it matches. The result may contain too many if the
 * captures of several references depend on each other.
 * @param isWide whether the result may also contain the destination of the empty path, and all that
 *   a group which is not a whole segment could capture
 * @returns `null` if it may not, and the destination refers to such a group
 */
export function destinationsOf(
  { template: { pieces, groups }, source, shape, captures }: Row,
  paths: Language,
  isWide: boolean,
): Language | null {
  const places = placesOf(shape);
  const all = wordOf(pieces[0]);
  for (const [index, group] of groups.entries()) {
    const place = places.get(group);
    if (group === 0) all.append(NFA.fromFA(paths));
    else if (place === shape.segments.length) all.append(restFrom(paths, place));
    else if (place !== undefined) all.append(segmentIn(paths, place));
    else if (group <= captures) {
      if (!isWide) return null;
      all.append(textsOfGroup(source, group));
    }
    all.append(wordOf(pieces[index + 1]));
  }
  if (isWide) all.union(wordOf(pieces.join('')));
  const language = determined(all);
  language.minimize();
  return language;
}

/**
 * The goals that cover the actions of some destinations. An action may have arguments, and `index`
 * may be left out. A destination with one segment is an `index`.
 */
export function goalsIn(inspection: Inspection, destinations: Destinations): Goal[] {
  if (!(destinations instanceof DFA)) {
    return destinations.flatMap((text) =>
      goalsOf(inspection, text.includes('/') ? text : `${text}/index`),
    );
  }
  const dashes = inspection.router.settings.translateUriDashes;
  const language = attempt(() => withArguments(dashes ? folded(destinations) : destinations));
  const head = attempt(() => headOf(proved(language)));
  const isKnown = typeof head === 'string';
  const part = { source: '', starts: '', ends: '', captures: 0, whole: false };
  const segments = isKnown ? [{ ...part, text: head }] : [];
  const shape = openShape(segments);
  return [
    { text: isKnown ? head : '', more: true, dashes, many: { shape, language: () => language } },
  ];
}

/** The segments that all destinations share; `null` for each place in which they differ. */
export function commonSegments(destinations: Destinations): (string | null)[] {
  if (!(destinations instanceof DFA)) {
    const all = destinations.map((text) => text.split('/'));
    const [first] = all;
    return first
      .slice(0, Math.min(...all.map(({ length }) => length)))
      .map((segment, place) => (all.every((other) => other[place] === segment) ? segment : null));
  }
  const segments: (string | null)[] = [];
  for (;;) {
    const texts = textsOf(determined(segmentIn(destinations, segments.length)));
    segments.push(texts?.length === 1 ? texts[0] : null);
    const inside = withinSegment(startsOf(destinations, segments.length - 1));
    if ([...inside].some((node) => isFinal(destinations, node))) return segments;
  }
}

/** The goal for all destinations that start with some segments; `null` matches any segment. */
export function goalWith(inspection: Inspection, segments: readonly (string | null)[]): Goal {
  const dashes = inspection.router.settings.translateUriDashes;
  const written = segments.map((text) => {
    if (text === null) return '[^/]*';
    return dashes ? escapeText(text).replace(/[-_]/g, '[-_]') : escapeText(text);
  });
  const source = written.join('/');
  const language = attempt(() => determined(own(`${source}(?:/.*)?`)));
  return {
    text: '',
    more: true,
    dashes,
    many: { shape: readShape(source), language: () => language },
  };
}

/** The segment that each group captures. An index after the last segment is the rest. */
function placesOf({ segments, rest }: Shape): Map<number, number> {
  const places = new Map<number, number>();
  let group = 1;
  for (const [place, { whole, captures }] of segments.entries()) {
    if (whole) places.set(group, place);
    group += captures;
  }
  if (rest === 'capture') places.set(group, segments.length);
  return places;
}

/** The texts of a group by itself, and the empty text of a group that takes no part. */
function textsOfGroup(source: string, group: number): NFA {
  const raws: string[] = [];
  visitRegExpAST(parseSource(source), {
    onCapturingGroupEnter: ({ raw }) => void raws.push(raw),
  });
  const texts = own(raws[group - 1].replace(/^\(\?<[^=!>]+>/, '('));
  texts.union(NFA.emptyWord(MAX));
  return texts;
}

function segmentIn(paths: Language, place: number): NFA {
  const starts = startsOf(paths, place);
  const isEnd = (node: DFA.ReadonlyNode) => isFinal(paths, node) || node.out.has(SLASH);
  const part = betweenAny(paths, starts, [...withinSegment(starts)].filter(isEnd));
  return NFA.fromFA(both(part, own('[^/]*')));
}

function restFrom(paths: Language, place: number): NFA {
  return betweenAny(paths, startsOf(paths, place), [...paths.finals]);
}

function betweenAny(
  paths: Language,
  starts: Iterable<DFA.ReadonlyNode>,
  ends: readonly DFA.ReadonlyNode[],
): NFA {
  const part = NFA.empty(MAX);
  for (const start of starts) part.union(between(paths, start, ends), new NfaNodes());
  return part;
}

function startsOf(paths: Language, place: number): Set<DFA.ReadonlyNode> {
  let starts = new Set<DFA.ReadonlyNode>([paths.initial]);
  for (let count = 0; count < place; count++) {
    starts = new Set([...withinSegment(starts)].flatMap((node) => node.out.get(SLASH) ?? []));
  }
  return starts;
}

function isFinal({ finals }: Language, node: DFA.ReadonlyNode): boolean {
  // The cast: `has` does not change the node.
  return finals.has(node as DFA.Node);
}

function withinSegment(starts: Iterable<DFA.ReadonlyNode>): Set<DFA.ReadonlyNode> {
  const reached = new Set(starts);
  for (const node of reached) {
    for (const [{ min, max }, next] of node.out) {
      if (min !== SLASH || max !== SLASH) reached.add(next);
    }
  }
  return reached;
}

/** The first segment that all destinations share; `null` if they differ in it. */
function headOf(language: Language): string | null {
  let node: DFA.ReadonlyNode = language.initial;
  let text = '';
  for (;;) {
    const next: readonly (readonly [CharRange, DFA.ReadonlyNode])[] = [...node.out];
    const isSlash = next.every(([{ min, max }]) => min === SLASH && max === SLASH);
    if (isSlash) return text;
    const [[{ min, max }, only]] = next;
    if (isFinal(language, node) || next.length > 1 || min !== max) return null;
    text += String.fromCharCode(min);
    node = only;
  }
}

/** All destinations, with any arguments, of the actions that some destinations name. */
function withArguments(destinations: Language): Language {
  const all = NFA.fromFA(both(destinations, own('[^/]+')));
  all.append(own('(?:/(?:index)?(?:/.*)?)?'));
  const named = both(destinations, own('[^/]+/.*'));
  const ends = [...named.nodes()].filter((node) => {
    const end = pass(node, '/index');
    return end !== undefined && named.finals.has(end);
  });
  const index = between(named, named.initial, ends);
  index.append(own('/?'));
  all.union(index);
  const others = NFA.fromFA(named);
  others.append(own('(?:/.*)?'));
  all.union(others);
  const language = determined(all);
  language.minimize();
  return language;
}

/** A language in which dashes and underscores are interchangeable. */
function folded(language: Language): Language {
  const { initial, getOut, isFinal } = language.transitionIterator();
  return determined(
    NFA.fromTransitionIterator(
      {
        initial,
        isFinal,
        getOut: (node) =>
          new Map(
            Array.from(getOut(node), ([next, chars]) => [
              next,
              chars.isDisjointWith(DASHES) ? chars : chars.union(DASHES),
            ]),
          ),
      },
      MAX,
      new NfaNodes(),
    ),
  );
}

const DASHES = CharSet.fromCharacters(MAX.maxCharacter, [45, 95]);

/** The automaton of one of this file's expressions, all of which translate. */
function own(source: string): NFA {
  return proved(translate(source));
}
