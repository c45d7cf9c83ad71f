/** Refuses only patterns that PCRE and JavaScript would capture differently. */
import { describe, expect, it } from 'vitest';
import { createRouter, type RouteParams } from '../../src/index.ts';
import { caught } from '../support/caught.ts';

describe('a pattern that PCRE and JavaScript would read differently is refused', () => {
  const skipped =
    'inside a repeated one and may be skipped in some turns, where only PCRE keeps its capture';
  const empty = 'repeated and can be empty';
  const first = 'tries to be empty first';
  const reference = 'may not have participated here';

  it.each<[string, number, string]>([
    ['(?:(a)|(b))*', 3, skipped],
    ['(?:a|(b))+', 5, skipped],
    ['(?:x(a)?)+', 4, skipped],
    ['(?:x(a)*)+', 4, skipped],
    ['(?:x(?:(a)|b))+', 7, skipped],
    ['(?:x(?:y(a))?){2}', 8, skipped],
    ['(x(?:(a)|b))+', 5, skipped],
    ['(?:x(?:y(?:(a)|b)))+', 11, skipped],
    ['(?:(?:a)(b)?)+', 8, skipped],
    ['(a?)*', 0, empty],
    ['(a?)+', 0, empty],
    ['(a*)*', 0, empty],
    ['(.*)+', 0, empty],
    ['(|a)+', 0, empty],
    ['(a?){2,3}', 0, empty],
    ['(?:a?)*(b)', 0, empty],
    ['(?:a{0,2}b*)+(b)', 0, empty],
    ['(?:(?=x)|\\b)*(b)', 0, empty],
    ['(?:(?:a|b?)c?)*(b)', 0, empty],
    ['(a?)(\\1)*', 4, empty],
    ['(a??)?.', 0, first],
    ['(a{0,2}?)?.', 0, first],
    ['(|a)?.', 0, first],
    ['(?:|a)?(.+)', 0, first],
    ['(?:(?:b?|a))?(.+)', 0, first],
    ['(a?(?:|b){2}){0,1}.', 0, first],
    ['(b?(?=(a)))?a', 0, first],
    ['\\1(a)', 0, reference],
    ['(a\\1)', 2, reference],
    ['(a)?\\1', 4, reference],
    ['(a)*b\\1', 5, reference],
    ['(?:(a)|b)\\1', 9, reference],
    ['(?:(a)|b\\1)', 8, reference],
    ['(?:(a)|b)(\\1x)?', 10, reference],
    ['(?:(a)|b)(\\1|x)?', 10, reference],
    ['(?<n>a)?\\k<n>', 8, reference],
    ['(?:x)(?<null>a)?\\k<null>', 16, reference],
    ['(?!(a))b\\1', 8, reference],
    ['(?:\\1?(a)b?)+', 3, reference],
    ['(\\1?a)+', 1, reference],
    ['(?:x(\\1|b)?)', 5, reference],
    ['(?:(?:\\2|\\1)?(a)(b))+', 6, reference],
    ['.a(?<=(a)\\1)', 9, reference],
    ['.a(?<!(a)(?:\\1))b', 12, reference],
  ])('%j, at %i: %s', (pattern, index, problem) => {
    const error = caught(() => createRouter({ [pattern]: 'x' }));
    expect(error).toMatchObject({ code: 'bad-pattern', place: { index } });
    expect(error.message).toContain(problem);
  });

  it.each([
    [
      '(?:(a)|(b))*',
      'Capture the whole repetition, as in ((?:a|b)*), or write (?:…) for this group.',
    ],
    ['(a?)*', 'Let it match at least one character, as in (a)* for (a?)*.'],
    ['(|a)?.', 'Leave out the quantifier behind it, as in (|a) for (|a)?.'],
    ['(a)?\\1', 'Refer to a group that always comes before.'],
  ])('%j, with what to write: %s', (pattern, advice) => {
    expect(caught(() => createRouter({ [pattern]: 'x' })).message).toContain(advice);
  });
});

it.each<[string, string, RouteParams]>([
  ['(a|b)+', 'abb', ['b']],
  ['(?:x(a))+', 'xaxa', ['a']],
  ['(?:(a)+b)+', 'aabab', ['a']],
  ['^(a)\\1$', 'aa', ['a']],
  ['(?:x(a|b))+', 'xaxb', ['b']],
  ['(?:x((a)b))+', 'xab', ['ab', 'a']],
  ['(?:(a)|b)?', 'b', ['']],
  ['(a?)?b', 'b', ['']],
  ['(a?){2}', 'a', ['']],
  ['(a|b|c*d*)?e', 'e', ['']],
  ['(a|)?b', 'b', ['']],
  ['(a)(?:\\1|b)?', 'ab', ['a']],
  ['(ab??)?b', 'ab', ['a']],
  ['((?:a?){2}?)?b', 'ab', ['a']],
  ['(|a).', 'aa', ['a']],
  ['(|a){1}.', 'aa', ['a']],
  ['(?:b?(?=a))?(.)', 'a', ['a']],
  ['(?:|a){0}(b)', 'b', ['b']],
  ['(?:|a)?', 'a', []],
  ['(?:a?)*', 'aa', []],
  ['(a)(?:b|(c))', 'ab', ['a', '']],
  ['(?:(a)|b)(\\1)?', 'b', ['', '']],
  ['(?:(a)|b)\\1?', 'aa', ['a']],
  ['(?:(a)|(b))(?:\\1|\\2)?', 'a', ['a', '']],
  ['(a)\\1', 'aa', ['a']],
  ['(a)(?:\\1|b)', 'ab', ['a']],
  ['(?:(a)\\1|b)', 'aa', ['a']],
  ['(?:(a)|(?:b(c)))d', 'bcd', ['', 'c']],
  ['(?<n>a)\\k<n>', 'aa', { n: 'a' }],
  ['(?=(a))a\\1', 'aa', ['a']],
  ['(?=(a)\\1)aa', 'aa', ['a']],
  ['(?<n>a)b\\k<n>?', 'ab', { n: 'a' }],
  ['(?:(a)|b\\1?)', 'b', ['']],
  ['(a)b(?<=\\1b)', 'ab', ['a']],
  ['a(?<=(a))\\1', 'aa', ['a']],
  ['(\\d+)(?:-(\\d+))?', '7', ['7', '']],
])(
  'a pattern that both read alike is accepted: %j gives for %s the params %j',
  (pattern, path, params) => {
    const answer = createRouter({ [pattern]: 'x' }).resolve('GET', `/${path}`);
    expect(answer).toMatchObject({ status: 'found', params });
  },
);
