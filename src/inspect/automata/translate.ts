/** From an expression to a finite automaton that accepts what it matches. */
import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import { DFA, JS, NFA, TooManyNodesError, type TransitionIterable } from 'refa';
import { parseSource } from './shape.ts';
import { Unproved } from './unproved.ts';

/** The last of the characters, as JavaScript counts them without flag `u`. */
export const MAX = { maxCharacter: 0xffff };

/** What groups have to capture, by their number. */
export type Captures = ReadonlyMap<number, NFA>;

/** How often something that looks ahead may be repeated. */
const MOST_REPEATS = 8;

/**
 * Translates an expression. refa takes no look-around, so what looks ahead is put into the language
 * of what follows it: `a(?=b).` is an `a`, and then what both `b` and `.` can start.
 *
 * @param source a valid expression, not anchored
 * @param captures what groups have to capture; since which of several ways the engine takes is not
 *   looked at, the automaton may accept more than what captures this, and never less
 * @returns the automaton, or why there is none
 */
export function translate(source: string, captures: Captures = new Map()): NFA | Unproved {
  return attempt(() => new Translator(source, captures).run());
}

/**
 * Runs what may find that it can't go on.
 *
 * @param work what throws an {@link Unproved}, or needs more nodes than refa makes
 */
export function attempt<T>(work: () => T): T | Unproved {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unproved) return error;
    if (error instanceof TooManyNodesError) return new Unproved('its automaton is too large');
    throw error;
  }
}

/**
 * What was proved; otherwise it throws, for {@link attempt} to catch.
 *
 * @param result a result, or why there is none
 * @throws {Unproved} if there is none
 */
export function proved<T>(result: T | Unproved): T {
  if (result instanceof Unproved) throw result;
  return result;
}

/** What two automata both accept. */
export function both<A, B>(one: TransitionIterable<A>, other: TransitionIterable<B>): DFA {
  return DFA.fromIntersection(one, other);
}

/** What one automaton accepts and another does not. */
export function without<A, B>(from: TransitionIterable<A>, what: TransitionIterable<B>): DFA {
  const others = DFA.fromFA(what);
  others.complement();
  return DFA.fromIntersection(from, others);
}

class Translator {
  private readonly parser: JS.Parser;
  private readonly pattern: AST.Pattern;
  /** What can't be left to refa: what looks around, what has to capture something, and all that holds them. */
  private readonly special = new Set<AST.Node>();
  private readonly wanted = new Map<AST.CapturingGroup, NFA>();

  constructor(source: string, captures: Captures) {
    this.pattern = parseSource(source);
    this.parser = JS.Parser.fromLiteral({ source, flags: 's' });
    let number = 0;
    visitRegExpAST(this.pattern, {
      onBackreferenceEnter() {
        throw new Unproved('a reference back to a group is not regular');
      },
      onCapturingGroupEnter: (group) => {
        const wanted = captures.get(++number);
        if (wanted === undefined || holdersOf(group).some(hidesCaptures)) return;
        this.wanted.set(group, wanted);
        for (const node of holdersOf(group)) this.special.add(node);
      },
      onAssertionEnter: (assertion) => {
        for (const node of holdersOf(assertion)) {
          this.special.add(node);
          if (node.type === 'CapturingGroup') this.wanted.delete(node);
        }
      },
    });
  }

  run(): NFA {
    if (!this.special.has(this.pattern)) return this.plain(this.pattern);
    const alternatives = this.pattern.alternatives.map(({ elements }) =>
      isStart(elements[0]) ? elements.slice(1) : elements,
    );
    return this.either(this.pattern, alternatives, NFA.emptyWord(MAX), true);
  }

  private plain(node: JS.ParsableElement): NFA {
    return NFA.fromRegex(this.parser.parseElement(node, { simplify: false }).expression, MAX);
  }

  /** What one of the alternatives of a node matches if `rest` follows, and what follows. */
  private either(
    node: AST.Node,
    alternatives: readonly AST.Element[][],
    rest: NFA,
    isWhole = false,
  ): NFA {
    const all = NFA.empty(MAX);
    for (const elements of alternatives) {
      const taken = elements.flatMap((element) => this.wantedIn(element));
      const passedOver = this.wantedIn(node).filter(
        (group) => group !== node && !taken.includes(group),
      );
      if (!passedOver.every(this.mayBeEmpty)) continue;
      all.union(isWhole ? this.whole(elements, rest) : this.sequence(elements, rest));
    }
    return all;
  }

  private sequence(elements: readonly AST.Element[], rest: NFA): NFA {
    return elements.reduceRight((after, element) => this.before(element, after), rest);
  }

  /**
   * What the elements of a whole path match. All that comes before one that looks behind is known
   * here, and what it looks for has to be at the end of that.
   */
  private whole(elements: readonly AST.Element[], rest: NFA): NFA {
    const place = elements.findLastIndex(looksBehind);
    if (place < 0) return this.sequence(elements, rest);
    const earlier = elements.slice(0, place);
    const assertion = elements[place] as AST.LookbehindAssertion;
    const other = [...earlier, ...assertion.alternatives].find(looksAhead);
    if (other !== undefined) throw new Unproved(`${assertion.raw} looks around`);
    const start = this.whole(earlier, NFA.emptyWord(MAX));
    const behind = followed(
      NFA.all(MAX),
      this.either(assertion, alternativesOf(assertion), NFA.emptyWord(MAX)),
    );
    const own = assertion.negate
      ? NFA.fromFA(without(start, behind))
      : NFA.fromIntersection(start, behind);
    return followed(own, this.sequence(elements.slice(place + 1), rest));
  }

  /** What an element matches if `rest` follows, and what follows. */
  private before(element: AST.Element, rest: NFA): NFA {
    if (!this.special.has(element)) return followed(this.plain(element), rest);
    switch (element.type) {
      case 'Assertion':
        return this.assertion(element, rest);
      case 'Quantifier':
        return this.repeated(element, rest);
      case 'CapturingGroup':
        return this.captured(element, rest);
      default:
        // The cast: of what is left, only a group holds others.
        return this.either(element, alternativesOf(element as AST.Group), rest);
    }
  }

  private assertion(element: AST.Assertion, rest: NFA): NFA {
    if (element.kind === 'end') return NFA.fromIntersection(rest, NFA.emptyWord(MAX));
    if (element.kind !== 'lookahead') throw new Unproved(`${element.raw} looks around`);
    const ahead = this.either(element, alternativesOf(element), NFA.all(MAX));
    return element.negate ? NFA.fromFA(without(rest, ahead)) : NFA.fromIntersection(rest, ahead);
  }

  private repeated({ element, min, max, raw }: AST.Quantifier, rest: NFA): NFA {
    if (max > MOST_REPEATS) throw new Unproved(`${raw} repeats what looks around`);
    const skips = this.wantedIn(element).every(this.mayBeEmpty);
    let language = rest;
    for (let count = max; count > 0; count--) {
      language = this.before(element, language);
      if (count > min && skips) language.union(rest);
    }
    return language;
  }

  private captured(group: AST.CapturingGroup, rest: NFA): NFA {
    const wanted = this.wanted.get(group);
    const alternatives = alternativesOf(group);
    if (wanted === undefined) return this.either(group, alternatives, rest);
    const inside = this.either(group, alternatives, NFA.emptyWord(MAX));
    return followed(NFA.fromIntersection(inside, wanted), rest);
  }

  private wantedIn({ start, end }: AST.Node): AST.CapturingGroup[] {
    return [...this.wanted.keys()].filter((group) => group.start >= start && group.end <= end);
  }

  /** A group that takes no part captures the empty string. */
  private readonly mayBeEmpty = (group: AST.CapturingGroup) =>
    this.wanted.get(group)?.test([]) === true;
}

/** A node and all that it is part of. */
function holdersOf(node: AST.Node): AST.Node[] {
  const holders: AST.Node[] = [];
  for (let up: AST.Node | null = node; up !== null; up = up.parent) holders.push(up);
  return holders;
}

/** What captures inside is taken back, or captured again. */
function hidesCaptures(node: AST.Node): boolean {
  return node.type === 'Assertion' || (node.type === 'Quantifier' && node.max > 1);
}

function looksBehind(element: AST.Element): boolean {
  return element.type === 'Assertion' && element.kind === 'lookbehind';
}

/** Whether there is anything in a node that looks at what comes after it. */
function looksAhead(node: AST.Element | AST.Alternative): boolean {
  let found = false;
  visitRegExpAST(node, {
    onAssertionEnter(assertion) {
      found ||= !(assertion === node && assertion.kind === 'lookbehind');
    },
  });
  return found;
}

function isStart(element: AST.Element | undefined): boolean {
  return element?.type === 'Assertion' && element.kind === 'start';
}

function alternativesOf({
  alternatives,
}: AST.Group | AST.CapturingGroup | AST.LookaroundAssertion): AST.Element[][] {
  return alternatives.map(({ elements }) => elements);
}

function followed(first: NFA, rest: NFA): NFA {
  first.append(rest);
  return first;
}
