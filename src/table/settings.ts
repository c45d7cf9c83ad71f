import { isOneOf } from '../errors/argument.ts';

export const DEFAULT_CONTROLLER = 'default_controller';

export const TRANSLATE_DASHES = 'translate_uri_dashes';

export const NOT_FOUND_OVERRIDE = '404_override';

/** The keys that are settings rather than patterns, as in CodeIgniter's `routes.php`. */
export const RESERVED = [DEFAULT_CONTROLLER, NOT_FOUND_OVERRIDE, TRANSLATE_DASHES] as const;

export function isReserved(pattern: string): pattern is (typeof RESERVED)[number] {
  return isOneOf(pattern, RESERVED);
}

/** Whether a reserved key is a boolean, rather than a destination. */
export function isSwitch(pattern: string): boolean {
  return pattern === TRANSLATE_DASHES;
}

/** The settings of a table. */
export interface Settings {
  /** The destination of the empty path; `null` if there is none. */
  readonly defaultController: string | null;
  /** The destination of requests that no route matches; `null` if there is none. */
  readonly notFoundOverride: string | null;
  /** Whether the dispatcher turns dashes into underscores in controllers and actions. */
  readonly translateUriDashes: boolean;
}

/** Reads the settings from a table's entries. An empty string counts as unset. */
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
