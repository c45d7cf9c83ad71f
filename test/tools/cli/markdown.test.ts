/** Output of the commands for documents. */
import { describe, expect, it } from 'vitest';
import { folderOf, run } from './run.ts';

const FILES = {
  'a.json': { 'GET a/(:num)': 'b/$1', c: '', default_controller: 'welcome' },
  'b.json': { 'GET a/(:num)': 'x/$1', c: 'd/e', default_controller: 'welcome' },
  'c.json': { '(?=ba)([ab]+)\\1': 'x/y', 'a/(:num)': 'b/$1', 'a/7': '' },
};

describe('in Markdown, code is marked as code', () => {
  it.each([
    [
      'diff a.json b.json --md',
      [
        '| Method | Path | Before | After |',
        '| --- | --- | --- | --- |',
        "| GET | `/a/12` | `b/12 ['12']` | `x/12 ['12']` |",
        '| GET | `/c` | `(blocked)` | `d/e` |',
        '',
        '2 changes.',
      ],
    ],
    [
      'diff c.json a.json --md',
      [
        '| Row before | Row after | Reason |',
        '| --- | --- | --- |',
        '| `(?=ba)([ab]+)\\1` | `GET a/(:num)` | a reference back to a group is not regular |',
        '| `(?=ba)([ab]+)\\1` | `c` | a reference back to a group is not regular |',
        '| `(?=ba)([ab]+)\\1` | `(none)` | a reference back to a group is not regular |',
      ],
    ],
    [
      'examples c.json --md',
      [
        '| Method | Path | Goes to | Row | Why none |',
        '| --- | --- | --- | --- | --- |',
        '| - | `-` | `-` | `(?=ba)([ab]+)\\1` | a reference back to a group is not regular |',
        '| GET | `/a/12` | `b/12` | `a/(:num)` |  |',
        '| - | `-` | `-` | `a/7` | no request reaches it |',
      ],
    ],
    [
      'list c.json --md',
      [
        '| # | Pattern | Destination | Example |',
        '| --- | --- | --- | --- |',
        '| 1 | `(?=ba)([ab]+)\\1` | `x/y` |  |',
        '| 2 | `a/(:num)` | `b/$1` | `/a/12` |',
        '| 3 | `a/7` | `(blocked)` |  |',
      ],
    ],
    [
      'match GET /a/7 c.json --md',
      ['| Row | Goes to |', '| --- | --- |', '| `a/7` | `(blocked)` |'],
    ],
    [
      'reach b/7 c.json --md',
      [
        '| Method | Path | Row | Goes to |',
        '| --- | --- | --- | --- |',
        '| GET | `/a/7` | `a/(:num)` | `b/7` |',
      ],
    ],
    [
      'reach x/y c.json --md',
      [
        '| Row | Reason |',
        '| --- | --- |',
        '| `(?=ba)([ab]+)\\1` | a reference back to a group is not regular |',
      ],
    ],
  ])('%s', async (line, expected) => {
    const { out } = await run(line, { cwd: folderOf(FILES) });
    expect(out).toContain(`${expected.join('\n')}\n`);
  });
});

describe('waymark check, in plain text', () => {
  it('shows the request of a finding below it, and counts unproved findings', async () => {
    const { out } = await run('check c.json', { cwd: folderOf(FILES) });
    expect(out).toContain(
      ', and answers GET /a/7.\n  GET /a/7\n\nc.json:1:2: unproved (unproved): ',
    );
    expect(out).toMatch(/\n1 error, 3 unproved in 3 rows\.\n$/);
  });
});
