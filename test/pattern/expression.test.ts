/** The parts of an expression. */
import { describe, expect, it, vi } from 'vitest';
import type { Choices, Refuse, Term } from '../../src/pattern/expression.ts';
import { parseExpression } from '../../src/pattern/expression.ts';

const refuse = (index: number, problem: string): never => {
  throw new Error(`${problem} at ${index}`);
};

/** A term in short: `a` for a text, `[a]` for a class, with its position. */
function short(term: Term): string {
  const at = `@${term.index}-${term.end}`;
  switch (term.kind) {
    case 'text':
      return `${term.value}${at}`;
    case 'class':
      return `<${term.source}>${at}`;
    case 'group':
      return `${term.number ?? ''}${term.name ?? ''}(${shortest(term.choices)}:${term.groupCount})${at}`;
    case 'assertion':
      return `!${term.source}${shortest(term.choices)}:${term.groupCount}${at}`;
    case 'reference':
      return `=${term.to}${at}`;
    default:
      return `{${short(term.node)} ${term.min}-${term.max}${term.lazy ? ' lazy' : ''}}${at}`;
  }
}

const shortest = (choices: Choices) =>
  choices.map((sequence) => sequence.map(short).join(' ')).join(' | ');

describe('an expression', () => {
  it.each([
    ['', ''],
    ['photos/new', 'photos/new@0-10'],
    ['a\\.b', 'a@0-1 .@1-3 b@3-4'],
    ['a{b}-{', 'a@0-1 {@1-2 b}-@2-5 {@5-6'],
    ['a{,3}', 'a@0-1 {@1-2 ,3}@2-5'],
    ['a]', 'a]@0-2'],
    ['a.b', 'a@0-1 <.>@1-2 b@2-3'],
    ['ab*c', 'a@0-1 {b@1-2 0-Infinity}@1-3 c@3-4'],
    ['a+', '{a@0-1 1-Infinity}@0-2'],
    ['a??', '{a@0-1 0-1 lazy}@0-3'],
    ['a*?b', '{a@0-1 0-Infinity lazy}@0-3 b@3-4'],
    ['a\\.+', 'a@0-1 {.@1-3 1-Infinity}@1-4'],
    ['ab{2}c', 'a@0-1 {b@1-2 2-2}@1-5 c@5-6'],
    ['a{2,}', '{a@0-1 2-Infinity}@0-5'],
    ['a{65535}', '{a@0-1 65535-65535}@0-8'],
    ['ab{1,10}?c', 'a@0-1 {b@1-2 1-10 lazy}@1-9 c@9-10'],
    ['^a$', '!^:0@0-1 a@1-2 !$:0@2-3'],
    ['a\\b\\Bc', 'a@0-1 !\\b:0@1-3 !\\B:0@3-5 c@5-6'],
    ['\\d\\wa', '<\\d>@0-2 <\\w>@2-4 a@4-5'],
    ['\\t\\n\\v\\f\\r', '\t@0-2 \n@2-4 \v@4-6 \f@6-8 \r@8-10'],
    ['\\x41\\u00e9\\0\\012', 'A@0-4 é@4-10 \0@10-12 \n@12-16'],
    ['\\-\\_', '-@0-2 _@2-4'],
    ['[a-z]b', '<[a-z]>@0-5 b@5-6'],
    ['[^\\]/]+b', '{<[^\\]/]>@0-6 1-Infinity}@0-7 b@7-8'],
    ['[[]b', '<[[]>@0-3 b@3-4'],
    ['a|b|', 'a@0-1 | b@2-3 | '],
    ['a(b)c', 'a@0-1 1(b@2-3:1)@1-4 c@4-5'],
    ['a(?:b|c)', 'a@0-1 (b@4-5 | c@6-7:0)@1-8'],
    ['(?<n>b)c', '1n(b@5-6:1)@0-7 c@7-8'],
    ['((b)(c))', '1(2(b@2-3:1)@1-4 3(c@5-6:1)@4-7:3)@0-8'],
    ['(a)?\\1', '{1(a@1-2:1)@0-3 0-1}@0-4 =1@4-6'],
    ['(?<n>a)\\k<n>', '1n(a@5-6:1)@0-7 =n@7-12'],
    ['(?=a)(?!(b))', '!(?=a@3-4:0@0-5 !(?!1(b@9-10:1)@8-11:1@5-12'],
    ['(?<=a)(?<!b)', '!(?<=a@4-5:0@0-6 !(?<!b@10-11:0@6-12'],
  ])('%j is made of %s', (source, terms) => {
    expect(shortest(parseExpression(source, refuse).choices)).toBe(terms);
  });

  it.each([
    ['', 0],
    ['(a|b)', 1],
    ['(?:a|(b))|(c)', 2],
    ['[(|]\\(', 0],
    ['(?<n>(?=(a))b)', 2],
  ])('%j has %i groups that capture', (source, groupCount) => {
    expect(parseExpression(source, refuse).groupCount).toBe(groupCount);
  });

  it.each([
    ['a{3,1}', 'the numbers in {3,1} are out of order at 1'],
    ['a{3,1}?', 'the numbers in {3,1} are out of order at 1'],
    ['(?<n>a)(?<n>b)', 'two groups are named n at 7'],
  ])('%j is refused: %s', (source, problem) => {
    expect(() => parseExpression(source, refuse)).toThrow(problem);
  });

  it('is to be written smaller if its groups are nested too deep', () => {
    const refused = vi.fn<Refuse>(() => {
      throw new Error('refused');
    });
    expect(() => parseExpression('('.repeat(251), refused)).toThrow('refused');
    const problem = 'groups are nested more than 250 deep';
    expect(refused.mock.calls).toEqual([[250, problem, 'write a smaller pattern']]);
  });

  it('has each group with the text between its parentheses', () => {
    const [[group]] = parseExpression('(?<n>a|\\)(b))', refuse).choices;
    expect(group).toMatchObject({ kind: 'group', body: 'a|\\)(b)' });
  });
});
