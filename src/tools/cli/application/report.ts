/** Reports the results of an import. */
import type { Io } from '../io.ts';
import { type Part, report } from '../show/report.ts';
import { count } from '../show/request.ts';
import { type Column, tableOf } from '../show/table.ts';
import { lineOf } from '../show/text.ts';
import type { Fate } from './fates.ts';
import type { Written } from './sealed.ts';

/** The results of a run. */
export interface Done {
  /** Files by path, with the action taken for each. */
  readonly files: Map<string, Written>;
  readonly warnings: string[];
  readonly fates: (Fate & { readonly file?: string })[];
}

type Row = Done['fates'][number];

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Row', kind: 'code', say: ({ key }) => key },
  { title: 'Only in', kind: 'code', say: ({ file }) => file ?? '' },
  { title: 'Goes to', kind: 'text', say: sayFate },
];

function sayFate({ kind, to, instead, place }: Fate): string {
  if (kind === 'dead') return `nothing: no controller has ${to}, so it is blocked`;
  if (kind === 'blocked') return 'nothing: it is blocked';
  if (place === null) return `${to}, which depends on the path`;
  const spelled = instead === null ? '' : `, spelled ${instead}`;
  return `${place.action} of ${place.path}${spelled}`;
}

/**
 * Reports an import: its files, its rows, and on standard error its warnings.
 *
 * @returns the exit status: 1 if there are warnings
 */
export function reportImport({ files, warnings, fates }: Done, io: Io): number {
  const of = (what: string) => [...files].filter(([, written]) => written === what);
  const kept = of('kept').map(([path]) => lineOf(`Kept, since it was changed: ${path}`));
  const rows = fates.filter(({ kind }) => kind !== 'setting');
  const dead = rows.filter(({ kind }) => kind === 'dead').length;
  const parts: Part[] = [
    ...(rows.length === 0 ? [] : [tableOf(rows, COLUMNS)]),
    `${count(rows.length, 'row')}, of which ${dead} led nowhere in PHP. ` +
      `${count(of('written').length, 'file')} written, ${of('unchanged').length} unchanged, ${kept.length} kept.`,
    ...(kept.length === 0 ? [] : [{ lines: kept }]),
  ];
  report(io, {}, null, parts);
  for (const warning of warnings) io.stderr.write(`${lineOf(warning)}\n`);
  return warnings.length === 0 ? 0 : 1;
}
