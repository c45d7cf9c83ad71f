/** The meta of rows, compared. */
import type { Meta } from '../table/meta.ts';

/**
 * Writes meta as a text that can be compared: the same text for the same data, whatever the order of
 * its members.
 *
 * @param meta nothing counts as no members
 */
export function textOfMeta(meta: Meta | null | undefined): string {
  return JSON.stringify(meta ?? {}, (_, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    // No two keys are the same.
    return Object.fromEntries(
      Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  });
}
