/** The reserved keys of a table: what each is called, and what it says. */
import { isOneOf } from '../errors/options.ts';

/** The key whose destination answers the empty path. */
export const DEFAULT_CONTROLLER = 'default_controller';

const TRANSLATE_DASHES = 'translate_uri_dashes';

/** The key whose destination answers what is not found. */
export const NOT_FOUND_OVERRIDE = '404_override';

/** The keys that are settings and never patterns, as in CodeIgniter's `routes.php`. */
export const RESERVED = [DEFAULT_CONTROLLER, NOT_FOUND_OVERRIDE, TRANSLATE_DASHES] as const;

/** Whether a pattern is one of the {@link RESERVED} keys. */
export function isReserved(pattern: string): pattern is (typeof RESERVED)[number] {
  return isOneOf(pattern, RESERVED);
}

/**
 * Whether a reserved key is a switch: its value may be a boolean, as in CodeIgniter's `routes.php`,
 * and is never a destination.
 */
export function isSwitch(pattern: string): boolean {
  return pattern === TRANSLATE_DASHES;
}

/** What the reserved keys of a table say. */
export interface Settings {
  /** Answers the empty path; `null` where there is none. */
  readonly defaultController: string | null;
  /** Where the dispatcher sends what was not found; `null` where there is none. */
  readonly notFoundOverride: string | null;
  /** Whether the dispatcher turns dashes into underscores in controllers and actions. */
  readonly translateUriDashes: boolean;
}

/**
 * Reads the settings of a table. An empty string counts as none.
 *
 * @param entries what `readTable` returned
 *
 * @example
 * readSettings(readTable({ default_controller: 'welcome' }, '')).defaultController; // 'welcome'
 */
export function readSettings(
  entries: readonly { readonly pattern: string; readonly to: string }[],
): Settings {
  const value = (name: string) => entries.find(({ pattern }) => pattern === name)?.to || null;
  return {
    defaultController: value(DEFAULT_CONTROLLER),
    notFoundOverride: value(NOT_FOUND_OVERRIDE),
    translateUriDashes: value(TRANSLATE_DASHES) === 'true',
  };
}
