import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInChild } from '../child.ts';
import type { BenchRoute } from '../contender.ts';
import { type Part, type Row, ratio } from '../form.ts';
import { median } from '../statistics.ts';
import { generatedName, label, loadTable } from '../tables.ts';
import { bundleWhole, OWN, PEER } from '../whole.ts';

const TABLES = ['hono', 'github', generatedName(1_000)];
const PROCESSES = 200;

/** A route that needs a regular expression in every router. */
const EXPRESSION = {
  pattern: 'years/(\\d{2,4})',
  path: '/years/:a{\\d{2,4}}',
  asked: '/years/2026',
};

/** The result of a `measure/response.js` process. */
interface Answer {
  readonly microseconds: number;
  readonly status: number;
  readonly body: string;
}

/** The first response of a whole application. */
export const response: Part = {
  name: 'response',
  title: 'The first response',
  text: `A whole application in one file, bundled and minified, from source text to its first response: the median
of ${PROCESSES} processes, which take turns. Each route has a function that answers with JSON. waymark's table is
compiled ahead of time. Its handler does everything that it does otherwise, such as checks, errors and HEAD.`,
  forms: [
    {
      unit: 'µs from source text to the first response',
      columns: [OWN, PEER],
      ratios: [ratio(PEER, OWN)],
      mean: true,
    },
  ],
  async measure(tables) {
    const folder = mkdtempSync(join(tmpdir(), 'waymark-bench-'));
    try {
      const rows: Row[] = [];
      for (const name of TABLES.filter((each) => tables.includes(each))) {
        const { routes } = loadTable(name);
        const last = routes.findLast(({ method, path }) => method === 'GET' && path.includes(':'));
        const asked = (last?.path ?? '/').replace(/:\w+/g, 'abc');
        const title = label(name, routes.length);
        rows.push(await time(folder, `${title}, last row`, routes, asked));
        const more = [...routes, { method: 'GET', ...EXPRESSION }];
        rows.push(await time(folder, `${title}, expression`, more, EXPRESSION.asked));
      }
      return [rows];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function time(
  folder: string,
  label: string,
  routes: readonly BenchRoute[],
  path: string,
): Promise<Row> {
  const times = new Map<string, number[]>();
  for (const [name, bundle] of await bundleWhole(routes, 'cjs')) {
    writeFileSync(join(folder, `${name}.js`), bundle);
    times.set(name, []);
  }
  const bodies = new Set<string>();
  for (let turn = 0; turn < PROCESSES; turn++) {
    for (const [name, all] of times) {
      const args = [join(folder, `${name}.js`), `http://localhost${path}`];
      const { microseconds, status, body } = await runInChild<Answer>('measure/response.js', args);
      if (status !== 200) throw new Error(`${name} answers ${path} of ${label} with ${status}`);
      bodies.add(body);
      all.push(microseconds);
    }
  }
  if (bodies.size > 1) throw new Error(`${path} of ${label}: ${[...bodies].join(' or ')}`);
  const figures = [...times].map(([name, all]) => [name, median(all)]);
  return { label, figures: Object.fromEntries(figures) };
}
