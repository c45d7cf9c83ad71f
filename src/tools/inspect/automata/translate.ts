/** Translates expressions to finite automata. */
import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import { DFA, JS, NFA, TooManyNodesError, type TransitionIterable } from 'refa';
import { counted, DfaNodes, isSpent, NfaNodes } from './budget.ts';
import { parseSource } from './shape.ts';

/** The reason why something can't be proved, told apart from every other result by its class. */
export class Unproved {
  constructor(readonly reason: string) {}
}

/** The reason for all proofs of a task after its budget is spent. */
export const TOO_MUCH = 'it takes too much work';

/** The last character: a UTF-16 unit, as in JavaScript without flag `u`. */
export const MAX = { maxCharacter: 0xffff };

export type Captures = ReadonlyMap<number, NFA>;

/** The most repetitions of an element that contains a look-around or a required capture. */
const MOST_REPEATS = 8;

/**
 * Translates an expression. refa has no look-arounds, so a look-ahead is intersected with the rest
 * of the expression: `a(?=b).` is an `a`, followed by the texts of both `b` and `.`.
 * @param captures the required captures of groups. If a text can match in several ways, all of them
 *   count, not only the engine's. So the automaton may accept too much, but never too little
 */
export function translate(source: string, captures: Captures = new Map()): NFA | Unproved {
  return attempt(() => new Translator(source, captures).run());
}

/** Runs a function and returns its result, or an {@link Unproved} if it gives up. */
export function attempt<T>(work: () => T): T | Unproved {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unproved) return error;
    if (error instanceof TooManyNodesError) {
      return new Unproved(isSpent() ? TOO_MUCH : 'its automaton is too large');
    }
    throw error;
  }
}

/** Returns a result, or throws an {@link Unproved} for {@link attempt} to catch. */
export function proved<T>(result: T | Unproved): T {
  if (result instanceof Unproved) throw result;
  return result;
}

export function both<A, B>(one: TransitionIterable<A>, other: TransitionIterable<B>): DFA {
  const areBoth = one instanceof DFA && other instanceof DFA;
  return areBoth
    ? DFA.fromIntersection(one, other, new DfaNodes())
    : determined(common(one, other));
}

/** Like {@link both}, for automata that are built further. */
export function common<A, B>(one: TransitionIterable<A>, other: TransitionIterable<B>): NFA {
  return NFA.fromIntersection(one, other, new NfaNodes());
}

export function determined<A>(automaton: TransitionIterable<A>): DFA {
  if (automaton instanceof DFA) return DFA.fromFA(automaton, new DfaNodes());
  return DFA.fromTransitionIterator(counted(automaton), automaton, new DfaNodes());
}

/** The texts that one automaton accepts and another doesn't. */
export function without<A, B>(from: TransitionIterable<A>, what: TransitionIterable<B>): DFA {
  const others = determined(what);
  others.complement();
  return both(from, others);
}

type Alternatives = AST.Pattern | AST.Group | AST.CapturingGroup | AST.LookaroundAssertion;

class Translator {
  private readonly parser: JS.Parser;
  private readonly pattern: AST.Pattern;
  /** Assertions and required captures, which refa can't translate, and all nodes around them. */
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
    const alternatives = this.possibleOf(this.pattern).map((elements) =>
      this.whole(isStart(elements[0]) ? elements.slice(1) : elements, NFA.emptyWord(MAX)),
    );
    return unionOf(alternatives);
  }

  private plain(node: JS.ParsableElement): NFA {
    return NFA.fromRegex(
      this.parser.parseElement(node, { simplify: false }).expression,
      MAX,
      {},
      new NfaNodes(),
    );
  }

  /** The texts of any alternative of a node, followed by those of `rest`. */
  private either(node: Alternatives, rest: NFA): NFA {
    return unionOf(this.possibleOf(node).map((elements) => this.sequence(elements, rest)));
  }

  /** The alternatives of a node, except those that leave out a group with a required text. */
  private possibleOf(node: Alternatives): AST.Element[][] {
    const inside = this.wantedIn(node).filter((group) => group !== node);
    const alternatives = node.alternatives.map(({ elements }) => elements);
    return alternatives.filter((elements) => {
      const taken = elements.flatMap((element) => this.wantedIn(element));
      return inside.every((group) => taken.includes(group) || this.mayBeEmpty(group));
    });
  }

  private sequence(elements: readonly AST.Element[], rest: NFA): NFA {
    return elements.reduceRight((after, element) => this.before(element, after), rest);
  }

  /**
   * The texts of elements at the start of the path. The text before a look-behind is known, and
   * must end with a text of its body.
   */
  private whole(elements: readonly AST.Element[], rest: NFA): NFA {
    const place = elements.findLastIndex(looksBehind);
    if (place < 0) return this.sequence(elements, rest);
    const earlier = elements.slice(0, place);
    const assertion = elements[place] as AST.LookbehindAssertion;
    const other = [...earlier, ...assertion.alternatives].find(looksAhead);
    if (other !== undefined) throw new Unproved(`${assertion.raw} looks around`);
    const start = this.whole(earlier, NFA.emptyWord(MAX));
    const behind = followed(NFA.all(MAX), this.either(assertion, NFA.emptyWord(MAX)));
    const own = assertion.negate ? NFA.fromFA(without(start, behind)) : common(start, behind);
    return followed(own, this.sequence(elements.slice(place + 1), rest));
  }

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
        // The cast: of the remaining kinds, only a group contains other nodes.
        return this.either(element as AST.Group, rest);
    }
  }

  private assertion(element: AST.Assertion, rest: NFA): NFA {
    if (element.kind === 'end') return common(rest, NFA.emptyWord(MAX));
    if (element.kind !== 'lookahead') throw new Unproved(`${element.raw} looks around`);
    const ahead = this.either(element, NFA.all(MAX));
    return element.negate ? NFA.fromFA(without(rest, ahead)) : common(rest, ahead);
  }

  private repeated({ element, min, max, raw }: AST.Quantifier, rest: NFA): NFA {
    if (max > MOST_REPEATS) throw new Unproved(`${raw} repeats what looks around`);
    const skips = this.wantedIn(element).every(this.mayBeEmpty);
    let language = rest;
    for (let count = max; count > 0; count--) {
      language = this.before(element, language);
      if (count > min && skips) language.union(rest, new NfaNodes());
    }
    return language;
  }

  private captured(group: AST.CapturingGroup, rest: NFA): NFA {
    const wanted = this.wanted.get(group);
    if (wanted === undefined) return this.either(group, rest);
    const inside = this.either(group, NFA.emptyWord(MAX));
    return followed(common(inside, wanted), rest);
  }

  private wantedIn({ start, end }: AST.Node): AST.CapturingGroup[] {
    return [...this.wanted.keys()].filter((group) => group.start >= start && group.end <= end);
  }

  /** Whether a group may capture the empty string, which a group that does not participate does. */
  private readonly mayBeEmpty = (group: AST.CapturingGroup) =>
    this.wanted.get(group)?.test([]) === true;
}

function holdersOf(node: AST.Node): AST.Node[] {
  const holders: AST.Node[] = [];
  for (let up: AST.Node | null = node; up !== null; up = up.parent) holders.push(up);
  return holders;
}

/** Whether captures inside a node may be discarded or overwritten. */
function hidesCaptures(node: AST.Node): boolean {
  return node.type === 'Assertion' || (node.type === 'Quantifier' && node.max > 1);
}

function looksBehind(element: AST.Element): boolean {
  return element.type === 'Assertion' && element.kind === 'lookbehind';
}

/** Whether a node contains an assertion that may look ahead. */
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

function unionOf(languages: readonly NFA[]): NFA {
  const all = NFA.empty(MAX);
  for (const language of languages) all.union(language, new NfaNodes());
  return all;
}

function followed(first: NFA, rest: NFA): NFA {
  first.append(rest, new NfaNodes());
  return first;
}
