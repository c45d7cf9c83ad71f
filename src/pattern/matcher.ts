import { WaymarkError } from '../errors/error.ts';
import { Pointer } from '../errors/pointer.ts';
import { shorten } from '../errors/show.ts';
import { createLinearMatcher } from './linear.ts';
import type { Pattern } from './parse.ts';
import { repeatedClass } from './repeated.ts';
import type { PatternMatcher } from './sequence.ts';
import { type Choices, innerOf, type Repetition } from './terms.ts';

/**
 * Compiles a pattern as CodeIgniter does (`preg_match('#^…$#')`), with two deliberate differences:
 * alternatives at the top level are grouped before anchoring, and the end is the path's true end.
 * Patterns that allow it get a matcher that never backtracks.
 * @throws {WaymarkError} where the engine can't compile the pattern, because it is too large
 */
export function createMatcher(pattern: Pattern, where: string): PatternMatcher {
  return createLinearMatcher(pattern.choices) ?? compileExpression(pattern, where);
}

function compileExpression(pattern: Pattern, where: string): RegExp {
  try {
    const compiled = new RegExp(`^(?:${sourceOf(pattern)})$`, 's');
    // V8 compiles at the first match, once for Latin-1 strings and once for all others: what it can't
    // compile must fail here and not when a request comes.
    compiled.test('');
    compiled.test('\u0100');
    return compiled;
  } catch (error) {
    const { message } = error as Error; // the engine throws nothing but errors
    const reason = message.slice(message.lastIndexOf(': ') + ': '.length);
    const problem = `the engine refuses it (${shorten(reason)})`;
    const pointer = new Pointer({ pattern: pattern.written, index: 0 });
    throw new WaymarkError('bad-pattern', where, problem, 'write a smaller pattern', pointer);
  }
}

/**
 * The source to compile. `(X+)+` takes an engine exponential time where it does not match, and is
 * `(X+)`, as `(X+)*` is `(X+)?`: the first turn takes everything, and giving any of it back only lets
 * a second turn take the same. That is not so where something refers to the group.
 */
function sourceOf({ source, choices }: Pattern): string {
  const repeated: Repetition[] = [];
  let referred = false;
  const visit = (choices: Choices): void => {
    for (const node of choices.flat()) {
      if (node.kind === 'repetition' && node.max === Infinity && node.min < 2) {
        if (repeatedClass(node.node) !== null) repeated.push(node);
      }
      const inner = innerOf(node);
      if (inner.kind === 'reference') referred = true;
      if ('choices' in inner) visit(inner.choices);
    }
  };
  visit(choices);
  if (referred) return source;
  let written = '';
  let end = 0;
  for (const { node, min, lazy, end: behind } of repeated) {
    written +=
      source.slice(end, node.end) + (min === 0 ? '?' : '') + (min === 0 && lazy ? '?' : '');
    end = behind;
  }
  return written + source.slice(end);
}
