/** Checks the proofs of `waymark-tools/inspect` against the router's answers, for any table. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRouter, type Resolution, type Router } from '../../src/index.ts';
import { normalisePath } from '../../src/path/normalise.ts';
import {
  check,
  diff,
  examples,
  explain,
  type RequestLine,
  reach,
} from '../../src/tools/inspect.ts';
import { isAccepted } from '../support/accepted.ts';
import { faultless } from '../support/faultless.ts';
import { RUNS } from '../support/runs.ts';

/** Each run tries thousands of requests. */
const FEWER = { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 20) };

const WORDS = 'a b c ab ba 7 12 a-1 a_1 users login index é x%2Fy'.split(' ');
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'BREW'];

/** Every path of up to three words, under each method: more than 10,000 requests. */
const PATHS = ['', ...[1, 2, 3].flatMap(joined)].map((path) => `/${path}`);

function joined(count: number): string[] {
  if (count === 1) return WORDS;
  return joined(count - 1).flatMap((start) => WORDS.map((word) => `${start}/${word}`));
}

const REQUESTS: RequestLine[] = PATHS.flatMap((path) =>
  METHODS.map((method) => ({ method, path })),
);

const segment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'users', 'login') },
  {
    weight: 4,
    arbitrary: fc.constantFrom('(:any)', '(:num)', '([a-z]+)', '([ab]+)', '(a|b)', 'a(:any)?'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['(?:a|7)', '([a-z]+)-([0-9])', '(?!a)(:any)', '(\\w)+', '.', '([^a]+)'],
    ),
  },
);
const pattern = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(segment, { minLength: 1, maxLength: 3 }).map((all) => all.join('/')),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(segment, fc.constantFrom('/(.+)', '(/.*)?', '(?:/(:num))?', '/(.+)/b', '|b'))
      .map((both) => both.join('')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('(.+)', '(.*)', '', '(?=a)(.+)', '(.+)(?!a)', '(a+)/\\1'),
  },
);
const row = fc.tuple(
  fc.constantFrom('', '', '', 'GET ', 'POST ', 'HEAD '),
  pattern,
  fc.constantFrom('', 'x/y', 'users/$1', '$1/login', '$1/$2', 'a/$2/$1'),
);
const table = fc
  .tuple(
    fc.array(row, { minLength: 1, maxLength: 8 }),
    fc.constantFrom({}, { default_controller: 'users/login' }, { '404_override': 'x' }),
    fc.boolean(),
  )
  .map(([rows, settings, dashes]) => ({
    ...settings,
    translate_uri_dashes: dashes,
    ...Object.fromEntries(rows.map(([method, from, to]) => [`${method}/${from}`, to])),
  }))
  // Some parts can't be combined.
  .filter(isAccepted);

function routeOf(answer: Resolution): string | null {
  return answer.status === 'found' || answer.status === 'blocked' ? answer.route : null;
}

function destinationOf(answer: Resolution): string {
  return answer.status === 'found' ? String(answer.destination) : '';
}

describe('for any table', () => {
  it('an example reaches its row, and nothing reaches a row that is said not to be reached', () => {
    fc.assert(
      fc.property(table, (table) => {
        const router = createRouter(table);
        const unreached = new Set<string>();
        for (const { route, request, destination, reason } of examples(table)) {
          if (request !== null) {
            const answer = router.resolve(request.method, request.path);
            expect(routeOf(answer)).toBe(route);
            expect(destinationOf(answer)).toBe(destination);
          } else if (reason === 'no request reaches it') unreached.add(route);
        }
        if (unreached.size === 0) return;
        const reached = ({ method, path }: RequestLine) =>
          unreached.has(routeOf(router.resolve(method, path)) ?? '');
        expect(REQUESTS.find(reached)).toBeUndefined();
      }),
      FEWER,
    );
  });

  it.each([false, true])(
    'the ways to an action lead there, and there are no others; autoRoute: %s',
    (autoRoute) => {
      fc.assert(
        fc.property(
          table,
          fc.constantFrom('users/login', 'a/b', 'x/y', 'users/index', 'a', 'a_1'),
          (table, action) => {
            const router = createRouter(table, { autoRoute });
            const plain = (text: string) =>
              router.settings.translateUriDashes ? text.replaceAll('-', '_') : text;
            const isAction = (answer: Resolution) => {
              const found = `${plain(destinationOf(answer))}/`;
              if (found.startsWith(`${action}/`)) return true;
              // The dispatcher runs the index for a bare controller, and for an empty action.
              const controller = action.replace(/\/index$/, '/');
              return (
                controller !== action &&
                (found === controller || found.startsWith(`${controller}/`))
              );
            };
            const { ways, unproved } = reach(table, action, { autoRoute });
            for (const { method, path, route, destination } of ways) {
              const answer = router.resolve(method, path);
              expect([routeOf(answer), destinationOf(answer)]).toEqual([route, destination]);
              expect(isAction(answer)).toBe(true);
            }
            const known = new Set([...ways, ...unproved].map(({ route }) => route));
            const unknown = ({ method, path }: RequestLine) => {
              const answer = router.resolve(method, path);
              return isAction(answer) && !known.has(routeOf(answer));
            };
            expect(REQUESTS.find(unknown)).toBeUndefined();
          },
        ),
        FEWER,
      );
    },
  );

  it('a difference shows in the answers, and tables that are alike answer alike', () => {
    const pair = fc.oneof(
      fc.tuple(table, table),
      // An added row, a removed row, or two that swap places.
      fc.tuple(table, fc.nat(7), fc.nat(7)).map(([table, one, other]) => {
        const entries = Object.entries(table);
        const [moved] = entries.splice(one % entries.length, 1);
        if (other > 0) entries.splice(other, 0, moved);
        return [table, Object.fromEntries(entries)] as const;
      }),
    );
    const seen = (answer: Resolution) => ({ ...answer, route: null });
    fc.assert(
      fc.property(pair, fc.boolean(), ([before, after], autoRoute) => {
        const routers = [before, after].map((table) => createRouter(table, { autoRoute }));
        const { alike, changes, undecided } = diff(before, after, { autoRoute });
        const both = (answer: (router: Router) => Resolution) => {
          const [old, now] = routers.map(answer);
          return { before: old, after: now };
        };
        for (const { request, ...answers } of changes) {
          const { method, path } = request;
          const served = both((router) => router.serve('HEAD', path));
          const own = both((router) => router.resolve(method, path));
          expect(method === 'HEAD' ? [own, served] : [own]).toContainEqual(answers);
          expect(seen(answers.before)).not.toEqual(seen(answers.after));
        }
        expect(alike).toBe(changes.length + undecided.length === 0);
        if (!alike) return;
        const differs = ({ method, path }: RequestLine) =>
          [
            both((router) => router.resolve(method, path)),
            both((router) => router.serve(method, path)),
          ].some(
            ({ before, after }) => JSON.stringify(seen(before)) !== JSON.stringify(seen(after)),
          );
        expect(REQUESTS.find(differs)).toBeUndefined();
      }),
      FEWER,
    );
  });

  it('an explanation names the path, the answer, and the later rows that match it or nearly do', () => {
    fc.assert(
      fc.property(table, fc.constantFrom(...REQUESTS), (table, { method, path }) => {
        const { answer, path: normal, before, after, later } = explain(table, method, path);
        expect(answer).toEqual(createRouter(table).serve(method, path));
        expect(normal).toBe(normalisePath(path));
        const keys = Object.keys(table);
        const winner = routeOf(answer);
        if (winner === null || winner === 'default_controller') {
          expect([after, later]).toEqual([[], []]);
        }
        const answersAlone = (route: string) => {
          expect(keys.indexOf(route)).toBeGreaterThan(keys.indexOf(winner ?? ''));
          const to = String(Object.entries(table).find(([key]) => key === route)?.[1]);
          return routeOf(createRouter({ [route]: to }).serve(method, path)) === route;
        };
        expect(after.filter((route) => !answersAlone(route))).toEqual([]);
        expect(later.filter(({ route }) => answersAlone(route))).toEqual([]);
        for (const { route } of before) expect(route).not.toBe(winner);
      }),
      RUNS,
    );
  });

  it('findings of blocks and rows hold for the requests that they name', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (table) => {
        const router = createRouter(table);
        for (const { kind, rows, witness } of await check(table)) {
          if (witness === undefined) continue;
          const [block, other] = rows;
          expect(routeOf(router.resolve(witness.method, witness.path))).toBe(other);
          if (kind !== 'block-passed') continue;
          const alone = createRouter({ [block]: '' });
          expect(alone.resolve(witness.method, witness.path).status).toBe('blocked');
        }
      }),
      FEWER,
    );
  });
});

it('a table without faults has no findings', async () => {
  await fc.assert(
    fc.asyncProperty(faultless, async (table) => {
      await expect(check(table)).resolves.toEqual([]);
    }),
    FEWER,
  );
});
