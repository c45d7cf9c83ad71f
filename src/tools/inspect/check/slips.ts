/** Finds slips in destinations. */
import { DEFAULT_CONTROLLER, NOT_FOUND_OVERRIDE, quote, slipInDestination } from 'waymark/internal';
import type { Inspection } from '../inspection.ts';
import type { Finding } from './finding.ts';

/** A destination, with its row's key and captures. */
interface Destination {
  readonly key: string;
  readonly to: string;
  readonly captures: number;
}

/**
 * Finds probable slips in destinations, including those of settings. Rows with a handler are
 * skipped, since their destination is only a label.
 *
 * @param inspection the table
 * @returns at most one finding for each destination
 */
export function findDestinationSlips({ rows, router }: Inspection): Finding[] {
  const { defaultController, notFoundOverride } = router.settings;
  const destinations: Destination[] = [
    ...rows.filter(({ handler }) => handler === null),
    { key: DEFAULT_CONTROLLER, to: defaultController ?? '', captures: 0 },
    { key: NOT_FOUND_OVERRIDE, to: notFoundOverride ?? '', captures: 0 },
  ];
  return destinations.flatMap(({ key, to, captures }): Finding[] => {
    const slip = slipInDestination(to, captures);
    if (slip === null) return [];
    const { kind, problem, advice } = slip;
    const message = `In ${quote(key)}, the destination ${quote(to)} ${problem}; ${advice}.`;
    return [{ level: 'warning', kind, rows: [key], message }];
  });
}
