/** Reports the results of an import. */

import { counted } from '../../shared/words.ts';
import type { Io } from '../io.ts';
import { type Part, report } from '../show/report.ts';
import { type Column, tableOf } from '../show/table.ts';
import { lineOf } from '../show/text.ts';
import type { Outcome } from './rows.ts';
import type { Written } from './sealed.ts';

/** The results of a run. */
export interface Done {
  /** Files by path, with the action taken for each. */
  readonly files: Map<string, Written>;
  /** Sentences about parts of the application that the import can't know. */
  readonly unknown: string[];
  /** Warnings about lines of PHP files. */
  readonly warnings: string[];
  readonly rows: (Outcome & { readonly file: string })[];
}

type Row = Done['rows'][number];

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Row', kind: 'code', say: ({ key }) => key },
  { title: 'Goes to', kind: 'code', say: ({ to }) => to },
  { title: 'Only in', kind: 'code', say: ({ file }) => file },
  { title: 'Not found', kind: 'text', say: ({ why }) => why },
];

/**
 * Reports an import: first a summary, then what to look at by hand. Warnings about lines are written
 * to standard error.
 * @returns the exit status: 1 if something is unknown
 */
export function reportImport({ files, unknown, warnings, rows }: Done, io: Io): number {
  const of = (what: string) => [...files].filter(([, written]) => written === what);
  const kept = of('kept').map(([path]) => `Kept, since you changed it: ${path}`);
  const kinds = (kind: Outcome['kind']) => rows.filter((row) => row.kind === kind);
  const missing = kinds('missing');
  const parts: Part[] = [
    `${counted(rows.length, 'row')}, all kept: ${kinds('found').length} with an action, ` +
      `${kinds('varies').length} whose action depends on the path, ` +
      `${counted(kinds('block').length, 'block')}, ${missing.length} not found.`,
    `${counted(of('written').length, 'file')} written, ${of('unchanged').length} unchanged, ${kept.length} kept.`,
    ...(kept.length === 0 ? [] : [{ lines: kept }]),
    ...(unknown.length === 0 ? [] : [UNKNOWN, { lines: unknown }]),
    ...(missing.length === 0 ? [] : [MISSING, tableOf(missing, COLUMNS)]),
  ];
  report(io, {}, null, parts);
  for (const warning of warnings) io.stderr.write(`${lineOf(warning)}\n`);
  return unknown.length + warnings.length === 0 ? 0 : 1;
}

const UNKNOWN = 'Unknown, so PHP may answer requests that waymark does not, or in another way:';
const MISSING = 'Not found, so a gateway leaves their requests to PHP:';
