/** What the reserved keys of a table say. */
import type { Entry } from '../table.ts';

/** The settings of a table: its reserved keys. */
export interface Settings {
  /** Answers the empty path; `null` where there is none. */
  readonly defaultController: string | null;
  /** Where whoever dispatches sends what was not found; `null` where there is none. */
  readonly notFoundOverride: string | null;
  /** Whether whoever dispatches turns dashes into underscores in controllers and actions. */
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
export function readSettings(entries: readonly Entry[]): Settings {
  const value = (name: string) => entries.find(({ pattern }) => pattern === name)?.to || null;
  return {
    defaultController: value('default_controller'),
    notFoundOverride: value('404_override'),
    translateUriDashes: value('translate_uri_dashes') === 'true',
  };
}
