import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { loadStarters } from '../able.ts';
import { OWN_DIST } from '../build.ts';
import { BUNDLED, bundle, inFolder } from '../bundle.ts';
import { runBundle } from '../child.ts';
import type { Contender } from '../contender.ts';
import { least, type Part, type Row } from '../form.ts';
import { COMPILED, OWN, PLAIN_PEERS, STARTERS } from '../names.ts';
import { mediansOf } from '../statistics.ts';
import { type BenchTable, label, loadTable, middleRequest } from '../tables.ts';

const PROCESSES = 7;

/** The module that a bundle imports its contender from, as the default export. */
const MODULES: Readonly<Record<string, string>> = {
  [OWN]: `import { createRouter } from ${JSON.stringify(fileURLToPath(new URL('index.js', OWN_DIST)))};
    import { asContender } from './waymark.ts';
    export default asContender('', createRouter);`,
  [COMPILED]: `import { createCompiledRouter } from ${JSON.stringify(fileURLToPath(new URL('compiled.js', OWN_DIST)))};
    import { asContender } from './waymark.ts';
    export default asContender('', createCompiledRouter);`,
  memoirist: `export { default } from './peers/memoirist.ts';`,
  '@medley/router': `export { default } from './peers/medley.ts';`,
  'koa-tree-router': `export { default } from './peers/koa-tree-router.ts';`,
  hono: `export { default } from './peers/hono.ts';`,
  'find-my-way': `export { default } from './peers/find-my-way.ts';`,
  rou3: `export { default } from './peers/rou3.ts';`,
  'rou3 compiled': `export { default } from './peers/rou3-compiled.ts';`,
  'wint-js': `export { default } from './peers/wint.ts';`,
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
  const empty: BenchTable = { name: 'empty', routes: [], requests: [] };
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
export async function bundleRouter(contender: Contender, table: BenchTable): Promise<string> {
  const { method, path } = middleRequest(table);
  const input = JSON.stringify(contender.prepare(table.routes));
  const call = `contender.build(${input})(${JSON.stringify(method)}, ${JSON.stringify(path)})`;
  return bundle(
    `import contender from 'contender';
module.exports = ${call};`,
    'cjs',
    [
      {
        name: 'contender',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^contender$/ }, () => ({ path: 'contender', namespace: 'bench' }));
          onLoad({ filter: /.*/, namespace: 'bench' }, () => ({
            contents: MODULES[contender.name],
            loader: 'ts',
            resolveDir: fileURLToPath(new URL('..', import.meta.url)),
          }));
        },
      },
    ],
  );
}
