/** Reads the page of figures, and writes the page of findings and its chart from it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { drawChart } from './chart.ts';

const docs = new URL('../../docs/', import.meta.url);

const RANDOM = 'ns per lookup, random';
const ALONE = 'ns per lookup, alone';
const MISS = 'ns per lookup';
const REQUEST = 'µs per request';
const START = 'µs from source text to the first answer';
const RESPONSE = 'µs from source text to the first response';
const WORKER = 'ms of processor time to the first response';
const BYTES = 'bytes, minified and gzipped';
const AGAINST_HONO = ['waymark, compiled', 'hono', 'hono / waymark, compiled'];
/** The tables that wint-js can hold. */
const WINT = ['hono (12)', 'parse (26)', 'static (156)'];
const FASTEST = 'fastest peer / waymark';

/** The figures of the page. */
export class Measured {
  /** The line with the date and the machine. */
  readonly machine: string;
  /** The line with the versions of the peers. */
  readonly peers: string;
  /** The rows of each table, of which the first is the header, by cells. */
  private readonly tables: readonly (readonly string[][])[];

  constructor(page: string) {
    const lines = page.split('\n');
    const start = lines.indexOf('# Benchmarks');
    [this.machine, this.peers] = lines.slice(start + 2, start + 4);
    const tables = page.split('\n\n').filter((block) => block.startsWith('| '));
    this.tables = tables.map((block) => block.split('\n').map(cellsOf));
  }

  /**
   * The text of a cell.
   *
   * @param unit the first column's header
   * @throws {Error} if the cell is missing
   */
  cell(unit: string, row: string, column: string): string {
    for (const [head, ...rows] of this.tables) {
      const cells = head[0] === unit ? rows.find(([label]) => label === row) : undefined;
      const found = cells?.[head.indexOf(column)];
      if (found !== undefined) return found.replaceAll('**', '');
    }
    throw new Error(`no figure for ${unit}, ${row}, ${column}`);
  }

  /** The number of a cell, without its spread; `undefined` if it was not measured. */
  number(unit: string, row: string, column: string): number | undefined {
    const text = short(this.cell(unit, row, column));
    return text === '–' ? undefined : Number(text.replaceAll(',', ''));
  }
}

function cellsOf(line: string): string[] {
  return line
    .slice(2, -2)
    .split(/ \| ?/)
    .map((cell) => cell.trim());
}

/** Removes the spread. */
function short(cell: string): string {
  return cell.replace(/ \(.*\)$/, '');
}

/**
 * Writes the findings.
 *
 * @param measured the figures
 * @returns `docs/benchmarks.md`
 */
export function writeFindings(measured: Measured): string {
  const figure = (unit: string, row: string, column: string) =>
    short(measured.cell(unit, row, column));
  const bytes = (name: string) => figure(BYTES, 'a bundle without a table', name);
  const table = (unit: string, columns: readonly string[], rows: readonly string[]) =>
    [
      [unit, ...columns],
      ['---', ...columns.map(() => '--:')],
      ...rows.map((row) => [row, ...columns.map((column) => figure(unit, row, column))]),
    ]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n');
  return `# Benchmarks

waymark finds a route faster than the six routers measured here that generate no code. It needs longer for a path
that no route matches, and its bundle is larger than most: see [where waymark loses](#where-waymark-loses).

![Nanoseconds per lookup, by router](benchmarks.svg)

Compare figures within a row: absolute numbers vary by machine. The [raw data](measured/bench.md) has every
table and router, the spread of each figure, and how it was measured. To measure on your machine:

\`\`\`sh
npm run bench
\`\`\`

Measured on ${measured.machine}
${measured.peers}

## Lookups: ${figure(RANDOM, 'geometric mean', FASTEST)} times as fast as the fastest router without generated code

On average over nine tables. wint-js generates code, and holds three of the tables: its ratios to waymark's time are
${WINT.map((row) => `${figure(RANDOM, row, 'wint-js / waymark')} for ${row}`).join(', ')}.

${table(RANDOM, ['waymark', 'memoirist', '@medley/router', 'find-my-way', 'hono', 'rou3', 'wint-js', FASTEST], ['hono (12)', 'github (203)', 'static (156)', 'generated (1,000)'])}

waymark does more per lookup than its peers: it validates the path, normalises it, keeps definition order
and fills in a destination.

## Growth: 10,000 routes take ${figure(ALONE, 'waymark', '10,000 / 100')} times as long as 100

A thousand different requests to a table of 100 routes, and to one of 10,000. If all 10,000 routes are asked,
the processor's caches are too small for the table: that takes ${figure(ALONE, 'waymark', '10,000, every route / 100')} times as long.

${table(ALONE, ['generated (100)', 'generated (10,000)', '10,000 / 100', '10,000, every route / 100'], ['waymark', 'memoirist', '@medley/router', 'find-my-way', 'hono'])}

## A whole request: as fast as in Hono

From a \`Request\` to a \`Response\`, in one process:

${table(REQUEST, ['waymark, controller', 'waymark, handler', 'hono', 'h3', 'itty-router'], ['JSON', 'JSON, body read', 'HEAD', 'not found (404)'])}

## The first response: sooner than in Hono, if the application is large

A whole application in one minified file, with waymark's table
[compiled ahead of time](resolver.md#compiled-ahead-of-time). On Node, in a fresh process:

${table(RESPONSE, AGAINST_HONO, ['hono (12), last row', 'github (203), last row', 'generated (1,000), last row'])}

In workerd, the runtime of Cloudflare Workers, with the start of its process:

${table(WORKER, AGAINST_HONO, ['hono (12)', 'github (203)', 'generated (1,000)'])}

## Where waymark loses

**Misses.** waymark needs more time than most peers for a path that no route matches. It asks all routes that
could match, and those of other methods:

${table(MISS, ['waymark', 'memoirist', '@medley/router', 'find-my-way', 'hono', FASTEST], ['hono (12), no such path', 'github (203), no such path', 'github (203), other method'])}

**Generated code.** wint-js writes a function for each table. It answers the table of 12 routes in
${figure(RANDOM, 'hono (12)', 'wint-js')} ns, waymark in ${figure(RANDOM, 'hono (12)', 'waymark')}. It can't hold six of the nine tables.

**Bundle.** Bytes, minified and gzipped, without a table:

| waymark | waymark compiled | find-my-way | rou3 | hono | wint-js | memoirist |
| --: | --: | --: | --: | --: | --: | --: |
| ${['waymark', 'waymark compiled', 'find-my-way', 'rou3', 'hono', 'wint-js', 'memoirist'].map(bytes).join(' | ')} |

**A cold start.** From source text to the first answer, a smaller router is faster. A
[compiled table](resolver.md#compiled-ahead-of-time) starts faster:

${table(START, ['waymark', 'waymark compiled', 'memoirist', '@medley/router', 'hono', 'find-my-way'], ['hono (12)', 'github (203)', 'generated (1,000)'])}

**URLs.** \`Route.url\` checks that the URL it builds leads back to its route. That takes
${figure('ns per URL', 'from a name and an id', 'waymark')} ns; path-to-regexp, which does not check, takes ${figure('ns per URL', 'from a name and an id', 'path-to-regexp')}.
`;
}

/** Rewrites the page and the chart from the page of figures. */
export function renewFindings(): void {
  const measured = new Measured(readFileSync(new URL('measured/bench.md', docs), 'utf8'));
  writeFileSync(new URL('benchmarks.md', docs), writeFindings(measured));
  writeFileSync(new URL('benchmarks.svg', docs), drawChart(measured));
}
