/** Places of route definitions, recorded on request. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { registry } from '../../../src/define/registry.ts';
import { Route, type RouteSchemas, type SuppliedTable } from '../../../src/index.ts';
import { check, list, recordSources, type Sources } from '../../../src/tools/inspect.ts';

const FILE = import.meta.filename;

let sources: Sources;
beforeEach(() => {
  Route.reset();
  sources = recordSources();
});
afterEach(() => {
  sources.stop();
  Error.stackTraceLimit = 10;
});

/** The line of the call. */
function here(): number {
  const [, , line] = (new Error().stack ?? '').split('\n');
  return Number(/:(\d+):\d+\)?$/.exec(line)?.[1]);
}

/** The lines of a table's rows, by key. */
function linesIn(table: SuppliedTable) {
  const rows = list(table).map(({ route, source }) => {
    if (source !== null) expect(source.file).toBe(FILE);
    return [route, source?.line ?? null];
  });
  return Object.fromEntries(rows);
}

describe('the source of a route', () => {
  it('is the line that calls Route, for all the rows that the call makes', () => {
    const first = here() + 1;
    Route.get('a', 'x/y');
    Route.resources('photos', {
      only: ['index'],
      children: () => {
        Route.block('secret');
      },
    });
    const { put } = Route;
    Route.prefix('api', () => put('b', 'x/y'));
    expect(linesIn(Route.map({ 'from/table': 'x/y' }))).toEqual({
      'from/table': null,
      'GET a': first,
      'GET photos': first + 1,
      'photos/([a-zA-Z0-9\\-_]+)/secret': first + 4,
      'PUT api/b': first + 8,
    });
  });

  it('is known for collected routes', () => {
    const first = here() + 1;
    const table = Route.collect(() => Route.any('a', 'x/y'));
    Route.any('b', 'x/y');
    expect(linesIn(table)).toEqual({ a: first });
    expect(linesIn(Route.map())).toEqual({ b: first + 1 });
  });

  it('is that of the definition that set the destination of the row', () => {
    const first = here() + 1;
    Route.get('a', 'x/one');
    Route.any('a', 'x/two');
    Route.any('b', 'x/one');
    Route.get('b', 'x/two');
    Route.any('404', 'x/one');
    Route.any('404', 'x/two');
    expect(linesIn(Route.map())).toEqual({
      'GET a': first + 1,
      a: first + 1,
      'GET b': first + 3,
      b: first + 2,
      '/404': first + 5,
    });
  });

  it('has the column where the call is, as the source has it', () => {
    // biome-ignore format: the columns are the test
    const define = () => { const name: string = 'a'; Route.get(name, 'x/y'); };
    const line = here() - 1;
    define();
    expect(list(Route.map())[0].source).toEqual({ file: FILE, line, column: 60 });
  });

  it('goes with its row: through a copy of the table, and by another definition elsewhere', () => {
    const first = here() + 1;
    const one = Route.collect(() => Route.any('a', 'x/y'));
    const other = Route.collect(() => Route.any('a', 'x/z'));
    expect(linesIn({ ...one })).toEqual({ a: first });
    expect(linesIn(other)).toEqual({ a: first + 1 });
    expect(linesIn(Route.map(one))).toEqual({ a: first });
    expect(linesIn({ ...one, a: 'x/other' })).toEqual({ a: null });
  });

  it('is recorded while a caller asks for it', () => {
    const other = recordSources();
    const first = here() + 1;
    Route.any('a', 'x/y');
    sources.stop();
    Route.any('b', 'x/y');
    other.stop();
    Route.any('c', 'x/y');
    expect(linesIn(Route.map())).toEqual({ a: first, b: first + 2, c: null });
  });

  it('is not on a row unless a caller asks for it', () => {
    sources.stop();
    Route.any('a', 'x/y');
    expect(Reflect.ownKeys(registry().current.rows[0])).not.toContain('source');
  });

  it('is the place in the source that the caller finds for compiled code', () => {
    sources.stop();
    sources = recordSources(({ file, line, column }) => ({
      file: `${file}x`,
      line,
      column: 7000 + column,
    }));
    Route.any('a', 'x/y');
    const found = list(Route.map())[0].source;
    expect(found?.file).toBe(`${FILE}x`);
    expect(found?.column).toBeGreaterThan(7000);
  });

  it('is not known for earlier definitions', () => {
    sources.stop();
    Route.any('a', 'x/y');
    sources = recordSources();
    expect(linesIn(Route.map())).toEqual({ a: null });
  });

  it.each([0, 1, 2])('is not known if a stack has %i lines', (limit) => {
    Error.stackTraceLimit = limit;
    Route.any('a', 'x/y');
    expect(linesIn(Route.map())).toEqual({ a: null });
  });

  it('is read from URLs, on Windows too', () => {
    const stackOf = (...places: string[]) =>
      ['Error', ...places.map((place) => `    at f (${place}:3:5)`)].join('\n');
    const prepare = Error.prepareStackTrace;
    try {
      const sourceOf = (...places: string[]) => {
        Error.prepareStackTrace = () => stackOf('file:///p/inspect.js', ...places);
        Route.any('a', 'x/y');
        return registry().current.rows.at(-1)?.source ?? null;
      };
      const place = { line: 3, column: 5 };
      const dist = 'file:///p/dist';
      expect(sourceOf(`${dist}/c.js`, `${dist}/d.js`, 'file:///a%20b/r.ts')).toEqual({
        file: '/a b/r.ts',
        ...place,
      });
      const windows = ['C:\\p\\src\\define\\d.ts', 'C:\\p\\src\\errors\\c.ts', 'C:\\r.ts'];
      expect(sourceOf(...windows)).toEqual({ file: 'C:\\r.ts', ...place });
      const url = sourceOf('file:///C:/p/dist/c.js', 'file:///C:/p/dist-r/r.ts');
      expect(url).toEqual({ file: 'C:/p/dist-r/r.ts', ...place });
      expect(sourceOf('/p/dist/c.js', '/p/dist/define/c.js')).toBeNull();
    } finally {
      if (prepare === undefined)
        delete (Error as { prepareStackTrace?: unknown }).prepareStackTrace;
      else Error.prepareStackTrace = prepare;
    }
  });
});

it.each<[string, () => void, [rows: number, more: string][]]>([
  ['a resource', () => Route.resources('photos/:id/x'), [[7, '6 more rows like it.']]],
  [
    'a resource of two actions',
    () => Route.resources('photos/:id/x', { only: ['index', 'create'] }),
    [[2, '1 more row like it.']],
  ],
  [
    'two calls',
    () => {
      Route.get(':a', 'x');
      Route.get('x/:a', 'x');
    },
    [
      [1, ''],
      [1, ''],
    ],
  ],
])('a slip in an argument of a call is one warning: %s', async (_what, define, expected) => {
  define();
  const findings = await check(Route.map(), { sources });
  expect(findings.map(({ kind }) => kind)).toEqual(expected.map(() => 'parameter-syntax'));
  for (const [index, [rows, more]] of expected.entries()) {
    expect(findings[index].rows).toHaveLength(rows);
    expect(findings[index].message).toContain(more);
    expect(findings[index].message.includes('The same call has')).toBe(more !== '');
    expect(Object.keys(findings[index])).not.toContain('call');
  }
});

describe('a definition that a later one replaces', () => {
  type Define = () => void;
  const one: Define = () => Route.get('a', 'x/one');
  const two: Define = () => Route.get('a', 'x/two');
  const block: Define = () => Route.block('a');
  const SCHEMA = z.object({ a: z.string() });
  const handler = () => 'handled';
  const posting =
    (schemas: RouteSchemas): Define =>
    () =>
      Route.post('a', schemas, handler);

  const found = async (...definitions: Define[]) => {
    for (const define of definitions) define();
    return (await check(Route.map(), { sources })).filter(({ kind }) => kind === 'replaced');
  };

  it('is found, with its line', async () => {
    const line = here() + 2;
    const findings = await found(() => {
      Route.get('a', 'x/one');
      Route.get('a', 'x/two');
    });
    expect(findings).toEqual([
      {
        level: 'warning',
        kind: 'replaced',
        rows: ['GET a'],
        message: `'GET a' is defined again later, which replaces 'x/one' (line ${line}).`,
        source: { file: FILE, line: line + 1, column: 13 },
      },
    ]);
  });

  it.each<[string, string, ...Define[]]>([
    ['by a route of every method', 'a', block, () => Route.any('a', 'x/two')],
    ['by a route of one method', 'POST a', block, () => Route.post('a', 'x/two')],
    [
      'by a resource',
      'GET photos/new',
      () => Route.block('photos/new'),
      () => Route.resources('photos'),
    ],
  ])('is an error if it opens a block: %s', async (_, key, ...definitions) => {
    const [finding, ...others] = await found(...definitions);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ level: 'error', kind: 'replaced', rows: [key] });
    const message = finding.message.replace(/ \(line \d+\)/, '');
    expect(message).toBe(`'${key}' opens a block, which is defined before it.`);
    expect(finding.source?.line).toBeGreaterThan(0);
  });

  it('says that a block is opened for one method after it was opened for another', async () => {
    const findings = await found(block, () => Route.post('a', 'x/two'), two);
    expect(findings.flatMap(({ rows }) => rows)).toEqual(['POST a', 'GET a']);
  });

  const meta = { role: 'admin' };

  it.each<[string, string, string, ...Define[]]>([
    ['several times', 'GET a', "'x/one' and 'x/two'", one, two, () => Route.get('a', 'x/three')],
    ['by all methods', 'GET a', "'x/one'", one, ...Array(2).fill(() => Route.any('a', 'x/two'))],
    [
      'a route of a resource',
      'GET photos',
      "'photos/index'",
      () => Route.resources('photos', { only: ['index'] }),
      () => Route.get('photos', 'x/two'),
    ],
    ['other meta', 'GET a', "'x/one'", () => Route.get('a', 'x/one', { meta }), one],
    ['another handler', 'GET a', 'a handler', () => Route.get('a', 'x/one', {}, () => 1), one],
  ])('is found: %s', async (_, key, before, ...definitions) => {
    const [finding, ...others] = await found(...definitions);
    expect(others).toEqual([]);
    expect(finding.rows).toEqual([key]);
    const message = finding.message.replace(/ \(line \d+\)/g, '');
    expect(message).toBe(`'${key}' is defined again later, which replaces ${before}.`);
  });

  it.each<[string, ...Define[]]>([
    ['the destination is the same', one, one],
    ['the methods differ', one, () => Route.post('a', 'x/two')],
    [
      'one route of a resource is blocked',
      () => Route.resources('photos'),
      () => Route.delete('photos/([a-zA-Z0-9\\-_]+)', ''),
    ],
    ['what one method has is blocked for all of them', one, block],
    ['one method is for itself after all', () => Route.any('a', 'x/one'), two],
    ['it is of another table', () => Route.collect(one), two],
  ])('is not reported if %s', async (_, ...definitions) => {
    expect(await found(...definitions)).toEqual([]);
  });

  it.each<[string, count: number, ...Define[]]>([
    ['other schemas', 1, posting({ body: SCHEMA }), posting({ query: SCHEMA })],
    ['the same schemas', 0, posting({ body: SCHEMA }), posting({ body: SCHEMA })],
    ['no schemas', 1, posting({ body: SCHEMA }), posting({})],
    ['some schemas', 1, posting({}), posting({ params: SCHEMA })],
  ])('has a handler with %s', async (_, count, ...definitions) => {
    expect(await found(...definitions)).toHaveLength(count);
  });

  it('is shown with its file if that is another one', async () => {
    sources.stop();
    let files = 0;
    sources = recordSources((place) => ({ ...place, file: `/app/${++files}.ts`, line: 7 }));
    const [{ message }] = await found(one, two);
    expect(message).toBe("'GET a' is defined again later, which replaces 'x/one' (1.ts:7).");
  });

  it('is shown without its line if that is not known', async () => {
    Error.stackTraceLimit = 0;
    const [{ message }] = await found(one, two);
    expect(message).toBe("'GET a' is defined again later, which replaces 'x/one'.");
  });

  it('is not known without a record', async () => {
    one();
    two();
    expect(await check(Route.map())).toEqual([]);
  });
});

it('the registry that is recorded may be recorded by another copy of the package', async () => {
  const copy = '../../../src/tools/inspect/sources.ts?copy';
  const other: Sources = (await import(/* @vite-ignore */ copy)).recordSources();
  const again = recordSources();
  const line = here() + 1;
  Route.any('a', 'x/y');
  other.stop();
  again.stop();
  expect(linesIn(Route.map())).toEqual({ a: line });
});
