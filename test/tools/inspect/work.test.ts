/** The work of proofs, counted in steps, so no limit depends on the machine's speed. */
import { DFA, NFA } from 'refa';
import { afterEach, expect, it, vi } from 'vitest';
import { DfaNodes, NfaNodes, withBudget } from '../../../src/tools/inspect/automata/budget.ts';
import { Languages } from '../../../src/tools/inspect/automata/languages.ts';
import { Overlaps } from '../../../src/tools/inspect/automata/overlaps.ts';
import { RowsBehind } from '../../../src/tools/inspect/check/behind.ts';
import { Inspection } from '../../../src/tools/inspect/inspection.ts';
import { check, diff } from '../../../src/tools/inspect.ts';

function rows(count: number, row: (number: number) => readonly [string, string]) {
  return Object.fromEntries(Array.from({ length: count }, (_, number) => row(number)));
}

const SLUGS = rows(300, (n) => [`([a-z-]+)-s${n}\\.html`, `x${n}/$1`]);
const MANY = Object.entries(rows(2000, (n) => [`m${n}/(:num)`, `x/${n}/$1`]));
const ALL = ['(.+)', 'pages/$1'];
const LAST = Object.fromEntries([...MANY, ALL]);
const MIDDLE = Object.fromEntries([...MANY.slice(0, 1000), ALL, ...MANY.slice(1000)]);
const STARTS = Object.entries(
  rows(1000, (n) =>
    n % 2 === 0 ? [`(:any)/s${n >> 1}`, `x${n}/$1`] : [`s${n >> 1}/(:any)`, `x${n}/$1`],
  ),
);
const PARAMS = Object.fromEntries(STARTS);
const ANSWERED = Object.fromEntries(STARTS.map(([key, to]) => [key, `y${to}`]));
const SPELLED = Object.fromEntries(
  STARTS.map(([key, to]) => [key.replace('(:any)', '([^/]+)'), to]),
);
const [ANY, TEXT] = [0, 1].map((kind) => STARTS.filter((_, n) => n % 2 === kind));
const GROUPED = Object.fromEntries([...ANY, ...TEXT]);
const MOVED = Object.fromEntries([...ANY.slice(1), ANY[0], ...TEXT]);
const ENDS = rows(300, (n) => [`(:any)/s${n}-(?:/(:num))?`, `x${n}/$1`]);
const TWICE = rows(8, (n) => [`a${n}/([a-z]{2}).html`, `x/$1`]);
const WRITTEN = rows(8, (n) => [`a${n}/([a-z][a-z]).html`, `x/$1`]);
const ALTERNATIVES = rows(8, (n) => [`a${n}/([a-z][a-z]|[a-z])\\.html`, `x/$1`]);
const OPTIONAL = rows(8, (n) => [`a${n}/([a-z][a-z]?)\\.html`, `x/$1`]);

/** Runs a task, and counts built automata and products, answers looked at, and compared rows. */
async function workOf(run: () => unknown) {
  const automata = vi.spyOn(NFA, 'fromRegex');
  const products = vi.spyOn(DFA, 'fromIntersection');
  const asked = vi.spyOn(Inspection.prototype, 'winnerOf');
  const near = vi.spyOn(Overlaps.prototype, 'with');
  await run();
  const neighbours = near.mock.results.reduce((sum, { value }) => sum + value.length, 0);
  return {
    automata: automata.mock.calls.length,
    products: products.mock.calls.length,
    asked: asked.mock.calls.length,
    neighbours,
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** Limits above the need of each task, and below its work without the shortcut. */
const MOST = { automata: 50, products: 100, asked: 30_000, neighbours: 15_000 };

function expectLittle(work: Awaited<ReturnType<typeof workOf>>) {
  for (const key of ['automata', 'products', 'asked', 'neighbours'] as const) {
    expect(work[key], key).toBeLessThanOrEqual(MOST[key]);
  }
}

it.each([
  ['spellings of the same groups', TWICE, WRITTEN, true],
  ['a segment with a number', { 'p(:num)': 'x/$1' }, { 'p(\\d+)': 'x/$1' }, true],
  ['groups that few paths match', ALTERNATIVES, OPTIONAL, true],
  ['patterns that end differently', SLUGS, { ...SLUGS, '([a-z-]+)-s7\\.html': 'y' }, false],
  ['a catch-all that moves', LAST, MIDDLE, false],
  ['rows that start with a param', PARAMS, { ...PARAMS, 's1/(:any)': 'y' }, false],
  ['such rows with other answers', PARAMS, ANSWERED, false],
  ['such rows, spelled otherwise', PARAMS, SPELLED, true],
  ['such rows, one of which moves', GROUPED, MOVED, true],
  ['rows with an optional end', ENDS, Object.fromEntries(Object.entries(ENDS).reverse()), true],
])('diff decides with little work: %s', async (_, before, after, alike) => {
  const work = await workOf(() => {
    const found = diff(before, after);
    expect(found.undecided).toEqual([]);
    expect(found.alike).toBe(alike);
  });
  expectLittle(work);
});

it('check compares few patterns that end differently', async () => {
  expectLittle(await workOf(async () => expect(await check(SLUGS)).toEqual([])));
});

it('check looks for the rows behind a block only after it', async () => {
  const before = rows(60, (n) => [`m${n}/([a-z]+)`, 'x/$1']);
  const table = { ...before, '[a-z]+\\d?/(.+)': '', '(.+)': 'pages/$1' };
  const inspection = new Inspection(table);
  const work = await workOf(() => new RowsBehind(inspection, inspection.rows[60]).all());
  expectLittle(work);
});

it('check asks the router for the destination of autoRoute before it proves anything', async () => {
  class Controller {
    index() {}
    show() {}
  }
  const names = Array.from({ length: 40 }, (_, n) => `m${n}`);
  const files = Object.fromEntries(
    names.map((name) => [
      `application/controllers/${name}.ts`,
      async () => ({ default: Controller }),
    ]),
  );
  const table = Object.fromEntries(
    names.flatMap((name) => [
      [`${name}/list`, `${name}/index`],
      [`${name}/(:num)`, `${name}/show/$1`],
    ]),
  );
  expectLittle(
    await workOf(async () => expect(await check(table, { files, autoRoute: true })).toEqual([])),
  );
});

it('the rows near others are found again when too many are kept', () => {
  const inspection = new Inspection(rows(720, (n) => [`(.+)-${n}x*`, 'x']));
  for (const row of [...inspection.rows, ...inspection.rows]) {
    expect(inspection.nearTo(row)).toHaveLength(720);
  }
});

/** Twelve rows, each of which blocks or names paths of others in its own way. */
const TANGLED = {
  'GET (?:(fr|en)/)?é/(.+)': '$0',
  ba: 'x',
  'GET (?!é(?:/|$))(:any)-(:any)(?:/(:any)(?:/(:any))?)?': '',
  '(.+)/(login(?:-(:num))?)/ba/(?!new)(:any)/(login(?:-ba)?)(?:/(:num))?': '',
  '(?!a/|b/)ba/(.*)': '$2/$1/$3',
  'HEAD 50%25/(:num)/(login(?:-ba)?)(?:/(:any))?': 'x/y',
  'GET (:any)\\.json/(login(?:-ba)?)/:num(?:/(:any))?': '',
  '😀(.*)': '$0',
  '(.+)/😀/(.*?)/(.*)': '${1}0/$0',
  'GET 日本': 'a_b/$1',
  'POST (?!é(?:/|$))日本/(.*)\\.json': 'x',
  '😀': 'x$1/y$2',
};

/** Builds nodes and follows transitions as check does, and counts them. */
async function nodesOf(table: Record<string, string>) {
  const nodes = [DfaNodes, NfaNodes].map((kind) => vi.spyOn(kind.prototype, 'createNode'));
  const findings = await check(table);
  return { findings, built: nodes.reduce((sum, { mock }) => sum + mock.calls.length, 0) };
}

it('check stops at a number of nodes, and says what it could not prove', async () => {
  const { findings, built } = await nodesOf(TANGLED);
  expect(built).toBeLessThanOrEqual(12 * 8000 + 1);
  expect(findings.map(({ kind }) => kind)).toContain('block-action');
  expect(findings.at(-1)).toMatchObject({
    kind: 'unproved',
    message: expect.stringMatching(/^The proofs about .* take too much work/),
  });
});

it('check may build more nodes for more rows', async () => {
  const more = rows(48, (n) => [`m${n}`, `x/m${n}`]);
  expect((await nodesOf({ ...more, ...TANGLED })).built).toBeGreaterThan(12 * 8000 + 1);
});

it('a spent budget ends with its task', () => {
  const paths = () => new Languages().of('a/(.+)');
  const tooMuch = { reason: 'it takes too much work' };
  expect(withBudget(1000, () => [withBudget(10, paths), paths()])).toMatchObject([tooMuch, {}]);
  expect(withBudget(10, paths)).toMatchObject(tooMuch);
  expect(paths()).toBeInstanceOf(DFA);
});
