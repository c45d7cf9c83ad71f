/**
 * What test files import of vitest, so that tests can be run one by one, in any order and again:
 * vitest runs files, and starting one takes longer than most tests do. The assertions and the spies are
 * vitest's own.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vitestExpect from '@vitest/expect';
import { fn, restoreAllMocks, spyOn } from '@vitest/spy';
import * as chai from 'chai';
import type { Loader } from './loader.ts';

type Body = (...args: never[]) => unknown;

interface Scope {
  readonly name: string;
  readonly outer: Scope | null;
  readonly before: Body[];
  readonly after: Body[];
  readonly beforeOnce: Body[];
}

export interface Test {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  /** Runs the test with its hooks, and rejects if it fails. */
  readonly run: () => Promise<void>;
}

const scopeOf = (name: string, outer: Scope | null): Scope => ({
  name,
  outer,
  before: [],
  after: [],
  beforeOnce: [],
});

const expectOne = (value: unknown, message?: string) => chai.expect(value, message);

/** `expect`, with vitest's matchers. */
function makeExpect() {
  chai.use(vitestExpect.JestExtend);
  chai.use(vitestExpect.JestChaiExpect);
  chai.use(vitestExpect.ChaiStyleAssertions);
  chai.use(vitestExpect.JestAsymmetricMatchers);
  const expect = Object.assign(expectOne, chai.expect);
  const asymmetric = Reflect.get(globalThis, vitestExpect.ASYMMETRIC_MATCHERS_OBJECT);
  Object.defineProperties(expect, Object.getOwnPropertyDescriptors(asymmetric));
  Reflect.set(globalThis, vitestExpect.GLOBAL_EXPECT, expect);
  const state = { assertionCalls: 0, isExpectingAssertions: false };
  vitestExpect.setState(state, expect as never); // the cast: vitest's type has members that it adds itself
  Reflect.apply(Reflect.get(chai.expect, 'extend'), chai.expect, [
    expect,
    vitestExpect.customMatchers,
  ]);
  Reflect.apply(Reflect.get(chai.expect, 'extend'), chai.expect, [expect, { toMatchFileSnapshot }]);
  return expect;
}

/** A snapshot is compared here, and never written. */
function toMatchFileSnapshot(text: string, path: string) {
  const pass = text === readFileSync(resolve('test', 'cli', path), 'utf8');
  return { pass, message: () => `not what ${path} has` };
}

const expect = makeExpect();

async function waitFor<T>(check: () => T, limit: number | { timeout?: number } = 1000): Promise<T> {
  const end = Date.now() + (typeof limit === 'number' ? limit : (limit.timeout ?? 1000));
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(10);
    }
  }
}

/**
 * A table of cases as arguments, each with its number: what a title would show of them, such as a stack,
 * may differ each time the file is loaded.
 */
function rowsOf(table: readonly unknown[], title: string): [name: string, args: unknown[]][] {
  return table.map((row, index) => [`${title} #${index}`, Array.isArray(row) ? row : [row]]);
}

/** The tests of one set of loaded files. What `afterAll` gets is done when all of them are over. */
export class Suite {
  readonly afterAll: Body[] = [];
  #scope = scopeOf('', null);
  #file = '';
  #tests: Test[] = [];
  #finished: Body[] = [];
  readonly #names = new Map<string, number>();

  /** Loads a test file, and gives its tests. */
  add(loader: Loader, file: string, relative: string): readonly Test[] {
    this.#file = relative;
    this.#tests = [];
    this.#scope = scopeOf('', null);
    loader.load(file);
    return this.#tests;
  }

  #describe = (name: unknown, body: Body) => {
    const outer = this.#scope;
    this.#scope = scopeOf(String(name), outer);
    const inner = this.#scope;
    const result = body();
    if (result instanceof Promise) {
      throw new Error(
        `${this.#file}: a describe that waits is not part of this suite: ${inner.name}`,
      );
    }
    this.#scope = outer;
  };

  #it = (title: unknown, ...rest: unknown[]) => {
    const body = rest.find((one) => typeof one === 'function') as Body; // the cast: a test has a body
    const scopes: Scope[] = [];
    for (let scope: Scope | null = this.#scope; scope; scope = scope.outer) scopes.unshift(scope);
    const full = [...scopes.slice(1).map(({ name }) => name), String(title)].join(' ');
    const plain = `${this.#file}#${full}`;
    const nth = this.#names.get(plain) ?? 0;
    this.#names.set(plain, nth + 1);
    const run = async () => {
      this.#finished = [];
      const once = scopes.flatMap(({ beforeOnce }) => beforeOnce.splice(0));
      const before = scopes.flatMap((scope) => scope.before);
      const after = scopes.toReversed().flatMap((scope) => scope.after);
      try {
        // Without waiting if there is nothing to wait for: what runs at once can be stopped.
        for (const hook of [...once, ...before, body]) {
          const result = hook();
          if (result instanceof Promise) await result;
        }
      } finally {
        for (const hook of [...after, ...this.#finished]) await hook();
      }
    };
    this.#tests.push({
      id: nth === 0 ? plain : `${plain} (${nth})`,
      name: full,
      file: this.#file,
      run,
    });
  };

  /** The module `vitest` of these tests. */
  module(loader: Loader): object {
    const each =
      (define: (title: string, body: Body) => void) =>
      (table: readonly unknown[]) =>
      (title: string, body: (...args: unknown[]) => unknown) => {
        for (const [name, args] of rowsOf(table, title)) define(name, () => body(...args));
      };
    const skip = Object.assign(() => undefined, { each: () => () => undefined });
    const it = Object.assign(this.#it, { each: each(this.#it) });
    const conditional = (own: typeof it) => ({
      skipIf: (condition: unknown) => (condition ? skip : own),
      runIf: (condition: unknown) => (condition ? own : skip),
    });
    const test = Object.assign(it, conditional(it));
    const typed: object = new Proxy(() => typed, { get: () => typed, apply: () => typed });
    return {
      describe: Object.assign(this.#describe, { each: each(this.#describe) }),
      it: test,
      test,
      expect,
      expectTypeOf: () => typed,
      beforeEach: (hook: Body) => this.#scope.before.push(hook),
      afterEach: (hook: Body) => this.#scope.after.unshift(hook),
      beforeAll: (hook: Body) => this.#scope.beforeOnce.push(hook),
      afterAll: (hook: Body) => this.afterAll.push(hook),
      onTestFinished: (hook: Body) => this.#finished.unshift(hook),
      vi: {
        fn,
        spyOn,
        restoreAllMocks,
        waitFor,
        doMock: (name: string, make: () => unknown) => loader.mock(name, make),
        doUnmock: (name: string) => loader.unmock(name),
        resetModules: () => loader.forget(),
        useFakeTimers: () => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] }),
        useRealTimers: () => mock.timers.reset(),
        advanceTimersByTime: (time: number) => mock.timers.tick(time),
      },
    };
  }
}
