/** The data that a table carries besides its strings, after a copy, merge, change or print. */
import { beforeEach, describe, expect, it } from 'vitest';
import { registry } from '../../src/define/registry.ts';
import {
  createRouter,
  type Found,
  type Meta,
  Route,
  type RouteTable,
  type SuppliedTable,
} from '../../src/index.ts';
import { parsePattern } from '../../src/pattern/parse.ts';
import { expandBuiltIns } from '../../src/pattern/placeholder.ts';
import { isHomeWritten, readTable, writeTable } from '../../src/table/table.ts';

beforeEach(() => Route.reset());

const one = () => 'one';
const other = () => 'other';

/** The answer to a path: its handler's name, or else the destination. */
function answers(table: SuppliedTable, path: string): string | undefined {
  const { handler, destination } = createRouter(table).resolve('GET', path) as Found; // the cast: a blocked or missing path has neither
  return handler?.name ?? String(destination);
}

const metaAt = (table: SuppliedTable, path: string): Meta | undefined =>
  (createRouter(table).resolve('GET', path) as Found).meta; // the cast: every path here is found

const first = (): RouteTable =>
  Route.collect(() => {
    Route.get('a', 'x/a', { as: 'a', meta: { role: 'first' } }, one);
    Route.get('b', 'x/b', { meta: { role: 'second' } });
  });
const second = (): RouteTable => Route.collect(() => Route.get('c', 'x/c', {}, other));

describe('a table with handlers or meta', () => {
  const table = first();

  it.each<[string, (table: RouteTable) => SuppliedTable]>([
    ['itself', (table) => table],
    ['a spread', (table) => ({ ...table })],
    ['Object.assign', (table) => Object.assign({}, table)],
    ['a spread of a spread', (table) => ({ ...{ ...table } })],
    ['a further row', (table) => ({ ...table, d: 'x/d' })],
    ['a row less', ({ default_controller: _, ...table }) => table],
    [
      'a merge with a plain table',
      (table) => ({ ...table, ...Route.collect(() => Route.any('z', 'z')) }),
    ],
    ['a merge with a table of handlers', (table) => ({ ...table, ...second() })],
    ['a merge the other way round', (table) => ({ ...second(), ...table })],
    ['another Route.map', (table) => Route.map(table)],
    ['another Route.collect', (table) => Route.collect(table, () => Route.any('z', 'z'))],
  ])('keeps them in %s', (_, copy) => {
    const copied = copy(table);
    expect(answers(copied, '/a')).toBe('one');
    expect(metaAt(copied, '/a')).toEqual({ role: 'first' });
    expect(metaAt(copied, '/b')).toEqual({ role: 'second' });
    expect(createRouter(copied).resolve('GET', '/a')).toMatchObject({ name: 'a' });
  });

  it('keeps those of both tables in a merge', () => {
    const merged = { ...first(), ...second() };
    expect(['/a', '/b', '/c'].map((path) => answers(merged, path))).toEqual([
      'one',
      'x/b',
      'other',
    ]);
    expect(Route.url('a', [], { routes: merged })).toBe('/a');
  });

  it('takes a key of both tables from the later one', () => {
    const later = Route.collect(() => Route.get('a', 'x/a', { meta: { role: 'later' } }, other));
    expect(answers({ ...first(), ...later }, '/a')).toBe('other');
    expect(metaAt({ ...first(), ...later }, '/a')).toEqual({ role: 'later' });
    expect(answers({ ...later, ...first() }, '/a')).toBe('one');
  });

  it('takes a name of both tables from the later one', () => {
    const later = Route.collect(() => Route.get('z', { as: 'a' }, other));
    expect(Route.url('a', [], { routes: { ...first(), ...later } })).toBe('/z');
    expect(Route.url('a', [], { routes: { ...later, ...first() } })).toBe('/a');
  });

  it('loses them if a destination is changed', () => {
    const changed = { ...table, 'GET a': 'x/changed' };
    expect(createRouter(changed).resolve('GET', '/a')).toEqual({
      status: 'found',
      route: 'GET a',
      destination: 'x/changed',
      params: [],
    });
    expect(metaAt(changed, '/b')).toEqual({ role: 'second' });
  });

  it('loses them in JSON, and in a copy of its entries', () => {
    expect(answers(JSON.parse(JSON.stringify(table)), '/a')).toBe('x/a');
    expect(answers(Object.fromEntries(Object.entries(table)), '/a')).toBe('x/a');
  });

  it('has only strings among its keys and in JSON', () => {
    const strings = { default_controller: 'home', 'GET a': 'x/a', 'GET b': 'x/b' };
    expect(Object.keys(table)).toEqual(Object.keys(strings));
    expect(JSON.parse(JSON.stringify(table))).toEqual(strings);
  });

  it('equals another one of the same definitions', () => {
    expect(first()).toEqual(first());
    expect(first()).not.toEqual({ ...first(), 'GET b': 'x/c' });
  });
});

it("a table does not read a user's symbol as its own", () => {
  const table = { a: 'b', [Symbol('waymark.rows.6 x')]: 7, [Symbol.for('x')]: 8 };
  const { rows, names, mistakes } = readTable(table, 'test');
  expect(rows.map(({ key }) => key)).toEqual(['a']);
  expect([...names, ...mistakes]).toEqual([]);
});

describe('the parsed pattern of a row', () => {
  it.each(['a/(:num)', 'a/([a-z]+)-(:num)', 'x|y'])('is carried by the table: %j', (pattern) => {
    Route.any(pattern, 'x');
    const [parsed] = registry().current.rows.map((row) => row.parsed);
    expect(parsed).toMatchObject({ written: pattern, source: expandBuiltIns(pattern) });
    expect(parsed?.choices).toEqual(parsePattern(pattern, '').choices);
    const mapped = readTable(Route.map(Route.map()), '').rows.find(({ key }) => key === pattern);
    expect(mapped?.parsed).toBe(parsed);
  });

  it('is used by the router to match, so that no pattern is parsed twice', () => {
    const read = readTable({ 'a/(b|c)': 'x/$1' }, '');
    const parsed = parsePattern('d/(e|f)', '');
    const rows = read.rows.map((row) => ({ ...row, parsed }));
    const router = createRouter(writeTable({ ...read, rows }));
    expect(router.resolve('GET', '/d/e')).toMatchObject({ status: 'found', destination: 'x/e' });
    expect(router.resolve('GET', '/a/b').status).toBe('not-found');
  });

  it('is not that of the default controller, which answers the empty path', () => {
    Route.any('default_controller', 'welcome');
    const router = createRouter(Route.map());
    expect(router.resolve('GET', '/')).toMatchObject({ destination: 'welcome' });
    expect(router.resolve('GET', '/default_controller').status).toBe('not-found');
  });

  it('is missing in a raw table, even below a placeholder that Route defined', () => {
    Route.placeholder('year', '[0-9]{4}');
    const { rows } = readTable(Route.map({ 'a/(:year)': 'x/$1', 'b/(:num)': 'y' }), '');
    expect(rows.map(({ parsed }) => parsed)).toEqual([undefined, undefined, undefined]);
  });
});

describe('whether the default controller was written', () => {
  const written = () => Route.collect({ default_controller: 'welcome' }, () => Route.get('a', one));

  it.each<[string, () => SuppliedTable, boolean]>([
    ['a table with it', written, true],
    ['a table without it', first, false],
    ['a copy', () => ({ ...first() }), false],
    ['a merge whose last table has it', () => ({ ...first(), ...written() }), true],
    ['a merge whose last table lacks it', () => ({ ...written(), ...first() }), false],
    ['a copy in which it is written', () => ({ ...first(), default_controller: 'welcome' }), true],
    ['no setting at all', () => ({ a: 'b' }), false],
    [
      'a call that defines it',
      () => Route.collect(() => Route.any('default_controller', 'x')),
      true,
    ],
    [
      'a call that defines home',
      () => Route.collect(() => Route.any('default_controller', 'home')),
      true,
    ],
    ['a table with home', () => Route.map({ default_controller: 'home' }), true],
    ['an object with home, or JSON', () => ({ default_controller: 'home' }), false],
    ['an object or JSON with another', () => ({ default_controller: 'welcome' }), true],
  ])('is known of %s', (_, make, isWritten) => {
    expect(isHomeWritten(readTable(make(), 'test').rows)).toBe(isWritten);
  });
});
