/** What the playground's editor says about the calls of `Route`. */
import { describe, expect, it } from 'vitest';
import { completions } from '../../docs/playground/bundle/completions.ts';

const { route } = completions();
const of = (name: string) => route.find(({ label }) => label === name);

describe('the completion of a call of Route', () => {
  it('shows its forms, and what each argument is', () => {
    const { detail, info } = of('any') ?? {};
    expect(detail).toBe('(from, to, options?, handler?)');
    expect(info?.split('\n').slice(0, 2)).toEqual([
      'A route for every method.',
      'Also (from, options, handler) and (from, handler).',
    ]);
    expect(info).toMatch(
      /\nfrom: the pattern, .*\nto: the destination, .*\noptions: .*\nhandler: called with/,
    );
  });

  it('shows its one form without others', () => {
    const { detail, info } = of('block') ?? {};
    expect(detail).toMatch(/^\(…\w+\)$/);
    expect(info).not.toContain('Also');
  });

  it.each(route.map(({ label, info }) => [label, info]))(
    'is said in a sentence first: %s',
    (_, info) => expect(info).toMatch(/^[A-Z].*\.(?:\n|$)/),
  );
});
