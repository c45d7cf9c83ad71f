/** The page that `--write` renews: each part's words and figures, sealed. */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { seal } from '../measured/page.ts';

/** A part as it stands on the page. */
export interface Section {
  readonly title: string;
  readonly body: string;
}

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The packages that are measured next to waymark. */
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
 * @param date when it was, as `2026-01-31`
 * @param runs how often the whole was measured
 */
export function writePage(sections: readonly Section[], date: string, runs: number): string {
  const parts = sections.map(({ title, body }) => `## ${title}\n\n${body}`).join('\n\n');
  const page = seal(
    'bench',
    `# Benchmarks

${date}, ${process.release.name} ${process.versions.node} (V8 ${process.versions.v8}), ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}.
Peers: ${peerVersions()}.

Compare figures within a row; another machine has others. A figure is the median of ${runs} runs of the
whole, and so is a ratio; the least and the greatest stand next to it. To measure on yours:

\`\`\`sh
npm run bench
\`\`\`

${parts}

## How it is measured

- Each router gets every request of a table first, and has to name the route that comes first in
  the table's order. One that cannot hold the table or answers otherwise is not timed.
- Each table has a process of its own, in which each router is built once. A server has one table,
  too; in a shared process V8 would optimise for all of them together.
- In a process the routers take turns, in an order that changes each round. A turn is a batch of 500
  lookups, the same for all, and the figure is the median over the rounds. A warm-up comes first.
- Requests come in random order first, then in that of the table, which flatters whatever learns.
- Every looked-up path is a string made from bytes just before the batch, as a server's paths are.
  Constant strings carry their hash already: with them, routers that use the whole path as a key
  answer literal paths about three times as fast.
- Each router is called from a loop of its own, and every answer is stored.
- waymark is measured as it is published: the bundle in \`dist\`.`,
  );
  return `<!-- Written by npm run bench; seal ${page.seal} -->\n\n${page.body}\n`;
}

function peerVersions(): string {
  const url = new URL('../../package.json', import.meta.url);
  const { devDependencies }: Manifest = JSON.parse(readFileSync(url, 'utf8'));
  return PEERS.map((name) => `${name} ${devDependencies[name]}`).join(', ');
}
