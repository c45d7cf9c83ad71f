/** Meta, as the tables of all commands show it. */
import type { Meta } from '../../index.ts';

/** Meta in one cell. */
export function sayMeta(meta: Meta): string {
  return Object.entries(meta)
    .map(([key, value]) => `${key}=${sayMember(value)}`)
    .join(' ');
}

/** A member of meta: a string as it is, anything else as JSON. */
export function sayMember(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
