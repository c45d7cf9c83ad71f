import { badArgument } from '../errors/argument.ts';

/**
 * Reads the option `onMissing`.
 * @returns whether rows without an action are passed on
 * @throws {WaymarkError} if it is set to anything but `'pass'`
 */
export function readOnMissing(where: string, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (value === 'pass') return true;
  throw badArgument(where, 'onMissing', "'pass'", value);
}
