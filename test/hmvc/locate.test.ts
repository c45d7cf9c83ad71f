import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPlaceLister } from '../../src/hmvc/locate.ts';
import { createLoader, type Files, type Loader } from '../../src/hmvc.ts';
import { createRouter, Route, type SuppliedTable } from '../../src/index.ts';

function loaderOf(names: readonly string[], table: SuppliedTable = {}): Loader {
  const files: Files = Object.fromEntries(
    names.map((name) => [`application/${name}.ts`, async () => ({})]),
  );
  return createLoader(files, { settings: createRouter(table).settings });
}

/** The result of locating a destination, as `name action arg…`. */
function locate(destination: string, names: readonly string[], table?: SuppliedTable) {
  const location = loaderOf(names, table).locate(destination);
  if (location === null) return null;
  const name = location.file.path.slice('application/'.length, -'.ts'.length);
  return [name, location.action, ...location.args];
}

/** The places to look for `a/b/c/d/e`, in order. */
const PLACES: readonly (readonly [place: string, action: string, ...args: string[]])[] = [
  ['modules/a/controllers/b', 'c', 'd', 'e'],
  ['modules/a/controllers/b/c', 'd', 'e'],
  ['modules/a/controllers/a', 'b', 'c', 'd', 'e'],
  ['controllers/a', 'b', 'c', 'd', 'e'],
  ['controllers/a/b', 'c', 'd', 'e'],
  ['controllers/a/b/c', 'd', 'e'],
];

describe('the locator', () => {
  it.each(PLACES)('finds %s for a/b/c/d/e', (place, ...rest) => {
    expect(locate('a/b/c/d/e', [place])).toEqual([place, ...rest]);
  });

  it.each(PLACES.slice(1).map(([later], before) => [PLACES[before][0], later]))(
    'looks at %s before %s',
    (first, second) => expect(locate('a/b/c/d/e', [second, first])?.[0]).toBe(first),
  );

  it.each([
    ['modules/a/controllers/a', 'modules/a/controllers/home'],
    ['modules/a/controllers/home', 'controllers/a'],
    ['controllers/a', 'controllers/a/home'],
    ['modules/a/controllers/home', 'controllers/a/home'],
  ])('looks, for a alone, at %s before %s', (first, second) => {
    expect(locate('a', [second, first], { default_controller: 'home' })?.[0]).toBe(first);
  });

  it('lists every place that has a file, in that order', () => {
    const names = [...PLACES].reverse().map(([name]) => name);
    expect([...loaderOf(names).places('a/b/c/d/e')]).toEqual(
      PLACES.map(([name, action, ...args]) => ({
        name,
        used: 4 - args.length,
        file: expect.objectContaining({ path: `application/${name}.ts`, root: 0 }),
        module: name.startsWith('modules') ? 'a' : null,
        action,
        namesAction: true,
        args,
      })),
    );
  });

  it.each([
    [
      'a',
      [
        'modules/a/controllers/a',
        'modules/a/controllers/home today',
        'controllers/a',
        'controllers/a/home today',
      ],
    ],
    [
      'a/b',
      [
        'modules/a/controllers/b',
        'modules/a/controllers/a',
        'modules/a/controllers/b/home today',
        'controllers/a',
        'controllers/a/b',
        'controllers/a/b/home today',
      ],
    ],
    [
      'a/b/c',
      [
        'modules/a/controllers/b',
        'modules/a/controllers/b/c',
        'modules/a/controllers/a',
        'controllers/a',
        'controllers/a/b',
        'controllers/a/b/c',
      ],
    ],
  ])('looks for %s, with a default controller, at the places %j', (destination, places) => {
    const { settings } = createRouter({ default_controller: 'home/today' });
    const found = createPlaceLister(settings)(destination);
    expect(
      found.map(({ name, action }) => (name.endsWith('home') ? `${name} ${action}` : name)),
    ).toEqual(places);
    for (const place of found.filter(({ name }) => name.endsWith('home'))) {
      expect(place).toMatchObject({ namesAction: false, args: [] });
    }
  });

  it('lists, for any destination, the places of createPlaceLister that have a file', () => {
    const segment = fc.constantFrom('a', 'b', 'home', 'b-c', '', 'x%2Fy');
    const destinations = fc.array(segment, { minLength: 1, maxLength: 5 });
    const names = fc.constantFrom('a', 'b', 'home', 'a/b', 'b/home', 'a/b/home', 'b/b_c');
    const files = fc.uniqueArray(fc.tuple(fc.constantFrom('', 'modules/a/'), names));
    const controllers = fc.constantFrom(undefined, 'home', 'home/today');
    fc.assert(
      fc.property(files, destinations, controllers, fc.boolean(), (found, to, home, dashes) => {
        const table = { default_controller: home ?? 'none', translate_uri_dashes: dashes };
        const loader = loaderOf(
          found.map(([module, name]) => `${module}controllers/${name}`),
          table,
        );
        const placed = createPlaceLister(loader.settings)(to.join('/')).flatMap((place) => {
          const file = loader.index.get(place.name);
          return file === undefined ? [] : [{ ...place, file }];
        });
        expect(loader.places(to.join('/'))).toEqual(placed);
      }),
    );
  });

  it.each([
    ['a/b', ['framework/controllers/a', 'application/controllers/a/b']],
    ['a/b/c', ['framework/controllers/a', 'application/controllers/a/b/c']],
    ['a', ['framework/controllers/a', 'application/controllers/a/home']],
    ['a/b', ['framework/modules/a/controllers/b', 'application/modules/a/controllers/a']],
    ['a/b/c', ['framework/modules/a/controllers/b', 'application/modules/a/controllers/b/c']],
    ['a', ['application/modules/a/controllers/home', 'framework/modules/a/controllers/a']],
    ['a/b', ['application/controllers/a', 'framework/modules/a/controllers/a']],
    ['a', ['application/controllers/a', 'framework/modules/a/controllers/home']],
  ])('looks, for %s in two roots, at the second of %j first', (destination, paths) => {
    const files: Files = Object.fromEntries(paths.map((path) => [`${path}.ts`, async () => ({})]));
    const { settings } = createRouter({ default_controller: 'home' });
    const { places } = createLoader(files, { settings });
    expect([...places(destination)].map(({ file }) => file.path)).toEqual(
      [...paths].reverse().map((path) => `${path}.ts`),
    );
  });

  it('never lists a file that an earlier root overrides', () => {
    const name = 'controllers/a';
    const files: Files = {
      [`framework/${name}.ts`]: async () => ({}),
      [`application/${name}.ts`]: async () => ({}),
    };
    const found = [...createLoader(files).places('a/b')];
    expect(found.map(({ file }) => file.path)).toEqual([`application/${name}.ts`]);
  });

  it.each([
    ['a/b/c', 'modules/a/controllers/b/c', []],
    ['a/b', 'modules/a/controllers/b', []],
    ['a', 'modules/a/controllers/a', []],
    ['a/b', 'controllers/a/b', []],
    ['a/b/c', 'controllers/a/b/c', []],
    ['a', 'controllers/a', []],
    ['a/b/', 'controllers/a/b', []],
    ['a/b//7', 'controllers/a/b', ['7']],
  ])('gives %s, found at %s, the action index', (destination, place, args) => {
    expect(locate(destination, [place])).toEqual([place, 'index', ...args]);
  });

  it.each([
    ['a', 'modules/a/controllers/home'],
    ['a/b', 'modules/a/controllers/b/home'],
    ['a', 'controllers/a/home'],
    ['a/b', 'controllers/a/b/home'],
  ])("finds, for %s, the folder's default controller %s", (destination, place) => {
    expect(locate(destination, [place], { default_controller: 'home' })).toEqual([place, 'index']);
    expect(locate(destination, [place], { default_controller: 'home/today' })).toEqual([
      place,
      'today',
    ]);
    expect(locate(destination, [place], { default_controller: 'welcome' })).toBeNull();
    expect(locate(destination, [place])).toBeNull();
    expect(
      locate(`${destination}/x`, [place], { default_controller: 'home' }),
      'a longer destination names no folder',
    ).toBeNull();
  });

  it('ignores a folder that is deeper than a controller can be', () => {
    const names = ['controllers/a/b/c/home', 'modules/a/controllers/b/c/home'];
    expect(locate('a/b/c', names, { default_controller: 'home' })).toBeNull();
  });

  it.each(['a', 'a/b'])('for %s reads no missing segment as a name', (destination) => {
    const names = ['a/b/undefined', 'a/undefined', 'a/undefined/undefined'].flatMap((name) => [
      `controllers/${name}`,
      `modules/${name.replace('/', '/controllers/')}`,
    ]);
    expect(locate(destination, names)).toBeNull();
  });

  it.each([
    ['A/b', 'controllers/a/b'],
    ['a/B', 'controllers/a/b'],
    ['Photos', 'controllers/photos'],
    ['pHOTOS', 'controllers/photos'],
    ['', 'controllers/a'],
    ['/a', 'controllers/a'],
    ['a%2Fb', 'controllers/a/b'],
    ['..%2Fcontrollers%2Fa', 'controllers/a'],
    ['../controllers/a', 'controllers/a'],
    ['x/../a', 'controllers/a'],
    ['__proto__', 'controllers/a'],
    ['constructor/constructor/constructor', 'controllers/a'],
    ['toString', 'controllers/a'],
  ])('finds nothing for %j if there is %j', (destination, place) => {
    expect(locate(destination, [place])).toBeNull();
    expect(locate(destination, [place], { default_controller: 'home' })).toBeNull();
  });

  it.each([
    ['__proto__/constructor', ['controllers/__proto__/constructor', 'index']],
    ['constructor/x', ['modules/constructor/controllers/constructor', 'x']],
  ])('treats %s as a name like any other', (destination, found) => {
    const names = [
      'controllers/__proto__/constructor',
      'modules/constructor/controllers/constructor',
    ];
    expect(locate(destination, names)).toEqual(found);
  });

  it.each([
    ['a/show/x%2Fy', ['x/y']],
    ['a/show/x%252Fy', ['x%2Fy']],
    ['a/show/50%25', ['50%']],
    ['a/show/%2525', ['%25']],
    ['a/show/é b', ['é b']],
    ['a/show/1//2', ['1', '', '2']],
    ['a/show/__proto__', ['__proto__']],
  ])('decodes the arguments of %s once, after the split', (destination, args) => {
    expect(locate(destination, ['controllers/a'])).toEqual(['controllers/a', 'show', ...args]);
  });

  it("leaves an encoded slash in an action, which can't be the name of a method", () => {
    expect(locate('a/b%2Fc', ['controllers/a'])).toEqual(['controllers/a', 'b%2Fc']);
  });

  describe('with translate_uri_dashes', () => {
    const names = ['modules/my_shop/controllers/gift_cards', 'modules/my-shop/controllers/plain'];

    it.each([true, 'true'])('of %j turns dashes into underscores except in arguments', (value) => {
      expect(
        locate('my-shop/gift-cards/show-all/a-b', names, { translate_uri_dashes: value }),
      ).toEqual([names[0], 'show_all', 'a-b']);
    });

    it.each([false, 'false', ''])('of %j leaves dashes as they are', (value) => {
      const table = { translate_uri_dashes: value };
      expect(locate('my-shop/gift-cards/show-all', names, table)).toBeNull();
      expect(locate('my-shop/plain/show-all', names, table)).toEqual([names[1], 'show-all']);
    });

    it('names folders with underscores', () => {
      const table = { translate_uri_dashes: true, default_controller: 'home' };
      expect(locate('my-shop', ['modules/my_shop/controllers/home'], table)).toEqual([
        'modules/my_shop/controllers/home',
        'index',
      ]);
    });
  });
});

describe('a context', () => {
  beforeEach(() => Route.reset());

  /** The action behind a GET path, through the defined routes. */
  function follow(path: string, names: readonly string[]) {
    const table = Route.map({ default_controller: 'welcome' });
    const answer = createRouter(table).resolve('GET', path);
    if (answer.status !== 'found') return answer.status;
    return locate(String(answer.destination), names, table);
  }

  it.each([
    ['{default_controller}', 'controllers/developer/welcome'],
    ['home', 'controllers/developer/home'],
  ])('has its home %j at %s', (home, place) => {
    Route.context('developer', { home });
    expect(follow('/developer', [place])).toEqual([place, 'index']);
  });

  it.each([
    ['/tools/gallery', 'index', []],
    ['/tools/gallery/report', 'report', []],
    ['/tools/gallery/report/2024', 'report', ['2024']],
    ['/tools/gallery/report/a%2Fb', 'report', ['a/b']],
  ])("reaches the modules' controller at %s", (path, action, args) => {
    Route.context('tools', 'developer', { home: 'dashboard' });
    const place = 'modules/gallery/controllers/developer';
    expect(follow(path, [place])).toEqual([place, action, ...args]);
  });
});
