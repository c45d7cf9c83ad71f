import { runInChild } from '../child.ts';
import type { Part, Row } from '../form.ts';
import { median } from '../statistics.ts';

const TOOLS = ['check', 'diff', 'examples'];
const PROCESSES = 3;

/** The sizes of tables, with each tool's time limit in milliseconds. */
const LIMITS = [
  { routes: 1_200, most: 3_000 },
  { routes: 10_000, most: 30_000 },
];

/** Listing and checking a table: each tool in its own processes, as on the command line. */
export const tools: Part = {
  name: 'tools',
  title: 'Seeing and proving a table',
  text: `\`check\`, \`diff\` (one route has another destination) and \`examples\` of \`waymark-tools/inspect\`, each in its own
process. The table has resources with a block and nested routes, and a catch-all at the end.`,
  forms: [{ unit: 'ms', columns: [...TOOLS, 'at most'], ratios: [] }],
  async measure() {
    const rows: Row[] = [];
    for (const { routes, most } of LIMITS) {
      const figures: Record<string, number> = { 'at most': most };
      for (const tool of TOOLS) {
        const times: number[] = [];
        for (let turn = 0; turn < PROCESSES; turn++) {
          times.push(await runInChild<number>('measure/tools.ts', [tool, String(routes)]));
        }
        figures[tool] = median(times);
      }
      rows.push({ label: `${routes.toLocaleString('en')} routes`, figures });
    }
    return [rows];
  },
};
