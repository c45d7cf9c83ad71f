/** Properties of any sequence of definitions, nested in any way, some of which throw. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Route } from '../../../src/index.ts';
import { RUNS } from '../../support/runs.ts';
import { literal } from '../../support/vocabulary.ts';

describe('any sequence of definitions', () => {
  type Step =
    | { do: 'any' | 'get' | 'block' | 'resources' | 'context'; name: string }
    | { do: 'block all'; paths: (string | null | undefined | 7)[] }
    | { do: 'reset' }
    | { do: 'fail' }
    | { do: 'prefix' | 'children'; name: string; steps: Step[] };

  // Few names, so that calls collide, and any words.
  const name = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('a', '\\.b', 'é', '7') },
    { weight: 1, arbitrary: literal.map(({ from }) => from) },
  );
  const { steps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
    steps: fc.array(tie('step'), { maxLength: 5 }),
    step: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({ do: fc.constantFrom('any', 'get', 'block', 'resources', 'context'), name }),
      fc.record({
        do: fc.constant('block all' as const),
        paths: fc.array(
          fc.oneof(
            { weight: 5, arbitrary: name },
            { weight: 1, arbitrary: fc.constantFrom(null, undefined, 7 as const) },
          ),
          { maxLength: 3 },
        ),
      }),
      fc.record({ do: fc.constantFrom('reset' as const, 'fail' as const) }),
      fc.record({
        do: fc.constantFrom('prefix' as const, 'children' as const),
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
      else if (step.do === 'children')
        Route.any(step.name, 'x', { children: () => apply(step.steps) });
      else if (step.do === 'block') Route.block(step.name);
      else if (step.do === 'block all') blockAll(step.paths);
      else if (step.do === 'resources') Route.resources(step.name);
      else if (step.do === 'context') Route.context(step.name);
      else Route[step.do](step.name, 'x');
    }
  }

  /** Ends the steps if it is refused, as in a route file. */
  function blockAll(paths: unknown[]): void {
    try {
      Route.block(paths as string[]); // the cast passes an invalid argument
    } catch (error) {
      if (paths.every((path) => typeof path === 'string')) throw error;
      throw new Stop();
    }
  }

  /** Resets, then runs the steps until one fails. */
  function define(steps: Step[]): void {
    Route.reset();
    try {
      apply(steps);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
    }
  }

  /**
   * The expected definitions, derived from the names of the steps: the keys, and if each is
   * blocked.
   */
  function model(steps: Step[]): Record<string, boolean> {
    const defined = new Map<string, boolean>();
    /** The slash protects text that an object would reorder, or a table would read as a method. */
    const keyOf = (from: string) => (/^\d+$|^[A-Z]+ /.test(from) ? `/${from}` : from);
    const id = '([a-zA-Z0-9\\-_]+)';
    /** Sets every method, including those with their own key. */
    const set = (from: string, blocked: boolean) => {
      for (const key of defined.keys()) {
        if (key.replace(/^[A-Z]+ /, ' ') === ` ${from}`) defined.set(key, blocked);
      }
      defined.set(keyOf(from), blocked);
    };
    const walk = (steps: Step[], outer: string): void => {
      let prefix = outer;
      for (const step of steps) {
        if (step.do === 'fail') throw new Stop();
        if (step.do === 'reset') {
          // The running callback loses its prefix, but its parents don't.
          defined.clear();
          prefix = '';
          continue;
        }
        if (step.do === 'block all') {
          for (const path of step.paths) if (typeof path === 'string') set(prefix + path, true);
          continue;
        }
        const from = prefix + step.name;
        if (step.do === 'prefix' || step.do === 'children') {
          if (step.do === 'children') set(from, false);
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

  it('leaves no prefix behind if a callback throws', () => {
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
