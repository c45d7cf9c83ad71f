/** Finds references to missing groups, and to groups of an outer resource. */
import { BUILT_IN, quote, referencesOf } from 'waymark/internal';
import { counted } from '../../shared/words.ts';
import { hasDestination, type Inspection } from '../inspection.ts';
import { enumerate, type Finding } from './finding.ts';

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

/**
 * Finds destinations that pass a group of an outer resource in place of their own, as resources
 * below a prefix with a group do: `thread/(:num)/messages/(:num)` with `messages/show/$1`.
 */
export function findOuterGroups(inspection: Inspection): Finding[] {
  return inspection.rows.flatMap((row): Finding[] => {
    const { key, shape, template } = row;
    const controller = template.pieces[0].split('/').at(-3);
    const used = template.groups;
    if (!hasDestination(row) || used.length === 0) return [];
    let number = 0;
    return shape.segments.flatMap(({ captures, whole }, place): Finding[] => {
      number += captures;
      const own = number;
      const isOwn = whole && place > 0 && shape.segments[place - 1].text === controller;
      if (!isOwn || !used.every((group) => group > 0 && group < own)) return [];
      const message = `The destination of ${quote(key)} passes $${used[0]}, which comes before ${quote(String(controller))}, and drops $${own}, which comes after it; write $${own} in its place, or add it.`;
      return [{ level: 'warning', kind: 'outer-group', rows: [key], message }];
    });
  });
}
