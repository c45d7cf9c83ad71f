/** What holds for any table, any path and any sequence of definitions. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createRouter, METHODS, Route, WaymarkError } from '../src/index.ts';
import { normalisePath } from '../src/path.ts';
import { Tree } from '../src/resolve/tree.ts';
import { RUNS } from './runs.ts';

const word = fc.constantFrom('a', 'b', 'ab', 'users', 'login', 'x-y', '~me', '7', '12');
const placeholder = fc.constantFrom('(:any)', '(:num)', '([a-z]+)', ':any', 'v(:num)');
const template = fc
  .array(fc.oneof({ weight: 3, arbitrary: word }, { weight: 2, arbitrary: placeholder }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((segments) => segments.join('/'));
const pattern = fc.oneof(
  { weight: 6, arbitrary: template },
  {
    weight: 1,
    arbitrary: fc
      .tuple(template, fc.constantFrom('/(.+)', '(.*)', '(?:/(:num))?'))
      .map((both) => both.join('')),
  },
);
const key = fc
  .tuple(fc.constantFrom('', '', 'GET ', 'POST '), pattern)
  .map(([method, from]) => method + (method === '' ? `/${from}` : from));
const table = fc
  .array(fc.tuple(key, fc.constantFrom('', 'x/$1', 'y/$2/$1')), { minLength: 1, maxLength: 10 })
  .map((entries) => Object.fromEntries(entries));
const segments = fc.array(fc.oneof(word, fc.constantFrom('3', 'é', 'a b', 'login')), {
  minLength: 1,
  maxLength: 5,
});

describe('another spelling of a path', () => {
  const unreserved = /[A-Za-z0-9\-._~]/;
  const spell = fc.record({
    between: fc.array(
      fc.constantFrom('/', '//', '/./', '/x/../', '/%2e/', '/y/%2E./', '/../x/../'),
      { minLength: 6, maxLength: 6 },
    ),
    encoded: fc.array(fc.nat(40), { maxLength: 6 }),
    end: fc.constantFrom('', '/', '//', '/.', '/x/..', '?q=/../a', '#h'),
  });

  /** `/../` right behind a segment would take it away, which is no other spelling of the path. */
  const climbs = (separator: string) => separator.startsWith('/..');

  it('gets the same answer, for any table', () => {
    fc.assert(
      fc.property(table, segments, spell, (table, segments, { between, encoded, end }) => {
        const router = createRouter(table);
        const plain = `/${segments.map((segment) => encodeURIComponent(segment)).join('/')}`;
        const spelled = segments
          .map((segment, index) => {
            const chars = [...segment].map((char, at) => {
              const picked = encoded.includes(at + 7 * index) && unreserved.test(char);
              if (!picked) return encodeURIComponent(char);
              return `%${char.charCodeAt(0).toString(16)}`;
            });
            const separator = index > 0 && climbs(between[index]) ? '/' : between[index];
            return separator + chars.join('');
          })
          .join('');
        for (const method of ['GET', 'POST', 'PUT']) {
          expect(router.resolve(method, spelled + end)).toEqual(router.resolve(method, plain));
        }
      }),
      RUNS,
    );
  });
});

describe('resolve', () => {
  it('never throws, whatever a client sends', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom(
          '/',
          '.',
          '%',
          '2',
          'f',
          'F',
          '5',
          'C',
          '3',
          '?',
          '#',
          '\\',
          'a',
          '\u0000',
          '\ud800',
        ),
      }),
      fc.webPath(),
    );
    fc.assert(
      fc.property(table, fc.string(), anything, (table, method, path) => {
        const router = createRouter({ ...table, '404_override': 'missing' }, { autoRoute: true });
        for (const one of [method, 'GET']) {
          for (const target of [path, `/${path}`]) {
            const answer = router.resolve(one, target);
            expect(answer).toHaveProperty('status');
            expect(answer).not.toHaveProperty('reason', 'too complex');
          }
        }
        expect(router.allowed(path)).toBeInstanceOf(Array);
      }),
      RUNS,
    );
  });

  it('visits no node of the tree more than once a search, for any path', () => {
    const paths = fc.array(fc.constantFrom('a', 'b', '7', 'ab', 'x'), { maxLength: 30 });
    // The cast opens the class to a spy: the method is private.
    const visit = vi.spyOn(
      Tree.prototype as unknown as { visit(...args: unknown[]): unknown },
      'visit',
    );
    const search = vi.spyOn(Tree.prototype, 'search');
    try {
      fc.assert(
        fc.property(
          fc.array(template, { minLength: 1, maxLength: 30 }),
          paths,
          (patterns, words) => {
            const router = createRouter(
              Object.fromEntries(patterns.map((from) => [`/${from}`, 'x'])),
            );
            visit.mockClear();
            search.mockClear();
            router.resolve('GET', `/${words.join('/')}`);
            const nodes = visit.mock.calls.map((args) => args[2]);
            // One search with the path as it came, one normalised, and one for each method.
            expect(search.mock.calls.length).toBeLessThanOrEqual(2 + METHODS.length);
            const times = new Map<unknown, number>();
            for (const node of nodes) times.set(node, (times.get(node) ?? 0) + 1);
            expect(Math.max(0, ...times.values())).toBeLessThanOrEqual(search.mock.calls.length);
          },
        ),
        RUNS,
      );
    } finally {
      visit.mockRestore();
      search.mockRestore();
    }
  });

  it('finds a path that was made from a pattern', () => {
    const made = fc.array(
      fc.oneof(
        word.map((text) => ({ from: text, path: text })),
        fc.nat().map((id) => ({ from: '(:num)', path: String(id) })),
        fc
          .string({ minLength: 1 })
          .map((text) => ({ from: '(:any)', path: encodeURIComponent(text) })),
        fc.constant({ from: '([a-c]+)-(:num)', path: 'abc-12' }),
        fc.constant({ from: 'index\\.html', path: 'index.html' }),
      ),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(made, (parts) => {
        const path = `/${parts.map((part) => part.path).join('/')}`;
        const kept = normalisePath(path);
        // A value that is a dot segment, or has a control character, makes another path or none.
        fc.pre(typeof kept === 'string' && kept !== '' && kept.split('/').length === parts.length);
        const from = parts.map((part) => part.from).join('/');
        expect(createRouter({ [`/${from}`]: 'x' }).resolve('GET', path).status).toBe('found');
      }),
      RUNS,
    );
  });
});

describe('a table with any strings for keys', () => {
  const anyKey = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '__proto__',
      'constructor',
      'hasOwnProperty',
      'toString',
      '404',
      '/404',
      '',
      '/',
      'GET ',
      'GET /',
      'a b',
      ' ',
      '\ud800',
      '\u0000',
    ),
  );

  it('is mapped and compiled, or refused by an error of this package that names the key', () => {
    fc.assert(
      fc.property(anyKey, fc.string(), (key, to) => {
        Route.reset();
        const table = Object.fromEntries([
          ['a/(:num)', 'kept/$1'],
          [key, to],
          ['z', 'kept'],
        ]);
        try {
          const mapped = Route.map(table);
          const router = createRouter(mapped);
          if (key !== 'a/(:num)' && key !== 'z')
            expect(mapped).toMatchObject({ 'a/(:num)': 'kept/$1', z: 'kept' });
          expect(router.resolve('GET', '/a/7')).toHaveProperty('status');
        } catch (error) {
          expect(error).toBeInstanceOf(WaymarkError);
          expect((error as WaymarkError).where).toContain('table key');
        }
      }),
      RUNS,
    );
  });

  it('keeps every definition under the pattern that it was made for', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z_0-9]{1,12}$/), { maxLength: 8 });
    fc.assert(
      fc.property(names, (names) => {
        Route.reset();
        const members = [...names, '__proto__', 'constructor', 'toString'];
        for (const name of members) Route.any(name, `to-${name}`, { as: name });
        const router = createRouter(Route.map());
        for (const name of members) {
          expect(Route.named(name)).toBe(name);
          const reserved = ['default_controller', '404_override'].includes(name);
          if (!reserved)
            expect(router.resolve('GET', `/${name}`)).toMatchObject({ destination: `to-${name}` });
        }
      }),
      RUNS,
    );
  });
});

describe('any sequence of definitions', () => {
  type Step =
    | { do: 'any' | 'get' | 'block' | 'resources' | 'context'; name: string }
    | { do: 'reset' }
    | { do: 'fail' }
    | { do: 'prefix' | 'nest'; name: string; steps: Step[] };

  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const { steps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
    steps: fc.array(tie('step'), { maxLength: 5 }),
    step: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({ do: fc.constantFrom('any', 'get', 'block', 'resources', 'context'), name }),
      fc.record({ do: fc.constantFrom('reset' as const, 'fail' as const) }),
      fc.record({
        do: fc.constantFrom('prefix' as const, 'nest' as const),
        name,
        steps: tie('steps'),
      }),
    ) as fc.Arbitrary<Step>, // the records make the union's members
  }));

  class Stop extends Error {}

  function apply(steps: Step[]): void {
    for (const step of steps) {
      if (step.do === 'fail') throw new Stop();
      else if (step.do === 'reset') Route.reset();
      else if (step.do === 'prefix') Route.prefix(step.name, () => apply(step.steps));
      else if (step.do === 'nest') Route.any(step.name, 'x', { nest: () => apply(step.steps) });
      else if (step.do === 'block') Route.block(step.name);
      else if (step.do === 'resources') Route.resources(step.name);
      else if (step.do === 'context') Route.context(step.name);
      else Route[step.do](step.name, 'x');
    }
  }

  /** Starts anew and goes through the steps, up to one that fails. */
  function define(steps: Step[]): void {
    Route.reset();
    try {
      apply(steps);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
    }
  }

  /** What each step defines, told from the names alone: the patterns, with their method. */
  function model(steps: Step[]): string[] {
    const defined: string[] = [];
    const id = '([a-zA-Z0-9\\-_]+)';
    const walk = (steps: Step[], outer: string): void => {
      let prefix = outer;
      for (const step of steps) {
        if (step.do === 'fail') throw new Stop();
        if (step.do === 'reset') {
          // The callback that is running loses its prefix, those around it do not.
          defined.length = 0;
          prefix = '';
          continue;
        }
        const from = prefix + step.name;
        if (step.do === 'prefix' || step.do === 'nest') {
          if (step.do === 'nest') defined.push(from);
          walk(step.steps, `${from}/`);
        } else if (step.do === 'get') defined.push(`GET ${from}`);
        else if (step.do === 'resources') {
          const rest = [
            'GET ',
            'GET /new',
            `GET /${id}/edit`,
            `GET /${id}`,
            'POST ',
            `PUT /${id}`,
            `DELETE /${id}`,
          ];
          defined.push(...rest.map((one) => one.replace(' ', ` ${from}`)));
        } else if (step.do === 'context') {
          for (let length = 6; length > 0; length--) defined.push(from + '/(:any)'.repeat(length));
        } else defined.push(from);
      }
    };
    try {
      walk(steps, '');
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
    }
    return defined;
  }

  it('defines what a simple model says, and leaves no prefix behind', () => {
    fc.assert(
      fc.property(steps, (steps) => {
        define(steps);
        const { default_controller: _, ...table } = Route.map();
        expect(new Set(Object.keys(table))).toEqual(new Set(model(steps)));
        Route.reset();
        Route.any('after', 'x');
        expect(Route.map()).toHaveProperty('after');
      }),
      RUNS,
    );
  });

  it('leaves no prefix behind when a callback throws', () => {
    fc.assert(
      fc.property(steps, (steps) => {
        define(steps);
        Route.any('after', 'x');
        expect(Route.map()).toHaveProperty('after');
      }),
      RUNS,
    );
  });
});
