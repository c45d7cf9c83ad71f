import type { Shown } from '../session.ts';

const SAYS: Partial<Record<Shown['state'], string>> = {
  running: 'From the last run',
  failed: 'From the last run that worked',
  stopped: 'From the last run that worked',
};

/** Returns a note that a panel is from an earlier run; `''` if it is current. */
export function staleness({ state, stale, table }: Shown): string {
  return stale && table !== null ? (SAYS[state] ?? '') : '';
}

/** The {@link staleness} note, shown next to the heading of a dimmed panel. */
export function viewStale(shown: Shown) {
  const says = staleness(shown);
  return says === '' ? null : <span class="pg-stale-note">{says}</span>;
}
