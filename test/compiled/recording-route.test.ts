/** A program with the recording `Route` gives the answers of the real one, or names what differs. */
import { describe, expect, it, vi } from 'vitest';
import { createCall, digestOf, TableCalls, textOf } from '../../src/compiled/call.ts';
import { createFetchHandler, createRouter, Route } from '../../src/compiled.ts';
import { checkRoutes, createControllers } from '../../src/compiled-hmvc.ts';
import { Route as RealRoute, createRouter as realRouter } from '../../src/index.ts';
import { build, forgetCalls, start } from '../support/in-bundle.ts';

forgetCalls();

type AnyRoute = typeof RealRoute;
type Make = (table: Record<string, string>, options?: object) => ReturnType<typeof realRouter>;
type Program = (route: AnyRoute, create: Make) => ReturnType<typeof realRouter>;

type AnyUrl = (...args: unknown[]) => string;

const CALLS = ['get', 'post', 'put', 'delete', 'head', 'patch', 'options', 'query'] as const;

/** Runs a program for the build and then with its tables. */
async function started<Made>(program: () => Made | Promise<Made>): Promise<Made> {
  await build(program);
  return await start(program);
}

const a = () => 'a';
const b = () => 'b';

/** Programs that make a router, and paths to ask. */
const PROGRAMS: readonly [what: string, program: Program, ...paths: string[]][] = [
  [
    'every call that defines a row',
    (R, create) => {
      for (const name of CALLS) {
        R[name](name, a);
        R[name](`${name}/to`, 'x/y', { as: name, meta: { a: [1, { b: null }] } });
      }
      R.any('any', {}, b);
      R.all('all/(:num)', 'all/$1', null, false);
      R.match(['GET', 'PUT'], 'match/{id}', b);
      R.redirect('old/(:num)', 'new/$1', { status: 301, query: 'keep' });
      R.context('tools', 'developer', { home: 'start' });
      R.resources('photos', { only: ['index', 'show'], as: 'photos' }, a);
      R.block('secret', ['hidden/(:any)']);
      return create(R.map({ default_controller: 'welcome', '404_override': 'missing' }));
    },
    ...['/get', 'POST /post', 'PUT /put/to', '/any', '/all/7', 'PUT /match/x', '/old/7'],
    ...['/tools/a/b', '/tools', '/photos', '/photos/7', '/secret', '/hidden/x', '/', '/none'],
  ],
  [
    'callbacks inside callbacks, with their argument',
    (R, create) => {
      R.prefix('a', { meta: { at: 'a' } }, (within) => {
        within.get('b', { children: (inner) => inner.get('c', a) }, b);
        within.prefix('d', () => R.resources('e', { children: () => R.get('f', a) }));
      });
      return create(R.map());
    },
    ...['/a/b', '/a/b/c', '/a/d/e', '/a/d/e/7/f'],
  ],
  [
    'an error of a callback that the program catches',
    (R, create) => {
      try {
        R.prefix('a', () => {
          R.get('b', a);
          throw new Error('no');
        });
      } catch {
        R.get('c', b);
      }
      return create(R.map());
    },
    ...['/a/b', '/c', '/a/c'],
  ],
  [
    'placeholders, also those that collected routes use',
    (R, create) => {
      R.placeholder('year', /[0-9]{4}/);
      const table = R.collect({ 'x/(:year)': 'x/$1' }, () => {
        R.placeholder('two', '[0-9]{2}');
        R.get('a/(:year)/(:two)', a);
      });
      return create(table);
    },
    ...['/a/2024/10', '/a/24/10', '/x/2024', '/x/24'],
  ],
  [
    'calls that are forgotten',
    (R, create) => {
      R.get('a', a);
      R.reset();
      R.prefix('b', () => {
        R.get('c', a);
        R.reset();
        R.get('d', b);
      });
      return create(R.map());
    },
    ...['/a', '/b/c', '/d', '/b/d'],
  ],
  [
    'a table of a table, and the table of a method',
    (R, create) => {
      R.get('b', b);
      const table = R.collect(() => R.get('a', a));
      R.post('c', a);
      return create(R.map(R.map(table, 'POST')));
    },
    ...['/a', '/b', 'POST /c', '/c'],
  ],
  [
    'a class with a default controller of its own',
    (R, create) => {
      class Own extends R {
        protected static override defaultHome = 'start';
      }
      const { collect } = R;
      return create(Own.map(Own.collect(collect(() => R.any('a', 'b'))), undefined));
    },
    ...['/', '/a'],
  ],
  [
    'handlers by key, and options of the router',
    (R, create) => {
      R.get('b', 'b');
      return create(R.map({ a: 'x' }), {
        handlers: { a, 'GET b': b },
        autoRoute: true,
        maxPathLength: 9,
      });
    },
    ...['/a', '/b', '/c/d', '/c/d/e/f/g/h'],
  ],
  [
    'copies of tables, whose order counts',
    (R, create) => {
      R.get('x/(:any)', a);
      const one = R.map({ default_controller: 'home' });
      const two = R.collect(() => R.get('y/(:any)', b));
      return create({ 'y/1': '', ...one, ...two, 'x/1': '', 'x/2': 'late' });
    },
    ...['/x/1', '/x/2', '/y/1', '/y/2', '/'],
  ],
  [
    'copies of tables that keep no names',
    (R, create) => {
      R.get('x', 'y', { as: 'name' });
      R.get('/', 'start');
      return create({ ...R.map() });
    },
    ...['/x', '/', '/none'],
  ],
  [
    'copies of collected tables that keep no names',
    (R, create) => create({ ...R.collect(() => R.get('x', 'y', { as: 'name' })) }),
    ...['/x', '/none'],
  ],
  [
    'tables that the program reads and changes',
    (R, create) => {
      R.get('a', a);
      R.get('b', b);
      const table = R.map();
      if ('GET a' in table && Object.keys(table).length > 1) delete table['GET b'];
      Object.defineProperty(table, 'c', { value: '', enumerable: true });
      table.d = String(table.default_controller);
      Object.assign(
        table,
        R.collect(() => R.get('e', b)),
      );
      return create(table);
    },
    ...['/a', '/b', '/c', '/d', '/e'],
  ],
  [
    'rows whose names every object has',
    (R, create) => {
      R.block('__proto__', ['constructor']);
      R.get('(:any)', a);
      const table = R.map();
      const { length } = Object.keys(table);
      return create(length > 2 ? { ...table } : {});
    },
    ...['/__proto__', '/constructor', '/toString'],
  ],
  [
    'a table that is made inside another, whose rows are read',
    (R, create) => {
      const tables: Record<string, string>[] = [];
      R.collect({ y: '' }, () => {
        R.get('a', a);
        R.prefix('b', () => {
          R.block('c');
          tables.push({ ...R.map() });
        });
        R.get('d', b);
      });
      return create(tables[0]);
    },
    ...['/a', '/b/c', '/d', '/y'],
  ],
  [
    'calls that are forgotten inside a callback, with the names collected before',
    (R, create) => {
      R.collect(() => R.get('first', { as: 'first' }, a));
      R.prefix('b', () => {
        R.reset();
        R.block(`${R.named('first')}/x`);
      });
      R.get('null/(:any)', b);
      return create(R.map());
    },
    ...['/null/x', '/b/null/x', '/first/x', '/null/y'],
  ],
  [
    'names that routes are defined by',
    (R, create) => {
      R.get('users/(:num)', { as: 'user' }, a);
      R.block(String(R.named('user')));
      R.redirect('first', R.url('user', [1]));
      R.collect(() => {
        R.get('other', { as: 'other' }, b);
        R.get(`${R.named('user')}/x`, a);
      });
      R.get(`${R.named('other')}/${R.named('nobody')}`, b);
      try {
        R.url('nobody');
      } catch {
        R.get('caught', a);
      }
      return create(R.map());
    },
    ...['/users/7', '/first', '/other/null', '/caught'],
  ],
  [
    'tables that are made among the calls of another',
    (R, create) => {
      R.placeholder('digit', '[0-9]');
      const tables: Record<string, string>[] = [];
      const first = () => R.get('a/(:digit)', a);
      const second = () => {
        R.prefix('b', () => {
          R.get('c', b);
          tables.push(R.map());
        });
        R.collect(() => tables.push(R.map(R.collect(() => R.get('d/(:digit)', b)))));
        R.get('e', a);
      };
      tables.push(R.collect({ x: '' }, first, second));
      return create(Object.assign({}, ...tables));
    },
    ...['/a/1', '/b/c', '/d/2', '/e', '/x'],
  ],
  [
    'values that are not plain data, and rows that are there twice',
    (R, create) => {
      class Options {
        as = 'own';
      }
      R.get('a', new Options(), a);
      R.get('b', { as: undefined, meta: null }, a);
      R.any('a', 'x', Object.create(null));
      R.get('d', Object.create({ children: () => R.block('x') }), a);
      R.get('c', Object.freeze({ meta: { list: [undefined, 1].slice(1) } }), b);
      return create(R.map());
    },
    ...['/a', 'POST /a', '/b', '/c', '/d', '/x'],
  ],
];

it.each(PROGRAMS)(
  'a program with recorded calls answers like the real one: %s',
  async (_, program, ...asked) => {
    const run = () => program(Route as AnyRoute, createRouter as Make);
    RealRoute.reset();
    const real = program(RealRoute, realRouter as Make);
    const built = await build(run);
    const router = await start(run);
    for (const line of asked) {
      const [path, method = 'GET'] = line.split(' ').reverse();
      expect(router.resolve(method, path), line).toEqual(real.resolve(method, path));
      expect(built.resolve(method, path), line).toEqual(real.resolve(method, path));
    }
    // The functions are those of this very run, as often as it runs.
    expect((await start(run)).resolve('GET', asked[0])).toEqual(router.resolve('GET', asked[0]));
  },
);

describe('a program whose calls differ from the build', () => {
  const program = (kind: string) => () => {
    Route.get('a', { as: 'a' }, kind === 'one' ? b : a);
    Route.get('b', b);
    if (kind === 'more') Route.block("it's", 'debug/x');
    Route.prefix('c', () => {
      if (kind === 'end') return;
      Route.get('d', kind === 'value' ? 'x' : 'y', { meta: { a: kind === 'meta' } });
      if (kind === 'callback') Route.get('e', a);
    });
    if (kind === 'named') Route.block('n');
    if (kind === 'named') Route.named('b');
    if (kind === 'rows') return createRouter({ ...Route.map({ x: 'y' }) });
    if (kind === 'less') return createRouter(Route.map());
    Route.get('f', a);
    return createRouter(Route.map(kind === 'table' ? { x: 'y' } : {}), {
      autoRoute: kind === 'options',
    });
  };

  it.each([
    ['more', `createRouter: Route.block("it's", "debug/x") is not call 3 of the build`],
    ['one', 'createRouter: Route.get("b", ƒ) is not call 2'],
    ['value', 'Route.get("d", "x", {"meta": {"a": false}}) is not call 4'],
    ['meta', 'Route.get("d", "y", {"meta": {"a": true}}) is not call 4'],
    ['end', 'createRouter: the end of a callback() is not call 4 of the build'],
    ['callback', 'Route.get("e", ƒ) is not call 5'],
    ['named', 'Route.block("n") is not call 5'],
    ['rows', 'Route.map({"x": "y"}) is not call 5'],
    ['less', 'Route.map() is not call 5'],
    ['table', 'Route.map({"x": "y"}) is not call 6'],
    ['options', 'createRouter(table, {"autoRoute": true}) is not call 7'],
  ])('does not start: %s', async (kind, message) => {
    expect(await started(program('none'))).toBeDefined();
    const changed = start(program(kind));
    await expect(changed).rejects.toMatchObject({ name: 'WaymarkError', code: 'bad-table' });
    await expect(changed).rejects.toThrow(message);
  });
});

it('does not start if only the hash tells that its last call differs from the build', async () => {
  const program = (maxPathLength: number) => () => createRouter({}, { maxPathLength });
  const checksWith = (maxPathLength: number) =>
    digestOf([createCall('createRouter', [{}, { maxPathLength }])]).checks;
  expect(checksWith(224)).toEqual(checksWith(383));
  await build(program(224));
  await expect(start(program(383))).rejects.toThrow(
    'createRouter({}, {"maxPathLength": 383}) is not call 1 of the build',
  );
});

it.each<[string, (own: AnyRoute) => object]>([
  ['map', (Own) => Own.map()],
  ['collect', (Own) => Own.collect(() => Own.get('a', a))],
])('the build refuses a class with default_home as the real %s does', async (_, make) => {
  const made = (R: AnyRoute) => {
    class Own extends R {
      static default_home = 'start';
    }
    return make(Own);
  };
  const message = /the class has a property default_home/;
  expect(() => made(RealRoute)).toThrow(message);
  await expect(build(() => Object.keys(made(Route)))).rejects.toThrow(message);
});

it.each<[what: string, message: string, program: (R: AnyRoute, create: Make) => unknown]>([
  [
    'children that the real call never calls',
    'Route.block: it does not call the function children',
    (R, create) => {
      const options = { children: () => R.get('a', a) };
      R.block(options as never); // the cast: what JavaScript may pass
      R.block('secret');
      return create(R.map());
    },
  ],
  [
    'the order of merged tables with the same keys',
    'two tables with the same keys are merged',
    (R, create) => {
      const [one, other] = [a, b].map((handler) => R.collect(() => R.get('x', handler)));
      return create({ ...one, ...other, ...one });
    },
  ],
  [
    'the functions of a module',
    'createRouter: a handler is in an object that is not plain',
    (_, create) =>
      create(
        { x: 'a/b' },
        { handlers: { x: a, [Symbol.toStringTag]: 'Module' } as Record<string, () => string> },
      ),
  ],
  [
    'the functions of an object of a class',
    'createRouter: a handler is in an object that is not plain',
    (_, create) => {
      class Handlers {
        x = a;
      }
      return create({ x: 'a/b' }, { handlers: new Handlers() });
    },
  ],
])('the build refuses what no record tells: %s', async (_, message, program) => {
  RealRoute.reset();
  expect(() => program(RealRoute, realRouter as Make)).not.toThrow();
  RealRoute.reset();
  const built = build(() => program(Route as AnyRoute, createRouter as Make));
  await expect(built).rejects.toThrow(message);
});

it.each<[what: string, table: (to: string) => object]>([
  ['that is a module', (to) => ({ secret: to, [Symbol.toStringTag]: 'Module' })],
  [
    'that is of a class',
    (to) =>
      new (class Own {
        secret = to;
      })(),
  ],
])('a program does not start if the rows of a table differ %s', async (_, make) => {
  const given: [string, (table: object) => unknown][] = [
    ['Route.map', (table) => createRouter(Route.map(table as never))], // the cast: any object may be a table
    ['createFetchHandler', (table) => createFetchHandler({ routes: table as never })], // the cast: as above
  ];
  for (const [call, program] of given) {
    expect(await started(() => program(make('')))).toBeDefined();
    await expect(
      start(() => program(make('secret/index'))),
      call,
    ).rejects.toThrow('of the build');
  }
});

describe('the digest of calls', () => {
  const f = () => 1;
  const g = () => 1;
  const hashOf = (...args: unknown[]) => digestOf([createCall('Route.get', args)]).hash;
  const tableOf = (...calls: ReturnType<typeof createCall>[]) => new TableCalls(calls, null);

  it.each<[string, unknown[], unknown[]]>([
    ['two functions and one', [f, g], [f, f]],
    ['a function and its mark', [f], ['ƒ']],
    ['undefined and nothing', [undefined], []],
    ['undefined and its name', [undefined], ['undefined']],
    ['a list and its items', [['a', 'b']], ['a', 'b']],
    ['an object and a list', [{ 0: 'a' }], [['a']]],
    ['the order of members', [{ a: 1, b: 2 }], [{ b: 2, a: 1 }]],
    ['a number and a string', [1], ['1']],
    ['numbers that JSON lacks', [Number.NaN], [Number.POSITIVE_INFINITY]],
    ['expressions', [/a/], [/b/]],
    ['symbols', [Symbol('a')], [Symbol('b')]],
    ['big numbers', [1n], [2n]],
    ['null and a function', [null], [f]],
    ['true and false', [true], [false]],
    ['quotes', ['a"b'], ["a'b"]],
    ['halves of a character', ['\ud800'], ['\udc00']],
  ])('tells apart %s', (_, one, other) => {
    expect(hashOf(...one)).not.toBe(hashOf(...other));
    expect(hashOf(...one)).toBe(hashOf(...one));
  });

  it('tells apart the calls of a table and those after it', () => {
    const call = createCall('Route.get', ['a']);
    const map = createCall('Route.map', []);
    const given = (recorded: TableCalls) => ({ ...map, tables: [{ own: recorded, copied: [] }] });
    const inside = digestOf([given(tableOf(call, map))]);
    const outside = digestOf([call, given(tableOf(map))]);
    expect(inside.calls.map(textOf)).toEqual(outside.calls.map(textOf));
    expect(inside.hash).not.toBe(outside.hash);
  });

  it('has no two equal hashes among many calls', () => {
    const hashes = new Set<string>();
    for (let at = 0; at < 20_000; at++) hashes.add(hashOf(`a/${at}`, at % 7 === 0 ? f : { at }));
    expect(hashes.size).toBe(20_000);
  });

  it('holds a schema as one value, whatever it is made of', () => {
    const schema = { '~standard': { validate: f }, entries: { inner: g } };
    const values = [schema, new Map(), Promise.resolve(), new (class Own {})()];
    expect(createCall('Route.post', ['a', { body: values[0], query: [values.slice(1)] }])).toEqual({
      name: 'Route.post',
      args: '"a", {"body": ƒ, "query": [[ƒ, ƒ, ƒ]]}',
      held: values,
      tables: [],
      place: undefined,
    });
  });
});

describe('names of routes after the start', () => {
  const make = (collects: boolean) => () => {
    const define = () => {
      Route.get('users/(:num)', { as: 'user' }, a);
      Route.get('/', { as: 'home' }, a);
      Route.any('default_controller', 'start', { as: 'start' });
    };
    if (!collects) define();
    const table = collects ? Route.collect(define) : Route.map();
    return createRouter(table);
  };
  const named = Route.named as (name: string) => string | null;
  const url = Route.url as (...args: unknown[]) => string;

  it.each([
    ['collected', true],
    ['mapped', false],
  ])('are those of the table: %s', async (_, collects) => {
    await started(make(collects));
    expect(named('user')).toBe('users/(:num)');
    expect(url('user', [7], { base: '/shop', query: { a: 1 } })).toBe('/shop/users/7?a=1');
    expect(url('home')).toBe('/');
    expect([named('start'), url('start')]).toEqual(['default_controller', '/']);
    expect(named('nobody')).toBeNull();
    expect(() => url('user', ['x'])).toThrow("Route.url('user'): param 1");
    expect(() => url('user', [7], { other: 1 })).toThrow("'other' is not an option");
    expect(() => url('nobody')).toThrow("Route.url('nobody'): no route has this name");
  });

  it('are those of a table that is named in the call', async () => {
    const program = () => {
      const one = Route.collect(() => Route.get('one', { as: 'name' }, a));
      const two = Route.collect(() => Route.get('two', { as: 'name' }, b));
      return { one, made: [createRouter(one), createRouter(two)] };
    };
    const { one } = await started(program);
    expect([url('name'), url('name', [], { routes: one })]).toEqual(['/two', '/one']);
  });

  it('are not those of the table collected last if the call names a copy', async () => {
    const program = (R: AnyRoute, create: Make) => () => {
      const one = R.collect(() => R.get('one', { as: 'name' }, a));
      const two = R.collect(() => R.get('two', { as: 'name' }, b));
      create(one);
      create(two);
      const of = (table: object) => (R.url as AnyUrl)('name', [], { routes: { ...table } });
      return [of(two), of(one)];
    };
    RealRoute.reset();
    const real = program(RealRoute, realRouter as Make)();
    expect(real).toEqual(['/two', '/one']);
    expect(await started(program(Route as AnyRoute, createRouter as Make))).toEqual(real);
  });

  it.each<[what: string, program: (R: AnyRoute, create: Make) => void]>([
    [
      'of a table without a router that was collected later',
      (R, create) => {
        R.get('one', { as: 'name' }, a);
        create(R.map());
        R.collect(() => R.get('two', { as: 'name' }, b));
      },
    ],
    [
      'of a collected table that the table of all calls contains',
      (R, create) => {
        const base = R.collect(() => R.get('one', { as: 'name' }, a));
        R.get('two', { as: 'other' }, b);
        create(R.map(base));
      },
    ],
    [
      'of a table of all calls without a router',
      (R, create) => {
        R.get('one', { as: 'name' }, a);
        create(R.collect(() => R.get('two', { as: 'other' }, b)));
        R.map();
      },
    ],
    [
      'of both tables',
      (R, create) => {
        R.get('one', { as: 'name' }, a);
        create(R.map());
        create(R.collect(() => R.get('two', { as: 'other' }, b)));
        create(R.map());
      },
    ],
  ])('are those that the real Route finds: %s', async (_, define) => {
    const program = (R: AnyRoute, create: Make) => () => {
      define(R, create);
      return (R.url as AnyUrl)('name');
    };
    RealRoute.reset();
    const real = program(RealRoute, realRouter as Make)();
    expect(await started(program(Route as AnyRoute, createRouter as Make))).toBe(real);
  });

  it('are refused if no router has them', async () => {
    const program = () => {
      const router = createRouter(Route.collect(() => Route.get('one', { as: 'one' }, a)));
      Route.get('two', { as: 'two' }, b);
      return router;
    };
    await started(program);
    expect(url('one')).toBe('/one');
    Route.reset();
    await start(program);
    expect(() => named('two')).toThrow(
      'Route.get("two", {"as": "two"}, ƒ) is not call 1 of the build',
    );
  });

  it('are unknown to a table without names', async () => {
    const program = () => {
      Route.get('a', a);
      return createRouter(Route.map());
    };
    await started(program);
    expect(named('nobody')).toBeNull();
    expect(() => url('nobody')).toThrow('Route.url("nobody"): the bundle has no answer');
  });

  it('are not those of a table whose names others replace', async () => {
    const program = () => {
      const base = Route.collect(() => Route.get('old', { as: 'name' }, a));
      Route.get('new', { as: 'name' }, b);
      return createRouter(Route.map(base));
    };
    await started(program);
    expect(() => url('name')).toThrow('Route.url("name"): the bundle has no answer');
  });
});

it('does not start if only the roots of controllers differ', async () => {
  const files = { 'application/controllers/a.ts': async () => ({ default: class {} }) };
  const program = (roots?: string[]) => () => {
    const controllers = createControllers(files, { roots });
    return createFetchHandler({ routes: Route.map({ default_controller: 'a' }), controllers });
  };
  expect(await started(program())).toBeTypeOf('function');
  const other = start(program(['application', 'src']));
  await expect(other).rejects.toThrow('is not call 2 of the build');
});

it.each([
  [{ root: ['src'] }, "'root' is not an option"],
  [new Map([['roots', ['src']]]), 'options is a Map'],
])('refuses the options %j of controllers in the build', async (options: object, problem) => {
  const program = () => {
    const controllers = createControllers({}, options);
    return createFetchHandler({ routes: Route.map(), controllers });
  };
  await expect(build(program)).rejects.toThrow(`createControllers: ${problem}`);
});

it('refuses the controllers of a bundle in a check, which has nothing to check them with', async () => {
  const controllers = createControllers({});
  await expect(checkRoutes({ routes: { a: 'b' }, controllers })).rejects.toMatchObject({
    code: 'bad-argument',
    message: expect.stringContaining('the controllers are those of a bundle'),
  });
});

describe('a table in a bundle', () => {
  it('is refused by the package itself, and so are its copies', async () => {
    const tables = await build(() => {
      const table = Route.map({ a: 'b' });
      return [table, { ...table, c: 'd' }, table];
    });
    for (const table of tables) {
      expect(() => realRouter(table)).toThrow('the table is one of a bundle');
    }
  });

  it('says that its rows are unknown if they are read later', async () => {
    const program = () => createRouter(Route.collect(() => Route.get('late', a)));
    await started(program);
    const table = await start(() => {
      createRouter(Route.collect(() => Route.get('late', a)));
      return Route.collect(() => Route.get('late', a));
    });
    expect(await Promise.resolve(table)).toBe(table);
    expect(() => Object.keys(table)).toThrow(
      'reading the rows of a table(): the bundle has no answer',
    );
  });
});

it('has the members of the real class', () => {
  const membersOf = (type: object) =>
    Object.getOwnPropertyNames(type)
      .filter((name) => name !== 'prototype' && name !== 'name' && name !== 'length')
      .sort();
  expect(membersOf(Route)).toEqual(membersOf(RealRoute));
});

it('a bundle without tables says how to get them', async () => {
  vi.resetModules();
  const fresh = await import('../../src/compiled.ts');
  expect(() => fresh.createRouter({})).toThrow(
    'createRouter: no table is compiled. Use the plugin, or first import what waymark compile wrote',
  );
  expect(() => fresh.Route.url('nobody')).toThrow('Route.url("nobody"): the bundle has no answer');
});
