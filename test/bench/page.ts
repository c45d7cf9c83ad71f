/** Writes the page for `--write`: each part's text and figures, sealed. */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { seal } from '../measured/page.ts';

/** A part on the page. */
export interface Section {
  readonly title: string;
  readonly body: string;
}

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The packages measured next to waymark. */
const PEERS = [
  'memoirist',
  '@medley/router',
  'koa-tree-router',
  'hono',
  'find-my-way',
  'rou3',
  'wint-js',
];

/**
 * Writes the page.
 *
 * @param sections the parts
 * @param date the date, as `2026-01-31`
 * @param runs the number of runs
 */
export function writePage(sections: readonly Section[], date: string, runs: number): string {
  const parts = sections.map(({ title, body }) => `## ${title}\n\n${body}`).join('\n\n');
  const page = seal(
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
  return `<!-- Written by npm run bench; seal ${page.seal} -->\n\n${page.body}\n`;
}

function peerVersions(): string {
  const url = new URL('../../package.json', import.meta.url);
  const { devDependencies }: Manifest = JSON.parse(readFileSync(url, 'utf8'));
  return PEERS.map((name) => `${name} ${devDependencies[name]}`).join(', ');
}
