/** The page that `--write` renews: prose, with the figures of the run in between. */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** The tables that go into the page, as markdown. */
export interface Parts {
  readonly lookup: string;
  readonly startup: string;
  readonly growth: string;
  readonly memory: string;
  readonly urls: string;
  readonly excluded: string;
}

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}

const PEERS = ['hono', 'find-my-way', 'rou3', 'memoirist', 'koa-tree-router'];

/**
 * Writes the page.
 *
 * @param parts the tables of this run
 * @param date when it was, as `2026-01-31`
 */
export function writePage(parts: Parts, date: string): string {
  const excluded =
    parts.excluded === '' ? '' : `\nA dash means that there is no figure:\n\n${parts.excluded}\n`;
  return `<!-- Written by \`npm run bench -- --write\`; the words are in test/bench/page.ts. -->

# Benchmarks

${date}, ${process.release.name} ${process.versions.node} (V8 ${process.versions.v8}), ${cpus()[0]?.model ?? 'unknown CPU'}.
Peers: ${peerVersions()}.

Compare figures within a row; another machine has others. To measure on yours:

\`\`\`sh
npm run bench
\`\`\`

## A lookup

![Nanoseconds per lookup, by table and router](benchmarks.svg)

${parts.lookup}
${excluded}
A ratio above 1 means that waymark is faster than the fastest of the others. Five tables are those
of real services: hono's own benchmark, the APIs of GitHub, Parse and Google+, and the files of a
static site; the chart shows these. The generated ones are described below.

The work is not the same everywhere. waymark cuts the query, refuses malformed paths, decodes,
resolves dots, matches in the order of definition and fills a destination. find-my-way cuts the
query and decodes too. The others take the path as it comes and prefer literal segments to
parameters; hono keeps the order of definition, and leaves reading the parameters to its caller.

## From a table to the first answer

${parts.startup}

Building a router and one lookup with a parameter, with the libraries loaded. Each build has a table
that V8 has not seen, as it keeps what it compiled for an expression.

## Growth

${parts.growth}

Generated tables: modules of four routes, one of them literal and one that begins alike in every
module. The requests are spread over the whole table.

## Memory

${parts.memory}

What five routers of 1,000 generated routes keep on the heap after a garbage collection, once every
route was resolved. Compiled code on the heap counts.

## A URL

${parts.urls}

Building \`/users/7/posts\` from a name and an id. waymark also sends the path back through its own
pattern before it returns it.

## How it is measured

- Each router gets every request of a table first, and has to name the route that comes first in
  the table's order. One that cannot hold the table or answers otherwise is not timed.
- Each table has three processes of its own, and the figures are the medians over them. A server
  has one table too; in a shared process V8 would optimise for all of them together.
- In a process the routers take turns, in an order that changes each round. A turn is a batch of up
  to 5,000 lookups, and the figure is the median over the rounds. A warm-up comes first.
- Every looked-up path is a string made from bytes just before the batch, as a server's paths are.
  Constant strings carry their hash already: with them, routers that use the whole path as a key
  answer literal paths about three times as fast.
- Each router is called from a loop of its own, and every answer is stored.
- waymark is measured as it is published: the bundle in \`dist\`.
`;
}

function peerVersions(): string {
  const url = new URL('../../package.json', import.meta.url);
  const { devDependencies }: Manifest = JSON.parse(readFileSync(url, 'utf8'));
  return PEERS.map((name) => `${name} ${devDependencies[name]}`).join(', ');
}
