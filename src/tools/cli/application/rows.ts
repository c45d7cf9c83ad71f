/** Looks for the action of each row of an imported table, before the controllers are written. */
import type { SuppliedTable } from 'waymark';
import { createLoader, type Files, withExactNames } from 'waymark/hmvc';
import {
  DEFAULT_CONTROLLER,
  isHomeWritten,
  isReserved,
  isSwitch,
  type Row,
  readSettings,
  readTable,
  variesIn,
} from 'waymark/internal';
import { counted } from '../../shared/words.ts';
import type { Io } from '../io.ts';
import { type Part, report } from '../show/report.ts';
import { type Column, titled } from '../show/table.ts';
import { lineOf } from '../show/text.ts';
import type { Written } from '../write.ts';

export interface Outcome {
  readonly key: string;
  readonly to: string;
  readonly kind: 'block' | 'left' | 'found' | 'varies' | 'missing';
  readonly why: string;
}

export interface Skeleton {
  readonly actions: ReadonlySet<string>;
  /** Base classes and traits that the import can't read. */
  readonly unknown: readonly string[];
}

export function findRows(
  table: SuppliedTable,
  skeletons: ReadonlyMap<string, Skeleton>,
  roots: readonly string[] | undefined,
): Outcome[] {
  const files: Files = Object.fromEntries([...skeletons.keys()].map((path) => [path, NOTHING]));
  const read = readTable(table, 'import');
  const settings = readSettings(read.rows);
  const { places } = createLoader(files, { roots, settings });
  const { rows } = readTable(withExactNames(table, files, { roots }), 'import');

  const lookFor = (to: string) =>
    places(to).map(({ file: { path }, action }) => {
      const { actions, unknown } = skeletons.get(path) as Skeleton; // the cast: all are in it
      const has = actions.has(action) || actions.has('_remap');
      return { path, action, unknown, has, near: [...actions].find(isLike(action)) };
    });

  function outcomeOf({ pattern, to, handler }: Row): Pick<Outcome, 'kind' | 'why'> {
    // The import writes no other handlers.
    if (handler !== undefined) return { kind: 'left', why: '' };
    if (to === '') return { kind: 'block', why: '' };
    const varies = variesIn(to, pattern);
    const found = lookFor(to);
    const first = found.find(({ action, has }) => has || varies(action));
    if (first?.has) return { kind: 'found', why: '' };
    const isOpen = first !== undefined || to.split('/', 2).some(varies);
    if (isOpen) return { kind: 'varies', why: '' };
    const plain = plainOf(to, skeletons);
    const isSpelling =
      found.length === 0 && plain !== null && lookFor(plain).some(({ has }) => has);
    return { kind: 'missing', why: isSpelling ? `write ${plain}` : sayMissing(found) };
  }

  return rows.flatMap((row) => {
    const { key, pattern, to } = row;
    if (isSwitch(pattern) || (isReserved(pattern) && to === '')) return [];
    if (pattern === DEFAULT_CONTROLLER && !isHomeWritten(read.rows)) return [];
    return [{ key, to: String(table[key]), ...outcomeOf(row) }];
  });
}

/** No controller is loaded, since none is written yet. */
const NOTHING = Promise.resolve.bind(Promise);

/**
 * A destination without the empty segments and dots that CodeIgniter takes for folders; `null` if it
 * finds no controller of the application there.
 */
function plainOf(to: string, skeletons: ReadonlyMap<string, unknown>): string | null {
  const files = [...skeletons.keys()];
  const folders: string[] = [];
  for (const [at, name] of to.split('/').entries()) {
    if (/^\.{0,2}$/.test(name)) continue;
    const around = ['application/controllers', ...folders, ''].join('/');
    const rest = to.split('/').slice(at);
    const file = `${around}${name.charAt(0).toUpperCase()}${name.slice(1)}.ts`;
    if (files.includes(file)) return rest.includes('') ? null : [...folders, ...rest].join('/');
    if (!files.some((path) => path.startsWith(`${around}${name}/`))) return null;
    folders.push(name);
  }
  return null;
}

/** PHP ignores the case of an action. */
const isLike = (action: string) => (name: string) => name.toLowerCase() === action.toLowerCase();

interface Looked {
  readonly path: string;
  readonly action: string;
  readonly near: string | undefined;
  readonly unknown: readonly string[];
}

function sayMissing(found: readonly Looked[]): string {
  if (found.length === 0) return 'there is no controller';
  const [spelled] = found.filter(({ near }) => near !== undefined);
  if (spelled !== undefined) return `write ${spelled.near}, as ${spelled.path} does`;
  return found
    .map(({ path, action, unknown }) => {
      const more = unknown.length === 0 ? '' : ' so far';
      return `${path} has no ${action}${more}`;
    })
    .join('; ');
}

export interface Done {
  readonly files: Map<string, Written>;
  /** Sentences about parts of the application that the import can't know. */
  readonly unknown: string[];
  readonly warnings: string[];
  readonly rows: (Outcome & { readonly file: string })[];
  readonly closed: Closed[];
  /** Code that PHP runs around every action. */
  readonly around: string[];
}

/** A class whose constructor answers 501 until it is written. */
export interface Closed {
  readonly name: string;
  readonly file: string;
  /** The number of controllers that wait for it. */
  controllers: number;
}

const CLOSED: readonly Column<Closed>[] = [
  { title: 'Class', kind: 'code', say: ({ name }) => name },
  { title: 'File', kind: 'code', say: ({ file }) => file },
  { title: 'Controllers', kind: 'text', say: ({ controllers }) => String(controllers) },
];

const COLUMNS: readonly Column<Done['rows'][number]>[] = [
  { title: 'Row', kind: 'code', say: ({ key }) => key },
  { title: 'Goes to', kind: 'code', say: ({ to }) => to },
  { title: 'Only in', kind: 'code', say: ({ file }) => file },
  { title: 'Not found', kind: 'text', say: ({ why }) => why },
];

/** Reports an import: a summary, then what to look at by hand. Warnings go to standard error. */
export function reportImport({ files, unknown, warnings, rows, closed }: Done, io: Io): number {
  const of = (what: string) => [...files].filter(([, written]) => written === what);
  const kept = of('kept').map(([path]) => `Kept, since you changed it: ${path}`);
  const kinds = (kind: Outcome['kind']) => rows.filter((row) => row.kind === kind);
  const missing = kinds('missing');
  const left = kinds('left').length;
  const parts: Part[] = [
    `${counted(rows.length, 'row')}, all kept: ${kinds('found').length} with an action, ` +
      `${kinds('varies').length} whose action depends on the path, ` +
      `${counted(kinds('block').length, 'block')}, ${left === 0 ? '' : `${left} left to PHP, `}${missing.length} not found.`,
    `${counted(of('written').length, 'file')} written, ${of('unchanged').length} unchanged, ${kept.length} kept.`,
    ...(kept.length === 0 ? [] : [{ lines: kept }]),
    ...(unknown.length === 0 ? [] : [UNKNOWN, { lines: unknown }]),
    ...titled(
      UNWRITTEN,
      closed.filter(({ file }) => files.get(file) !== 'kept'),
      CLOSED,
    ),
    ...titled(MISSING, missing, COLUMNS),
  ];
  report(io, {}, null, parts);
  for (const warning of warnings) io.stderr.write(`${lineOf(warning)}\n`);
  return unknown.length + warnings.length === 0 ? 0 : 1;
}

const UNKNOWN = 'Unknown, so PHP may answer requests that waymark does not, or in another way:';
const UNWRITTEN =
  'Constructors to write or delete. Until then, a gateway leaves their controllers to PHP:';
const MISSING = 'Not found, so a gateway leaves their requests to PHP:';
