/** Finds references to missing groups. */
import { BUILT_IN, quote, referencesOf } from 'waymark/internal';
import type { Inspection } from '../inspection.ts';
import { counted, enumerate, type Finding } from './finding.ts';

/** A placeholder without parentheses, which captures nothing. */
const BARE = new RegExp(`(?<!\\():(?:${Object.keys(BUILT_IN).join('|')})`);

/** Finds destinations with a `$n` whose group the pattern lacks. */
export function findMissingGroups(inspection: Inspection): Finding[] {
  return inspection.rows.flatMap(({ key, pattern, to, captures }): Finding[] => {
    // If the pattern has no group, CodeIgniter leaves references as text. That is a mistake too.
    const missing = [...new Set(referencesOf(to))].filter((group) => group > captures);
    if (missing.length === 0) return [];
    const names = enumerate(missing.map((group) => `$${group}`));
    const has = captures === 0 ? 'no group' : counted(captures, 'group');
    const [bare] = BARE.exec(pattern) ?? [];
    const advice =
      bare === undefined
        ? ''
        : ` ${quote(bare)} without parentheses is not captured; write (${bare}).`;
    const message = `The destination of ${quote(key)} has ${names}, and its pattern has ${has}.${advice}`;
    return [{ level: 'error', kind: 'missing-group', rows: [key], message }];
  });
}
