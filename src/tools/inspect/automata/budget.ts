/**
 * Limits the automata that a task builds, counted in their nodes and in the
 * transitions that are followed, so no limit depends on the
 * machine's speed.
 */
import {
  DFA,
  NFA,
  TooManyNodesError,
  type TransitionIterable,
  type TransitionIterator,
} from 'refa';

/** The transitions that take as long to follow as one node to build. */
const TRANSITIONS = 64;

/** The nodes that the running task may still build. */
let left = Number.POSITIVE_INFINITY;

/**
 * Runs a synchronous task with a budget of its own. Past it, automata throw a `TooManyNodesError`.
 */
export function withBudget<T>(nodes: number, task: () => T): T {
  const before = left;
  left = nodes;
  try {
    return task();
  } finally {
    left = before;
  }
}

/** Whether the running task tried to build more nodes than it may. */
export function isSpent(): boolean {
  return left < 0;
}

function spend(amount: number): void {
  left -= amount;
  TooManyNodesError.assert(-left, 0, 'the budget');
}

/** The transitions of an automaton, each counted whenever it is followed. */
export function counted<Node>(automaton: TransitionIterable<Node>): TransitionIterator<Node> {
  const { getOut, ...iterator } = automaton.transitionIterator();
  return {
    ...iterator,
    getOut(node) {
      const out = getOut(node);
      spend(out.size / TRANSITIONS);
      return out;
    },
  };
}

/** Makes the nodes of one automaton, and counts them. */
export class DfaNodes extends DFA.LimitedNodeFactory {
  override createNode(): DFA.Node {
    spend(1);
    return super.createNode();
  }
}

/** Makes the nodes of one automaton, and counts them. */
export class NfaNodes extends NFA.LimitedNodeFactory {
  override createNode(): NFA.Node {
    spend(1);
    return super.createNode();
  }
}
