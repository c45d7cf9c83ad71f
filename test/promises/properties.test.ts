/** What holds for any table, any path and any sequence of definitions. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createRouter, METHODS, Route, WaymarkError } from '../../src/index.ts';
import { normalisePath } from '../../src/path/normalise.ts';
import type { Leaf, Node } from '../../src/resolve/matcher/build.ts';
import { Tree } from '../../src/resolve/matcher/search.ts';
import { RUNS } from '../support/runs.ts';

const word = fc.constantFrom('a', 'b', 'ab', 'users', 'login', 'x-y', 'A_b', '~me', '7', '12');
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
const segments = fc.array(
  fc.oneof(word, fc.constantFrom('3', 'é', 'a b', 'login', 'v1.2', '.well-known')),
  { minLength: 1, maxLength: 5 },
);

describe('another spelling of a path', () => {
  const unreserved = /[A-Za-z0-9\-._~]/;
  const spell = fc.record({
    between: fc.array(
      fc.constantFrom('/', '//', '/./', '/x/../', '/%2e/', '/y/%2E./', '/../x/../'),
      { minLength: 6, maxLength: 6 },
    ),
    encoded: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
    capitals: fc.boolean(),
    end: fc.constantFrom('', '/', '//', '/.', '/x/..', '?q=/../a', '#h'),
  });

  /** `/../` right behind a segment would take it away, which is no other spelling of the path. */
  const climbs = (separator: string) => separator.startsWith('/..');

  it('gets the same answer, for any table', () => {
    fc.assert(
      fc.property(
        table,
        segments,
        spell,
        // With it, also a path that no key matches shows in its answer.
        fc.record({ autoRoute: fc.boolean() }),
        (table, segments, { between, encoded, capitals, end }, options) => {
          const router = createRouter(table, options);
          const plain = `/${segments.map((segment) => encodeURIComponent(segment)).join('/')}`;
          const spelled = segments
            .map((segment, index) => {
              const chars = [...segment].map((char, at) => {
                const picked = encoded[at + 7 * index] && unreserved.test(char);
                if (!picked) return encodeURIComponent(char);
                const digits = char.charCodeAt(0).toString(16);
                return `%${capitals ? digits.toUpperCase() : digits}`;
              });
              const separator = index > 0 && climbs(between[index]) ? '/' : between[index];
              return separator + chars.join('');
            })
            .join('');
          for (const method of ['GET', 'POST', 'PUT']) {
            expect(router.resolve(method, spelled + end)).toEqual(router.resolve(method, plain));
          }
        },
      ),
      RUNS,
    );
  });
});

/** Makes the nodes of trees count how often a search comes to them. */
function countVisits(trees: Iterable<unknown>): Map<Node<Leaf>, number> {
  const visits = new Map<Node<Leaf>, number>();
  // The cast: the root is private.
  const waiting = Array.from(trees, (tree) => (tree as { root: Node<Leaf> }).root);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const counted = node;
    const { skip } = counted;
    visits.set(counted, 0);
    const get = () => {
      visits.set(counted, (visits.get(counted) ?? 0) + 1);
      return skip;
    };
    // What a search reads of a node first, and once.
    Object.defineProperty(counted, 'skip', { get });
    waiting.push(...counted.kids.filter((kid) => kid !== null));
    for (let { segment } = counted; segment !== null; segment = segment.next) {
      waiting.push(segment.node);
    }
  }
  return visits;
}

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

  it('visits no node more than once a search, and looks at few characters for each', () => {
    const words = ['a', 'b', 'ab', '7', 'x'];
    const pure = fc
      .array(fc.constantFrom(...words, '(:any)', '(:num)', '([a-z]+)'), {
        minLength: 1,
        maxLength: 6,
      })
      .map((segments) => segments.join('/'));
    const path = fc
      .tuple(
        fc.array(fc.constantFrom(...words, 'ab'.repeat(20), '7'.repeat(40)), { maxLength: 30 }),
        fc.constantFrom('/', '//', '/%61/'),
      )
      .map(([segments, separator]) => `/${segments.join(separator)}`);
    const search = vi.spyOn(Tree.prototype, 'search');
    const look = vi.spyOn(String.prototype, 'charCodeAt');
    try {
      fc.assert(
        fc.property(fc.array(pure, { minLength: 1, maxLength: 30 }), path, (patterns, path) => {
          const router = createRouter(
            Object.fromEntries(patterns.map((from) => [`/${from}`, 'x'])),
          );
          search.mockClear();
          router.resolve('GET', '/');
          const visits = countVisits(new Set(search.mock.contexts));
          search.mockClear();
          look.mockClear();
          router.resolve('GET', path);
          const [looks, searches] = [look.mock.calls.length, search.mock.calls.length];
          // One search with the path as it came, one normalised, and one for each method.
          expect(searches).toBeLessThanOrEqual(2 + METHODS.length);
          expect(Math.max(...visits.values())).toBeLessThanOrEqual(searches);
          // A node asks for a character and a slash, and reads a segment once for itself and once
          // for each of three sets of characters.
          const total = [...visits.values()].reduce((sum, times) => sum + times);
          const longest = Math.max(...path.split('/').map((segment) => segment.length));
          expect(looks).toBeLessThanOrEqual(path.length + total * (3 + 4 * longest));
        }),
        RUNS,
      );
    } finally {
      search.mockRestore();
      look.mockRestore();
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
          // What would not show is escaped, and what is long is cut.
          const shown = /^[ -~]{0,100}$/.test(key) ? `table key '${key}'` : 'table key';
          expect((error as WaymarkError).where).toContain(shown);
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

  /** What the steps define, told from their names alone: the keys, and whether each is blocked. */
  function model(steps: Step[]): Record<string, boolean> {
    const defined = new Map<string, boolean>();
    const id = '([a-zA-Z0-9\\-_]+)';
    /** For every method, so also for those that have a key of their own. */
    const set = (from: string, blocked: boolean) => {
      for (const key of defined.keys()) if (key.endsWith(` ${from}`)) defined.set(key, blocked);
      defined.set(from, blocked);
    };
    const walk = (steps: Step[], outer: string): void => {
      let prefix = outer;
      for (const step of steps) {
        if (step.do === 'fail') throw new Stop();
        if (step.do === 'reset') {
          // The callback that is running loses its prefix, those around it do not.
          defined.clear();
          prefix = '';
          continue;
        }
        const from = prefix + step.name;
        if (step.do === 'prefix' || step.do === 'nest') {
          if (step.do === 'nest') set(from, false);
          walk(step.steps, `${from}/`);
        } else if (step.do === 'get') defined.set(`GET ${from}`, false);
        else if (step.do === 'resources') {
          for (const rest of ['', '/new', `/${id}/edit`, `/${id}`]) {
            defined.set(`GET ${from}${rest}`, false);
          }
          defined.set(`POST ${from}`, false);
          defined.set(`PUT ${from}/${id}`, false);
          defined.set(`DELETE ${from}/${id}`, false);
        } else if (step.do === 'context') {
          for (let length = 6; length > 0; length--) set(from + '/(:any)'.repeat(length), false);
        } else set(from, step.do === 'block');
      }
    };
    try {
      walk(steps, '');
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
    }
    return Object.fromEntries(defined);
  }

  it('defines and blocks what a simple model says', () => {
    fc.assert(
      fc.property(steps, (steps) => {
        define(steps);
        const { default_controller: _, ...table } = Route.map();
        const blocked = Object.entries(table).map(([key, to]) => [key, to === '']);
        expect(Object.fromEntries(blocked)).toEqual(model(steps));
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
