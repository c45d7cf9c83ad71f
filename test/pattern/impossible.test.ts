/** Text that no normal path contains throws in the definition, with the correct spelling. */
import { beforeEach, expect, it } from 'vitest';
import { createRouter, Route } from '../../src/index.ts';
import { caught } from '../support/caught.ts';

beforeEach(() => Route.reset());

const never = 'so this pattern would never match';

it.each<[string, number, string, string]>([
  ['my%20page', 2, 'paths are decoded before they are matched, so none contains %20', "'my page'"],
  ['my%20+page', 2, 'so none contains %20', "'my +page'"],
  ['a\\.%20b', 3, 'so none contains %20', "'a\\. b'"],
  ['my%20{2}page', 2, 'so none contains %20', "'my {2}page'"],
  ['caf%C3%A9', 3, 'so none contains %C3', "'café'"],
  ['a%2fb', 1, 'so none contains %2f', "'a%2Fb'"],
  ['%61dmin', 0, 'so none contains %61', "'admin'"],
  ['a%2Fb%2fc%20d', 5, 'so none contains %2f', "'a%2Fb%2Fc d'"],
  ['robots%2Etxt', 6, 'so none contains %2E', "'robots\\.txt'"],
  ['a%28b', 1, 'so none contains %28', "'a\\(b'"],
  ['(:num)/a%20b', 8, 'so none contains %20', "'(:num)/a b'"],
  ['(a%20b|c)', 2, 'so none contains %20', "'(a b|c)'"],
  ['x(?:/my%20page)?', 7, 'so none contains %20', "'x(?:/my page)?'"],
  ['(?!a%20)x', 4, 'so none contains %20', "'(?!a )x'"],
  ['a%E9b', 1, 'so none contains %E9', 'the character itself'],
  ['a%00b', 1, 'so none contains %00', 'eave it out: no path has a control character'],
  ['100%', 3, `a percent sign of a path is matched as %25, ${never}`, 'Write %25'],
  ['50% off', 2, 'a percent sign of a path is matched as %25', 'Write %25'],
  ['a%2', 1, 'a percent sign of a path is matched as %25', 'Write %25'],
  ['a%(?:b)%zz(:num)', 7, 'a percent sign of a path is matched as %25', 'Write %25'],
  ['a%z(:num)', 1, 'a percent sign of a path is matched as %25', 'Write %25'],
  ['(100%)', 4, 'a percent sign of a path is matched as %25', 'Write %25'],
  ['(?:50%|x)/a', 5, 'a percent sign of a path is matched as %25', 'Write %25'],
  ['a\tb', 1, `no path has a control character, ${never}`, 'Leave it out'],
  ['a\\tb', 1, 'no path has a control character', 'Leave it out'],
  ['a\\x00', 1, 'no path has a control character', 'Leave it out'],
  ['a\\0', 1, 'no path has a control character', 'Leave it out'],
  ['a/\u0085', 2, 'no path has a control character', 'Leave it out'],
  ['a/\u007f', 2, 'no path has a control character', 'Leave it out'],
  ['(a\u0001|b)', 2, 'no path has a control character', 'Leave it out'],
  ['a\ud800b', 1, `no path has half a surrogate pair, ${never}`, 'Write the whole character'],
  ['(a\ud83d)', 2, 'no path has half a surrogate pair', 'Write the whole character'],
  ['\udc00', 0, 'no path has half a surrogate pair', 'Write the whole character'],
  ['a\ud83d', 1, 'no path has half a surrogate pair', 'Write the whole character'],
  ['\\ud83dx', 0, 'no path has half a surrogate pair', 'Write the whole character'],
  ['\\ud83dx[a]', 0, 'no path has half a surrogate pair', 'Write the whole character'],
  ['[a]x\\ude00', 4, 'no path has half a surrogate pair', 'Write the whole character'],
  ['a/\\./b', 2, `no path has the segment ., ${never}`, 'Write the path as it is without it'],
  ['a/\\.\\./b', 2, 'no path has the segment ..', 'Write the path as it is without it'],
  ['\\.', 0, 'no path has the segment .', 'Write the path'],
  ['\\.\\./a', 0, 'no path has the segment ..', 'Write the path'],
  ['a/\\.\\.', 2, 'no path has the segment ..', 'Write the path'],
  ['b|a/\\./c', 4, 'no path has the segment .', 'Write the path'],
  ['(:num)/(?:\\./a|b)', 10, 'no path has the segment .', 'Write the path'],
  ['(\\.\\.)/a', 1, 'no path has the segment ..', 'Write the path'],
  ['^\\./a$', 1, 'no path has the segment .', 'Write the path'],
  ['a//b', 2, `no path has an empty segment, ${never}`, 'Write one slash'],
  ['a//b(:num)', 2, 'no path has an empty segment', 'Write one slash'],
  ['//a', 0, 'no path has an empty segment', 'Leave this slash out'],
  ['^/a', 1, 'no path has an empty segment', 'Leave this slash out'],
  ['a/$email', 2, `$ ends the path, ${never}`, 'Write \\$ for a dollar sign'],
  ['$a', 0, '$ ends the path', 'Write \\$ for a dollar sign'],
  ['b|a$/b', 3, '$ ends the path', 'Write \\$ for a dollar sign'],
  ['(a$b)', 2, '$ ends the path', 'Write \\$ for a dollar sign'],
  ['a/$', 1, 'no path has an empty segment', 'Leave the slash at the end out'],
  ['a/', 1, 'no path has an empty segment', 'Leave the slash at the end out'],
  ['b|a/', 3, 'no path has an empty segment', 'Leave the slash at the end out'],
  ['a/|b', 1, 'no path has an empty segment', 'Leave the slash at the end out'],
  ['a/(/b)', 3, 'no path has an empty segment', 'Leave this slash out'],
  ['a(?:b/|c)/d', 5, 'no path has an empty segment', 'Leave the slash at the end out'],
])(
  'a pattern with text that no path contains is refused: %j, at %i: %s; %s',
  (pattern, index, problem, advice) => {
    const error = caught(() => Route.block(`/${pattern}`));
    expect(error).toMatchObject({ code: 'bad-pattern', place: { index } });
    expect(error.message).toContain(problem);
    expect(error.message).toContain(advice);
    expect(() => createRouter({ [`/${pattern}`]: 'x' })).toThrow(problem);
  },
);

it.each([
  ['my page', '/my%20page'],
  ['café', '/caf%C3%A9'],
  ['a%2Fb', '/a%2fb'],
  ['a%25b', '/a%25b'],
  ['a%2525', '/a%2525'],
  ['a%(:num)', '/a%25'],
  ['a%2(5|F)b', '/a%2fb'],
  ['a%(?:2F|25)b', '/a%25b'],
  ['a%2[5F]+', '/a%25'],
  ['[%]25', '/%25'],
  ['(a%)25', '/a%25'],
  ['(?:%|b)2F', '/%2F'],
  ['\\.env', '/.env'],
  ['\\.\\.\\.', '/...'],
  ['a/\\.\\.x', '/a/..x'],
  ['a\\./b', '/a./b'],
  ['\\.(:any)', '/.a'],
  ['(:any)\\.', '/a.'],
  ['a/(?:\\.)?b', '/a/b'],
  ['a(/)?', '/a'],
  ['a/?', '/a'],
  ['a//?b', '/a/b'],
  ['a(?:/b/?)?', '/a/b'],
  ['a/(b/)?c', '/a/c'],
  ['a/(|b/)c', '/a/c'],
  ['/?a', '/a'],
  ['a(?:/)b', '/a/b'],
  ['..', '/ab'],
  ['😀', '/%F0%9F%98%80'],
  ['\\ud83d\\ude00', '/%F0%9F%98%80'],
  ['\ud83d[\ude00-\ude4f]', '/%F0%9F%98%80'],
  ['[\ud83d]\ude00', '/%F0%9F%98%80'],
  ['[\ud83d]\udc00', '/%F0%9F%90%80'],
  ['\\x61', '/a'],
])(
  'a pattern with text that some path contains is accepted, and matches it: %j matches %s',
  (pattern, path) => {
    expect(createRouter({ [`/${pattern}`]: 'x' }).resolve('GET', path).status).toBe('found');
  },
);
