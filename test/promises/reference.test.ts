/** Compares the tree's answers with those of the plain ordered loop. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRouter, METHODS, type Method, type Router } from '../../src/index.ts';
import { Accepted } from '../support/accepted.ts';
import { createReadRouter } from '../support/compiled.ts';
import { createOrderedRouter } from '../support/ordered.ts';
import { RUNS } from '../support/runs.ts';
import { entries, settings, tableOf } from '../support/tables.ts';
import { PLAINLY, scenario, spell, spelling } from '../support/targets.ts';
import { word } from '../support/vocabulary.ts';

const STATUSES = ['found', 'blocked', 'method-not-allowed', 'not-found', 'bad-request'];
const isOften = (tables: number) => tables > RUNS.numRuns / 50;

/** The methods with a key for the path, which `Allow` must name. */
function servedUnder(router: Router, path: string): Method[] {
  return METHODS.filter((method) => {
    const answer = router.serve(method, path);
    return answer.status === 'found' && answer.route !== null;
  });
}

function expectSame(
  router: Router,
  ordered: Pick<Router, 'resolve'>,
  path: string,
  method = 'GET',
) {
  const [answer, expected] = [router, ordered].map((one) => one.resolve(method, path));
  expect([method, path, answer]).toEqual([method, path, expected]);
}

describe('the tree', () => {
  it('gives the answer of trying the keys in order, for any table and request', () => {
    const accepted = new Accepted();
    const met = new Map<string, number>();
    const options = fc.record({ autoRoute: fc.boolean() });
    fc.assert(
      fc.property(scenario, options, ({ table, requests }, options) => {
        const kept = accepted.table(table);
        const router = createRouter(kept, options);
        const compiled = createReadRouter(kept, options);
        const ordered = createOrderedRouter(kept, options);
        const seen = new Set<string>();
        for (const [method, path] of requests) {
          for (const one of [router, compiled]) expectSame(one, ordered, path, method);
          expect([path, router.allowed(path)]).toEqual([path, servedUnder(router, path)]);
          expect(compiled.allowed(path)).toEqual(router.allowed(path));
          expect(compiled.serve('HEAD', path)).toEqual(router.serve('HEAD', path));
          seen.add(ordered.resolve(method, path).status);
        }
        for (const status of seen) met.set(status, (met.get(status) ?? 0) + 1);
      }),
      RUNS,
    );
    expect(accepted.ratio).toBeGreaterThan(0.7);
    // Each answer comes up in enough tables.
    for (const status of STATUSES) {
      expect([status, met.get(status) ?? 0]).toEqual([status, expect.toSatisfy(isOften)]);
    }
  });

  it('finds for paths made from its own patterns what trying the keys in order finds', () => {
    const accepted = new Accepted();
    fc.assert(
      fc.property(settings, entries, spelling, (settings, entries, style) => {
        const table = accepted.table(tableOf(settings, entries));
        const routers = [createRouter(table), createReadRouter(table)];
        const ordered = createOrderedRouter(table);
        for (const { path } of entries) {
          for (const target of [spell(path, PLAINLY), spell(path, style)]) {
            for (const router of routers) {
              for (const method of ['GET', 'POST']) expectSame(router, ordered, target, method);
            }
          }
        }
      }),
      RUNS,
    );
    expect(accepted.ratio).toBeGreaterThan(0.7);
  });

  it('captures what a repeated group of a repetition captures', () => {
    const group = fc.constantFrom('(:any)', '(:num)', '([a-z]+)', '(\\w+)', '([^a]+)', '([ab]+)');
    const around = fc.constantFrom('', 'a', '7', '-', '(:num)', '(:any)', '([ab]*)', '(a?)', '/b');
    const pattern = fc
      .tuple(around, group, fc.constantFrom('*', '+'), around)
      .map(([before, group, times, after]) => [`/${before}${group}${times}${after}`, 'x/$1-$2-$3']);
    // Short, as the unchanged expression takes time that doubles with each character.
    const path = fc.string({ unit: fc.constantFrom(...'aab7-./é'), maxLength: 9 });
    const accepted = new Accepted();
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 4 }),
        fc.array(path, { minLength: 1, maxLength: 8 }),
        (patterns, paths) => {
          const table = accepted.table(Object.fromEntries(patterns));
          const router = createRouter(table);
          const ordered = createOrderedRouter(table);
          for (const path of paths) expectSame(router, ordered, `/${path}`);
        },
      ),
      RUNS,
    );
    expect(accepted.ratio).toBeGreaterThan(0.7);
  });

  it('distinguishes similar texts of any length', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'a', 'b', 'A'),
      minLength: 1,
      maxLength: 40,
    });
    const alone = word.map((text) => text.replace(/\W/g, '')).filter((text) => text !== '');
    const parts = fc.constantFrom('(:any)', '(:num)', 'a', 'a(.*)', '([ab]+)');
    const alike = fc
      .array(
        fc.oneof(
          { weight: 3, arbitrary: letters },
          { weight: 1, arbitrary: alone },
          { weight: 2, arbitrary: parts },
        ),
        { minLength: 1, maxLength: 5 },
      )
      .map((segments) => segments.join('/'));
    /** A path for a key, with one character replaced or removed. */
    const missed = fc.tuple(fc.nat(150), fc.constantFrom('', 'a', 'b', '/', '7', 'ba', '.'));
    fc.assert(
      fc.property(
        fc.uniqueArray(alike, { minLength: 1, maxLength: 24 }),
        fc.array(missed, { minLength: 4, maxLength: 4 }),
        (keys, misses) => {
          const table = Object.fromEntries(keys.map((key, index) => [key, `to/${index}/$1`]));
          const router = createRouter(table);
          const ordered = createOrderedRouter(table);
          for (const key of keys) {
            const path = `/${key.replace('(:num)', '7').replaceAll(/\(.*?\)/g, 'ab')}`;
            for (const [at, char] of [[path.length, ''] as const, ...misses]) {
              const near = path.slice(0, at) + char + path.slice(at + 1);
              expectSame(router, ordered, near);
            }
          }
        },
      ),
      RUNS,
    );
  });
});
