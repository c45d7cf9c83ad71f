import { describe, expect, it, vi } from 'vitest';
import {
  type Context,
  Controller,
  createContext,
  createLoader,
  type Files,
  runDestination,
  type Visit,
} from '../../src/hmvc.ts';
import { createRouter } from '../../src/index.ts';

class Photos extends Controller<{ readonly user: string }> {
  show(...args: unknown[]) {
    return args;
  }
  seen() {
    return this.context;
  }
  named() {
    return this.context.headers.has('x');
  }
  async later() {
    return 'later';
  }
  nothing() {}
  fail() {
    throw new Error('out of film');
  }
  latest(count: number) {
    return { count, user: this.context.user };
  }
  _hidden(...args: unknown[]) {
    return ['hidden', ...args];
  }
  deeper(left: number): unknown {
    return left === 0 ? 'the bottom' : this.context.run('photos/deeper', left - 1);
  }
  forever(): unknown {
    return this.context.run('photos/forever');
  }
}

class Pages extends Controller {
  index() {
    return 'the method itself';
  }
  _remap(action: string, args: readonly unknown[]) {
    return { action, args, route: this.context.route };
  }
}

class News extends Pages {}

class Baseless {
  _remap(action: string, args: readonly unknown[]) {
    return { action, args };
  }
}

class Fielded extends Controller {
  _remap = () => 'a field';
  index() {
    return 'the method';
  }
}

class Albums extends Controller {
  index() {
    return this.context.run('photos/latest', 5);
  }
  through(...args: string[]) {
    const [destination, ...rest] = args;
    return this.context.run(destination, ...rest);
  }
}

class Untied {
  readonly given: Context;
  constructor(given: Context) {
    this.given = given;
  }
  index() {
    return this.given.method;
  }
}

class Broken extends Controller {
  constructor(context: Context) {
    super(context);
    throw new Error('no such table');
  }
  index() {}
}

const module = (name: string) => `application/modules/${name}/controllers/${name}.ts`;
const files: Files = {
  [module('photos')]: async () => ({ default: Photos }),
  [module('albums')]: async () => ({ default: Albums }),
  [module('untied')]: async () => ({ default: Untied }),
  [module('broken')]: async () => ({ default: Broken }),
  [module('pages')]: async () => ({ default: Pages }),
  [module('news')]: async () => ({ default: News }),
  [module('baseless')]: async () => ({ default: Baseless }),
  [module('fielded')]: async () => ({ default: Fielded }),
  'application/modules/photos/controllers/admin.ts': async () => ({ default: Untied }),
  'framework/modules/photos/controllers/nowhere.ts': async () => ({ default: Untied }),
  'application/controllers/photos.ts': async () => ({ default: Pages }),
  'framework/controllers/photos/extra.ts': async () => ({ default: Untied }),
  [module('compiled')]: async () => ({ default: { __esModule: true, default: Untied } }),
  [module('empty')]: async () => ({}),
  [module('none')]: async () => undefined,
  [module('arrow')]: async () => ({ default: () => 'no class' }),
  [module('data')]: async () => ({ default: { index: 'no class' } }),
  [module('lost')]: () => Promise.reject(new Error('no such file')),
};
const loader = createLoader(files);
const request = new Request('http://localhost/');
const added = { user: 'ada', request: 'never seen', run: 'never seen' };
const scope: Visit = {
  request,
  method: 'GET',
  route: 'GET a/(.+)',
  name: 'letter',
  params: ['b'],
  added,
};

const run = (destination: string, ...args: unknown[]) =>
  runDestination(loader, destination, scope, args);

describe('runDestination', () => {
  it.each([
    ['photos/show', [], []],
    ['photos/show/7', [], ['7']],
    ['photos/show/7', [8], ['7', 8]],
    ['photos/show/a%2Fb/c', [{ d: 1 }], ['a/b', 'c', { d: 1 }]],
    ['photos/later', [], 'later'],
    ['photos/nothing', [], undefined],
    ['untied', [], 'GET'],
    ['compiled', [], 'GET'],
    ['albums', [], { count: 5, user: 'ada' }],
    ['albums/through/photos%2Fshow', [8], [8]],
    ['pages', [], { action: 'index', args: [], route: 'GET a/(.+)' }],
    ['pages/about', [], { action: 'about', args: [], route: 'GET a/(.+)' }],
    ['pages/a-b/c%2Fd/e', [{ f: 1 }], { action: 'a-b', args: ['c/d', 'e', { f: 1 }] }],
    ['pages/50%25/50%25', [], { action: '50%', args: ['50%'] }],
    ['pages/a%2Fb%252F', [], { action: 'a/b%2F', args: [] }],
    ['news/2024', [], { action: '2024', args: [] }],
    ['baseless/about/7', [], { action: 'about', args: ['7'] }],
    ['baseless/context', [], { action: 'context', args: [] }],
    ['fielded', [], 'the method'],
  ])('of %s with %j gives %j', async (destination, args, value) => {
    expect(await run(destination, ...args)).toMatchObject({ value });
  });

  it.each([
    ['photos/admin/lost', 'admin and photos of the module'],
    ['photos/nowhere/lost', 'photos of the application and nowhere of the framework'],
  ])('skips, for %s, the classes without the action: %s', async (destination) => {
    const [, action, ...args] = destination.split('/');
    expect((await run(destination))?.value).toMatchObject({ action, args });
  });

  it('skips a class that lacks the action for one in another module folder', async () => {
    const passed: string[] = [];
    const named = (name: string, controller: object) => async () => {
      passed.push(name);
      return { default: controller };
    };
    const settings = createLoader({
      'application/modules/settings/controllers/settings.ts': named('module', Untied),
      'application/controllers/settings/dashboard.ts': named('controller', Untied),
    });
    expect(await runDestination(settings, 'settings/dashboard', scope)).toEqual({ value: 'GET' });
    expect(passed).toEqual(['module', 'controller']);
  });

  it('imports nothing after the first class that has the action', async () => {
    const first = createLoader({
      'application/modules/a/controllers/a.ts': async () => ({ default: Untied }),
      'application/controllers/a.ts': () => Promise.reject(new Error('imported')),
    });
    expect(await runDestination(first, 'a/index', scope)).toEqual({ value: 'GET' });
  });

  it("passes only the destination's own arguments if no others are given", async () => {
    expect(await runDestination(loader, 'photos/show/7', scope)).toEqual({ value: ['7'] });
  });

  it.each([
    'nothing',
    'albums/nowhere',
    'albums/constructor',
    'albums/__proto__',
    'albums/toString',
    'albums/context',
    'albums/_hidden',
    'untied/_hidden',
    'pages/_remap',
    'pages/_hidden',
    'pages/constructor',
    'pages/context',
    'baseless/_remap',
    'baseless/constructor',
    'fielded/_remap',
    'fielded/other',
  ])('returns null for %s, which no action answers', async (destination) => {
    expect(await run(destination)).toBeNull();
  });

  it('constructs the controller with the request and what the application adds', async () => {
    expect((await run('photos/seen'))?.value).toMatchObject({
      request,
      method: 'GET',
      route: 'GET a/(.+)',
      name: 'letter',
      params: ['b'],
      platform: [],
      base: '',
      user: 'ada',
      run: expect.any(Function),
      load: loader.within('photos'),
    });
  });

  it('constructs it anew each time', async () => {
    expect((await run('photos/seen'))?.value).not.toBe((await run('photos/seen'))?.value);
  });

  it.each([
    ['photos/fail', 'out of film'],
    ['broken', 'no such table'],
    ['lost', 'no such file'],
  ])('passes the error of %s through', async (destination, message) => {
    await expect(run(destination)).rejects.toThrow(message);
  });

  it.each(['empty', 'none', 'arrow', 'data'])(
    'names the file whose default export is not a class: %s',
    async (name) => {
      await expect(run(name)).rejects.toMatchObject({
        name: 'WaymarkError',
        code: 'bad-files',
        message: `${module(name)}: its default export is not a class. Write 'export default class …'. See npx waymark help bad-files.`,
      });
    },
  );
});

it.each([
  [404, 404],
  ['found', null],
  [undefined, null],
] as const)('has the status of an error page alone: %s gives %s', async (status, expected) => {
  expect(await createContext({ ...scope, status }, loader)).toMatchObject({ status: expected });
});

describe('context.run', () => {
  const through = async (destination: string, ...args: unknown[]) =>
    (await createContext(scope, loader)).run(destination, ...args);

  it.each<[string, unknown[], unknown]>([
    ['photos/show', [8, { a: 1 }], [8, { a: 1 }]],
    ['photos/photos/show', [], []],
    ['photos/_hidden', [1], ['hidden', 1]],
    ['albums', [], { count: 5, user: 'ada' }],
    ['albums/index', [], { count: 5, user: 'ada' }],
    ['pages', [], 'the method itself'],
    ['pages/index', [], 'the method itself'],
    ['pages/_remap', ['about', ['7']], { action: 'about', args: ['7'], route: null }],
    ['photos/extra/index', [], 'GET'],
    ['photos/admin/index', [], 'GET'],
  ])('of %s with %j gives %j: the last segment is the method', async (destination, args, value) => {
    expect(await through(destination, ...args)).toEqual(value);
  });

  it.each([undefined, null, 7, Symbol('a')])('refuses %o as a destination', async (destination) => {
    // The cast passes an invalid argument.
    await expect(through(destination as never)).rejects.toMatchObject({
      code: 'bad-argument',
      message: expect.stringMatching(/^run: the destination is .*\. Expected a string\./),
    });
  });

  it('calls the method of a controller whose module has the same name', async () => {
    class B {
      b() {
        return 'b of b';
      }
      index() {
        return 'index of b';
      }
    }
    const only = createLoader({ [module('b')]: async () => ({ default: B }) });
    const { run } = await createContext(scope, only);
    expect(await run('b/b')).toBe('b of b');
    expect(await run('b')).toBe('index of b');
  });

  it('creates no headers that nobody reads', async () => {
    const headers = vi.fn(() => new Headers());
    const visit = {
      ...scope,
      get headers() {
        return headers();
      },
    };
    const { run } = await createContext(visit, loader);
    await run('photos/deeper', 2);
    expect(headers).not.toHaveBeenCalled();
    await run('photos/named');
    expect(headers).toHaveBeenCalledOnce();
  });

  it('gives the other controller the request, and no match of its own', async () => {
    expect(await through('photos/seen')).toMatchObject({
      request,
      route: null,
      name: null,
      params: [],
      user: 'ada',
    });
  });

  it.each([
    ['nothing', 'no file is at the place of this controller'],
    ['', 'no file is at the place of this controller'],
    ['photos/show/7', 'no file is at the place of this controller'],
    [
      'albums/nowhere',
      "no class there has a method 'nowhere': 'application/modules/albums/controllers/albums.ts' " +
        'has index, through',
    ],
    ['albums/toString', "no class there has a method 'toString'"],
    ['albums/constructor', "no class there has a method 'constructor'"],
    ['albums/context', "no class there has a method 'context'"],
    ['pages/about', "no class there has a method 'about'"],
  ])('of %j throws, since %s', async (destination, problem) => {
    const error = await through(destination).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'WaymarkError', code: 'no-action' });
    expect(String(error)).toContain(`run('${destination}'): ${problem}`);
    expect(String(error)).toContain(
      "Name the controller and, as the last segment, its method ('gallery/photos/latest'); " +
        'arguments come after the destination.',
    );
  });

  it("calls the method of a folder's default controller", async () => {
    const { settings } = createRouter({ default_controller: 'home' });
    const path = 'application/modules/shop/controllers/home.ts';
    const shop = createLoader({ [path]: async () => ({ default: Untied }) }, { settings });
    const { run } = await createContext(scope, shop);
    expect(await run('shop/index')).toBe('GET');
  });

  it('names every class that lacks the method', async () => {
    const both = createLoader({
      [module('b')]: async () => ({ default: Untied }),
      'application/controllers/b.ts': async () => ({ default: class {} }),
    });
    const { run } = await createContext(scope, both);
    await expect(run('b/x')).rejects.toThrow(
      `'${module('b')}' has index; 'application/controllers/b.ts' has none.`,
    );
  });

  it('says that a class has no actions', async () => {
    const empty = createLoader({ [module('b')]: async () => ({ default: class {} }) });
    const { run } = await createContext(scope, empty);
    await expect(run('b/x')).rejects.toThrow("b.ts' has none.");
  });

  it('passes the error of the other action through', async () => {
    await expect(through('photos/fail')).rejects.toThrow('out of film');
  });

  it.each([
    [30, 'the bottom'],
    [31, 'the bottom'],
  ])('may be %i calls deep and one', async (left, value) => {
    expect(await through('photos/deeper', left)).toBe(value);
  });

  it.each([
    ['photos/deeper', 32],
    ['photos/forever', 0],
  ])('of %s is an error when it is more than 32 calls deep', async (destination, left) => {
    const error = await through(destination, left).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'WaymarkError', code: 'no-action' });
    expect(String(error)).toContain(
      `run('${destination}'): it is called inside 32 other calls of run. Break the cycle of run calls.`,
    );
  });
});
