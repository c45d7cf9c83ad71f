import type { Shown } from '../session.ts';

const SAYS: Partial<Record<Shown['state'], string>> = {
  running: 'From the last run',
  failed: 'From the last run that worked',
  stopped: 'From the last run that worked',
};

/** Says that a panel is not of the code in the editor; `''` if it is. */
export function staleness({ state, stale, table }: Shown): string {
  return stale && table !== null ? (SAYS[state] ?? '') : '';
}

/** The words of {@link staleness}, next to the heading of a panel that they dim. */
export function viewStale(shown: Shown) {
  const says = staleness(shown);
  return says === '' ? null : <span class="pg-stale-note">{says}</span>;
}
