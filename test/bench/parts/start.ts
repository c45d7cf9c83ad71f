import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { loadStarters } from '../able.ts';
import { OWN_DIST } from '../build.ts';
import { runInChild } from '../child.ts';
import type { Contender } from '../contender.ts';
import { least, type Part, type Row } from '../form.ts';
import { COMPILED, OWN, PLAIN_PEERS, STARTERS } from '../names.ts';
import { median } from '../statistics.ts';
import { type BenchTable, generatedName, label, loadTable } from '../tables.ts';

const TABLES = ['hono', 'github', generatedName(1_000)];
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
    const folder = mkdtempSync(join(tmpdir(), 'waymark-bench-'));
    try {
      const rows: Row[] = [];
      for (const table of TABLES.filter((each) => tables.includes(each)))
        rows.push(await timeTable(folder, table, contenders));
      return [rows, [await measureSizes(contenders)]];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function timeTable(
  folder: string,
  name: string,
  contenders: readonly Contender[],
): Promise<Row> {
  const table = loadTable(name);
  const files = new Map<string, string>();
  for (const [place, contender] of contenders.entries()) {
    const file = join(folder, `${name}-${place}.js`);
    writeFileSync(file, await bundle(contender, table));
    files.set(contender.name, file);
  }
  const missing: Record<string, string> = {};
  const times = new Map([...files.keys()].map((each): [string, number[]] => [each, []]));
  for (let turn = 0; turn < PROCESSES; turn++) {
    for (const [each, file] of files) {
      const result = await runInChild<number | string>('measure/start.js', [file]);
      if (typeof result === 'number') times.get(each)?.push(result);
      else missing[each] = result.slice(0, 100);
    }
  }
  const able = [...times].filter(([, all]) => all.length > 0);
  const figures = able.map(([each, all]): [string, number] => [each, median(all)]);
  return { label: label(name, table.routes.length), figures: Object.fromEntries(figures), missing };
}

async function measureSizes(contenders: readonly Contender[]): Promise<Row> {
  const figures: Record<string, number> = {};
  const empty: BenchTable = { name: 'empty', routes: [], requests: [] };
  for (const contender of contenders) {
    figures[contender.name] = gzipSync(await bundle(contender, empty), { level: 9 }).length;
  }
  return { label: 'a bundle without a table', figures };
}

/**
 * Bundles one file that builds a router and answers. It contains the table in the router's input
 * form.
 */
async function bundle(contender: Contender, { routes, requests }: BenchTable): Promise<string> {
  const withParameter = requests.filter(({ expected }) => routes[expected].path.includes(':'));
  const { method, path } = withParameter[withParameter.length >> 1] ?? { method: 'GET', path: '/' };
  const input = JSON.stringify(contender.prepare(routes));
  const { outputFiles } = await build({
    stdin: {
      contents: `import contender from 'contender';
        module.exports = contender.build(${input})(${JSON.stringify(method)}, ${JSON.stringify(path)});`,
      resolveDir: fileURLToPath(new URL('..', import.meta.url)),
    },
    plugins: [
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
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}
