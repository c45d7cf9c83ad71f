import { describe, expect, it } from 'vitest';
import { fillTail } from '../../src/resolve/resolution.ts';
import { extrasOf } from '../../src/resolve/routes.ts';
import {
  type ParsedDestination,
  parseDestination,
  parseReferences,
} from '../../src/table/destination.ts';

describe('a property that few routes have', () => {
  const NONE = {
    expression: null,
    handler: undefined,
    name: undefined,
    meta: undefined,
    schemas: undefined,
    paramNames: undefined,
  };

  it.each([
    ['an expression', { ...NONE, expression: /a/ }],
    ['a handler', { ...NONE, handler: () => 'handled' }],
    ['a name', { ...NONE, name: 'user' }],
    ['meta', { ...NONE, meta: { role: 'admin' } }],
    ['schemas', { ...NONE, schemas: {} }],
  ])('is kept if there is any: %s', (_, extras) => expect(extrasOf(extras)).toBe(extras));

  it('is null if a route lacks it', () => expect(extrasOf(NONE)).toBeNull());
});

/** Reads a destination and fills it in. */
function fill(to: string, pattern: string, params: readonly string[], path: string): string {
  const { head, tail } = parseDestination(to, pattern);
  return tail === null ? head : fillTail(head, tail, params, path);
}

/** Destinations, and their results for `/A/B`, captured as `A` and `B`. */
const FILLED: [to: string, filled: string][] = [
  ['posts/show/$1', 'posts/show/A'],
  ['posts/$1/edit', 'posts/A/edit'],
  ['$1$2', 'AB'],
  ['$1/x/$2', 'A/x/B'],
  ['x/$1/y/$2/z', 'x/A/y/B/z'],
  ['$2/$1', 'B/A'],
  ['$2/x', 'B/x'],
  ['$1/$1', 'A/A'],
  ['$1/$3/$2', 'A//B'],
  ['$1/$2/$3', 'A/B/'],
  ['$1/$2/$3/x', 'A/B//x'],
  ['$0', 'A/B'],
  ['$0/x', 'A/B/x'],
  ['x/$0/$1', 'x/A/B/A'],
  ['$01', 'A'],
  ['$3', ''],
  ['$11', ''],
  ['${1}1', 'A1'],
  ['${12}', ''],
  ['\\1-$2', 'A-B'],
  ['\\01$', 'A$'],
  ['$1234', '34'],
  ['${123}$1', '${123}A'],
  ['${1$1', '${1A'],
  ['$x$1', '$xA'],
  ['x$$1', 'x$A'],
  ['$', '$'],
  ['x$', 'x$'],
  ['$ 1', '$ 1'],
  ['\\$1', '$1'],
  ['x\\$1', 'x$1'],
  ['x\\$1/$2', 'x$1/B'],
  ['a\\b$1', 'a\\bA'],
  ['\\\\$1', '\\A'],
  ['x\\\\$1', 'x\\A'],
  ['\\x$1', '\\xA'],
  ['\\1', '\\1'],
  ['plain', 'plain'],
  ['', ''],
];

describe('a destination', () => {
  it.each(FILLED)("%j is filled to %j, as PHP's preg_replace does", (to, filled) => {
    expect(fill(to, '(.)/(.)', ['A', 'B'], '/A/B')).toBe(filled);
  });

  it.each(FILLED.filter(([to]) => to.includes('$')))(
    '%j is read from its first reference on as it is read whole',
    (to) => expect(parseDestination(to, '(.)/(.)')).toEqual(parseReferences(to)),
  );

  it.each(['plain', 'a/:num', 'a.b', ''])(
    'stays as it is written if the pattern is %j, without a parenthesis',
    (pattern) => {
      for (const to of ['cost/$0/$1', '\\$1', 'a\\\\$1']) {
        expect(parseDestination(to, pattern)).toEqual({ head: to, tail: null });
      }
    },
  );

  it.each(['plain', '\\1', 'a\\\\b', '\\'])('%j stays as it is written, without a $', (to) => {
    expect(parseDestination(to, '(.)')).toEqual({ head: to, tail: null });
  });

  it.each(['$&', '$`', "$'", '$1', '$$'])('treats %j in a capture as plain text', (capture) => {
    expect(fill('x/$1', '(.*)', [capture], '/')).toBe(`x/${capture}`);
    expect(fill('x/$2/$1', '(.*)', [capture, capture], '/')).toBe(`x/${capture}/${capture}`);
  });

  it.each<[string, string, number[], string[], boolean]>([
    ['x/$1', 'x/', [1], [], true],
    ['x/$1/y', 'x/', [1], ['/y'], true],
    ['$1/$2', '', [1, 2], ['/'], true],
    ['$1$2$3', '', [1, 2, 3], ['', ''], true],
    ['$1$2z', '', [1, 2], ['', 'z'], true],
    ['$2', '', [2], [], false],
    ['$1/$3', '', [1, 3], ['/'], false],
    ['$1/$1', '', [1, 1], ['/'], false],
    ['$0/x', '', [0], ['/x'], false],
    ['$0$1', '', [0, 1], [''], false],
    ['\\$1/$1', '$1/', [1], [], true],
  ])(
    '%j is read to the head %j, the groups %j and the texts %j',
    (to, head, groups, texts, isInOrder) => {
      expect(parseDestination(to, '()')).toEqual({
        head,
        tail: { groups, texts, isInOrder },
      });
    },
  );

  it('shares the texts after the first with the others of its table', () => {
    const known = new Map<string, ParsedDestination>();
    const read = (to: string, pattern: string) => parseDestination(to, pattern, known);
    const { tail } = read('posts/show/$1/$2', '(a)');
    expect(read('albums/$1/$2', '(:any)')).toEqual({ head: 'albums/', tail });
    expect(read('albums/$1/$2', '(:any)').tail).toBe(tail);
    expect(read('$1/$2', '(:any)').tail).toBe(tail);
    expect(read('albums/$1/$2/', '(:any)').tail).not.toBe(tail);
    expect(parseDestination('albums/$1/$2', '(:any)').tail).not.toBe(tail);
  });

  it('keeps the text of an escape, and shares the rest', () => {
    const known = new Map<string, ParsedDestination>();
    const read = (to: string, pattern: string) => parseDestination(to, pattern, known);
    const { tail } = read('\\$/$1', '(a)');
    expect(read('x/\\$/$1', '(a)')).toEqual({ head: 'x/$/', tail });
    expect(read('x/\\$/$1', '(a)').tail).toBe(tail);
    expect(read('y/\\$', '(a)')).toEqual({ head: 'y/$', tail: null });
  });
});
