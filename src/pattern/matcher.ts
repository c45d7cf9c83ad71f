import { assemble } from './assemble.ts';
import { isDirect } from './direct.ts';
import { Machine, type PatternMatcher } from './machine.ts';
import { type Pattern, refusal } from './parse.ts';

/**
 * Makes the matcher of a pattern. It matches like CodeIgniter (`preg_match('#^…$#')`), with two
 * deliberate differences: top-level alternatives are grouped before anchoring, and a match ends at
 * the path's true end. It takes linear time, unless the pattern has back references.
 * @throws {WaymarkError} if the pattern's repetitions are too long
 */
export function createMatcher(pattern: Pattern, where: string): PatternMatcher {
  const { choices, source, groupCount, written } = pattern;
  const program = assemble(choices, groupCount, refusal(written, where));
  if (!isDirect(program)) return new Machine(program);
  // The engine compiles an expression at its first use, since a table may have too many to compile
  // at once.
  return new RegExp(`^(?:${source})$`, 's');
}
