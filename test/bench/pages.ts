/** Renews the page of all figures, and from it the page of findings and its chart. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { sealed } from '../measured/page.ts';
import { CHANGED, measuredCommit, sayProgram } from '../measured/program.ts';
import { CONTENDERS } from './contenders.ts';

const DOCS = new URL('../../docs/', import.meta.url);

const RANDOM = 'ns per lookup, random';
const ALONE = 'ns per lookup, alone';
const URLS = 'ns per URL';

/** The text before each figure of the prose, and the figure's unit, row and column. */
const IN_PROSE: readonly (readonly [before: string, ...place: [string, string, string]])[] = [
  ['## Lookups: ', RANDOM, 'geometric mean', 'fastest peer / waymark'],
  ["its ratios to waymark's time are\n", RANDOM, 'hono (12)', 'wint-js / waymark'],
  [' for hono (12), ', RANDOM, 'parse (26)', 'wint-js / waymark'],
  [' for parse (26), ', RANDOM, 'static (156)', 'wint-js / waymark'],
  ['## Growth: 10,000 routes take ', ALONE, 'waymark', '10,000 / 100'],
  ['too small for the table: that takes ', ALONE, 'waymark', '10,000, every route / 100'],
  ['It answers the table of 12 routes in\n', RANDOM, 'hono (12)', 'wint-js'],
  [' ns, waymark in ', RANDOM, 'hono (12)', 'waymark'],
  ['leads back to its route. That takes\n', URLS, 'from a name and an id', 'waymark'],
  ['which does not check, takes ', URLS, 'from a name and an id', 'path-to-regexp'],
];

/**
 * The text of a measured cell, without its spread.
 *
 * @param page `docs/measured/bench.md`
 * @param unit the header of the first column
 * @throws {Error} if the cell is missing
 */
export function figureOf(page: string, unit: string, row: string, column: string): string {
  const table = page.split('\n\n').find((block) => block.startsWith(`| ${unit} |`));
  const [head, ...rows] = `${table}`.split('\n').map(cellsOf);
  const cell = rows.find(([label]) => label === row)?.[head.indexOf(column)];
  if (cell === undefined) throw new Error(`no figure for ${unit}, ${row}, ${column}`);
  return cell.replaceAll('**', '').replace(/ \(.*\)$/, '');
}

/** The number of such a cell; `undefined` if it was not measured. */
export function numberOf(...cell: Parameters<typeof figureOf>): number | undefined {
  const text = figureOf(...cell);
  return text === '–' ? undefined : Number(text.replaceAll(',', ''));
}

function cellsOf(line: string): string[] {
  return line
    .slice(2, -2)
    .split(/ \| ?/)
    .map((cell) => cell.trim());
}

/** A table of a page, and the list of missing figures behind it. */
const TABLE = /^\| (.+?) \|.*\n(?:\|.*\n)+(?:\nA dash means .*\n\n(?:- .*\n)+)?/gm;

/**
 * Replaces the tables of `docs/measured/bench.md`, its date and its versions.
 *
 * @param tables the new tables, each with its unit at the start
 * @param runs the number of runs
 * @param commit the commit that was measured
 * @throws {Error} if the page has no place for a table, or a place without a table
 */
export function withTables(
  page: string,
  tables: readonly string[],
  runs: number,
  commit: string,
): string {
  const unplaced = new Set(tables);
  const renewed = page.replace(TABLE, (_, unit) => {
    const table = tables.find((each) => each.startsWith(`| ${unit} |`));
    if (table === undefined) throw new Error(`not measured: ${unit}`);
    unplaced.delete(table);
    return table;
  });
  if (unplaced.size > 0) throw new Error(`no place on the page for ${[...unplaced].join()}`);
  const { node, v8 } = process.versions;
  const machine = `${sayProgram(commit)}, node ${node} (V8 ${v8}), ${cpus().length} × ${cpus()[0]?.model.trim()}`;
  const date = new Date().toISOString().slice(0, 10);
  const body = renewed
    .replace(/^<!--.*-->\n\n/, '')
    .replace(`${CHANGED}\n`, '')
    .replace(/^\d{4}-.*\nPeers: .*/m, `${date}, ${machine}.\nPeers: ${peerVersions()}.`)
    .replace(/^\d+ runs;/m, `${runs} runs;`);
  return sealed('bench', body.trim(), figuresOf(body));
}

/** The sealed part of `docs/measured/bench.md`: its tables and its date, but not its prose. */
export function figuresOf(page: string): string {
  return [...page.matchAll(/^(?:\||\d{4}-).*$/gm)].join('\n');
}

function peerVersions(): string {
  const url = new URL('../../package.json', import.meta.url);
  const { devDependencies } = JSON.parse(readFileSync(url, 'utf8'));
  const packages = CONTENDERS.filter((name) => name in devDependencies);
  return packages.map((name) => `${name} ${devDependencies[name]}`).join(', ');
}

/**
 * Replaces the figures of `docs/benchmarks.md`: in its tables, whose first column names the unit
 * and the rows, in its sentences, and in the lines with the date and the versions.
 *
 * @param measured `docs/measured/bench.md`
 * @throws {Error} if a figure was not measured, or if a sentence is missing
 */
export function withFigures(page: string, measured: string): string {
  const tables = page.replace(TABLE, (table) => {
    const [head, rule, ...rows] = table.trimEnd().split('\n');
    const [unit, ...columns] = cellsOf(head);
    const renewed = rows.map((row) => {
      const [label] = cellsOf(row);
      const figures = columns.map((column) => figureOf(measured, unit, label, column));
      return `| ${[label, ...figures].join(' | ')} |`;
    });
    return `${[head, rule, ...renewed].join('\n')}\n`;
  });
  const prose = IN_PROSE.reduce((text, [before, ...place]) => {
    const [start, after, ...more] = text.split(before);
    if (after === undefined || more.length > 0) throw new Error(`not one "${before}" on the page`);
    const figure = figureOf(measured, ...place);
    if (!/\d/.test(figure)) throw new Error(`"${before}" has no figure`);
    return start + before + after.replace(/^[\d.,]*\d/, figure);
  }, tables);
  const [, circumstances] = /^# Benchmarks\n\n(.*\n.*)/m.exec(measured) ?? [];
  const marked = measured.includes(CHANGED) ? `\n${CHANGED}` : '';
  return prose
    .replace(`\n${CHANGED}`, '')
    .replace(/^Measured on .*\n.*/m, `Measured on ${circumstances}${marked}`);
}

/** Throws now, rather than after hours, if the page lacks a place for the tables of these units. */
export function checkPlaces(units: readonly string[]): void {
  const page = readFileSync(new URL('measured/bench.md', DOCS), 'utf8');
  withTables(
    page,
    units.map((unit) => `| ${unit} |`),
    1,
    measuredCommit(),
  );
  withFigures(readFileSync(new URL('benchmarks.md', DOCS), 'utf8'), page);
}

/**
 * Renews both pages and the chart.
 *
 * @param tables all tables of all parts
 */
export function writePages(tables: readonly string[], runs: number): void {
  const renew = (file: string, renewed: (old: string) => string) => {
    const url = new URL(file, DOCS);
    const page = renewed(readFileSync(url, 'utf8'));
    writeFileSync(url, page);
    return page;
  };
  const commit = measuredCommit();
  const measured = renew('measured/bench.md', (old) => withTables(old, tables, runs, commit));
  renew('benchmarks.md', (old) => withFigures(old, measured));
  renew('benchmarks.svg', () => drawChart(measured));
}

/** The rows of the chart, with their titles. */
const GROUPS: readonly (readonly [row: string, title: string])[] = [
  ['hono (12)', '12 routes'],
  ['github (203)', "GitHub's API, 203 routes"],
  ['generated (1,000)', '1,000 routes'],
];
const NAMES = ['waymark', 'memoirist', '@medley/router', 'find-my-way', 'hono', 'rou3', 'wint-js'];

const WIDTH = 520;
const LABEL = 130;
const BAR = 18;
const GAP = 5;
const TITLE = 34;

/** Sets a background, so the chart is legible on any page. */
const STYLE =
  'rect.card{fill:#fff;stroke:#d0d7de}text{fill:#1f2328}.own{fill:#2b8a5f}.peer{fill:#b6bfc9}.quiet{fill:#59636e}' +
  '@media(prefers-color-scheme:dark){rect.card{fill:#161b22;stroke:#30363d}text{fill:#e6edf3}' +
  '.own{fill:#3fb37f}.peer{fill:#57606a}.quiet{fill:#9198a1}}';

/**
 * Draws the lookup times: a group of bars per table, with its routers from fastest to slowest.
 *
 * @param measured `docs/measured/bench.md`
 * @returns an SVG document
 */
export function drawChart(measured: string): string {
  const parts: string[] = [
    '<text x="20" y="34">Nanoseconds per lookup, random order: shorter is faster</text>',
    '<text x="20" y="54" font-size="12">wint-js generates code, and can’t hold the larger tables.</text>',
  ];
  let y = 66;
  for (const [row, title] of GROUPS) {
    const bars = NAMES.flatMap((name) => {
      const ns = numberOf(measured, RANDOM, row, name);
      return ns === undefined ? [] : [{ name, ns }];
    }).sort((a, b) => a.ns - b.ns);
    parts.push(`<text x="20" y="${y + 22}" font-weight="600">${title}</text>`);
    y += TITLE;
    const most = Math.max(...bars.map(({ ns }) => ns));
    for (const { name, ns } of bars) {
      parts.push(...drawBar(name, ns, ns / most, y));
      y += BAR + GAP;
    }
    y += 8;
  }
  const [, when] = /^(\d{4}-\d\d-\d\d, waymark [\da-f]{8})/m.exec(measured) ?? [];
  if (when === undefined) throw new Error('the figures have no date and commit');
  parts.push(
    `<text class="quiet" x="${WIDTH - 20}" y="${y + 6}" text-anchor="end" font-size="11">${when}</text>`,
  );
  const height = y + 20;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Nanoseconds per lookup, by router" font-family="ui-sans-serif, system-ui, sans-serif" font-size="14">`,
    `<style>${STYLE}</style>`,
    `<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="10"/>`,
    ...parts,
    '</svg>',
  ].join('\n')}\n`;
}

function drawBar(name: string, ns: number, share: number, y: number): string[] {
  const width = Math.max(2, Math.round(share * (WIDTH - LABEL - 90)));
  const kind = name === 'waymark' ? 'own' : 'peer';
  const weight = kind === 'own' ? ' font-weight="600"' : '';
  return [
    `<text x="${LABEL - 8}" y="${y + 14}" text-anchor="end"${weight}>${name}</text>`,
    `<rect class="${kind}" x="${LABEL}" y="${y}" width="${width}" height="${BAR}" rx="3"/>`,
    `<text x="${LABEL + width + 8}" y="${y + 14}"${weight}>${ns.toLocaleString('en')}</text>`,
  ];
}
