/** What the parts of the benchmark measure, and their figures as Markdown. */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { sealed } from '../measured/page.ts';
import { CONTENDERS } from './contenders.ts';
import { type Figures, geometricMean, median } from './statistics.ts';

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
  readonly ratios: readonly Ratio[];
  /** True for a last line with the geometric means of the ratios. */
  readonly mean?: boolean;
}

/** A part of the benchmark, run by `npm run bench -- NAME`. */
export interface Part {
  readonly name: string;
  readonly title: string;
  /** A description of the figures and how they were measured, as Markdown. */
  readonly text: string;
  readonly forms: readonly Form[];
  /**
   * Measures once.
   *
   * @param tables the tables to measure, if the part uses any
   * @returns the rows of each of the forms
   */
  measure(tables: readonly string[]): Promise<readonly (readonly Row[])[]>;
}

/** The ratio of two figures, by their names. */
export function ratio(over: string, under: string): Ratio {
  return { head: `${over} / ${under}`, of: (figures) => figures[over] / figures[under] };
}

/** The ratio of the smallest of several figures to another, with a name for the report. */
export function least(head: string, names: readonly string[], under: string): Ratio {
  return {
    head,
    of: (figures) => {
      const values = names.map((name) => figures[name] ?? Number.POSITIVE_INFINITY);
      return Math.min(...values) / figures[under];
    },
  };
}

/** The rows of each run. */
type Runs = readonly (readonly Row[])[];

/** A part on the page. */
export interface Section {
  readonly title: string;
  readonly body: string;
}

/**
 * Writes a part: its tables, the reasons for missing figures, and its text.
 *
 * @param results for each run, the rows of each form
 */
export function writeSection({ title, text, forms }: Part, results: readonly Runs[]): Section {
  const tables = forms.map((form, place) => {
    const runs = results.map((rows) => rows[place]);
    return runs[0].length === 0 ? '' : writeTable(form, runs);
  });
  const missing = writeMissing(results.flat());
  const dashes = missing === '' ? '' : `A dash means that there is no figure:\n\n${missing}`;
  return { title, body: [...tables, dashes, text].filter((part) => part !== '').join('\n\n') };
}

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
    const means = ratios.map((each) =>
      writeRatio(runs.map((rows) => geometricMean(ofEach(each, rows)))),
    );
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
function writeNumber(value: number): string {
  if (Number.isNaN(value)) return '–';
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** One row's figures, with the best in bold. */
function cells(rows: readonly Row[], columns: readonly string[]): string[] {
  const values = columns.map((name) => {
    return median(rows.map(({ figures }) => figures[name]).filter((value) => value !== undefined));
  });
  const best = Math.min(...values.filter((value) => !Number.isNaN(value)));
  return values.map((value) => (value === best ? `**${writeNumber(value)}**` : writeNumber(value)));
}

/** A ratio of each row that has it. */
function ofEach({ of }: Ratio, rows: readonly Row[]): number[] {
  return rows.map(({ figures }) => of(figures)).filter(Number.isFinite);
}

function writeRatio(values: readonly number[]): string {
  const all = values.filter((value) => !Number.isNaN(value));
  if (all.length === 0) return '–';
  const [least, middle, most] = [Math.min(...all), median(all), Math.max(...all)];
  const spread = all.length > 1 ? ` (${least.toFixed(2)}–${most.toFixed(2)})` : '';
  return middle.toFixed(2) + spread;
}

/**
 * Writes the page.
 *
 * @param sections the parts
 * @param date the date, as `2026-01-31`
 * @param runs the number of runs
 */
export function writePage(sections: readonly Section[], date: string, runs: number): string {
  const parts = sections.map(({ title, body }) => `## ${title}\n\n${body}`).join('\n\n');
  return sealed(
    'bench',
    `# Benchmarks

${date}, ${process.release.name} ${process.versions.node} (V8 ${process.versions.v8}), ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}.
Peers: ${peerVersions()}.

Compare figures within a row: absolute numbers vary by machine. Each figure and each ratio is the median of
${runs} runs; the lowest and the highest are in brackets. To measure on your machine:

\`\`\`sh
npm run bench
\`\`\`

${parts}

## How it is measured

- First, each router answers every request of a table. A router is timed only if it can hold the table, and
  finds the first matching route in the table's order each time.
- Each table has its own process, where each router is built once. A server has one table, too. In a shared
  process, V8 would optimise for all tables together.
- In a process, the routers take turns, in an order that changes each round. A turn is a batch of 500 lookups,
  the same for all routers. The figure is the median of the rounds, after a warm-up.
- The requests of one table are in random order. Another table has them in the order of definition, which
  helps routers that learn.
- Each path is made from bytes just before its batch, as in a server. Constant strings already carry their
  hash: with them, routers that use the whole path as a key answer literal paths about three times as fast.
- Each router is called from its own loop, and every answer is stored.
- waymark is measured as it is published: the bundle in \`dist\`.`,
  );
}

function peerVersions(): string {
  const url = new URL('../../package.json', import.meta.url);
  const { devDependencies } = JSON.parse(readFileSync(url, 'utf8'));
  const packages = CONTENDERS.filter((name) => name in devDependencies);
  return packages.map((name) => `${name} ${devDependencies[name]}`).join(', ');
}
