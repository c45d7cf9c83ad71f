/** Output of the commands for documents. */
import { expect, it } from 'vitest';
import { folderOf, run } from './run.ts';

const NOT = 'a reference back to a group is not regular';

const FILES = {
  'a.json': { 'GET a/(:num)': 'b/$1', c: '', default_controller: 'welcome' },
  'b.json': { 'GET a/(:num)': 'x/$1', c: 'd/e', default_controller: 'welcome' },
  'c.json': { '(?=ba)([ab]+)\\1': 'x/y', 'a/(:num)': 'b/$1', 'a/7': '' },
};

it.each<[string, ...rows: string[]]>([
  [
    'diff a.json b.json --md',
    '| Method | Path | Before | After |',
    "| GET | `/a/12` | `b/12 ['12']` | `x/12 ['12']` |",
    '| GET | `/c` | `(blocked)` | `d/e` |',
    '',
    '2 changes.',
  ],
  [
    'diff c.json a.json --md',
    '| Row before | Row after | Reason |',
    `| \`(?=ba)([ab]+)\\1\` | \`GET a/(:num)\` | ${NOT} |`,
    `| \`(?=ba)([ab]+)\\1\` | \`c\` | ${NOT} |`,
    `| \`(?=ba)([ab]+)\\1\` | \`(none)\` | ${NOT} |`,
  ],
  [
    'examples c.json --md',
    '| Method | Path | Goes to | Row | Why none |',
    `| - | \`-\` | \`-\` | \`(?=ba)([ab]+)\\1\` | ${NOT} |`,
    '| GET | `/a/12` | `b/12` | `a/(:num)` |  |',
    '| - | `-` | `-` | `a/7` | no request reaches it |',
  ],
  [
    'list c.json --md',
    '| # | Pattern | Destination | Example |',
    '| 1 | `(?=ba)([ab]+)\\1` | `x/y` |  |',
    '| 2 | `a/(:num)` | `b/$1` | `/a/12` |',
    '| 3 | `a/7` | `(blocked)` |  |',
    '',
    '3 rows',
  ],
  ['match GET /a/7 c.json --md', '| Row | Goes to |', '| `a/7` | `(blocked)` |'],
  [
    'reach b/7 c.json --md',
    '| Method | Path | Row | Goes to |',
    '| GET | `/a/7` | `a/(:num)` | `b/7` |',
  ],
  ['reach x/y c.json --md', '| Row | Reason |', `| \`(?=ba)([ab]+)\\1\` | ${NOT} |`],
])('in Markdown, code is marked as code: %s', async (line, head, ...rows) => {
  const { out } = await run(line, { cwd: folderOf(FILES) });
  const rule = head.replace(/[^|]+/g, ' --- ');
  expect(out).toContain(`${[head, rule, ...rows].join('\n')}\n`);
});
