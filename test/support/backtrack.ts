/** Matches a pattern as a backtracking engine does, and counts its steps. */
import type { Choices, Pattern, Repetition, Term } from '../../src/pattern/expression.ts';

/** Continues at a position, and tells if the rest matches. */
type Rest = (at: number) => boolean;

/**
 * Counts the steps of a backtracking engine without memoisation.
 *
 * @param pattern a pattern without back references and look-behind
 * @param path the path to match
 * @param most the limit at which counting stops
 */
export function countSteps(
  { choices }: Pattern,
  path: string,
  most = Number.POSITIVE_INFINITY,
): number {
  let steps = 0;

  const matchChoices = (choices: Choices, at: number, rest: Rest): boolean =>
    choices.some((sequence) => {
      const next = (number: number, at: number): boolean =>
        number === sequence.length
          ? rest(at)
          : match(sequence[number], at, (end) => next(number + 1, end));
      return next(0, at);
    });

  const match = (term: Term, at: number, rest: Rest): boolean => {
    steps++;
    if (steps > most) throw new Error(`more than ${most} steps`);
    switch (term.kind) {
      case 'text': {
        let same = 0;
        while (same < term.value.length && path[at + same] === term.value[same]) same++;
        steps += same;
        return same === term.value.length && rest(at + same);
      }
      case 'class':
        return at < path.length && classOf(term.source).test(path[at]) && rest(at + 1);
      case 'group':
        return matchChoices(term.choices, at, rest);
      case 'repetition':
        return term.node.kind === 'group'
          ? matchTurns(term, at, rest, 0)
          : matchRun(term, at, rest);
      case 'assertion': {
        if (term.choices.length > 0) {
          const negative = term.source.endsWith('!');
          return matchChoices(term.choices, at, () => true) !== negative && rest(at);
        }
        const assertion = new RegExp(term.source, 'sy');
        assertion.lastIndex = at;
        return assertion.test(path) && rest(at);
      }
      default:
        throw new Error('a back reference');
    }
  };

  const matchTurns = (term: Repetition, at: number, rest: Rest, turn: number): boolean => {
    const again = () =>
      turn < term.max &&
      match(term.node, at, (end) =>
        end === at && turn >= term.min ? false : matchTurns(term, end, rest, turn + 1),
      );
    if (turn < term.min) return again();
    return term.lazy ? rest(at) || again() : again() || rest(at);
  };

  /** A repeated character, without recursion. */
  const matchRun = ({ node, min, max, lazy }: Repetition, from: number, rest: Rest): boolean => {
    let at = from;
    const takes = () => at - from < max && match(node, at, () => true);
    for (; at - from < min; at++) if (!takes()) return false;
    if (lazy) {
      for (; ; at++) {
        if (rest(at)) return true;
        if (!takes()) return false;
      }
    }
    while (takes()) at++;
    for (; at - from >= min; at--) if (rest(at)) return true;
    return false;
  };

  matchChoices(choices, 0, (at) => at === path.length);
  return steps;
}

const classes = new Map<string, RegExp>();

function classOf(source: string): RegExp {
  const known = classes.get(source) ?? new RegExp(`^${source}$`, 's');
  classes.set(source, known);
  return known;
}
