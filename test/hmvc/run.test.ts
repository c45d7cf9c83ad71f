import { describe, expect, it } from 'vitest';
import {
  type Context,
  Controller,
  createLoader,
  type Files,
  runDestination,
  type Visit,
} from '../../src/hmvc.ts';

class Photos extends Controller<{ readonly user: string }> {
  show(...args: unknown[]) {
    return args;
  }
  seen() {
    return this.context;
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
const visit: Visit = { request, method: 'GET', route: 'GET a/(.+)', params: ['b'], added };

const run = (destination: string, ...args: unknown[]) =>
  runDestination(loader, destination, visit, args);

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
    ['albums/through/photos%2Fshow%2F7', [8], ['7', 8]],
  ])('of %s with %j gives %j', async (destination, args, value) => {
    expect(await run(destination, ...args)).toEqual({ value });
  });

  it("passes the destination's own arguments alone where no others are given", async () => {
    expect(await runDestination(loader, 'photos/show/7', visit)).toEqual({ value: ['7'] });
  });

  it.each([
    'nothing',
    'photos/nowhere',
    'photos/constructor',
    'photos/__proto__',
    'photos/toString',
    'photos/context',
  ])('gives null for %s, which no action answers to', async (destination) => {
    expect(await run(destination)).toBeNull();
  });

  it('constructs the controller with the request and what the application adds', async () => {
    expect((await run('photos/seen'))?.value).toEqual({
      request,
      method: 'GET',
      route: 'GET a/(.+)',
      params: ['b'],
      user: 'ada',
      run: expect.any(Function),
    });
  });

  it('constructs it anew each time', async () => {
    expect((await run('photos/seen'))?.value).not.toBe((await run('photos/seen'))?.value);
  });

  it.each([
    ['photos/fail', 'out of film'],
    ['broken', 'no such table'],
    ['lost', 'no such file'],
  ])('lets the error of %s through', async (destination, message) => {
    await expect(run(destination)).rejects.toThrow(message);
  });

  it.each(['empty', 'none', 'arrow', 'data'])(
    'names the file whose default export is no class: %s',
    async (name) => {
      await expect(run(name)).rejects.toMatchObject({
        name: 'WaymarkError',
        code: 'bad-files',
        message: `${module(name)}: its default export is no class. Write 'export default class …'.`,
      });
    },
  );
});

describe('context.run', () => {
  it('gives the other controller the request, and no match of its own', async () => {
    const outcome = await run('albums/through/photos%2Fseen');
    expect(outcome?.value).toMatchObject({ request, route: null, params: [], user: 'ada' });
  });

  it.each(['nothing', 'photos/nowhere', 'photos/_helper', 'photos/toString', ''])(
    'throws where no action answers to %j',
    async (destination) => {
      await expect(run('albums/through', destination)).rejects.toMatchObject({
        name: 'WaymarkError',
        code: 'no-action',
        message:
          `run('${destination}'): no action answers to this ` +
          'destination. Name module, controller and a public method of the class.',
      });
    },
  );

  it('lets the error of the other action through', async () => {
    await expect(run('albums/through', 'photos/fail')).rejects.toThrow('out of film');
  });
});
