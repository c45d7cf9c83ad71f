import { assemble } from './assemble.ts';
import { isDirect } from './direct.ts';
import { Machine, type PatternMatcher } from './machine.ts';
import { type Pattern, refusal } from './parse.ts';

/**
 * Makes the matcher of a pattern, which matches as CodeIgniter does (`preg_match('#^…$#')`), with two
 * deliberate differences: alternatives at the top level are grouped before anchoring, and the end is
 * the path's true end. It takes linear time, unless the pattern has back references.
 * @throws {WaymarkError} if the pattern's repetitions are too long
 */
export function createMatcher(pattern: Pattern, where: string): PatternMatcher {
  const { choices, source, groupCount, written } = pattern;
  const program = assemble(choices, groupCount, refusal(written, where));
  if (!isDirect(program)) return new Machine(program);
  // The engine compiles it at its first use: a table may have more expressions than it has room for.
  return new RegExp(`^(?:${source})$`, 's');
}
