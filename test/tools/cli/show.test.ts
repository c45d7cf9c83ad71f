import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isColoured, progressOn, widthOf, withProgress } from '../../../src/tools/cli/io.ts';
import { markTable, markText } from '../../../src/tools/cli/show/report.ts';
import { sayAnswer, tableOf } from '../../../src/tools/cli/show/table.ts';
import { drawTable, paint } from '../../../src/tools/cli/show/terminal.ts';
import { lineOf } from '../../../src/tools/cli/show/text.ts';
import { counted } from '../../../src/tools/shared/words.ts';
import { folderOf, run } from './run.ts';

const DIST = fileURLToPath(new URL('../../../dist/index.js', import.meta.url));

const write = () => true;
const TABLE = { columns: [{ title: 'Row', kind: 'code', cells: [lineOf('a')] }] } as const;

it.each([
  ['a terminal', { isTTY: true, columns: 120 }, 120],
  ['a terminal that does not say', { isTTY: true }, 80],
  ['a terminal that says 0', { isTTY: true, columns: 0 }, 80],
  ['a pipe', { columns: 40 }, Number.POSITIVE_INFINITY],
  ['a file', { isTTY: false }, Number.POSITIVE_INFINITY],
])('the width of lines is right for %s', (_, output, width) => {
  expect(widthOf({ write, ...output })).toBe(width);
});

describe('colours', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [true, { TERM: 'xterm' }, true],
    [false, { FORCE_COLOR: '1' }, true],
    [false, { FORCE_COLOR: '' }, true],
    [false, { FORCE_COLOR: '3', NO_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: 'false' }, false],
  ])('on a terminal: %j, with %j: %j', (isTTY, env, coloured) => {
    expect(isColoured({ stdout: { write, isTTY }, env })).toBe(coloured);
  });

  it.each([
    [31, ['DELETE', 'error']],
    [32, ['GET', 'HEAD']],
    [33, ['POST', 'warning']],
    [34, ['PUT', 'PATCH', 'unproved']],
    [35, ['OPTIONS']],
  ])('distinguish methods and levels: %d for %j', (code, words) => {
    const painted = words.map((word) => `\u001b[${code}m${word}\u001b[39m`);
    expect(words.map((word) => paint(word, true))).toEqual(painted);
    expect(words.map((word) => paint(word, false))).toEqual(words);
  });

  it('are used for no other word', () => expect(paint('ANY', true)).toBe('ANY'));

  const table = { 'table.json': { 'GET a': 'b', 'GET GET': 'GET' } };

  it('appear in lists on a terminal, only for methods', async () => {
    const { out } = await run('list table.json', { cwd: folderOf(table), columns: 100 });
    expect(out.match(/\u001b\[32mGET\u001b\[39m/g)).toHaveLength(2);
    expect(out).toMatch(/ GET +GET /);
  });

  it('appear in the output of match', async () => {
    const { out } = await run('match get /a table.json', { cwd: folderOf(table), columns: 100 });
    expect(out).toMatch(/^\u001b\[32mGET\u001b\[39m \/a: goes to 'b'/);
  });

  it.each(['list', 'match GET /a', 'examples', 'reach b'])(
    'appear nowhere else: %s',
    async (command) => {
      const cwd = folderOf(table);
      for (const surroundings of [{ cwd }, { cwd, columns: 80, env: { NO_COLOR: '1' } }]) {
        expect((await run(`${command} table.json`, surroundings)).out).not.toContain('\u001b');
      }
      const forced = { cwd, env: { FORCE_COLOR: '1' } };
      expect((await run(`${command} table.json`, forced)).out).toContain('\u001b[32mGET');
      expect((await run(`${command} table.json --json`, forced)).out).not.toContain('\u001b');
      expect((await run(`${command} table.json --md`, forced)).out).not.toContain('\u001b');
    },
  );
});

describe('a table on a terminal', () => {
  const wide = {
    columns: [
      { title: 'Row', kind: 'code', cells: ['a', 'x'.repeat(30)].map(lineOf) },
      { title: 'Goes to', kind: 'text', cells: ['some words that are long', 'short'].map(lineOf) },
      { title: 'M', kind: 'method', cells: ['GET', 'ANY'].map(lineOf) },
    ],
  } as const;
  const draw = (width: number) => {
    const { text, wrapped } = drawTable(wide, width, false);
    return { lines: text.split('\n'), wrapped };
  };

  it('is as wide as necessary', () => {
    expect(draw(200)).toEqual({
      lines: [
        `ROW${' '.repeat(29)}GOES TO                   M`,
        `a${' '.repeat(31)}some words that are long  GET`,
        `${'x'.repeat(30)}  short                     ANY`,
        '',
      ],
      wrapped: false,
    });
  });

  it('just fits, and is wrapped if one column is missing', () => {
    const width = 30 + 24 + 3 + 4;
    expect(draw(width).wrapped).toBe(false);
    const { lines, wrapped } = draw(width - 1);
    expect(wrapped).toBe(true);
    expect(lines[2]).toBe(`${'x'.repeat(29)}  short                     ANY`);
    expect(lines[3]).toBe('  x');
  });

  it('takes space from the widest columns, and loses nothing', () => {
    const { lines } = draw(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(lines.join('').match(/x/g)).toHaveLength(30);
    const cells = lines.slice(1, 5).map((line) => line.slice(26, 35).trimEnd());
    expect(cells).toEqual(['some', '  words', '  that', '  are']);
  });

  it('keeps a few letters in each column, however narrow the terminal is', () => {
    const { lines } = draw(5);
    expect(lines[0]).toBe('ROW       GOES TO  M');
    expect(lines[1]).toBe('a         some     GET');
  });

  it('counts the columns that characters take', () => {
    const columns = [
      { title: 'A', kind: 'code', cells: ['写真', 'a'].map(lineOf) },
      { title: 'B', kind: 'code', cells: ['x', 'y'].map(lineOf) },
    ] as const;
    expect(drawTable({ columns }, 80, false).text).toBe('A     B\n写真  x\na     y\n');
  });

  it('may be empty', () => expect(drawTable({ columns: [] }, 80, false).wrapped).toBe(false));

  const long = { 'table.json': { [`a/${'x'.repeat(60)}`]: `b/${'y'.repeat(60)}` } };

  it('says how to see more if it is wrapped', async () => {
    const { out } = await run('list table.json', { cwd: folderOf(long), columns: 80 });
    expect(out).toMatch(/\n\nNo room for EXAMPLE: --json or --md shows all\.\n\n1 row\n$/);
    expect(
      Math.max(
        ...out
          .split('\n')
          .slice(0, -4)
          .map((line) => line.length),
      ),
    ).toBeLessThan(81);
  });

  it('says so if all columns have room, and cells are wrapped', async () => {
    const { out } = await run('examples table.json', { cwd: folderOf(long), columns: 80 });
    expect(out).toMatch(/\n\nCells are wrapped: --json or --md shows all\.\n\n1 row\n$/);
  });

  it.each([
    ['wide enough', { columns: 300 }],
    ['elsewhere', {}],
  ])('is whole if it is %s', async (_, surroundings) => {
    const { out } = await run('list table.json', { cwd: folderOf(long), ...surroundings });
    expect(out).toContain('y'.repeat(60));
    expect(out).not.toContain('Cells are wrapped');
  });
});

describe('a list', () => {
  const ROUTES = {
    'routes.ts': `import { Route } from '${DIST}';
Route.get('photos/(:num)', 'photos/show/$1', { as: 'photos.show', meta: { role: 'a', text: '${'t'.repeat(99)}' } });
Route.get('settings/(:any)/versions/(:num)', 'settings/versions/show/$1/$2', {
  as: 'settings.versions.show',
  meta: { role: 'admin', tags: ${JSON.stringify(Array(99).fill('x'))}, openapi: { summary: '${'s'.repeat(999)}' } },
});`,
  };
  const drawn = async (columns?: number) => {
    const cwd = folderOf(ROUTES);
    const { out } = await run('list routes.ts', columns === undefined ? { cwd } : { cwd, columns });
    return out.replaceAll(/\x1b\[\d+m/g, '').split('\n');
  };

  it.each([
    [
      60,
      [
        '#  METHOD  PATTERN                   DESTINATION',
        '1  GET     photos/(:num)             photos/show/$1',
        '2  GET     settings/(:any)/          settings/versions/show/',
        '             versions/(:num)           $1/$2',
        '',
        'No room for NAME, META, EXAMPLE: --json or --md shows all.',
      ],
    ],
    [
      80,
      [
        '#  METHOD  PATTERN                 DESTINATION            NAME',
        '1  GET     photos/(:num)           photos/show/$1         photos.show',
        '2  GET     settings/(:any)/        settings/versions/     settings.versions.show',
        '             versions/(:num)         show/$1/$2',
        '',
        'No room for META, EXAMPLE: --json or --md shows all.',
      ],
    ],
  ])(
    'cuts no word in a terminal of %d columns, and says what it leaves out',
    async (columns, expected) => {
      expect((await drawn(columns)).slice(0, expected.length)).toEqual(expected);
    },
  );

  it.each([200, undefined])('has only the start of long meta: %s columns', async (columns) => {
    const lines = await drawn(columns);
    expect(lines[1]).toContain(`  role=a text=${'t'.repeat(29)}…  `);
    expect(lines[2]).toContain('  role=admin tags=[…] openapi={…}  ');
    expect(lines.every(({ length }) => length < 200)).toBe(true);
  });
});

it('a table drops a column that is empty in every row, and fills other empty cells', () => {
  const rows = [
    ['', '1', ''],
    ['', '', '2'],
  ] as const;
  const { columns } = tableOf(rows, [
    { title: 'A', kind: 'code', say: ([a]) => a, nothing: 'never' },
    { title: 'B', kind: 'code', say: ([, b]) => b, nothing: 'none' },
    { title: 'C', kind: 'text', say: ([, , c]) => c },
  ]);
  expect(columns).toEqual([
    { title: 'B', kind: 'code', optional: false, cells: ['1', 'none'] },
    { title: 'C', kind: 'text', optional: false, cells: ['', '2'] },
  ]);
});

describe('Markdown', () => {
  it.each([
    ['a|b', '| `a\\|b` |'],
    ['a||b', '| `a\\|\\|b` |'],
    ['a\\|b', '| <code>a&#92;&#124;b</code> |'],
    ['a`b', '| `` a`b `` |'],
    ['``', '| ``` `` ``` |'],
    ['([a-z_*]+)', '| `([a-z_*]+)` |'],
    ['', '|  |'],
  ])('has code as written: %s', (text, line) => {
    const columns = [{ title: 'A', kind: 'code', cells: [lineOf(text)] }] as const;
    const [, , row] = markTable({ columns }).split('\n');
    expect(row).toBe(line);
  });

  it('has destinations and methods in columns', () => {
    const columns = [
      { title: 'A', kind: 'method', cells: [lineOf('GET')] },
      { title: 'B', kind: 'text', cells: [lineOf('a_b')] },
    ] as const;
    expect(markTable({ columns })).toBe('| A | B |\n| --- | --- |\n| GET | a\\_b |\n');
  });

  it.each([
    ['a*b_c', 'a\\*b\\_c'],
    ['`a` <b> | [c](d) \\', '\\`a\\` \\<b> \\| \\[c\\](d) \\\\'],
    ['a\n  b', 'a\\\\x0a b'],
    ['a   b', 'a b'],
    ['R&D, ~~x~~', 'R\\&D, \\~\\~x\\~\\~'],
  ])('has sentences that are not markup: %j', (text, marked) => {
    expect(markText(lineOf(text))).toBe(marked);
  });

  it('may have no rows', () => expect(markTable({ columns: [] })).toBe('|  |\n|  |\n'));

  it('is marked in every output of a command', async () => {
    const { out } = await run('reach no_where/at_all table.ts --md');
    expect(out).toBe("No request has the destination 'no\\_where/at\\_all'.\n");
  });
});

describe('answers in a cell', () => {
  it.each([
    [{ status: 'found', route: 'a', destination: 'b/c', params: [] }, 'b/c'],
    [{ status: 'found', route: 'a', destination: 'b/c', params: ['7', ''] }, "b/c ['7', '']"],
    [
      { status: 'found', route: 'GET a', destination: null, params: ['7'], handler: write },
      "(handler) GET a ['7']",
    ],
    [{ status: 'blocked', route: 'a' }, '(blocked)'],
    [{ status: 'method-not-allowed', allow: ['GET', 'HEAD'] }, '405, allowed: GET, HEAD'],
    [{ status: 'not-found' }, '404'],
    [{ status: 'not-found', destination: 'errors/none' }, '404, errors/none'],
    [{ status: 'bad-request', reason: 'invalid UTF-8' }, '400, invalid UTF-8'],
  ] as const)('are short: %j', (answer, text) => expect(sayAnswer(answer)).toBe(text));

  it.each([
    [0, '0 rows'],
    [1, '1 row'],
    [1221, '1,221 rows'],
  ])('count: %d', (number, text) => expect(counted(number, 'row')).toBe(text));
});

describe('progress', () => {
  const record = () => {
    const events: string[] = [];
    const startProgress = (label: string) => {
      events.push(label);
      return () => events.push('end');
    };
    return { events, startProgress };
  };

  it.each([
    ['list defined.ts', 'Listing'],
    ['match GET /a table.ts', 'Matching'],
    ['check table.ts', 'Checking 1 row'],
    ['reach x/y table.ts', 'Proving'],
    ['examples table.ts', 'Making examples'],
    ['diff table.ts table.ts', 'Comparing'],
  ])('is shown on a terminal while work is under way: %s', async (line, label) => {
    const { events, startProgress } = record();
    await run(line, { columns: 80, startProgress });
    expect(events).toEqual([label, 'end']);
  });

  it('is not shown elsewhere', async () => {
    const { events, startProgress } = record();
    await run('check table.ts', { startProgress });
    expect(events).toEqual([]);
  });

  it('is a line of standard error, which is removed when the work ends', () => {
    const written: string[] = [];
    const stop = progressOn({ write: (text) => written.push(text) })('Checking 7 rows');
    stop();
    expect(written).toEqual(['Checking 7 rows…', '\r\x1b[K']);
  });

  it('ends when the work fails', async () => {
    const { events, startProgress } = record();
    const io = { stderr: { write, isTTY: true }, startProgress };
    const failing = withProgress(io, 'Working', () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(events).toEqual(['Working', 'end']);
  });
});

it('draws a row below the other', () => expect(drawTable(TABLE, 80, false).text).toBe('ROW\na\n'));
