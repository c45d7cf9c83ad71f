/** Compares meta. */
import type { Meta } from 'waymark';

/**
 * Writes meta as text for comparison. Equal data gives equal texts, whatever the order of members.
 *
 * @param meta `null` and `undefined` count as empty
 */
export function textOfMeta(meta: Meta | null | undefined): string {
  return JSON.stringify(meta ?? {}, (_, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    // Keys are unique, so no two compare as equal.
    return Object.fromEntries(
      Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  });
}
