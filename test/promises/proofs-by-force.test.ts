/**
 * Checks proofs against every request of a small vocabulary, which makes rare coincidences common.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Controller, checkRoutes, createControllers, type Files } from '../../src/hmvc.ts';
import {
  createRouter,
  type Meta,
  type Resolution,
  type Router,
  type SuppliedTable,
} from '../../src/index.ts';
import { normalisePath } from '../../src/path/normalise.ts';
import { readTable, writeTable } from '../../src/table/table.ts';
import {
  assertBlocked,
  assertGuarded,
  assertReaches,
  check,
  diff,
  examples,
  explain,
  reach,
} from '../../src/tools/inspect.ts';
import { isAccepted } from '../support/accepted.ts';
import { RUNS } from '../support/runs.ts';

/** Each run tries hundreds of requests. */
const FEWER = { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 4) };

const WORDS = ['a', 'b', 'zz', '7', 'a-b'];
const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'BREW'];
const PATHS = [
  '',
  ...WORDS,
  ...WORDS.flatMap((one) => WORDS.map((other) => `${one}/${other}`)),
  'a/b/zz',
  'zz/a/b',
  '7/a/zz',
  'a/a/a',
].map((path) => `/${path}`);

/** Targets as some hosts pass them on: dot segments, empty segments and backslashes. */
const RAW = [
  ...['/a/../b', '/./a/b/.', '/zz/..', '/..', '/%2e%2E/a', '/a/%2e/b', '/a/..//../b/zz'],
  ...['//a', '/a//b', '//', '/a/b//', '/a\\b', '/a\\..\\b', '/..\\a', '/a/b\\', '/a%5Cb', '/%5C'],
];
const TARGETS = [...PATHS, ...RAW];

const segment = fc.constantFrom(
  ...['a', 'b', 'zz', '(:any)', '(:num)', '(a|b)', '([a-z]+)', '[a-z][a-z]', '([a-z]{2})'],
  ...['(?:a|7)', 'z+', '\\w+', '(\\w)\\w?', '(a|7)(?:-b)?', '(?!a)(:any)', '(:any)(?<!zz)'],
  ...['(\\S+)', '(?<id>:any)', '(?<slug>:any)', '(?<id>:num)'],
);
const pattern = fc.oneof(
  { weight: 4, arbitrary: fc.array(segment, { minLength: 1, maxLength: 2 }) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      segment,
      fc.constantFrom('(.+)', '(?:b|zz)?', '(.+)(?<!zz)', '(?=b)(.+)', '.*', '(\\w)\\2'),
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        ...['', '(:num)?', '(/.*)?', '(.*)', '(.+)', '(:any)?', '(a|b)?', 'a(?:/(:any))?'],
        ...['(.+)(?<!zz)', '(.+)(?<!b)', '(?!zz)(.*)', 'a|b/zz', '(\\w)\\1', '(?!(z)\\1)(.+)'],
        ...['(\\w+)/\\1', '(?<!a)b', '(a/)?(b/)?zz', '(?:a(?<=a))/b', '(.+)/zz', '.*\\bzz'],
      )
      .map((one) => [one]),
  },
);
/** Handlers, by the marks that stand for them in the tables of the vocabulary. */
const HANDLERS = new Map(['one', 'two', 'three'].map((name) => [`*${name}`, () => name]));

const methodAndPattern = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.tuple(
      fc.constantFrom('', '', 'GET ', 'POST ', 'HEAD ', 'OPTIONS '),
      pattern.map((parts) => parts.join('/')),
    ),
  },
  // The usual rows for preflights.
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant('OPTIONS '), fc.constantFrom('(.*)', '(.+)', '.*')),
  },
);

const row = fc.tuple(
  methodAndPattern,
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constantFrom('', 'p', 'q', 'x/$1', 'x/$2', '$1', '$0', 'a/b', '$1/b'),
    },
    { weight: 1, arbitrary: fc.constantFrom(...HANDLERS.keys()) },
  ),
);
const settings = fc.record(
  {
    default_controller: fc.constantFrom('a/b', 'home'),
    '404_override': fc.constantFrom('x', 'y', 'a/b'),
    translate_uri_dashes: fc.boolean(),
  },
  { requiredKeys: [] },
);
type Table = Record<string, string | boolean>;
const table: fc.Arbitrary<Table> = fc
  .tuple(fc.array(row, { minLength: 1, maxLength: 5 }), settings)
  .map(([rows, settings]) => ({
    ...settings,
    // A key may be the empty text, except after a method.
    ...Object.fromEntries(
      rows.map(([[method, from], to]) => [`${method}${from || (method && '/')}`, to]),
    ),
  }))
  // Some parts can't be combined.
  .filter(isAccepted);

/** The meta of the rows of a table, in turn. */
const metas = fc.array(fc.constantFrom<Meta>({}, {}, { role: 'a' }, { role: 'b' }, { area: 'a' }), {
  minLength: 1,
  maxLength: 5,
});

/**
 * The table with its handlers and meta. Rows with handlers have one string, so only the functions
 * tell them apart.
 */
function live(marked: Table, metas: readonly Meta[] = [{}]): SuppliedTable {
  const texts = Object.entries(marked).map(([key, to]) => [
    key,
    HANDLERS.has(`${to}`) ? 'a/b' : to,
  ]);
  const read = readTable(Object.fromEntries(texts), 'test');
  const rows = read.rows.map((row, index) => {
    const handler = HANDLERS.get(`${marked[row.key]}`);
    const meta = SETTINGS.has(row.key) ? {} : metas[index % metas.length];
    return {
      ...row,
      ...(handler === undefined ? {} : { handler }),
      ...(Object.keys(meta).length === 0 ? {} : { meta }),
    };
  });
  return writeTable({ ...read, rows });
}

/** Two tables with much in common: changed destinations, added, removed or moved rows. */
const pair = fc.oneof(
  fc.tuple(table, table),
  fc
    .tuple(table, table, fc.nat(5), fc.nat(5))
    .map(([table, others, from, to]): [Table, Table] => {
      const entries = Object.entries(table);
      const [moved] = entries.splice(from % entries.length, 1);
      const [added = moved] = Object.entries(others);
      entries.splice(to, 0, from % 2 === 0 ? moved : added);
      return [table, Object.fromEntries(entries)];
    })
    .filter((tables) => tables.every(isAccepted)),
);

class Users extends Controller {
  index() {}
  show(_id: string) {}
  item(_user: string, _item: string) {}
  list(_page = '1') {}
}

class Any {
  _remap(_action: string, _args: unknown) {}
  show(_id: string) {}
}

const FILES: Files = {
  'application/controllers/users.ts': async () => ({ default: Users }),
  'application/controllers/any.ts': async () => ({ default: Any }),
};

const SETTINGS = new Set(['default_controller', '404_override', 'translate_uri_dashes']);

/** The row or setting behind an answer. */
function routeOf(answer: Resolution): string | null {
  return answer.status === 'found' || answer.status === 'blocked' ? answer.route : null;
}

/** The row behind an answer. */
function rowOf(answer: Resolution): string | null {
  const route = routeOf(answer);
  return route === null || SETTINGS.has(route) ? null : route;
}

const handlers: readonly unknown[] = [...HANDLERS.values()];

/** What a client can observe of an answer. A function has no JSON, so its number stands for it. */
function seen(answer: Resolution): string {
  const handler = answer.status === 'found' ? handlers.indexOf(answer.handler) : -1;
  return JSON.stringify({ ...answer, handler, route: null });
}
const keyOf = (before: string | null, after: string | null) => JSON.stringify([before, after]);

/** A server's answer, written from the rule: HEAD as GET, unless a row for HEAD only answers. */
function served(router: Router, method: string, path: string): Resolution {
  const own = router.resolve(method, path);
  const isOwn = method !== 'HEAD' || routeOf(own)?.startsWith('HEAD ');
  return isOwn ? own : router.resolve('GET', path);
}

function passes(assertion: () => void): boolean {
  try {
    assertion();
    return true;
  } catch {
    return false;
  }
}

type Found = Extract<Resolution, { status: 'found' }>;

/** True if two answers run one function, or one runs the action of the other with more arguments. */
function isSameAction(own: Found, other: Found): boolean {
  if (own.handler !== undefined || other.handler !== undefined)
    return own.handler === other.handler;
  const [one, two] = [own, other].map(({ destination }) => destination ?? '');
  const action = one.includes('/') ? one : `${one}/index`;
  return two === one || `${two}/`.startsWith(`${action}/`);
}

function keepsMeta(wanted: Meta = {}, has: Meta = {}): boolean {
  return Object.entries(wanted).every(([name, value]) => Reflect.get(has, name) === value);
}

/** True if a row answers a method, or GET, whose answer is that of HEAD. */
function isMethodOf(key: string, method: string): boolean {
  const own = /^[A-Z]+(?= )/.exec(key)?.[0] ?? method;
  return own === method || (own === 'GET' && method === 'HEAD');
}

/** True if a row matches only paths of a guarded row. */
function isException(row: string | null, guard: string): boolean {
  if (row === null) return false;
  const [one, other] = [row, guard].map((key) =>
    createRouter({ [key.replace(/^[A-Z]+ /, '')]: 'x' }),
  );
  return PATHS.every(
    (path) =>
      one.resolve('BREW', path).status !== 'found' ||
      other.resolve('BREW', path).status === 'found',
  );
}

const ASKED = [
  ...METHODS.map((method) => (router: Router, path: string) => router.resolve(method, path)),
  (router: Router, path: string) => router.serve('HEAD', path),
];

describe('for every request of a small vocabulary', () => {
  it.each([false, true])(
    'a difference is between two rows that diff names or leaves undecided; autoRoute: %s',
    (autoRoute) => {
      fc.assert(
        fc.property(pair, metas, metas, (tables, ...ofTables) => {
          const [before, after] = tables.map((one, at) => live(one, ofTables[at]));
          const [old, now] = [before, after].map((one) => createRouter(one, { autoRoute }));
          const { alike, changes, undecided } = diff(before, after, { autoRoute });
          expect(alike).toBe(changes.length + undecided.length === 0);
          const named = new Set([
            ...changes.map((change) => keyOf(routeOf(change.before), routeOf(change.after))),
            ...undecided.map((left) => keyOf(left.before, left.after)),
          ]);
          const atRoot = changes.filter(({ request }) => request.path === '/');
          const root = new Set(atRoot.map((change) => seen(change.before) + seen(change.after)));
          for (const path of TARGETS) {
            const pairs = ASKED.flatMap((ask) => {
              const [one, other] = [ask(old, path), ask(now, path)];
              const [was, is] = [seen(one), seen(other)];
              const isRoot = normalisePath(path) === '/';
              if (was === is || (isRoot && root.has(was + is))) return [];
              return [keyOf(routeOf(one), routeOf(other))];
            });
            const missed = pairs.filter((key) => !named.has(key));
            // The methods in Allow change with the answer to one of them.
            const others = keyOf(null, null);
            const isNamed = pairs.some((key) => key !== others && named.has(key));
            expect(isNamed ? missed.filter((key) => key !== others) : missed, path).toEqual([]);
          }
        }),
        FEWER,
      );
    },
  );

  it('the assertions pass if a server gives the answer', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...METHODS),
        fc.constantFrom(...TARGETS),
        (marked, method, path) => {
          const table = live(marked);
          const answer = served(createRouter(table), method, path);
          expect(createRouter(table).serve(method, path)).toEqual(answer);
          expect(passes(() => assertBlocked(table, method, path))).toBe(
            answer.status === 'blocked',
          );
          for (const to of ['p', 'x/a', 'a/b', ...Object.keys(marked)]) {
            const isThere =
              answer.status === 'found' && (answer.destination ?? answer.route) === to;
            expect(
              passes(() => assertReaches(table, method, path, to)),
              to,
            ).toBe(isThere);
          }
        },
      ),
      RUNS,
    );
  });

  it.each([false, true])(
    'every row that reaches a guarded action without its meta is reported; autoRoute: %s',
    async (autoRoute) => {
      await fc.assert(
        fc.asyncProperty(table, metas, async (marked, metas) => {
          const table = live(marked, metas);
          const router = createRouter(table, { autoRoute });
          const findings = await check(table, { autoRoute });
          const isNamed = (row: string | null, guard: string) =>
            findings.some(({ kind, rows }) =>
              kind === 'unguarded' || kind === 'unproved'
                ? rows.includes(row ?? guard) &&
                  (row !== null || kind === 'unproved' || rows.length === 1)
                : false,
            );
          // The way there is reported once, if a block protects the action too.
          const blockActions = findings.flatMap(({ kind, witness }) => {
            if (kind !== 'block-action' || witness === undefined) return [];
            const answer = served(router, witness.method, witness.path);
            return answer.status === 'found' ? [answer] : [];
          });
          const found = TARGETS.flatMap((path) =>
            METHODS.flatMap((method) => {
              const answer = served(router, method, path);
              const isOfRow = answer.status === 'found' && answer.route !== 'default_controller';
              // No controller has an empty name.
              if (isOfRow && answer.destination?.split('/', 1)[0] === '') return [];
              return isOfRow ? [{ method, path, answer }] : [];
            }),
          );
          const guarded = found.filter(({ answer }) => answer.meta);
          for (const { answer: own } of guarded) {
            const guard = String(own.route);
            for (const { method, path, answer } of found) {
              const { route } = answer;
              if (!isMethodOf(guard, method) || !isSameAction(own, answer)) continue;
              if (keepsMeta(own.meta, answer.meta) || isException(route, guard)) continue;
              if (blockActions.some((one) => one.route === route && isSameAction(own, one)))
                continue;
              expect(isNamed(route, guard), `${method} ${path} of ${route}, ${guard}`).toBe(true);
            }
          }
          for (const { kind, rows, witness } of findings) {
            if (kind !== 'unguarded' || witness === undefined) continue;
            const answer = served(router, witness.method, witness.path);
            const guard = rows[rows.length - 1];
            expect(routeOf(answer)).toBe(rows.length === 1 ? null : rows[0]);
            const own = readTable(table, 'test').rows.find(({ key }) => key === guard);
            expect(answer.status === 'found' && keepsMeta(own?.meta, answer.meta)).toBe(false);
          }
        }),
        FEWER,
      );
    },
  );

  it.each([false, true])(
    'assertGuarded fails if one reaches the action without the meta; autoRoute: %s',
    (autoRoute) => {
      fc.assert(
        fc.property(
          table,
          metas,
          fc.constantFrom('x/*', 'a/*', 'p', 'a/b'),
          (marked, metas, action) => {
            const table = live(marked, metas);
            const router = createRouter(table, { autoRoute });
            const start = `${action.replace('/*', '')}/`;
            const isBare = TARGETS.some((path) =>
              METHODS.some((method) => {
                const answer = served(router, method, path);
                return (
                  answer.status === 'found' &&
                  `${answer.destination ?? ''}/`.startsWith(start) &&
                  !keepsMeta({ role: 'a' }, answer.meta)
                );
              }),
            );
            const isPassed = passes(() =>
              assertGuarded(table, action, { role: 'a' }, { autoRoute }),
            );
            expect(isBare && isPassed).toBe(false);
          },
        ),
        RUNS,
      );
    },
  );

  it('a row that answers one is not called unreached', () => {
    fc.assert(
      fc.property(table, (marked) => {
        const table = live(marked);
        const router = createRouter(table);
        const answering = new Set(
          TARGETS.flatMap((path) => METHODS.map((method) => rowOf(router.resolve(method, path)))),
        );
        const isWrong = ({ route, reason }: { route: string; reason?: string }) =>
          reason === 'no request reaches it' && answering.has(route);
        expect(examples(table).filter(isWrong)).toEqual([]);
      }),
      RUNS,
    );
  });

  it.each([false, true])(
    'a row that leads to an action is among the ways there; autoRoute: %s',
    (autoRoute) => {
      fc.assert(
        fc.property(table, fc.constantFrom('a/b', 'x/a', 'b', 'x/index'), (marked, action) => {
          const table = live(marked);
          const router = createRouter(table, { autoRoute });
          const { ways, unproved } = reach(table, action, { autoRoute });
          const known = new Set([...ways, ...unproved].map(({ route }) => route));
          const leadsThere = (answer: Resolution) =>
            answer.status === 'found' &&
            answer.destination !== null &&
            `${answer.destination}/`.startsWith(`${action}/`);
          const handled = Object.keys(marked).filter((key) => HANDLERS.has(`${marked[key]}`));
          const byKey = new Map(handled.map((key) => [key, reach(table, key, { autoRoute })]));
          const shownByKey = handled.filter((key) => known.has(key));
          expect(handled.filter((key) => key === action)).toEqual(
            expect.arrayContaining(shownByKey),
          );
          for (const path of TARGETS) {
            for (const method of METHODS) {
              const answer = router.resolve(method, path);
              if (answer.status === 'found' && leadsThere(answer)) {
                expect(known, `${method} ${path}`).toContain(answer.route);
              }
              const own = byKey.get(`${rowOf(answer)}`);
              if (answer.status !== 'found' || own === undefined) continue;
              const routes = [...own.ways, ...own.unproved].map(({ route }) => `${route}`);
              const answering = routes.filter((route) => byKey.has(route));
              expect(answering, `${method} ${path}`).toEqual([answer.route]);
            }
          }
        }),
        FEWER,
      );
    },
  );

  it('check names the blocks and catch-alls behind the default controller', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (marked) => {
        const table = live(marked);
        const router = createRouter(table);
        const byDefault = METHODS.filter(
          (method) => routeOf(router.resolve(method, '/')) === 'default_controller',
        );
        const behind = Object.keys(marked).flatMap((key) => {
          if (SETTINGS.has(key)) return [];
          const alone = createRouter({ [key]: marked[key] });
          const takes = (method: string, path: string) =>
            rowOf(alone.resolve(method, path)) === key;
          const methods = byDefault.filter((method) => takes(method, '/'));
          if (methods.length === 0) return [];
          if (marked[key] === '') return [['block-passed', key]];
          // The patterns of the vocabulary that match all of these match every path.
          const isCatchAll = methods.some((method) =>
            [...PATHS, '/?/é'].every((path) => takes(method, path)),
          );
          return isCatchAll ? [['default-controller', key]] : [];
        });
        const found = (await check(table)).filter(({ rows }) => rows[1] === 'default_controller');
        const unreached = new Set(
          examples(table).flatMap(({ route, reason }) =>
            reason === 'no request reaches it' ? route : [],
          ),
        );
        expect(found.map(({ kind, rows }) => [kind, rows[0]]).sort()).toEqual(
          behind.filter(([, key]) => !unreached.has(key)).sort(),
        );
      }),
      FEWER,
    );
  });

  it('check and checkRoutes find the same destinations that lack an argument', async () => {
    const keys = fc.constantFrom(
      ...['me', '(:num)', 'a/(:num)/(:any)', 'b/(.+)', '(a|b)/zz', 'zz-(:num)', 'GET me'],
      ...['(\\w)\\1', 'default_controller', '404_override'],
    );
    const destinations = fc.constantFrom(
      ...['users', 'users/show', 'users/show/$1', 'users/item', 'users/item/$1', 'users/item/1/$1'],
      ...['users/list', 'any/show', 'users/item/$1/$2'],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(keys, destinations), { maxLength: 4 }), async (rows) => {
        const routes = Object.fromEntries([...rows, ['last', 'users']]);
        const findings = await check(routes, { files: FILES });
        const mistakes = await checkRoutes({ routes, controllers: createControllers(FILES) });
        const rowsOf = (wanted: string) =>
          findings.flatMap(({ kind, rows: [row] }) => (kind === wanted ? [row] : []));
        const named = rowsOf('missing-argument');
        const short = mistakes.flatMap(
          ({ message }) => /key '([^']+)': its destination '[^']*' passes/.exec(message)?.[1] ?? [],
        );
        // A row that no request reaches is reported for that alone.
        const unreached = rowsOf('unreached');
        expect(named.sort()).toEqual(short.filter((key) => !unreached.includes(key)).sort());
      }),
      FEWER,
    );
  });

  it('an explanation has all later rows that match, and no row that matches among the others', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...METHODS),
        fc.constantFrom(...TARGETS),
        (table, method, path) => {
          const { answer, before, after, later } = explain(table, method, path);
          expect(answer).toEqual(createRouter(table).serve(method, path));
          const rows = Object.entries(table).filter(([key]) => !SETTINGS.has(key));
          const matching = rows
            .filter(([key, to]) => rowOf(createRouter({ [key]: to }).serve(method, path)) === key)
            .map(([key]) => key);
          const winner = rowOf(answer);
          const place = winner === null ? rows.length : rows.findIndex(([key]) => key === winner);
          const behind = rows.slice(place + 1).map(([key]) => key);
          expect(after).toEqual(behind.filter((key) => matching.includes(key)));
          expect(later.filter(({ route }) => matching.includes(route))).toEqual([]);
          for (const { route, reason } of [...before, ...later]) {
            const similar = /^it would match '(.*)'$/.exec(reason)?.[1];
            if (similar === undefined) continue;
            const alone = createRouter({ [route]: 'x' });
            expect([similar, rowOf(alone.serve(method, similar))]).toEqual([similar, route]);
          }
          // Only the empty path bypasses an earlier row that matches, and a row for HEAD those for GET.
          const isBypassed = ({ route }: { route: string }) =>
            matching.includes(route) && !(winner?.startsWith('HEAD ') && route.startsWith('GET '));
          if (normalisePath(path) !== '/') expect(before.filter(isBypassed)).toEqual([]);
        },
      ),
      RUNS,
    );
  });
});

/** Rows that redirect, some with groups, and rows that answer. */
const redirectRow = fc.tuple(
  fc.constantFrom('', '', '', 'GET ', 'POST ', 'OPTIONS '),
  fc
    .tuple(
      fc.constantFrom('', '', '', '(?:(a|b)/)?', '(?:z+/)?'),
      fc.constantFrom(
        ...[
          'a/(:any)',
          'b/(:num)',
          '(:any)/b',
          '(a|b)',
          'a/(.+)',
          '(.+)/zz',
          '(:any)/(:any)',
          'zz(.*)',
        ],
        ...['a(?:/(:any))?', '(.*)', 'b', '(a|7)(?:-b)?', 'zz/(?!a)(:any)'],
      ),
    )
    .map((parts) => parts.join('')),
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom('301', '302', '303', '307', '308'),
          fc.constantFrom('/a/$1', '/$1', '/$1/$1', '/b', '/$2/$1', '/a//$1/', '/zz/$1', '/'),
        )
        .map((parts) => parts.join('\t')),
    },
    { weight: 1, arbitrary: fc.constantFrom('x', '') },
  ),
);
const redirects = fc
  .array(redirectRow, { minLength: 1, maxLength: 5 })
  .map((rows): Table => Object.fromEntries(rows.map(([method, from, to]) => [method + from, to])))
  .filter(isAccepted);

/** What a client that follows redirects gets: each row on the way, and the last answer. */
function followAll(router: Router, method: string, path: string) {
  const rows: string[] = [];
  let [sent, target] = [method, path];
  for (;;) {
    const answer = router.serve(sent, target);
    const [status, to] = `${answer.status === 'found' ? answer.destination : ''}`.split('\t');
    if (to === undefined || rows.length > 20) return { rows, answer };
    rows.push(`${routeOf(answer)}`);
    if ((sent === 'POST' && status < '303') || (status === '303' && sent !== 'HEAD')) sent = 'GET';
    target = to.replace(/\/{2,}/g, '/');
  }
}

it('for every request that is redirected check names each loop, and calls no redirect dead that leads to an answer', async () => {
  await fc.assert(
    fc.asyncProperty(redirects, async (table) => {
      const router = createRouter(table);
      const findings = await check(table);
      const said = (kinds: readonly string[]) =>
        new Set(findings.flatMap(({ kind, rows }) => (kinds.includes(kind) ? rows : [])));
      const [loops, dead] = [said(['redirect-loop', 'unproved']), said(['dead-redirect'])];
      // The proofs of a whole table may take too much work.
      const isLeft = findings.some(({ kind, rows }) => kind === 'unproved' && rows.length === 0);
      for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS', 'BREW']) {
        for (const path of TARGETS) {
          const { rows, answer } = followAll(router, method, path);
          if (rows.length === 0) continue;
          const label = `${method} ${path}`;
          if (rows.length > 20)
            expect(isLeft || rows.some((row) => loops.has(row)), label).toBe(true);
          if (answer.status === 'found') expect(dead, label).not.toContain(rows.at(-1));
        }
      }
    }),
    FEWER,
  );
});

const CHARACTERS = ['a', 'b', '7', '-', '/'];
/** All texts of a few characters, some of which are no normal path. */
const SHORT = [1, 2, 3, 4].reduce<string[]>(
  (texts) => ['', ...texts.flatMap((text) => CHARACTERS.map((one) => text + one))],
  [''],
);

describe('for every short path', () => {
  const grouped = fc
    .tuple(
      fc.constantFrom('', 'a', '(?!b)', '(?:a/)?', '(a|-)', '(.*)', '-|'),
      fc.constantFrom('(:any)', '(.+)', '(.*)', '([ab]+)', '([ab]*?)', '([^7]+)', '(a(?:-|[b7]+))'),
      fc.constantFrom('', '', 'b?', '(?:-7)?', '(-)*'),
      fc.constantFrom('-', 'a', '', '/', '[ab]', '(?=b)', '(?<!a)b'),
      fc.constantFrom('(:num)', '(a+)', '(:any)', '(b?)', '(.*)', '(-b|7)'),
      fc.constantFrom('', '', 'b', '-?', '/:any', '(?<=7)', '[ab]*', '|b'),
    )
    .map(([start, repeated, between, first, captured, end]) => ({
      pattern: `${start}${repeated}${between}(?:${first}${captured})?${end}`,
      group: `(?:${first}${captured})?`,
    }))
    .filter(({ pattern }) => isAccepted({ [pattern]: 'x' }));

  it('a group that check calls dead captures nothing', async () => {
    await fc.assert(
      fc.asyncProperty(grouped, async ({ pattern, group }) => {
        const findings = await check({ [pattern]: 'x' });
        const isDead = findings.some(
          ({ kind, message }) => kind === 'dead-group' && message.includes(`'${group}'`),
        );
        if (!isDead) return;
        const router = createRouter({ [pattern]: 'x' });
        for (const path of SHORT) {
          const answer = router.resolve('GET', `/${path}`);
          if (answer.status !== 'found') continue;
          const [last] = Object.values(answer.params).slice(-1);
          expect(last || '', path).toBe('');
        }
      }),
      RUNS,
    );
  });
});
