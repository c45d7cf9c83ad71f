import { describe, expect, it } from 'vitest';
import { fillDestination } from '../../src/resolve/destination.ts';
import { parseDestination } from '../../src/table/destination.ts';

describe('a destination', () => {
  it.each([
    ['posts/show/$1', 'posts/show/A'],
    ['$1$2', 'AB'],
    ['$0', 'A/B'],
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
    ['$', '$'],
    ['$ 1', '$ 1'],
    ['\\$1', '$1'],
    ['\\\\$1', '\\A'],
    ['\\x$1', '\\xA'],
    ['\\1', '\\1'],
    ['plain', 'plain'],
    ['', ''],
  ])("%j is filled to %j, as PHP's preg_replace has it", (to, filled) => {
    expect(fillDestination(parseDestination(to, '(.)/(.)'), ['A', 'B'], '/A/B')).toBe(filled);
  });

  it('stays as it is written where the pattern has no parenthesis', () => {
    const template = parseDestination('cost/$0/$1', 'plain');
    expect(fillDestination(template, [], '/plain')).toBe('cost/$0/$1');
  });

  it.each(['$&', '$`', "$'", '$1', '$$'])('takes %j in a capture for what it is', (capture) => {
    expect(fillDestination(parseDestination('x/$1', '(.*)'), [capture], '/')).toBe(`x/${capture}`);
  });
});
