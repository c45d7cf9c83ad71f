/** Matches a sequence as an engine that goes back does, and counts what it looks at. */
import { parsePattern } from '../../src/pattern/parse.ts';
import type { Sequence } from '../../src/pattern/terms.ts';

interface Item {
  readonly matches: RegExp;
  readonly min: number;
  readonly max: number;
  readonly lazy: boolean;
}

function itemsOf(sequence: Sequence): Item[] {
  return sequence.flatMap((term): Item[] => {
    const one = { min: 1, max: 1, lazy: false };
    switch (term.kind) {
      case 'text':
        return Array.from(term.value, (char) => ({ matches: literal(char), ...one }));
      case 'class':
        return [{ matches: new RegExp(`^${term.source}$`, 's'), ...one }];
      case 'group':
        return itemsOf(term.choices[0]);
      case 'repetition': {
        const [inner] = itemsOf([term.node]);
        const { min, max, lazy } = term;
        // A repeated group of one run is compiled as one run.
        if (term.node.kind === 'group') return [{ ...inner, min, max: Infinity }];
        return [{ ...inner, min, max, lazy }];
      }
      default:
        throw new Error(`not a sequence of characters and classes: ${term.kind}`);
    }
  });
}

const literal = (char: string) => new RegExp(`^${char.replace(/\W/g, '\\$&')}$`);

/**
 * How many characters an engine looks at.
 *
 * @param pattern a sequence of characters and classes
 * @param path what to match
 */
export function countSteps(pattern: string, path: string): number {
  const items = itemsOf(parsePattern(pattern, '').choices[0]);
  let steps = 0;
  const match = (number: number, from: number): boolean => {
    if (number === items.length) return from === path.length;
    const { matches, min, max, lazy } = items[number];
    const takes = (at: number) => {
      steps++;
      return at < path.length && matches.test(path[at]);
    };
    let most = 0;
    if (lazy) {
      for (; most < min; most++) if (!takes(from + most)) return false;
      for (; ; most++) {
        if (match(number + 1, from + most)) return true;
        if (most === max || !takes(from + most)) return false;
      }
    }
    while (most < max && takes(from + most)) most++;
    for (; most >= min; most--) if (match(number + 1, from + most)) return true;
    return false;
  };
  match(0, 0);
  return steps;
}
