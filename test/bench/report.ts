/** The figures of one or more runs as Markdown. */
import type { Form, Ratio, Row } from './form.ts';
import { geometricMean, median } from './statistics.ts';

/** The rows of each run. */
export type Runs = readonly (readonly Row[])[];

/**
 * Writes a table. Figures are medians over the runs; ratios are too, with their minimum and maximum
 * next to them.
 *
 * @param form the table's layout
 * @param runs the rows of each run, the same ones in the same order
 */
export function writeTable({ unit, columns, ratios, mean = false }: Form, runs: Runs): string {
  const shown = columns.filter((name) =>
    runs.some((rows) => rows.some((row) => name in row.figures)),
  );
  const head = [unit, ...shown, ...ratios.map((each) => each.head)];
  const lines = runs[0].map(({ label }, place) => {
    const rows = runs.map((run) => run[place]);
    return [label, ...cells(rows, shown), ...ratios.map((each) => writeRatio(ofEach(each, rows)))];
  });
  if (mean) {
    const means = ratios.map((each) => writeRatio(runs.map((rows) => meanOf(each, rows))));
    lines.push(['geometric mean', ...shown.map(() => ''), ...means]);
  }
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [head, rule, ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Lists why contenders have no figures; empty if none is missing. */
export function writeMissing(runs: Runs): string {
  const reasons = new Map<string, Set<string>>();
  for (const { label, missing = {} } of runs.flat()) {
    for (const [name, why] of Object.entries(missing)) {
      const reason = `${name}: ${why}`;
      reasons.set(reason, (reasons.get(reason) ?? new Set()).add(label));
    }
  }
  return [...reasons]
    .map(([reason, labels]) => `- ${reason} (${[...labels].join(', ')})`)
    .join('\n');
}

/** Formats a number for people: `12,345`, `6.7`, or `–` if it is missing. */
export function writeNumber(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '–';
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** One row's figures, with the best in bold. */
function cells(rows: readonly Row[], columns: readonly string[]): string[] {
  const values = columns.map((name) => {
    const all = rows.map(({ figures }) => figures[name]).filter((value) => value !== undefined);
    return all.length === 0 ? undefined : median(all);
  });
  const best = Math.min(...values.filter((value) => value !== undefined));
  return values.map((value) => (value === best ? `**${writeNumber(value)}**` : writeNumber(value)));
}

function ofEach({ of }: Ratio, rows: readonly Row[]): (number | undefined)[] {
  return rows.map(({ figures }) => of(figures));
}

function meanOf(ratio: Ratio, rows: readonly Row[]): number | undefined {
  const values = ofEach(ratio, rows).filter((value) => value !== undefined);
  return values.length === 0 ? undefined : geometricMean(values);
}

function writeRatio(values: readonly (number | undefined)[]): string {
  const all = values.filter((value) => value !== undefined);
  if (all.length === 0) return '–';
  const middle = median(all).toFixed(2);
  if (all.length === 1) return middle;
  return `${middle} (${Math.min(...all).toFixed(2)}–${Math.max(...all).toFixed(2)})`;
}
