/** Tests of the benchmark itself: its tables, its peers' inputs, its misses and its ratios. */
import { describe, expect, it } from 'vitest';
import { sealed } from '../measured/page.ts';
import { CHANGED } from '../measured/program.ts';
import { findMistakes } from './contenders.ts';
import { figuresOf, withTables } from './pages.ts';
import { createFloor } from './parts/lookup.ts';
import { wrongMethods, wrongPaths } from './parts/miss.ts';
import { type Form, least, ratio, writeTable } from './report.ts';
import { BATCH, createPicker } from './rounds.ts';
import { medley, memoirist, renamed, wint } from './routers.ts';
import { LARGE, loadTable, STORED, toExpression, under } from './tables.ts';

describe('the GitHub-like table', () => {
  const { routes, requests } = loadTable(LARGE);

  it('has 1,200 routes, no two alike', () => {
    expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(1_200);
  });

  it('has routes of up to eight segments, and many of nearly as many', () => {
    const depths = routes.map(({ path }) => path.split('/').length - 1);
    expect(Math.max(...depths)).toBe(8);
    expect(depths.filter((depth) => depth >= 7).length).toBeGreaterThan(200);
  });

  it('asks for each route once', () => {
    expect(requests.map(({ expected }) => expected)).toEqual([...routes.keys()]);
  });
});

it.each(STORED)(
  'a table under a segment of its own the routes of %s match their requests below a further segment',
  (name) => {
    const { routes, requests } = under('t0', loadTable(name));
    for (const { path, expected } of requests) expect(path).toMatch(toExpression(routes[expected]));
  },
);

describe('a peer', () => {
  it('a peer that requires one name per position gets parameters that count segments', () => {
    const route = { method: 'GET', pattern: 'a/(:any)/b/(:any)', path: '/a/:x/b/:y' };
    expect(renamed([route])).toEqual([{ ...route, path: '/a/:p2/b/:p4' }]);
  });

  it.each([
    { peer: medley, name: 'github' },
    { peer: memoirist, name: LARGE },
    { peer: wint, name: 'hono' },
    { peer: wint, name: 'parse' },
  ])('$peer.name answers every request of $name with its route', ({ peer, name }) => {
    const table = loadTable(name);
    expect(findMistakes(peer, peer.build(peer.prepare(table.routes)), table)).toBeNull();
  });

  it('a wrong answer of a peer is detected', () => {
    const table = loadTable('hono');
    const [first] = table.routes;
    const lookup = memoirist.build([{ ...first, path: '/user' }]);
    expect(findMistakes(memoirist, lookup, table)).toContain('gave nothing instead of');
  });
});

describe('the floor', () => {
  it.each(STORED)('the floor answers with the captures of each route of %s', (name) => {
    const table = loadTable(name);
    const floor = createFloor(table);
    const answers = table.requests.map(({ path }, request) => floor.answer(request, path));
    const expected = table.requests.map(({ path, expected }) => {
      const { method, pattern } = table.routes[expected];
      const capturing = pattern.replaceAll(/\(:(?:any|num)\)/g, '([^/]+)');
      const [, ...params] = new RegExp(`^/${capturing}$`).exec(path) ?? [];
      const destination = [`h${expected}`, ...params].join('/');
      return { status: 'found', route: `${method} ${pattern}`, destination, params };
    });
    expect(answers).toEqual(expected);
  });

  it.each(['/event/7', '/event/7/comment', '/event/%37/comments', '/other/7/comments'])(
    'the floor has no answer to %s if another route matches',
    (path) => {
      const table = loadTable('hono');
      const request = table.requests.findIndex(({ expected }) => {
        return table.routes[expected].path === '/event/:id/comments';
      });
      expect(createFloor(table).answer(request, path)).toBeNull();
    },
  );
});

describe.each(['hono', 'github', 'static'])('the misses of %s', (name) => {
  const table = loadTable(name);
  const matching = (path: string) => table.routes.filter((route) => toExpression(route).test(path));

  it('no route matches wrong paths', () => {
    const misses = wrongPaths(table);
    expect(misses).toHaveLength(table.requests.length);
    expect(misses.flatMap(({ path }) => matching(path))).toEqual([]);
  });

  it('a wrong method is one that the path lacks', () => {
    const misses = wrongMethods(table);
    expect(misses.length).toBeGreaterThan(table.requests.length / 2);
    for (const { method, path } of misses) {
      const methods = matching(path).map((route) => route.method);
      expect(methods).not.toEqual([]);
      expect(methods).not.toContain(method);
    }
  });
});

describe('a batch', () => {
  it('a batch in order continues after the previous one', () => {
    const pick = createPicker('in order', 300);
    expect(pick().slice(-1)).toEqual([(BATCH - 1) % 300]);
    expect(pick()[0]).toBe(BATCH % 300);
  });

  it('a batch in random order reaches every request, in the same order in every run', () => {
    const picks = createPicker('random', 30)();
    expect(new Set(picks).size).toBe(30);
    expect(createPicker('random', 30)()).toEqual(picks);
  });
});

describe('the report', () => {
  const form: Form = {
    unit: 'ns',
    columns: ['own', 'one', 'two', 'none'],
    ratios: [least('fastest / own', ['one', 'two'], 'own'), ratio('own', 'floor')],
    mean: true,
  };

  it('a table shows medians, the best in bold, and ratios with the lowest and highest of the runs', () => {
    const runs = [10, 20, 40].map((own) => [{ label: 'hono', figures: { own, one: 30, two: 60 } }]);
    expect(writeTable(form, runs)).toBe(
      [
        '| ns | own | one | two | fastest / own | own / floor |',
        '| --- | --: | --: | --: | --: | --: |',
        '| hono | **20** | 30 | 60 | 1.50 (0.75–3.00) | – |',
        '| geometric mean |  |  |  | 1.50 (0.75–3.00) | – |',
        '',
      ].join('\n'),
    );
  });

  it('a geometric mean is over the rows that have the ratio', () => {
    const rows = [
      { label: 'a', figures: { own: 10, one: 20, floor: 5 } },
      { label: 'b', figures: { own: 10, two: 5 } },
    ];
    expect(writeTable(form, [rows]).split('\n').at(-2)).toBe(
      '| geometric mean |  |  |  | 1.00 | 2.00 |',
    );
  });

  it('a table says once why a contender has no figure, and in which rows', () => {
    const missing = { peer: 'cannot' };
    const rows = ['a', 'b'].map((label) => ({ label, figures: {}, missing }));
    expect(writeTable(form, [rows, rows])).toContain('figure:\n\n- peer: cannot (a, b)\n');
  });

  const page = (first: string, second: string) =>
    `# Benchmarks\n\n2025-01-31, node 1.\nPeers: none.\n\n3 runs; some.\n\n${first}\nTimes.\n\n${second}`;
  const OLD = page(
    '| ns | a |\n| 20 |\n\nA dash means it:\n\n- b: cannot (a)\n',
    '| µs | a |\n| 7 |\n',
  );
  const TABLES = ['| µs | a |\n| 8 |\n', '| ns | a |\n| 30 |\n'];

  it('a page gets new tables, each in the place of its unit, and keeps its prose', () => {
    const written = withTables(
      OLD.replace('\n\n3 runs', `\n${CHANGED}\n\n3 runs`),
      TABLES,
      5,
      'abcd1234',
    );
    const body = written.slice(written.indexOf('\n')).trim();
    expect(written).toBe(sealed('bench', body, figuresOf(body)));
    const [, date, peers] = /\n(\d{4}.*)\n(Peers:.*)\n/.exec(body) ?? [];
    expect(date).toMatch(/^\d{4}-\d\d-\d\d, waymark abcd1234 <!-- matcher [\da-f]{16} -->, node /);
    expect(peers).toMatch(/ @medley\/router \d+\.\d+\.\d+, .*wint-js \d+\.\d+\.\d+\.$/);
    expect(figuresOf(body)).toBe([date, '| ns | a |', '| 30 |', '| µs | a |', '| 8 |'].join('\n'));
    const undated = body.replace(date, '2025-01-31, node 1.').replace(peers, 'Peers: none.');
    expect(`${undated}\n`).toBe(page(TABLES[1], TABLES[0]).replace('3 runs', '5 runs'));
  });

  it.each([
    ['a table without a place', [...TABLES, '| bytes | own |\n'], 'no place on the page'],
    ['a place without a table', TABLES.slice(1), 'not measured: µs'],
  ])('a page is not written with %s', (_, tables, problem) => {
    expect(() => withTables(OLD, tables, 5, 'abcd1234')).toThrow(problem);
  });
});
