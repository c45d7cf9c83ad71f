/** Finds patterns with a surplus space, which match only a path with `%20`. */
import { formatKey, quote, withPlaceholders } from 'waymark/internal';
import type { Inspection } from '../inspection.ts';
import type { Finding } from './finding.ts';

/** An unescaped space; an escaped one is intentional. */
const SPACE = /^\s|(?<!\\)\s$/;

/**
 * Finds patterns with a segment that starts or ends with a space.
 *
 * @param inspection the table
 * @returns a finding for each such row, with the key to write
 */
export function findSpaces({ rows }: Inspection): Finding[] {
  return rows.flatMap(({ key, method, pattern, shape: { segments, open } }): Finding[] => {
    const sources = segments.map(({ source }) => source);
    if (![pattern, ...sources].some((text) => SPACE.test(text))) return [];
    const tidy = open
      ? pattern.trim()
      : withPlaceholders(sources.map((source) => source.trim()).join('/'));
    const message = `In the pattern of ${quote(key)}, a segment starts or ends with a space, and only a path with %20 there matches; write ${quote(formatKey(method, tidy))}.`;
    return [{ level: 'warning', kind: 'space', rows: [key], message }];
  });
}
