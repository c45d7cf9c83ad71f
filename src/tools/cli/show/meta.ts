/** Writes meta for the tables of all commands. */
import type { Meta } from 'waymark';

/** Writes meta in one cell. */
export function sayMeta(meta: Meta): string {
  return Object.entries(meta)
    .map(([key, value]) => `${key}=${sayMember(value)}`)
    .join(' ');
}

/** Writes a member of meta: strings as they are, anything else as JSON. */
export function sayMember(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
