/** Meta, as the tables of all commands show it. */
import type { Meta } from '../../index.ts';

/**
 * Meta in one cell.
 *
 * @example
 * sayMeta({ role: 'admin', tags: ['a'] }); // 'role=admin tags=["a"]'
 */
export function sayMeta(meta: Meta): string {
  return Object.entries(meta)
    .map(([key, value]) => `${key}=${sayMember(value)}`)
    .join(' ');
}

/**
 * A member of meta: a string as it is, anything else as JSON.
 *
 * @example
 * sayMember(true); // 'true'
 */
export function sayMember(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
