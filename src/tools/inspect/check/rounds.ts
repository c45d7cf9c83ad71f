/** Finds the paths that a redirect leads to another redirect, again and again. */
import { CharSet, DFA, NFA } from 'refa';
import { NfaNodes } from '../automata/budget.ts';
import type { Language } from '../automata/languages.ts';
import { openShape, readShape, type Shape } from '../automata/shape.ts';
import { attempt, determined, MAX, proved, Unproved, without } from '../automata/translate.ts';
import {
  answers,
  type Inspection,
  methodsFor,
  OTHER_METHOD,
  type RequestLine,
  type Row,
} from '../inspection.ts';
import { escapeText } from '../prove/preimage.ts';
import { languageTo } from '../reach.ts';

/** A row that redirects to a path. */
export interface Redirect {
  readonly row: Row;
  readonly status: string;
  /** The row, with the path that it redirects to as its destination. */
  readonly target: Row;
  /** The method with which a browser follows it. */
  readonly next: (method: string) => string;
}

const SLASH = CharSet.fromCharacters(MAX.maxCharacter, [47]);

/** The paths of each method that are redirected at least a number of times. */
export class Rounds {
  private readonly own: ReadonlyMap<Row, Redirect>;
  private languages: ReadonlyMap<string, DFA>;
  /** Whether more rounds would remove no path, so that the redirects never end. */
  readonly isSettled: boolean;

  /** @param redirectsOf counts the redirects of a request */
  constructor(
    private readonly inspection: Inspection,
    redirects: readonly Redirect[],
    rounds: number,
    redirectsOf: (request: RequestLine) => number,
  ) {
    this.own = new Map(circling(inspection, redirects).map((each) => [each.row, each]));
    const methods = this.own.size === 0 ? [] : methodsOf(inspection, null);
    this.languages = new Map(methods.map((method) => [method, anyPath(inspection)]));
    let isSettled = false;
    for (let round = 1; round <= rounds && !isSettled; round++) {
      const before = this.languages;
      this.languages = new Map(
        methods.map((method) => {
          const isRoot = redirectsOf({ method, path: '/' }) >= round;
          const all = isRoot ? NFA.emptyWord(MAX) : NFA.empty(MAX);
          for (const redirect of this.own.values()) {
            if (answers(redirect.row, method)) all.union(proved(this.pathsOf(redirect, method)));
          }
          const language = determined(all);
          language.minimize();
          return [method, language];
        }),
      );
      const isSame = ([method, language]: [string, DFA]) =>
        // The cast: both maps have the same methods.
        without(before.get(method) as DFA, language).isEmpty;
      isSettled = [...this.languages].every(isSame);
    }
    this.isSettled = isSettled;
  }

  /** The paths of a row that are redirected so often, and possibly more; `null` if there are none. */
  languageOf(row: Row, method: string): Language | Unproved | null {
    const redirect = this.own.get(row);
    return redirect === undefined ? null : this.pathsOf(redirect, method);
  }

  private pathsOf(redirect: Redirect, method: string): Language | Unproved {
    const { inspection } = this;
    const { row } = redirect;
    return attempt(() => {
      // The cast: a browser follows with a method of the map.
      const next = this.languages.get(redirect.next(method)) as DFA;
      const language = proved(languageInto(inspection, redirect, () => slashed(next)));
      const left = inspection
        .nearTo(row)
        .filter((other) => other.index < row.index && answers(other, method))
        .reduce((rest, other) => {
          const taken = inspection.languageOf(other);
          return taken instanceof Unproved ? rest : without(rest, taken);
        }, language);
      left.minimize();
      return left;
    });
  }
}

/** The methods to try for a row. A browser may change POST to GET, so another method is needed too. */
export function methodsOf({ rows }: Inspection, method: string | null): readonly string[] {
  const methods = methodsFor(method, rows);
  return method === null ? [...new Set([...methods, 'POST', OTHER_METHOD])] : methods;
}

/** The redirects that may lead to each other without end. */
function circling(inspection: Inspection, redirects: readonly Redirect[]): readonly Redirect[] {
  const known = new Map(redirects.map((redirect) => [redirect.row, redirect]));
  const nexts = redirects.map((redirect) => ({
    redirect,
    rows: [...inspection.near(targetShape(redirect)), ...inspection.roots],
  }));
  for (let size = -1; size !== known.size; ) {
    size = known.size;
    for (const { redirect, rows } of nexts) {
      if (!rows.some((row) => known.has(row))) known.delete(redirect.row);
    }
  }
  return [...known.values()];
}

/** The shape of the paths that a redirect leads to. The slashes around an empty reference are one. */
export function targetShape({ target: { template } }: Redirect): Shape {
  const texts = template.pieces.map((piece) =>
    piece.replace(/\/{2,}/g, '/').replace(/^\/|\/$/g, ''),
  );
  const [start] = texts;
  const shape = readShape(escapeText(start));
  if (texts.length === 1) return shape;
  const segments = shape.segments.slice(0, -1);
  const starts = start.slice(start.lastIndexOf('/') + 1);
  return { ...openShape(segments), starts, ends: texts[texts.length - 1] };
}

/** The paths that a redirect leads into a language. */
export function languageInto(
  inspection: Inspection,
  { target }: Redirect,
  language: () => DFA | Unproved,
): Language | Unproved {
  const many = { shape: { ...readShape(''), open: true }, language };
  const found = languageTo(inspection, target, [{ text: '', more: false, dashes: false, many }]);
  return found === null ? empty() : found();
}

/** The written paths that are normalised into a path of one of some rows, or into the empty path. */
export function normalisedInto(inspection: Inspection, rows: readonly Row[]): DFA | Unproved {
  return attempt(() => {
    const all = NFA.emptyWord(MAX);
    for (const row of rows) all.union(proved(inspection.languageOf(row)));
    return slashed(determined(all));
  });
}

function anyPath({ languages }: Inspection): DFA {
  const all = NFA.emptyWord(MAX);
  all.union(languages.normal);
  return determined(all);
}

function empty(): DFA {
  return DFA.fromFA(NFA.empty(MAX));
}

/** A node of an automaton, and whether a slash led to it; `null` is behind the end of the path. */
interface Place {
  readonly node: DFA.ReadonlyNode | null;
  readonly slash: boolean;
}

/** The texts that are in a language without their first, last and repeated slashes. */
function slashed(language: DFA): DFA {
  const { initial, getOut, isFinal } = language.transitionIterator();
  const known = new Map<DFA.ReadonlyNode | null, readonly [Place, Place]>();
  const placeOf = (node: DFA.ReadonlyNode | null, slash: boolean): Place => {
    const places = known.get(node) ?? [
      { node, slash: false },
      { node, slash: true },
    ];
    known.set(node, places);
    return places[slash ? 1 : 0];
  };
  const end = placeOf(null, true);
  const outOf = (place: Place): Map<Place, CharSet> => {
    const out = new Map<Place, CharSet>();
    if (place.slash) out.set(place, SLASH);
    if (place.node === null) return out;
    if (isFinal(place.node) && !place.slash) out.set(end, SLASH);
    for (const [to, chars] of getOut(place.node)) {
      const others = chars.without(SLASH);
      if (!others.isEmpty) out.set(placeOf(to, false), others);
      if (chars.has(47)) out.set(placeOf(to, true), SLASH);
    }
    return out;
  };
  const automaton = NFA.fromTransitionIterator(
    {
      initial: placeOf(initial, true),
      getOut: outOf,
      isFinal: ({ node }) => node === null || isFinal(node),
    },
    MAX,
    new NfaNodes(),
  );
  return determined(automaton);
}
