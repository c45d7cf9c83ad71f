/** The figures as markdown tables. */
import type { Figures, Sample } from './sample.ts';
import { geometricMean } from './statistics.ts';
import { generatedName, SIZES } from './tables.ts';

/** Samples by the name of their table. */
export type Samples = ReadonlyMap<string, Sample>;

const OWN = 'waymark';

/**
 * Nanoseconds per lookup, a row for each table, and how waymark compares with the fastest peer.
 *
 * @param samples what was measured
 * @param names the contenders, in the order of the columns
 */
export function lookupTable(samples: Samples, names: readonly string[]): string {
  const ratios: number[] = [];
  const rows = [...samples].map(([table, { routes, lookup }]) => {
    const ratio = ratioToFastest(lookup, names);
    if (ratio !== null) ratios.push(ratio);
    return [label(table, routes), ...cells(lookup, names), formatRatio(ratio)];
  });
  const mean = ratios.length === 0 ? null : geometricMean(ratios);
  const blanks = names.map(() => '');
  rows.push(['geometric mean', ...blanks, formatRatio(mean)]);
  return toMarkdown(['ns per lookup', ...names, `fastest peer / ${OWN}`], rows);
}

/** Microseconds from a table to the first answer, a row for each table. */
export function startupTable(samples: Samples, names: readonly string[]): string {
  const rows = [...samples].map(([table, { routes, startup }]) => {
    return [label(table, routes), ...cells(startup, names)];
  });
  return toMarkdown(['µs to the first answer', ...names], rows);
}

/** How a lookup grows with the table, a row for each contender. */
export function growthTable(samples: Samples, names: readonly string[]): string {
  const rows = names.map((name) => {
    const times = SIZES.map((size) => samples.get(generatedName(size))?.lookup[name]);
    const [small, , large] = times;
    const growth = small === undefined || large === undefined ? null : large / small;
    return [name, ...times.map(formatNumber), formatRatio(growth)];
  });
  const sizes = SIZES.map((size) => `${formatNumber(size)} routes`);
  return toMarkdown(['ns per lookup', ...sizes, '10,000 / 100'], rows);
}

/** Bytes per route, one row. */
export function memoryTable({ memory }: Sample, names: readonly string[]): string {
  return toMarkdown(['', ...names], [['bytes per route', ...cells(memory, names)]]);
}

/** Nanoseconds per URL, one row. */
export function urlTable({ urls }: Sample): string {
  const names = Object.keys(urls);
  return toMarkdown(['', ...names], [['ns per URL', ...cells(urls, names)]]);
}

/** Why some contenders have no figures: a list, empty where all have. */
export function exclusions(samples: Samples): string {
  const lines = [...samples].flatMap(([table, { excluded }]) => {
    return Object.entries(excluded).map(([name, why]) => `- ${name}, ${table}: ${why}`);
  });
  return lines.join('\n');
}

function ratioToFastest(figures: Figures, names: readonly string[]): number | null {
  const others = names.filter((name) => name !== OWN).map((name) => figures[name]);
  const fastest = Math.min(...others.filter((value) => value !== undefined));
  const own = figures[OWN];
  return own === undefined || fastest === Number.POSITIVE_INFINITY ? null : fastest / own;
}

function label(table: string, routes: number): string {
  const name = table.startsWith('generated-') ? 'generated' : table;
  return `${name} (${formatNumber(routes)} routes)`;
}

/** One row's figures, the best in bold. */
function cells(figures: Figures, names: readonly string[]): string[] {
  const best = Math.min(...Object.values(figures));
  return names.map((name) => {
    const text = formatNumber(figures[name]);
    return figures[name] === best ? `**${text}**` : text;
  });
}

function formatNumber(value: number | undefined): string {
  if (value === undefined) return '–';
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}

function formatRatio(ratio: number | null): string {
  return ratio === null ? '–' : `${ratio.toFixed(2)}×`;
}

function toMarkdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
