/** Times one tool on one table, once, and sends the milliseconds to the parent process. */
import type { RouteTable } from 'waymark';
import { check, diff, examples } from 'waymark-tools/inspect';

type Tool = 'check' | 'diff' | 'examples';

const IDS = ['(:num)', '(:any)', '([a-z-]+)', '([A-Z]{2}[0-9]+)'];

const TIMED: Readonly<Record<Tool, (table: RouteTable) => unknown>> = {
  check: (table) => check(table),
  // A middle row has another destination; `diff` must prove the rest equal.
  diff: (table) => diff(table, { ...table, [middleOf(table)]: 'elsewhere/index' }),
  examples: (table) => examples(table),
};

// The cast: the parent process names a tool.
const [tool, routes] = process.argv.slice(2) as [Tool, string];
const table = tableOf(Number(routes));
const start = performance.now();
await TIMED[tool](table);
process.send?.(performance.now() - start);

/**
 * A table of resources, each with a block and a nested resource, and a final row for everything
 * else.
 */
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
