/** Wrong input: each row is a call, and the words its error must have. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createRouter, Route, WaymarkError } from '../src/index.ts';

beforeEach(() => Route.reset());

/** Lets a test pass what the types forbid. */
const loose = Route as unknown as Record<string, (...args: unknown[]) => unknown>;

function caught(call: () => unknown): WaymarkError {
  try {
    call();
  } catch (error) {
    if (error instanceof WaymarkError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('a wrong argument', () => {
  it.each<[string, unknown[], string]>([
    ['any', [7, 'x'], 'Route.any: from is 7. From must be a string.'],
    ['get', [undefined, 'x'], 'Route.get: from is undefined'],
    ['get', ['a'], "Route.get('a'): to is undefined. To must be a string."],
    ['get', ['a', null], 'to is null'],
    ['get', ['a', 'b', 'c'], "options is 'c'. Options must be an object."],
    ['get', ['a', 'b', { as: 7 }], 'as is 7. As must be a string.'],
    ['get', ['a', 'b', { ass: 'x' }], "there is no option 'ass'. Known are: as, nest."],
    ['get', ['a', 'b', { nest: 'x' }], "nest is 'x'. Nest must be a function."],
    ['get', ['a', 'b', {}, true], 'nested is true. Nested must be a function or false.'],
    ['get', ['a', 'b', {}, 'x'], "nested is 'x'"],
    ['get', ['a', '', {}, () => 1], 'an empty destination blocks the pattern, so its handler'],
    [
      'any',
      ['GET a', 'b'],
      "starts with the HTTP method GET and a space. Call Route.get('a', …), or write '/GET a'",
    ],
    ['any', ['get a', 'b'], 'Call Route.get('],
    [
      'block',
      ['DELETE a'],
      "Route.block('DELETE a'): the pattern starts with the HTTP method DELETE",
    ],
    ['get', ['default_controller', 'b'], 'default_controller is a setting of the whole table'],
    ['resources', [''], 'name is an empty string. Name must be the resource'],
    ['resources', ['/'], "name is '/'"],
    ['resources', [], 'name is undefined'],
    [
      'resources',
      ['a', { offset: -1 }],
      'offset is -1. Offset must be a whole number of 0 or more.',
    ],
    ['resources', ['a', { offset: 1.5 }], 'offset is 1.5'],
    ['resources', ['a', { offset: Number.NaN }], 'offset is NaN'],
    ['resources', ['a', { offset: '1' }], "offset is '1'"],
    [
      'resources',
      ['a', { only: 'list' }],
      "only names 'list', which is none of the resource's actions. Known are: index, create_new,",
    ],
    ['resources', ['a', { except: [7] }], 'except names 7'],
    [
      'resources',
      ['a', { only: 'index', except: 'show' }],
      'both only and except are given. Give one of them.',
    ],
    [
      'resources',
      ['a', { constraint: '[0-9]+' }],
      "constraint is '[0-9]+'. Constraint must be one group, such as ([0-9]+).",
    ],
    ['resources', ['a', { constraint: 7 }], 'constraint is 7'],
    ['resources', ['a', { controller: [] }], 'controller is an array'],
    ['resources', ['a', { module: {} }], 'module is an object'],
    ['resources', ['a', { home: 'x' }], "there is no option 'home'"],
    ['resources', ['a', { nest: 1 }], 'nest is 1'],
    ['context', [''], 'name is an empty string. Name must be the context'],
    ['context', [{}], 'name is an object'],
    ['context', ['a', 7], 'controller is 7'],
    ['context', ['a', { offset: -1 }], 'offset is -1'],
    ['context', ['a', 'b', { home: 7 }], 'home is 7'],
    ['context', ['a', 'b', { only: 'x' }], "there is no option 'only'. Known are: offset, home."],
    ['prefix', [7, () => 1], 'Route.prefix(7): name is 7. Name must be a string.'],
    [
      'prefix',
      ['a', 'b'],
      "Route.prefix('a'): the callback is 'b'. The callback must be a function.",
    ],
    [
      'placeholder',
      ['a-b', 'x'],
      "name is 'a-b'. Name must be a word of letters, digits and underscores.",
    ],
    ['placeholder', [7, 'x'], 'name is 7'],
    [
      'placeholder',
      ['num', 'x'],
      "(:num) is CodeIgniter's own and can't be changed. Choose another name.",
    ],
    ['placeholder', ['a', ''], 'regex is an empty string. Regex must be a regular expression.'],
    ['placeholder', ['a', 7], 'regex is 7'],
    ['placeholder', ['a', '(x)'], 'a group that captures'],
    ['placeholder', ['a', 'x('], 'this ( is never closed'],
    ['placeholder', ['a', /x/i], "the expression has the flags 'i'. Leave them out"],
    ['map', [null], 'Route.map: the table is null. Pass a plain object of strings'],
    ['map', ['x'], "the table is 'x'"],
    ['map', [[]], 'the table is an array'],
    ['map', [{}, 'get'], "method is 'get'. Method must be one of GET, HEAD,"],
    [
      'map',
      [{ a: 7 }],
      "Route.map, table key 'a': its destination is 7, not a string. Write one string a key",
    ],
    ['map', [{ a: { put: 'b' } }], 'for one method alone the key is "PUT a"'],
    ['map', [{ a: () => 1 }], 'give the function as createRouter(table, { handlers: { "a": … } })'],
    ['map', [{ a: true }], 'its destination is true'],
    ['map', [{ translate_uri_dashes: 7 }], 'its destination is 7'],
    [
      'map',
      [{ 'BREW a': 'b' }],
      "'BREW' is no HTTP method that a route can have. Write one of GET, HEAD, POST,",
    ],
    ['map', [{ 'get a': 'b' }], "'get' is no HTTP method"],
  ])('Route.%s of %j says what is wrong and what to write', (operation, args, words) => {
    Route.any('before', 'x');
    expect(caught(() => loose[operation](...args)).message).toContain(words);
    expect(Route.map()).toEqual({ default_controller: 'home', before: 'x' });
  });

  it.each<[unknown, unknown, string]>([
    [null, {}, 'createRouter: the table is null'],
    [{ 'BREW a': 'b' }, {}, "createRouter, table key 'BREW a': 'BREW' is no HTTP method"],
    [{ 'GET 404_override': 'b' }, {}, '404_override is a setting of the whole table'],
    [{ 'a(': 'b' }, {}, "createRouter, table key 'a(': this ( is never closed"],
    [
      { a: 'b' },
      { maxPathLength: 0 },
      'maxPathLength is 0. MaxPathLength must be a whole number of 1 or more.',
    ],
    [{ a: 'b' }, { maxPathLength: '9' }, "maxPathLength is '9'"],
    [
      { a: 'b' },
      { handlers: { b: () => 1 } },
      "createRouter(table, { handlers: 'b' }): the table has no such key",
    ],
    [{ a: 'b' }, { handlers: { a: 'x' } }, "the handler is 'x'. The handler must be a function."],
  ])('createRouter of %j with %j says what is wrong and what to write', (table, options, words) => {
    // The casts pass what the types forbid.
    expect(caught(() => createRouter(table as never, options as never)).message).toContain(words);
  });
});

describe('a wrong pattern', () => {
  it.each([
    ['a(b', 1, 'this ( is never closed'],
    ['a(:num', 1, 'close it with )'],
    ['a)b', 1, 'this ) closes nothing'],
    ['a[b', 1, 'this [ is never closed'],
    ['a[b\\', 3, 'nothing follows the backslash'],
    ['a\\', 1, 'nothing follows the backslash'],
    ['*a', 0, 'nothing for this * to repeat'],
    ['a|+', 2, 'nothing for this + to repeat'],
    ['a(?)', 1, 'JavaScript has no group that starts with (?)'],
    ['(*SKIP)a', 0, 'only PCRE has verbs'],
    ['a**', 2, 'nothing for this * to repeat'],
    ['a{2}{3}', 4, 'nothing for this { to repeat'],
    ['^*', 1, 'nothing for this * to repeat'],
    ['a\\b+', 3, 'nothing for this + to repeat'],
    ['(?=a)*', 5, 'nothing for this * to repeat'],
    ['(?<=a)?b', 6, 'nothing for this ? to repeat'],
    ['a{3,2}', 1, 'Write {2,3}'],
    ['[z-a]', 0, 'a range in this class is out of order'],
    ['a++', 2, 'Leave this + out'],
    ['a*+b', 2, 'only PCRE has possessive quantifiers'],
    ['[]a]', 1, 'Write \\]'],
    ['[^]a]', 2, 'Write \\]'],
    ['[[:alpha:]]', 1, 'only PCRE has POSIX classes'],
    ['(?i)a', 0, 'Leave the flags out'],
    ['(?i:a)', 0, 'Leave the flags out'],
    ['(?P<n>a)', 0, 'Write (?<name>…)'],
    ["(?'n'a)", 0, 'Write (?<name>…)'],
    ['(?<n>a)(?P=n)', 7, 'Write \\k<name>'],
    ['(?<n>a)(?P>n)', 7, 'Write the group out again'],
    ['(?>a)', 0, 'Write (?:…)'],
    ['(?|a|b)', 0, 'Write (?:…) and count the groups'],
    ['(?#note)a', 0, 'Put the comment beside the route'],
    ['(a)?(?(1)b|c)', 4, 'Write the two cases as alternatives'],
    ['a(?R)?', 1, 'Write the group out again'],
    ['(a)(?1)', 3, 'Write the group out again'],
    ['(?<1>a)', 0, 'Write (?:…) or (…)'],
    ['\\Aa\\z', 0, 'Leave it out: a pattern is anchored at its start'],
    ['a\\Z', 1, 'Leave it out: a pattern is anchored at its end'],
    ['a\\z', 1, 'anchored at its end'],
    ['a\\G', 1, 'anchored at its start'],
    ['a\\Kb', 1, 'Capture what you need'],
    ['\\Qa.b\\E', 0, 'Put a backslash before each character'],
    ['a\\E', 1, 'Put a backslash before each character'],
    ['\\R', 0, 'no path has a line break'],
    ['\\h', 0, 'Write a space'],
    ['[\\h]', 1, 'Write a space'],
    ['\\H', 0, 'Write [^ ]'],
    ['\\N', 0, 'Write a dot'],
    ['\\V', 0, 'Write a dot'],
    ['\\X', 0, 'Write a dot for each character'],
    ['\\C', 0, 'Write a dot'],
    ['\\p{L}+', 0, 'List the characters'],
    ['\\P{L}', 0, 'List the characters'],
    ['(a)\\g1', 3, 'Write the number alone'],
    ['\\a', 0, 'no path has a control character'],
    ['\\e', 0, 'no path has a control character'],
    ['\\o{101}', 0, 'Write \\xHH'],
    ['\\x{41}', 0, 'Write \\xHH or \\uHHHH'],
    ['\\l', 0, 'Write the letter in its own case'],
    ['\\La', 0, 'Write the letters in their own case'],
    ['\\Ua', 0, 'Write the letters in their own case'],
    ["(?<n>a)\\k'n'", 7, 'Write \\k<name>'],
    ['(?<n>a)\\k{n}', 7, 'Write \\k<name>'],
    ['(a)\\2', 3, 'there is no group 2'],
    ['(a)\\k<n>', 3, 'there is no group n'],
    ['(?<n>a)(?<n>b)', 7, 'two groups are named n'],
    ['(:num)/(:num)/a(', 15, 'this ( is never closed'],
    ['a)/(:num)', 1, 'this ) closes nothing'],
    ['(:num)/:num++', 11, 'Leave this + out'],
    ['users/login/', 11, 'leave the slash at the end out'],
    ['//users', 0, 'Leave this slash out'],
    ['users//login', 6, 'Write one slash'],
    ['(:nmu)/a', 1, 'there is no placeholder (:nmu)'],
    ['posts/(:alhpa)', 7, 'Write (:alpha), which is the nearest'],
  ])('%j is refused at %i: %s', (pattern, index, words) => {
    Route.any('before', 'x');
    const error = caught(() => Route.get(pattern, 'x'));
    expect(error.message.toLowerCase()).toContain(words.toLowerCase());
    expect(error.place?.index).toBe(index);
    expect(Route.map()).toEqual({ default_controller: 'home', before: 'x' });
  });

  it.each([
    'a{,3}',
    'a{b}',
    '{',
    '}',
    ']',
    'a{2,}?b',
    'a+?',
    '(?<!a)b',
    '(?<year>\\d{4})-\\k<year>',
    '(a)\\1',
    '(?:a(?:b|c))+',
    '[\\]a]',
    '[^\\]]',
    '[a[b]',
    '[[:]',
    '\\x41',
    'a\\/\\-\\.',
    '(?!new)(.+)',
    '.*',
    'a\\b',
    '\\(:word\\)',
    '^a$',
  ])('%j is accepted', (pattern) => {
    expect(() => Route.get(pattern, 'x')).not.toThrow();
    expect(() => createRouter(Route.map())).not.toThrow();
  });

  it('points at the place with a caret', () => {
    expect(caught(() => Route.get('posts/(:num', 'posts/show/$1')).message).toBe(
      [
        "Route.get('posts/(:num'): this ( is never closed.",
        '  posts/(:num',
        '        ^',
        'Close it with ), or write \\( for a ( in the path.',
      ].join('\n'),
    );
  });

  it('shows the surroundings alone of a long pattern, and control characters by their code', () => {
    const { message } = caught(() => Route.get(`${'a'.repeat(500)}\n(${'b'.repeat(500)}`, 'x'));
    const [, line, caret] = message.split('\n');
    expect(line.length).toBeLessThan(140);
    expect(line).toMatch(/^ {2}…a+\\x0a\(b+…$/);
    expect(line[caret.indexOf('^')]).toBe('(');
  });

  it('too large for the engine is refused when the table is compiled, not at a request', () => {
    const { message } = caught(() => createRouter({ [`x*${'abcde'.repeat(20_000)}`]: 'x' }));
    expect(message).toContain('the engine refuses it');
    expect(message).toContain('Write a smaller pattern');
  });
});

describe('WaymarkError', () => {
  it('says where, and carries its code and place for programs', () => {
    const error = caught(() => Route.get('a(', 'x'));
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'WaymarkError',
      code: 'bad-pattern',
      where: "Route.get('a(')",
      place: { pattern: 'a(', index: 1 },
    });
  });

  it('has no place where it is about none', () => {
    expect(caught(() => Route.resources(''))).toMatchObject({
      code: 'bad-argument',
      place: undefined,
    });
  });
});
