/** What the parts of the benchmark measure, and their figures as Markdown. */
import { type Figures, geometricMean, median } from './rounds.ts';

/** One line of a table. */
export interface Row {
  readonly label: string;
  readonly figures: Figures;
  /** The reason for each missing figure, by contender. */
  readonly missing?: Readonly<Record<string, string>>;
}

/** A ratio of a row's figures. */
export interface Ratio {
  readonly head: string;
  /** `NaN` or infinite if a figure is missing. */
  of(figures: Figures): number;
}

/** The layout of one table in the report. */
export interface Form {
  /** The unit of the figures, which heads the first column. */
  readonly unit: string;
  /** The contenders to show, in the order of the columns. */
  readonly columns: readonly string[];
  readonly ratios?: readonly Ratio[];
  /** True for a last line with the geometric means of the ratios. */
  readonly mean?: boolean;
}

/** A part of the benchmark, run by `npm run bench -- NAME`. */
export interface Part {
  readonly name: string;
  readonly forms: readonly Form[];
  /** The tables that it can measure, each by itself. A part without tables is measured once. */
  readonly tables?: readonly string[];
  /** Measures a table once: the rows of each of the forms. */
  measure(table: string): Promise<Rows[]>;
}

/** The rows of one form. */
type Rows = readonly Row[];

/** The ratio of two figures, by their names. */
export function ratio(over: string, under: string, head = `${over} / ${under}`): Ratio {
  return { head, of: (figures) => figures[over] / figures[under] };
}

/** The ratio of the smallest of several figures to another, with a name for the report. */
export function least(head: string, names: readonly string[], under: string): Ratio {
  const smallest = (figures: Figures) =>
    Math.min(...names.map((name) => figures[name] ?? Number.POSITIVE_INFINITY));
  return { head, of: (figures) => smallest(figures) / figures[under] };
}

/**
 * Writes a table, and why figures are missing. Figures are medians over the runs; ratios are too,
 * with their minimum and maximum next to them. Empty without rows.
 *
 * @param runs the rows of each run, the same ones in the same order
 */
export function writeTable(form: Form, runs: readonly Rows[]): string {
  const { unit, columns, ratios = [], mean = false } = form;
  if (runs[0].length === 0) return '';
  const shown = columns.filter((name) => runs.flat().some(({ figures }) => name in figures));
  const lines = runs[0].map(({ label }, place) => {
    const figures = runs.map((rows) => rows[place].figures);
    const cells = ratios.map(({ of }) => writeRatio(figures.map(of)));
    return [label, ...writeFigures(figures, shown), ...cells];
  });
  const means = ratios.map(({ of }) =>
    writeRatio(
      runs.map((rows) => geometricMean(rows.map((row) => of(row.figures)).filter(finite))),
    ),
  );
  if (mean) lines.push(['geometric mean', ...shown.map(() => ''), ...means]);
  const head = [unit, ...shown, ...ratios.map((each) => each.head)];
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  const table = [head, rule, ...lines].map((line) => `| ${line.join(' | ')} |\n`).join('');
  return table + writeMissing(runs.flat());
}

/** Lists why contenders have no figures; empty if none is missing. */
function writeMissing(rows: Rows): string {
  const labels = new Map<string, Set<string>>();
  for (const { label, missing = {} } of rows) {
    for (const [name, why] of Object.entries(missing)) {
      const reason = `${name}: ${why}`;
      labels.set(reason, (labels.get(reason) ?? new Set()).add(label));
    }
  }
  const lines = [...labels].map(([reason, all]) => `- ${reason} (${[...all].join(', ')})\n`);
  return lines.length === 0 ? '' : `\nA dash means that there is no figure:\n\n${lines.join('')}`;
}

const finite = (value: number | undefined): value is number => Number.isFinite(value);

/** One row's figures, with the best in bold. */
function writeFigures(runs: readonly Figures[], columns: readonly string[]): string[] {
  const values = columns.map((name) => median(runs.map((figures) => figures[name]).filter(finite)));
  const best = Math.min(...values.filter(finite));
  return values.map((value) => (value === best ? `**${writeNumber(value)}**` : writeNumber(value)));
}

/** Formats a number for people: `12,345`, `6.7`, or `–` if it is missing. */
function writeNumber(value: number): string {
  if (Number.isNaN(value)) return '–';
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** The median of a ratio over the runs that have it, and its spread. */
function writeRatio(values: readonly number[]): string {
  const all = values.filter(finite);
  if (all.length === 0) return '–';
  const spread = `${Math.min(...all).toFixed(2)}–${Math.max(...all).toFixed(2)}`;
  return median(all).toFixed(2) + (all.length > 1 ? ` (${spread})` : '');
}
