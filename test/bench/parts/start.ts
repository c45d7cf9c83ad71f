import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BUNDLED, bundle, inFolder } from '../bundle.ts';
import { runBundle } from '../child.ts';
import type { Contender } from '../contender.ts';
import { COMPILED, loadStarters, OWN, PLAIN_PEERS, STARTERS } from '../contenders.ts';
import { least, type Part, type Row } from '../report.ts';
import * as routers from '../routers.ts';
import { mediansOf } from '../statistics.ts';
import { type BenchTable, label, loadTable, middleRequest } from '../tables.ts';

const PROCESSES = 7;

/** Imports what creates a router of waymark, for a bundle. */
const OWN_CREATE: Readonly<Record<string, string>> = {
  [OWN]: `import { createRouter as create } from 'waymark';`,
  [COMPILED]: `import { createCompiledRouter as create } from 'waymark/compiled';`,
};

/** Start: from a bundle's source text, table included, to the first answer. */
export const start: Part = {
  name: 'start',
  title: 'The start of a bundle',
  text: `The time that a platform with frequent starts waits for: the router and its table in one file, bundled and
minified, from source text to the first answer with a parameter. Each start has a fresh process.`,
  forms: [
    {
      unit: 'µs from source text to the first answer',
      columns: STARTERS,
      ratios: [OWN, COMPILED].map((own) => least(`fastest peer / ${own}`, PLAIN_PEERS, own)),
      mean: true,
    },
    { unit: 'bytes, minified and gzipped', columns: STARTERS, ratios: [] },
  ],
  async measure(tables) {
    const contenders = await loadStarters();
    const rows: Row[] = [];
    for (const table of BUNDLED.filter((each) => tables.includes(each))) {
      rows.push(await inFolder((folder) => timeTable(folder, table, contenders)));
    }
    return [rows, [await measureSizes(contenders)]];
  },
};

async function timeTable(
  folder: string,
  name: string,
  contenders: readonly Contender[],
): Promise<Row> {
  const table = loadTable(name);
  const times = new Map(contenders.map((each): [string, number[]] => [each.name, []]));
  const missing: Record<string, string> = {};
  for (const [place, contender] of contenders.entries()) {
    writeFileSync(join(folder, `${place}.js`), await bundleRouter(contender, table));
  }
  for (let turn = 0; turn < PROCESSES; turn++) {
    for (const [place, { name }] of contenders.entries()) {
      const { microseconds, failure } = await runBundle<Start>(join(folder, `${place}.js`));
      if (failure === undefined) times.get(name)?.push(microseconds);
      else {
        missing[name] = failure.slice(0, 100);
        times.delete(name);
      }
    }
  }
  return { label: label(name), figures: mediansOf(times), missing };
}

/** What `bundled.js` sends. */
interface Start {
  readonly microseconds: number;
  readonly failure?: string;
}

async function measureSizes(contenders: readonly Contender[]): Promise<Row> {
  const figures: Record<string, number> = {};
  const empty: BenchTable = { routes: [], requests: [] };
  for (const contender of contenders) {
    const code = await bundleRouter(contender, empty);
    figures[contender.name] = gzipSync(code, { level: 9 }).length;
  }
  return { label: 'a bundle without a table', figures };
}

/**
 * Bundles one file that builds a router and answers. It contains the table in the router's input
 * form.
 */
async function bundleRouter(contender: Contender, table: BenchTable): Promise<string> {
  const { method, path } = middleRequest(table);
  const input = JSON.stringify(contender.prepare(table.routes));
  const request = `${JSON.stringify(method)}, ${JSON.stringify(path)}`;
  const source = `${sourceOf(contender)}\nmodule.exports = contender.build(${input})(${request});`;
  return bundle(source, 'cjs');
}

/** Code that defines `contender`, for a bundle. */
function sourceOf({ name }: Contender): string {
  const create = OWN_CREATE[name];
  if (create !== undefined) {
    return `${create}
import { asContender } from './routers.ts';
const contender = asContender('', create);`;
  }
  const exported = Object.entries(routers).find(([, each]) => each.name === name);
  return `import { ${exported?.[0]} as contender } from './routers.ts';`;
}
