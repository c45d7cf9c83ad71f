/** Accepted findings, and findings of one kind that are reported once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Controller } from '../../../src/hmvc.ts';
import { Route } from '../../../src/index.ts';
import {
  type Acceptance,
  check,
  FINDING_KINDS,
  type FindingKind,
  recordSources,
  type Sources,
} from '../../../src/tools/inspect.ts';

const TABLE = { 'sitemap.xml': 'site/map', 'robots.txt': 'site/robots', 'feed.json': 'site/feed' };
const reason = 'any character is meant';

class Lonely extends Controller {
  c() {}
}

/** The kinds and rows of the remaining findings. */
const left = async (
  table: Readonly<Record<string, string>>,
  accept: readonly Acceptance[],
  more = {},
) => (await check(table, { accept, ...more })).map(({ kind, rows }) => [kind, rows]);

describe('a slip that many rows have', () => {
  it('is one finding, which has all rows and names three of them', async () => {
    const more = { ...TABLE, 'a.b': 'x/y', 'c.d': 'x/y' };
    expect(await check(more)).toEqual([
      {
        level: 'warning',
        kind: 'dot',
        rows: Object.keys(more),
        message:
          "In the patterns of 'sitemap.xml', 'robots.txt', 'feed.json' and 2 more, a dot before a letter or digit is any character; write \\. for a dot.",
      },
    ]);
  });

  it('names all rows of a few', async () => {
    const [{ message }] = await check(TABLE);
    expect(message).toContain("patterns of 'sitemap.xml', 'robots.txt' and 'feed.json', a dot");
  });

  it('has the place of its first row', async () => {
    Route.reset();
    const sources = recordSources();
    Route.any('sitemap.xml', 'site/map');
    Route.any('robots.txt', 'site/robots');
    sources.stop();
    const [{ source, rows }] = await check(Route.map());
    expect(rows).toHaveLength(2);
    expect(source).toMatchObject({ file: import.meta.filename, column: 11 });
  });
});

describe('a finding is accepted', () => {
  it.each<[string, Acceptance, readonly string[]]>([
    ['with all of its kind', { kind: 'dot', reason }, []],
    ['for one row', { kind: 'dot', rows: ['robots.txt'], reason }, ['sitemap.xml', 'feed.json']],
    [
      'for two',
      { kind: 'dot', rows: ['sitemap.xml', 'robots.txt', 'none'], reason },
      ['feed.json'],
    ],
  ])('%s', async (_, acceptance, rows) => {
    expect(await left(TABLE, [acceptance])).toEqual(rows.length === 0 ? [] : [['dot', rows]]);
  });

  it('in one file, and not in another', async () => {
    const files = {
      'controllers/a.ts': async () => ({ default: Lonely }),
      'controllers/b.ts': async () => ({ default: class extends Lonely {} }),
    };
    const accept = [{ kind: 'unreached-action', file: 'controllers/a.ts', reason }] as const;
    const findings = await check({}, { files, roots: ['.'], accept });
    expect(findings.map(({ source }) => source?.file)).toEqual(['controllers/b.ts']);
  });

  it('also if it stands for another that it explains', async () => {
    class Empty extends Controller {}
    const files = { 'controllers/users.ts': async () => ({ default: Empty }) };
    const slip = { kind: 'empty-segment', rows: ['a'], reason } as const;
    expect(await left({ a: '/users/login' }, [slip], { files, roots: ['.'] })).toEqual([]);
  });

  it('but not a finding about a row that is only involved in it', async () => {
    const table = { 'a/(:any)': 'x/$1', 'a/b': 'x/y' };
    const kinds = await left(table, [{ kind: 'unreached', rows: ['a/(:any)'], reason }]);
    expect(kinds.map(([kind]) => kind)).toEqual(['unreached', 'unused-acceptance']);
  });
});

describe('an acceptance is a finding', () => {
  it('if it no longer accepts anything', async () => {
    const source = { file: '/app/routes.ts', line: 3, column: 5 };
    const accept: Acceptance[] = [
      { kind: 'dot', rows: ['gone'], file: '/app/routes.ts', reason: 'it was there', source },
      { kind: 'star', reason: 'nobody asks' },
    ];
    expect(await check({ a: 'b/c' }, { accept })).toEqual([
      {
        level: 'warning',
        kind: 'unused-acceptance',
        rows: ['gone'],
        message:
          "Nothing matches the acceptance of 'dot' for 'gone' in '/app/routes.ts' any more; remove it. Its reason was: 'it was there'.",
        source,
      },
      {
        level: 'warning',
        kind: 'unused-acceptance',
        rows: [],
        message:
          "Nothing matches the acceptance of 'star' any more; remove it. Its reason was: 'nobody asks'.",
      },
    ]);
  });

  // The cast: only JavaScript can pass another kind.
  const acceptanceOf = (kind: string) => ({ kind: kind as FindingKind, reason });

  it.each<[string, Acceptance, string]>([
    ['has no reason', { kind: 'dot', reason: ' ' }, 'has no reason; write why'],
    ['names no kind', acceptanceOf('dott'), "'dott' is not a kind of finding"],
    [
      'names nothing like a kind',
      acceptanceOf('whatever-it-is'),
      '; write one of unreached, block',
    ],
    ['names a member of objects', acceptanceOf('constructor'), "'constructor' is not a kind of"],
  ])('if it %s, and it accepts nothing', async (_, acceptance, words) => {
    const [bad, dot] = await check({ 'a.b': 'c/d' }, { accept: [acceptance] });
    expect(bad).toMatchObject({ level: 'error', kind: 'bad-acceptance', rows: [] });
    expect(bad.message).toContain(words);
    expect(dot.kind).toBe('dot');
  });
});

describe('an acceptance whose check did not run is no finding', () => {
  let sources: Sources;
  beforeEach(() => {
    sources = recordSources();
  });
  afterEach(() => sources.stop());

  const kinds = [...FINDING_KINDS].map(([kind, { needs }]) => [kind, needs] as const);
  const accept = (kind: string) => [{ kind: kind as FindingKind, reason }];
  const table = { a: 'b/c' };

  it.each(kinds)('%s needs %s', async (kind, needs) => {
    const found = needs === undefined ? [['unused-acceptance', []]] : [];
    expect(await left(table, accept(kind))).toEqual(found);
  });

  it.each(kinds)('%s is one with %s', async (kind) => {
    const files = { 'controllers/b.ts': async () => ({ default: Lonely }) };
    const all = { files, roots: ['.'], sources };
    expect(await left(table, accept(kind), all)).toEqual([['unused-acceptance', []]]);
  });
});
