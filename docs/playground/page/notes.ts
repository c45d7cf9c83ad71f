/** The notes that the editor shows in the source. */
import type { Finding, Spot } from '../answer.ts';
import { languageOf } from '../question.ts';
import type { Session } from './session.ts';

/** A message about a part of the source. */
export interface Note {
  /** The line; ignored if there is a spot. */
  readonly line: number;
  readonly spot: Spot | null;
  readonly message: string;
  readonly severity: 'error' | 'warning' | 'info';
}

const SEVERITIES = { error: 'error', warning: 'warning', unproved: 'info' } as const;

/** Returns the failure, or else the findings and the warnings of the import. */
export function notesOf({ question, shown: { failure, table, checked, state } }: Session): Note[] {
  if (state !== 'ready' && state !== 'failed') return [];
  if (failure !== null) {
    const { line, spot = null, message } = failure;
    return line === null && spot === null
      ? []
      : [{ line: line ?? 1, spot, message, severity: 'error' }];
  }
  if (table === null) return [];
  const { imported } = table;
  const findings = checked?.findings ?? [];
  const spots = new Map(table.rows.map(({ route, spot }) => [route, spot]));
  const warnings = languageOf(question.source) === 'php' ? (imported?.warnings ?? []) : [];
  return [
    ...warnings.flatMap(({ line, message }): Note[] =>
      line === null ? [] : [{ line, spot: null, message, severity: 'warning' }],
    ),
    ...findings.flatMap(({ level, rows, message }: Finding): Note[] => {
      const spot = spots.get(rows[0] ?? '') ?? null;
      return spot === null ? [] : [{ line: 1, spot, message, severity: SEVERITIES[level] }];
    }),
  ];
}
