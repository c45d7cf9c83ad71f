import type { RouteTable } from 'waymark';
import { check, diff, examples } from 'waymark-tools/inspect';
import { repeat, runInChild } from '../child.ts';
import type { Part, Row } from '../report.ts';
import { median } from '../statistics.ts';

const PROCESSES = 3;

/** The sizes of tables, with each tool's time limit in milliseconds. */
const LIMITS = [
  { routes: 1_200, most: 3_000 },
  { routes: 10_000, most: 30_000 },
];

const TOOLS: Readonly<Record<string, (table: RouteTable) => unknown>> = {
  check: (table) => check(table),
  // A middle row has another destination; `diff` must prove the rest equal.
  diff: (table) => diff(table, { ...table, [middleOf(table)]: 'elsewhere/index' }),
  examples: (table) => examples(table),
};

const IDS = ['(:num)', '(:any)', '([a-z-]+)', '([A-Z]{2}[0-9]+)'];

/** Listing and checking a table: each tool in its own processes, as on the command line. */
export const tools: Part = {
  name: 'tools',
  title: 'Seeing and proving a table',
  text: `\`check\`, \`diff\` (one route has another destination) and \`examples\` of \`waymark-tools/inspect\`, each in its own
process. The table has resources with a block and nested routes, and a catch-all at the end.`,
  forms: [{ unit: 'ms', columns: [...Object.keys(TOOLS), 'at most'], ratios: [] }],
  async measure() {
    const rows: Row[] = [];
    for (const { routes, most } of LIMITS) {
      const figures: Record<string, number> = { 'at most': most };
      for (const tool of Object.keys(TOOLS)) {
        const run = () => runInChild(import.meta.url, timeTool, tool, routes);
        figures[tool] = median(await repeat(PROCESSES, run));
      }
      rows.push({ label: `${routes.toLocaleString('en')} routes`, figures });
    }
    return [rows];
  },
};

/** Times a tool on a table of this size, once: milliseconds. */
export async function timeTool(tool: string, size: number): Promise<number> {
  const table = tableOf(size);
  const start = performance.now();
  await TOOLS[tool](table);
  return performance.now() - start;
}

/** Resources, each with a block and a nested resource, and a final row for everything else. */
function tableOf(size: number): RouteTable {
  const rows: [string, string][] = [];
  for (let number = 0; rows.length < size; number++) {
    const name = `resource${number}`;
    const id = IDS[number % IDS.length];
    rows.push(
      [`${name}/secret`, ''],
      [`GET ${name}`, `${name}/index`],
      [`GET ${name}/new`, `${name}/create_new`],
      [`GET ${name}/${id}/edit`, `${name}/edit/$1`],
      [`GET ${name}/${id}`, `${name}/show/$1`],
      [`POST ${name}`, `${name}/create`],
      [`PUT ${name}/${id}`, `${name}/update/$1`],
      [`DELETE ${name}/${id}`, `${name}/delete/$1`],
      [`${name}/${id}/items/(:num)`, `items/show/$1/$2`],
      [`(:num)/${name}/(.+)`, `${name}/under/$1/$2`],
    );
  }
  return Object.fromEntries([...rows.slice(0, size - 1), ['(.+)', 'pages/show/$1']]);
}

function middleOf(table: RouteTable): string {
  const keys = Object.keys(table);
  return keys[keys.length >> 1];
}
