/** Checks that a slip in a table without other faults is reported once, for its row. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check, type FindingKind } from '../../src/tools/inspect.ts';
import { faultless, resource } from '../support/faultless.ts';
import { RUNS } from '../support/runs.ts';

const FEWER = { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 20) };

type Entry = readonly [key: string, to: string];

/** A slip: returns the changed row, or `null` if the row has no place for it. */
interface Slip {
  readonly kind: FindingKind;
  plant(entry: Entry): Entry | null;
}

/** Creates a new first row. */
const added = (kind: FindingKind, key: string, to: string) => ({ kind, entry: [key, to] as const });

const inKey = (kind: FindingKind, change: (key: string) => string): Slip => ({
  kind,
  plant: ([key, to]) => (change(key) === key ? null : [change(key), to]),
});

const inDestination = (kind: FindingKind, change: (to: string) => string): Slip => ({
  kind,
  plant: ([key, to]) => (change(to) === to ? null : [key, change(to)]),
});

const CHANGED: readonly Slip[] = [
  inKey('space', (key) => `${key} `),
  inKey('space', (key) => key.replace(/(?<=.)\//, ' /')),
  inKey('space', (key) => key.replace(/^[A-Z]+ /, '$& ')),
  inKey('parameter-syntax', (key) => key.replace(/\(:(num|any)\)/, '($1)')),
  inKey('parameter-syntax', (key) => key.replace(/\(:(?:num|any)\)/, '{id}')),
  inDestination('empty-segment', (to) => `/${to}`),
  inDestination('empty-segment', (to) => to.replace('/', '//')),
  inDestination('space', (to) => `${to} `),
  inDestination('space', (to) => ` ${to}`),
  ...[':id', '(:num)', '{id}', '$id', '${id}', '<id>', '[id]'].map((text) =>
    inDestination('parameter-syntax', (to) => to.replace(/\$\d/, () => text)),
  ),
];

const ADDED = [
  added('setting-name', 'default_controler', 'welcome'),
  added('setting-name', '404_overide', 'errors/missing'),
  added('optional-segment', 'blog/(:num)?', 'blog/index/$1'),
  added('optional-segment', 'GET blog/([a-z]+)?/all', 'blog/all/$1'),
  added('outer-group', 'thread/(:num)/messages/(:num)', 'messages/show/$1'),
  added('outer-group', 'PUT (en|fr)/tags/(:any)/x', 'forum/tags/x/$1'),
  added('ungrouped', 'en|fr/about', 'pages/about'),
  added('ungrouped', 'noticias|en/news/(:any)', 'news/show/$1'),
];

/**
 * The rows whose slips concern only themselves. A block protects the destinations of later rows, so
 * a slip in the area is a fault of its block too.
 */
const isAlone = ([key, to]: Entry) => to !== '' && !/^(?:\w+ )?area\//.test(key);

describe('a slip in a table without other faults', () => {
  it('is found in the row that has it, and nothing else is', async () => {
    const planted = fc.tuple(faultless, fc.constantFrom(...CHANGED), fc.nat()).map((drawn) => {
      const [table, { kind, plant }, place] = drawn;
      const entries = Object.entries(table);
      const rows = entries.filter((entry) => isAlone(entry) && plant(entry) !== null);
      if (rows.length === 0) return null;
      const row = rows[place % rows.length];
      const changed = plant(row) as Entry; // never null: filtered above
      const all = entries.map((entry) => (entry === row ? changed : entry));
      return { kind, key: changed[0], table: Object.fromEntries(all) };
    });
    await fc.assert(
      fc.asyncProperty(planted, async (planted) => {
        fc.pre(planted !== null);
        const { kind, key, table } = planted;
        const findings = (await check(table)).map(({ kind, rows: [row] }) => [kind, row]);
        expect(findings).toEqual([[kind, key]]);
      }),
      FEWER,
    );
  });

  it('is found in a row that is added', async () => {
    await fc.assert(
      fc.asyncProperty(faultless, fc.constantFrom(...ADDED), async (table, { kind, entry }) => {
        const findings = await check(Object.fromEntries([entry, ...Object.entries(table)]));
        expect(findings.map(({ kind, rows: [row] }) => [kind, row])).toEqual([[kind, entry[0]]]);
      }),
      FEWER,
    );
  });

  it('is found in an alternative that an earlier row takes, and in an unused 404_override', async () => {
    const rows = fc
      .subarray(['photos', 'users', 'albums'], { minLength: 1 })
      .chain((names) => fc.tuple(...names.map(resource)))
      .map((all) => all.flat().filter(([, to]) => to !== ''));
    await fc.assert(
      fc.asyncProperty(rows, async (rows) => {
        const [first] = rows.map(([key]) => key).filter((key) => /^(?:GET )?\w+$/.test(key));
        const key = `${first}|gallery`;
        const dead = await check(Object.fromEntries([...rows, [key, 'gallery/index']]));
        expect(dead.map(({ kind, rows }) => [kind, ...rows])).toEqual([
          ['dead-alternative', key, first],
        ]);
        const settings = { default_controller: 'home', '404_override': 'errors/missing' };
        const last = { '(.+)': 'pages/view/$1', ...settings };
        const unused = await check({ ...Object.fromEntries(rows), ...last });
        expect(unused.map(({ kind, rows }) => [kind, ...rows])).toEqual([
          ['unused-override', '404_override', '(.+)'],
        ]);
      }),
      FEWER,
    );
  });
});
