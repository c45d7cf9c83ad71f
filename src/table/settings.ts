import { isOneOf } from '../errors/options.ts';

export const DEFAULT_CONTROLLER = 'default_controller';

export const TRANSLATE_DASHES = 'translate_uri_dashes';

export const NOT_FOUND_OVERRIDE = '404_override';

/** The keys that are settings and never patterns, as in CodeIgniter's `routes.php`. */
export const RESERVED = [DEFAULT_CONTROLLER, NOT_FOUND_OVERRIDE, TRANSLATE_DASHES] as const;

export function isReserved(pattern: string): pattern is (typeof RESERVED)[number] {
  return isOneOf(pattern, RESERVED);
}

/** Whether a reserved key is a switch: never a destination, and in `routes.php` a boolean. */
export function isSwitch(pattern: string): boolean {
  return pattern === TRANSLATE_DASHES;
}

/** What the reserved keys of a table say. */
export interface Settings {
  /** Answers the empty path; `null` if there is none. */
  readonly defaultController: string | null;
  /** Where the dispatcher sends what was not found; `null` if there is none. */
  readonly notFoundOverride: string | null;
  /** Whether the dispatcher turns dashes into underscores in controllers and actions. */
  readonly translateUriDashes: boolean;
}

/** Reads the settings of a table's entries. An empty string counts as none. */
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
