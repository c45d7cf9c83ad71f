/** Names the patterns that may take exponential time for some path. */
import { quote } from 'waymark/internal';
import { isLinear } from '../automata/shape.ts';
import type { Inspection } from '../inspection.ts';
import type { Alike } from './finding.ts';

/**
 * Reports patterns with back references. Every other pattern takes linear time.
 *
 * @param inspection the table
 */
export function findSlow({ rows }: Inspection): Alike[] {
  return rows
    .filter(({ source }) => !isLinear(source))
    .map(({ key }) => {
      const message = say(`pattern of ${quote(key)} has`);
      return { level: 'unproved', kind: 'not-judged', rows: [key], message, together };
    });
}

function together(list: string): string {
  return say(`patterns of ${list} have`);
}

function say(what: string): string {
  return `The ${what} back references, so some path may take exponential time.`;
}
