import { type Choices, innerOf } from './terms.ts';

/**
 * Whether matching a pattern takes time proportional to the path's length times the pattern's. It
 * does, unless the pattern has back references.
 * @example
 * isLinear(parsePattern('(a+)+b', where).choices); // true
 * isLinear(parsePattern('(a)\\1', where).choices); // false
 */
export function isLinear(choices: Choices): boolean {
  return choices.flat().every((term) => {
    const inner = innerOf(term);
    return inner.kind !== 'reference' && (!('choices' in inner) || isLinear(inner.choices));
  });
}
