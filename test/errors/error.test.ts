/** Invalid input: each row has a call, and words that its error must contain. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { errorAt } from '../../src/errors/error.ts';
import { createRouter, Route, WaymarkError } from '../../src/index.ts';
import { caught } from '../support/caught.ts';

beforeEach(() => Route.reset());

/** Lets tests pass invalid arguments. */
const loose = Route as unknown as Record<string, (...args: unknown[]) => unknown>;

it('is an instance of the class of another copy of the package, and of no subclass', async () => {
  vi.resetModules();
  const { WaymarkError: Other } = await import('../../src/errors/error.ts');
  const error = caught(() => Route.get('a(', 'b'));
  class Own extends WaymarkError {}
  expect(Other).not.toBe(WaymarkError);
  expect([WaymarkError, Other, Own].map((one) => error instanceof one)).toEqual([
    true,
    true,
    false,
  ]);
  const others = [null, {}, new Error(), WaymarkError, { name: 'WaymarkError' }];
  expect(others.some((value) => value instanceof WaymarkError)).toBe(false);
});

describe('a wrong argument', () => {
  it.each<[string, unknown[], string]>([
    ['any', [7, 'x'], 'Route.any: from is 7. Expected a string.'],
    ['get', [undefined, 'x'], 'Route.get: from is undefined'],
    [
      'get',
      ['a'],
      "Route.get('a'): to is undefined. Expected a destination such as 'posts/show/$1', or a handler.",
    ],
    [
      'get',
      ['a', null],
      "to is null. Expected a destination such as 'posts/show/$1', or a handler.",
    ],
    [
      'get',
      ['a', () => 1, { meta: { role: 'admin' } }],
      'to is a function, and a handler is the last argument. Write Route.get(from, handler) or Route.get(from, options, handler).',
    ],
    [
      'get',
      ['a', () => 1, () => 2],
      "Route.get('a'): a route has one handler, and these are two functions. Wrap the handler, as in Route.get(from, guard(handler)), or write a guard as the option 'context' of createFetchHandler.",
    ],
    ['get', ['a', {}, () => 1, () => 2], 'a route has one handler, and these are two functions.'],
    [
      'get',
      ['a/{slug}', 'b/{slugs}'],
      "to names '{slugs}', and 'a/(?<slug>:any)' has no group of that name. Write slug; known names: slug.",
    ],
    [
      'get',
      ['a/(:any)', 'b/{slug}'],
      "to names '{slug}', and 'a/(:any)' has no group of that name. Write {slug} in the pattern too, or $1 for its first group.",
    ],
    [
      'match',
      ['GET', 'a', 'b'],
      "Route.match: methods is 'GET'. Expected a non-empty array such as ['GET', 'POST'].",
    ],
    [
      'match',
      [[], 'a', 'b'],
      'Route.match: methods is an array. Expected a non-empty array such as',
    ],
    [
      'match',
      [['GET', 'post'], 'a', 'b'],
      "Route.match: methods[1] is 'post'. Expected one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, QUERY.",
    ],
    ['match', [['GET'], 5, 'b'], 'Route.match: from is 5.'],
    ['all', [5], 'Route.all: from is 5.'],
    [
      'get',
      ['a', () => 1, undefined, () => 2],
      'to is a function, and a handler is the last argument. Write Route.get(from, handler) or Route.get(from, to, {}, handler).',
    ],
    [
      'get',
      ['a', {}, () => 1, false],
      'options is a function, and a handler is the last argument. Write Route.get(from, handler) or Route.get(from, options, handler).',
    ],
    ['get', ['a', { at: 'a' }, () => 1], "'at' is not an option of this call"],
    ['get', ['a', { as: 'a' }], 'to is an object. Expected a destination'],
    ['get', ['a', null, () => 1], 'to is null. Expected a destination'],
    ['get', ['a', class Photos {}], 'the handler is a class. Expected a function'],
    ['any', ['default_controller', () => 1], "a setting needs a destination. Write '/' for the"],
    ['get', ['404_override', {}, () => 1], "a setting needs a destination. Write '/' for the"],
    [
      'any',
      ['a', 'b', () => 1],
      'options is a function, and a handler is the last argument. Write Route.any(from, handler) or Route.any(from, to, {}, handler).',
    ],
    [
      'resources',
      ['a', () => 1],
      'options is a function, and a handler is the last argument. Write Route.resources(name, {}, handler).',
    ],
    [
      'resources',
      ['a', { only: ['new'] }],
      "only names 'new', which is not an action of a resource. Write create_new;",
    ],
    ['resources', ['a', { only: 'shwo' }], 'Write show; known actions:'],
    [
      'resources',
      ['a', { only: '' }],
      'names an empty string, which is not an action of a resource. Known actions: index',
    ],
    [
      'prefix',
      ['a', function* () {}],
      'the callback is a generator, so nothing in it has run. Write function',
    ],
    [
      'context',
      ['a', { home: '$1/index' }],
      "Route.context('a'): home refers to $1, and 'a' does not have that group. Name the destination in full.",
    ],
    [
      'context',
      ['(:any)/a', { home: 'b/${2}' }],
      "home refers to $2, and '(:any)/a' does not have that group",
    ],
    ['map', [new Map([['a', 'b']])], 'the table is a Map. Pass a plain object of strings'],
    ['map', [new Set()], 'the table is a Set'],
    ['map', [Promise.resolve({})], 'the table is a Promise'],
    ['map', [() => ({})], 'the table is a function'],
    [
      'url',
      ['before', { id: 7 }],
      "'before' needs {}, got {id}. Give an array, or each param by name.",
    ],
    ['url', ['before', { 'a\nb': 2 }], "'before' needs {}, got {a\\x0ab}."],
    ['url', ['before', 'x'], "params is 'x'. Expected an array or an object."],
    ['url', ['before', 7], 'params is 7. Expected an array or an object.'],
    ['url', ['before', [], null], "Route.url('before'): options is null. Expected an object."],
    ['url', ['before', [], 7], 'options is 7'],
    ['url', ['before', [], { base: 7 }], 'base is 7. Expected a string'],
    [
      'url',
      ['before', [], { qurey: {} }],
      "'qurey' is not an option of this call. Write query; known options: query, base, routes.",
    ],
    ['get', ['a', 'b', 'c'], "options is 'c'. Expected an object."],
    ['get', ['a', 'b', { as: 7 }], 'as is 7. Expected a string.'],
    ['get', ['a', 'b', { children: 'x' }], "children is 'x'. Expected a function."],
    ['prefix', ['a', class {}], "Route.prefix('a'): the callback is a class. Expected a function."],
    ['get', ['a', 'b', { children: class {} }], 'children is a class. Expected a function.'],
    ['resources', ['a', { children: class {} }], 'children is a class. Expected a function.'],
    [
      'resources',
      ['a', { patch: 'no' }],
      "Route.resources('a'): patch is 'no'. Expected true or false.",
    ],
    ['resources', ['a', { patch: 1 }], 'patch is 1'],
    [
      'get',
      ['a', 'b', {}, true],
      'the handler is true. Expected a function, such as () => new Photos().index().',
    ],
    ['get', ['a', 'b', {}, 'x'], "Route.get('a'): the handler is 'x'"],
    [
      'get',
      ['a', 'b', {}, class A {}],
      'the handler is a class. Expected a function, such as () => new Photos().index().',
    ],
    ['resources', ['a', {}, class A {}], "Route.resources('a'): the handler is a class"],
    [
      'any',
      ['404_override', 'b', {}, () => 1],
      "Route.any('404_override'): 404_override is a setting of the whole table, not a pattern. Write it into the table: Route.map({ '404_override': … }).",
    ],
    ['any', ['/translate_uri_dashes', 'true', {}, () => 1], 'translate_uri_dashes is a setting'],
    [
      'any',
      ['GET a', 'b'],
      "starts with the HTTP method GET and a space. Call Route.get('a', …), or write '/GET a'",
    ],
    ['any', ['get a', 'b'], "Call Route.get('a', …), or write '/get a'"],
    ['get', ['GET: a', 'b'], "Call Route.get('a', …), or write '/GET: a'"],
    ['block', ['GET|POST a'], "Call Route.get('a', …), or write '/GET|POST a'"],
    ['post', ['Put: a', 'b'], "Call Route.put('a', …), or write '/Put: a'"],
    [
      'prefix',
      ['GET a', () => 1],
      "Route.prefix('GET a'): the pattern starts with the HTTP method GET and a space. Leave it out, or write '/GET a' if the path itself starts that way.",
    ],
    ['prefix', ['get a/b/', () => 1], "Leave it out, or write '/get a/b/'"],
    ['prefix', ['POST,GET a', () => 1], 'the HTTP method POST and a space. Leave it out, or write'],
    ['prefix', ['Put: a', () => 1], "Leave it out, or write '/Put: a'"],
    [
      'resources',
      ['GET a'],
      "Route.resources('GET a'): the pattern starts with the HTTP method GET and a space. Leave it out, or write '/GET a' if",
    ],
    ['resources', ['get a', { only: [], children: () => 1 }], "Leave it out, or write '/get a'"],
    [
      'context',
      ['Post: a'],
      "Route.context('Post: a'): the pattern starts with the HTTP method POST and a space. Leave it out, or write '/Post: a' if",
    ],
    [
      'map',
      [{ 'GET|POST admin': '' }],
      "'GET|POST' is not an HTTP method that a route can have. Write one of GET,",
    ],
    [
      'map',
      [{ 'GET: a': 'b' }],
      "'GET:' is not an HTTP method that a route can have. Write one of GET,",
    ],
    ['map', [{ 'get: a': 'b' }], "in upper case, or '/get: a' if the path itself starts that way"],
    [
      'block',
      ['DELETE a'],
      "Route.block('DELETE a'): the pattern starts with the HTTP method DELETE",
    ],
    ['resources', [''], 'name is an empty string. Expected the resource'],
    ['resources', ['/'], "name is '/'"],
    ['resources', [], 'Route.resources(undefined): name is undefined'],
    ['resources', ['a', { as: 7 }], "Route.resources('a'): as is 7. Expected a string."],
    ['resources', ['a', { offset: -1 }], 'offset is -1. Expected a whole number of 0 or more.'],
    ['resources', ['a', { offset: 1.5 }], 'offset is 1.5'],
    ['resources', ['a', { offset: Number.NaN }], 'offset is NaN'],
    ['resources', ['a', { offset: '1' }], "offset is '1'"],
    ['resources', ['a', { except: [7] }], 'except names 7'],
    ['resources', ['a', { constraint: 7 }], 'constraint is 7'],
    [
      'resources',
      ['a', { constraint: '(b' }],
      "Route.resources('a'), constraint: this ( is never closed.",
    ],
    ['resources', ['a', { controller: [] }], 'controller is an array'],
    ['resources', ['a', { module: {} }], 'module is an object'],
    [
      'resources',
      ['a', { home: 'x' }],
      "'home' is not an option of this call. Known options: controller, module",
    ],
    ['resources', ['a', { children: 1 }], 'children is 1'],
    ['context', [''], 'name is an empty string. Expected the context'],
    ['context', [{}], 'Route.context(an object): name is an object'],
    ['context', ['a', 7], 'controller is 7'],
    ['context', ['a', { offset: -1 }], 'offset is -1'],
    ['context', ['a', 'b', { home: 7 }], 'home is 7'],
    [
      'context',
      ['a', { home: 'b' }, { offset: 1 }],
      "Route.context('a'): controller is an object. Expected a string.",
    ],
    ['context', ['a', { home: 'b' }, 'developer'], "options is 'developer'. Expected an object."],
    ['context', ['a', {}, false], 'options is false'],
    [
      'context',
      ['a', 'b', { only: 'x' }],
      "'only' is not an option of this call. Known options: offset, home, meta.",
    ],
    ['prefix', [7, () => 1], 'Route.prefix(7): name is 7. Expected a string.'],
    ['prefix', ['a', 'b'], "Route.prefix('a'): the callback is 'b'. Expected a function."],
    [
      'placeholder',
      ['a-b', 'x'],
      "name is 'a-b'. Expected a word of letters, digits and underscores that doesn't",
    ],
    ['placeholder', ['7a', 'x'], "name is '7a'"],
    ['placeholder', [7, 'x'], 'Route.placeholder(7): name is 7'],
    ['placeholder', [undefined, 'x'], 'name is undefined'],
    ['placeholder', [null, 'x'], 'name is null'],
    ['placeholder', ['a', ''], 'regex is an empty string. Expected a regular expression.'],
    ['placeholder', ['a', 7], 'regex is 7'],
    ['placeholder', ['a', 'x('], 'this ( is never closed'],
    ['map', ['x'], "the table is 'x'"],
    ['map', [[]], 'the table is an array'],
    ['map', [{}, 'get'], "Route.map: method is 'get'. Expected one of GET, HEAD,"],
    ['map', [{ a: { put: 'b' } }], "for one method alone the key is 'PUT a'"],
    ['map', [{ 'GET a': { put: 'b' } }], "for one method alone the key is 'PUT a'"],
    ['map', [{ '/': { put: 'b' } }], "for one method alone the key is 'PUT /'"],
    [
      'map',
      [{ '404_override': () => 1 }],
      "table key '404_override': its destination is a function, not a string. Write a string. See",
    ],
    ['map', [{ '/404_override': () => 1 }], 'not a string. Write a string. See'],
    ['map', [{ a: true }], 'its destination is true'],
    [
      'map',
      [{ translate_uri_dashes: 7 }],
      'its destination is 7, not true or false. Write true or false. See',
    ],
    [
      'map',
      [{ 'BREW a': 'b' }],
      "'BREW' is not an HTTP method that a route can have. Write one of GET, HEAD, POST,",
    ],
    ['map', [{ 'get a': 'b' }], "'get' is not an HTTP method"],
  ])('Route.%s of %j says what is wrong and what to write', (operation, args, words) => {
    Route.any('before', 'x', { as: 'before' });
    const error = caught(() => loose[operation](...args));
    expect(error.message).toContain(words);
    expect(error.code).toMatch(/^bad-[a-z]+$/);
    expect(Route.map()).toEqual({ default_controller: 'home', before: 'x' });
  });

  it('none if a table has a key that a promise has', () => {
    Route.any('then', 'x');
    expect(createRouter(Route.map()).resolve('GET', '/then').status).toBe('found');
  });

  it.each<[unknown, unknown, string]>([
    [null, {}, 'createRouter: the table is null'],
    [{ 'a(': 'b' }, {}, "createRouter, table key 'a(': this ( is never closed"],
    [
      { a: 'b' },
      { maxPathLength: 0 },
      'createRouter: maxPathLength is 0. Expected a whole number of 1 or more.',
    ],
    [{ a: 'b' }, { maxPathLength: '9' }, "maxPathLength is '9'"],
    [
      { a: 'b' },
      { autoroute: true },
      "'autoroute' is not an option of this call. Write autoRoute;",
    ],
    [{ a: 'b' }, { autoRoute: 'false' }, "autoRoute is 'false'. Expected true or false."],
    [{ a: 'b' }, { handlers: new Map() }, 'handlers is a Map. Expected functions by table key'],
    [{ a: 'b' }, { handlers: Promise.resolve({}) }, 'handlers is a Promise. Expected functions'],
    [{ a: 'b' }, { handlers: 7 }, 'createRouter: handlers is 7. Expected functions by table key.'],
    [{ a: 'b' }, 7, 'options is 7. Expected an object.'],
    [new Map(), {}, 'createRouter: the table is a Map'],
    [
      { '404_override': 'b' },
      { handlers: { '404_override': () => 1 } },
      "createRouter, handler of '404_override': 404_override is a setting",
    ],
    [
      { a: 'b' },
      { handlers: { a: 'x' } },
      "the handler is 'x'. Expected a function, such as () => new Photos().index().",
    ],
    [
      { a: 'b' },
      { handlers: { a: class A {} } },
      "createRouter, handler of 'a': the handler is a class. Expected a function, such as () => new Photos().index().",
    ],
  ])('createRouter of %j with %j says what is wrong and what to write', (table, options, words) => {
    // The casts pass invalid arguments.
    expect(caught(() => createRouter(table as never, options as never)).message).toContain(words);
  });
});

describe('a wrong pattern', () => {
  type Row = readonly [pattern: string, index: number, problem: string, advice: string];
  const UNCLOSED = 'this ( is never closed';
  const CLOSE = 'Close it with ), or write \\( for a ( in the path';
  const EMPTY = 'no path has an empty segment, so this pattern would never match';

  const unknown = ['int', 'id', 'slug'].map(
    (name): Row => [
      `posts/(:${name})`,
      7,
      `there is no placeholder (:${name})`,
      `Write (:any), (:num), (:segment), (:alpha), (:alphanum), (:hash), or define it first with Route.placeholder('${name}', …)`,
    ],
  );

  /** Starts of groups, with what to write. */
  const groups = (
    [
      ['a(?)', 1, '(?)', 'Write (?:…) or (…)'],
      ['(?i)a', 0, '(?i', 'Leave the flags out: case always matters; write [Aa] for either case'],
      ['(?i:a)', 0, '(?i', 'Leave the flags out: case always matters; write [Aa] for either case'],
      ['(?P<n>a)', 0, '(?P', 'Write (?<name>…)'],
      ["(?'n'a)", 0, "(?'", 'Write (?<name>…)'],
      ['(?<n>a)(?P=n)', 7, '(?P', 'Write \\k<name>'],
      ['(?<n>a)(?P>n)', 7, '(?P', 'Write the group out again'],
      ['(?>a)', 0, '(?>', 'Write (?:…)'],
      ['(?|a|b)', 0, '(?|', 'Write (?:…) and count the groups one by one'],
      ['(?#note)a', 0, '(?#', 'Put the comment next to the route'],
      ['(a)?(?(1)b|c)', 4, '(?(', 'Write the two cases as alternatives: (?:…|…)'],
      ['a(?R)?', 1, '(?R', 'Write the group out again'],
      ['(a)(?1)', 3, '(?1', 'Write the group out again'],
    ] as const
  ).map(
    ([pattern, index, start, advice]): Row => [
      pattern,
      index,
      `JavaScript has no group that starts with ${start}`,
      advice,
    ],
  );

  /** Letters behind a backslash, with what to write. */
  const letters = (
    [
      ['\\Aa\\z', 0, 'Leave it out: a pattern is anchored at its start'],
      ['a\\Z', 1, 'Leave it out: a pattern is anchored at its end'],
      ['a\\z', 1, 'Leave it out: a pattern is anchored at its end'],
      ['a\\G', 1, 'Leave it out: a pattern is anchored at its start'],
      ['a\\Kb', 1, 'Capture what you need in a group instead'],
      ['\\Qa.b\\E', 0, 'Put a backslash before each character that is meant literally'],
      ['a\\E', 1, 'Put a backslash before each character that is meant literally'],
      ['\\R', 0, 'Leave it out: no path has a line break'],
      ['\\h', 0, 'Write a space: no path has a tab'],
      ['[\\h]', 1, 'Write a space: no path has a tab'],
      ['\\H', 0, 'Write [^ ]'],
      ['a[\\s-x]', 2, 'Write a space: no path has a tab'],
      ['([\\S.]+)', 2, 'Write [^ ]'],
      ['\\N', 0, 'Write a dot'],
      ['\\V', 0, 'Write a dot: no path has a line break'],
      ['\\X', 0, 'Write a dot for each character'],
      ['\\C', 0, 'Write a dot'],
      ['\\p{L}+', 0, 'List the characters, as in [a-zà-ž]'],
      ['\\P{L}', 0, 'List the characters, as in [^a-zà-ž]'],
      ['(a)\\g1', 3, 'Write the number alone, as in \\1'],
      ['\\a', 0, 'Leave it out: no path has a control character'],
      ['\\e', 0, 'Leave it out: no path has a control character'],
      ['\\o{101}', 0, 'Write \\xHH with two hexadecimal digits'],
      ['\\x{41}', 0, 'Write \\xHH below 80 or \\uHHHH'],
      ['a\\x4g', 1, 'Write \\xHH below 80 or \\uHHHH'],
      ['a/([a-z\\x80-\\xff]+)', 7, 'Write \\xHH below 80 or \\uHHHH'],
      ['caf\\xE9', 3, 'Write \\xHH below 80 or \\uHHHH'],
      ['[\\x]', 1, 'Write \\xHH below 80 or \\uHHHH'],
      ['\\u00e', 0, 'Write \\uHHHH'],
      ['\\cA', 0, 'Leave it out: no path has a control character'],
      ['\\k', 0, 'Write \\k<name>'],
      ['(a)\\k<1>', 3, 'Write \\k<name>'],
      ['(a)\\k<>', 3, 'Write \\k<name>'],
      ['(a)\\k<-1>', 3, 'Write \\k<name>'],
      ['(?<n>a)\\k<n', 7, 'Write \\k<name>'],
      ['\\l', 0, 'Write the letters in their own case'],
      ['\\La', 0, 'Write the letters in their own case'],
      ['\\Ua', 0, 'Write the letters in their own case'],
      ["(?<n>a)\\k'n'", 7, 'Write \\k<name>'],
      ['(?<n>a)\\k{n}', 7, 'Write \\k<name>'],
    ] as const
  ).map(
    ([pattern, index, advice]): Row => [
      pattern,
      index,
      `PCRE and JavaScript read this ${pattern.slice(index, index + 2)} differently`,
      advice,
    ],
  );

  it.each<Row>([
    ...unknown,
    ...groups,
    ...letters,
    ...['(?<é>b)', '(?<1a>b)', '(?<>b)', '(?<a b>c)'].map(
      (pattern): Row => [
        pattern,
        0,
        'the name of this group is not one that PCRE and JavaScript share',
        'Write letters, digits and underscores, not starting with a digit: (?<id>…)',
      ],
    ),
    ['a(b', 1, UNCLOSED, CLOSE],
    ['a(:num', 1, UNCLOSED, CLOSE],
    ['a)b', 1, 'this ) closes nothing', 'Write \\) for a ) in the path'],
    ['a[b', 1, 'this [ is never closed', 'Close it with ], or write \\[ for a [ in the path'],
    ['a[b\\', 3, 'nothing follows the backslash', 'Write \\\\ for a backslash in the path'],
    ['a\\', 1, 'nothing follows the backslash', 'Write \\\\ for a backslash in the path'],
    [
      '*a',
      0,
      'there is nothing for this * to repeat',
      'Write (.*) for whatever the path has here, or write \\* for a * in the path',
    ],
    ['a|+', 2, 'there is nothing for this + to repeat', 'Write \\+ for a + in the path'],
    [
      '(*SKIP)a',
      0,
      'only PCRE has verbs such as (*SKIP)',
      'Leave it out, or write (\\* for a group that starts with a *',
    ],
    ['a**', 2, 'there is nothing for this * to repeat', 'Write \\* for a * in the path'],
    ['a{2}{3}', 4, 'there is nothing for this { to repeat', 'Write \\{ for a { in the path'],
    ['^*', 1, 'there is nothing for this * to repeat', 'Write \\* for a * in the path'],
    ['a\\b+', 3, 'there is nothing for this + to repeat', 'Write \\+ for a + in the path'],
    ['(?=a)*', 5, 'there is nothing for this * to repeat', 'Write \\* for a * in the path'],
    ['(?<=a)?b', 6, 'there is nothing for this ? to repeat', 'Write \\? for a ? in the path'],
    ['a{65536}', 1, 'PCRE repeats nothing more than 65535 times', 'Write a smaller number'],
    ['a{0,65536}?', 1, 'PCRE repeats nothing more than 65535 times', 'Write a smaller number'],
    [
      `a{${'9'.repeat(400)},}`,
      1,
      'PCRE repeats nothing more than 65535 times',
      'Write a smaller number',
    ],
    ['a{3,2}', 1, 'the numbers in {3,2} are out of order', 'Write {2,3}'],
    ['[z-a]', 0, 'a range in this class is out of order', 'Write its lower end first'],
    ['a++', 2, 'only PCRE has possessive quantifiers', 'Leave this + out'],
    ['a*+b', 2, 'only PCRE has possessive quantifiers', 'Leave this + out'],
    ['[]a]', 1, 'JavaScript ends a class at a ] that comes first, PCRE does not', 'Write \\]'],
    ['[^]a]', 2, 'JavaScript ends a class at a ] that comes first, PCRE does not', 'Write \\]'],
    ['[[:<:]]a', 1, 'only PCRE has POSIX classes', 'List the characters, as in [a-z]'],
    ['a[[:>:]]', 2, 'only PCRE has POSIX classes', 'List the characters, as in [a-z]'],
    ['[[:alpha:]]', 1, 'only PCRE has POSIX classes', 'List the characters, as in [a-z]'],
    ['(a)\\2', 3, 'there is no group 2', 'Refer to a group that the pattern has'],
    ['(a)\\10', 3, 'there is no group 10', 'Refer to a group that the pattern has'],
    ['(?<ab>x)\\k<ac>', 8, 'there is no group ac', 'Refer to a group that the pattern has'],
    ['a{10}+', 5, 'only PCRE has possessive quantifiers', 'Leave this + out'],
    ['a{1,10}+', 7, 'only PCRE has possessive quantifiers', 'Leave this + out'],
    ['a/\\/b', 2, EMPTY, 'Write one slash'],
    ['(a)\\k<n>', 3, 'there is no group n', 'Refer to a group that the pattern has'],
    ['(?<n>a)(?<n>b)', 7, 'two groups are named n', 'Give one of them another name'],
    ['(:num)/(:num)/a(', 15, UNCLOSED, CLOSE],
    ['a)/(:num)', 1, 'this ) closes nothing', 'Write \\) for a ) in the path'],
    ['(:num)/:num++', 11, 'only PCRE has possessive quantifiers', 'Leave this + out'],
    ['users/login/', 11, EMPTY, 'Leave the slash at the end out'],
    ['//users', 0, EMPTY, 'Leave this slash out'],
    ['users//login', 6, EMPTY, 'Write one slash'],
    [
      '(:nmu)/a',
      1,
      'there is no placeholder (:nmu)',
      "Write (:num), or define it first with Route.placeholder('nmu', …)",
    ],
    ['a\\B+', 3, 'there is nothing for this + to repeat', 'Write \\+ for a + in the path'],
    ['(?:a', 0, UNCLOSED, CLOSE],
    ['(?!a', 0, UNCLOSED, CLOSE],
    ['(?<!a)?', 6, 'there is nothing for this ? to repeat', 'Write \\? for a ? in the path'],
  ])('%j is refused at %i: %s. %s', (pattern, index, problem, advice) => {
    Route.any('before', 'x', { as: 'before' });
    const error = caught(() => Route.get(pattern, 'x'));
    const lines = error.message.split('\n');
    expect(lines[0]).toBe(`${error.where}: ${problem}.`);
    expect(lines.at(-1)).toBe(`${advice}. See npx waymark help ${error.code}.`);
    expect(error.code).toMatch(/^bad-p[a-z]+$/);
    expect(error.place?.index).toBe(index);
    expect(Route.map()).toEqual({ default_controller: 'home', before: 'x' });
  });

  it.each([
    'a{,3}',
    'a\\{+',
    'BREW a',
    'brew a',
    'a{2,2}',
    'a{2,3}',
    'a{10,}',
    'a{b}',
    '\\{',
    '\\}',
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

  it('shows only the surroundings of a long pattern, and control characters by their code', () => {
    const { message } = caught(() => Route.get(`${'a'.repeat(500)}\n(${'b'.repeat(500)}`, 'x'));
    const [, line, caret] = message.split('\n');
    expect(line.length).toBeLessThan(140);
    expect(line).toMatch(/^ {2}…a+\\x0a\(b+…$/);
    expect(line[caret.indexOf('^')]).toBe('(');
  });

  it('too large once its repetitions are written out is refused when the table is compiled', () => {
    const { message } = caught(() => createRouter({ 'a/(:any)-[a-z]{1,20000}': 'x' }));
    expect(message).toBe(
      [
        "createRouter, table key 'a/(:any)-[a-z]{1,20000}': written out, it is over 10000 steps.",
        '  a/(:any)-[a-z]{1,20000}',
        '           ^',
        'Write smaller numbers. See npx waymark help bad-pattern.',
      ].join('\n'),
    );
  });
});

describe('an error says in full what is wrong, where, and what to write instead', () => {
  const noop = () => null;

  it.each<[string, () => unknown, WaymarkError['code'], string, string]>([
    [
      'an argument of a wrong type',
      () => loose.get('a', 7),
      'bad-argument',
      "Route.get('a')",
      "to is 7. Expected a destination such as 'posts/show/$1', or a handler.",
    ],
    [
      'an unknown option',
      () => loose.get('a', 'b', { ass: 'x' }),
      'bad-argument',
      "Route.get('a')",
      "'ass' is not an option of this call. Write as; known options: as, children, meta, params, query, body.",
    ],
    [
      'an unknown action',
      () => loose.resources('a', { only: 'list' }),
      'bad-argument',
      "Route.resources('a')",
      "only names 'list', which is not an action of a resource. " +
        'Known actions: index, create_new, edit, show, create, update, delete.',
    ],
    [
      'options that exclude each other',
      () => Route.resources('a', { only: 'index', except: 'show' }),
      'bad-argument',
      "Route.resources('a')",
      'both only and except are given. Give one of them.',
    ],
    [
      'an asynchronous callback',
      () => Route.prefix('api', async () => undefined),
      'bad-argument',
      "Route.prefix('api')",
      'the callback returned a promise, so routes that it defines after an await are lost. ' +
        'Define the routes synchronously, and await before the call.',
    ],
    [
      'a method in a pattern',
      () => Route.any('delete a', 'b'),
      'bad-argument',
      "Route.any('delete a')",
      'the pattern starts with the HTTP method DELETE and a space. ' +
        "Call Route.delete('a', …), or write '/delete a' if the path itself starts that way.",
    ],
    [
      'a handler that could never be called',
      () => Route.get('a', '', {}, noop),
      'bad-argument',
      "Route.get('a')",
      'an empty destination blocks the pattern, so its handler could never be called. ' +
        'Give the route a destination, or leave the handler out.',
    ],
    [
      'a handler that could never be called, as an option',
      () => createRouter({ a: '' }, { handlers: { '/a': noop } }),
      'bad-argument',
      "createRouter, handler of '/a'",
      'an empty destination blocks the pattern, so its handler could never be called. ' +
        'Give the route a destination, or leave the handler out.',
    ],
    [
      'an unknown method in a key',
      () => createRouter({ 'BREW a': 'b' }),
      'bad-key',
      "createRouter, table key 'BREW a'",
      "'BREW' is not an HTTP method that a route can have. Write one of GET, HEAD, POST, PUT, PATCH, " +
        "DELETE, OPTIONS, QUERY in upper case, or '/BREW a' if the path itself starts that way.",
    ],
    [
      'a setting for one method, in a call',
      () => Route.get('default_controller', 'b'),
      'bad-key',
      "Route.get('default_controller')",
      'default_controller is a setting of the whole table, not a pattern. ' +
        "Write it into the table: Route.map({ 'default_controller': … }).",
    ],
    [
      'a setting for one method, in a table',
      () => createRouter({ 'GET 404_override': 'b' }),
      'bad-key',
      "createRouter, table key 'GET 404_override'",
      '404_override is a setting of the whole table, not a pattern. ' +
        "Write it into the table: Route.map({ '404_override': … }).",
    ],
    [
      'no table',
      () => loose.map(null),
      'bad-table',
      'Route.map',
      "the table is null. Pass a plain object of strings, such as { 'posts/(:num)': 'posts/show/$1' }.",
    ],
    [
      'no destination',
      () => loose.map({ a: 7 }),
      'bad-table',
      "Route.map, table key 'a'",
      'its destination is 7, not a string. ' +
        "Write a string; for one method alone the key is 'PUT a'.",
    ],
    [
      'a function for a destination',
      () => loose.map({ a: noop }),
      'bad-table',
      "Route.map, table key 'a'",
      'its destination is a function, not a string. Name a destination, ' +
        "and give the function as createRouter(table, { handlers: { 'a': … } }).",
    ],
    [
      'a handler for no key',
      () => createRouter({ a: 'b' }, { handlers: { b: noop } }),
      'bad-table',
      "createRouter, handler of 'b'",
      'the table lacks this key. Write the key as in the table.',
    ],
    [
      'a pattern',
      () => Route.get('posts/(:num', 'posts/show/$1'),
      'bad-pattern',
      "Route.get('posts/(:num')",
      'this ( is never closed.\n  posts/(:num\n        ^\n' +
        'Close it with ), or write \\( for a ( in the path.',
    ],
    [
      'an unknown placeholder',
      () => Route.get('posts/(:alhpa)', 'b'),
      'bad-placeholder',
      "Route.get('posts/(:alhpa)')",
      'there is no placeholder (:alhpa).\n  posts/(:alhpa)\n         ^\n' +
        "Write (:alpha), or define it first with Route.placeholder('alhpa', …).",
    ],
    [
      'an unknown placeholder of a table that is compiled',
      () => createRouter({ 'products/(:sku)': 'b' }),
      'bad-placeholder',
      "createRouter, table key 'products/(:sku)'",
      'there is no placeholder (:sku).\n  products/(:sku)\n            ^\n' +
        'Write (:any), (:num), (:segment), (:alpha), (:alphanum), (:hash), ' +
        'or a group of your own.',
    ],
    [
      'params that are null',
      () => loose.url('a', null),
      'bad-argument',
      "Route.url('a')",
      'params is null. Expected an array or an object.',
    ],
    [
      "a placeholder of CodeIgniter's own",
      () => Route.placeholder('num', 'x'),
      'bad-placeholder',
      "Route.placeholder('num')",
      "(:num) is CodeIgniter's own and can't be changed. Choose another name.",
    ],
    [
      'a placeholder that captures',
      () => Route.placeholder('a', '(x)'),
      'bad-placeholder',
      "Route.placeholder('a')",
      'the expression has a group that captures, which would shift the references. ' +
        'Write (?:…) for a group inside a placeholder.',
    ],
    [
      'a placeholder with flags',
      () => Route.placeholder('a', /x/i),
      'bad-placeholder',
      "Route.placeholder('a')",
      "the expression has the flags 'i'. Leave them out: case always matters.",
    ],
    [
      'an unknown name',
      () => Route.url('user'),
      'bad-url',
      "Route.url('user')",
      "no route has this name. A route is named with the option { as: 'name' }.",
    ],
    [
      'a param that its group refuses',
      () => {
        Route.get('users/(:num)', 'users/show/$1', { as: 'user' });
        Route.url('user', ['x']);
      },
      'bad-url',
      "Route.url('user')",
      "param 1, 'x', doesn't match its group ([0-9]+). " + 'Give a value that the group matches.',
    ],
    [
      'a pattern that no URL can be made from',
      () => {
        Route.get('a/(:num)/(?:b/c+)', 'x', { as: 'name' });
        Route.url('name', [7]);
      },
      'bad-url',
      "Route.url('name')",
      'a part that varies is outside a capturing group.\n' +
        '  a/(:num)/(?:b/c+)\n                ^\n' +
        'Put the part that varies into a capturing group.',
    ],
  ])('%s', (_what, call, code, where, rest) => {
    const error = caught(call);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'WaymarkError', code, where });
    expect(error.message).toBe(`${where}: ${rest} See npx waymark help ${code}.`);
  });

  it('with its place, for programs, if it has one', () => {
    expect(caught(() => Route.get('a(', 'x')).place).toEqual({ pattern: 'a(', index: 1 });
    expect(caught(() => Route.resources('')).place).toBeUndefined();
  });

  it.each([
    [119, 'a'.repeat(119)],
    [120, 'a'.repeat(120)],
    [121, `${'a'.repeat(120)}…`],
    [9999, `${'a'.repeat(120)}…`],
  ])('and shows no more than 120 characters of a string of %i', (length, shown) => {
    const { where } = caught(() => Route.get('a'.repeat(length), 7 as never));
    expect(where).toBe(`Route.get('${shown}')`);
  });
});

describe('a message', () => {
  const kinds = {
    letters: 'x',
    'characters of three bytes': '日',
    controls: '\u0001',
    quotes: "'",
  };
  const calls: Record<string, (long: string) => unknown> = {
    'a pattern': (long) => Route.any(`${long}(`, 'x'),
    'a pattern in a table': (long) => createRouter({ [`${long}(`]: 'x' }),
    'braces without a name': (long) => Route.any(`{${long} }`, 'x'),
    'a placeholder': () => Route.any(`(:${'x'.repeat(100_000)})`, 'x'),
    'a definition of a placeholder': (long) => Route.placeholder(`${long}-`, 'x'),
    'the flags of a placeholder': () => Route.placeholder('a', /x/gimsuy),
    'text that is encoded': (long) => Route.any(`${long}%20${long}`, 'x'),
    'a method in a pattern': (long) => Route.any(`GET ${long}`, 'x'),
    'a method in a key': () => Route.map({ [`${'X'.repeat(100_000)} a`]: 'x' }),
    'a destination': (long) => loose.map({ [long]: 7 }),
    'a function for a destination': (long) => loose.map({ [long]: () => 1 }),
    'the name of a group': () => Route.any(`(?<${'x'.repeat(1e5)}>a)(?<${'x'.repeat(1e5)}>a)`, 'x'),
    'a reference': () => Route.any(`\\k<${'x'.repeat(100_000)}>`, 'x'),
    'numbers out of order': () => Route.any(`a{${'9'.repeat(200)},${'1'.repeat(200)}}`, 'x'),
    'an option': (long) => loose.get('a', 'x', { [long]: 1 }),
    'the value of an option': (long) => loose.resources('a', { offset: long }),
    'an action': (long) => loose.resources('a', { only: long }),
    'the name of a resource': (long) => loose.resources(long, 7),
    'the name of a route': (long) => Route.url(long),
    'params that are not an array': (long) => loose.url('long', { a: long, b: long }),
    'the name of a param': (long) => loose.url('long', { [long]: 1 }),
    'a param': (long) => Route.url('long', [long, 'b']),
    'too many params': (long) => Route.url('long', Array(1_000).fill(long)),
    'params that do not come back': (long) =>
      Route.url('same', Array(50).fill(`${long.slice(0, 1_000)}-x`)),
    'the base of a URL': (long) => loose.url('plain', [], { base: [long] }),
    'a handler': (long) => createRouter({ a: 'x' }, { handlers: { [long]: () => 1 } }),
    'the kind of a value': (long) => loose.get({ [Symbol.toStringTag]: long }, 'x'),
  };
  const rows = Object.entries(calls).flatMap(([call, run]) =>
    Object.entries(kinds).map(([kind, char]) => ({ call, kind, run, char })),
  );

  it.each(rows)('stays below 2 KB for 100 KB of $kind in $call', ({ run, char }) => {
    Route.any('plain', 'x', { as: 'plain' });
    Route.any(`(a${'|b'.repeat(1_500)})/(:num)`, 'x', { as: 'long' });
    Route.any(`${'(:any)-'.repeat(49)}(:any)`, 'x', { as: 'same' });
    expect(Buffer.byteLength(caught(() => run(char.repeat(100_000))).message)).toBeLessThan(2_048);
  });
});

it.each<[string, number, string]>([
  ['a(b', 1, '  a(b\n   ^'],
  ['', 0, '  \n  ^'],
  ['a\u0001b', 2, '  a\\x01b\n       ^'],
  [
    `${'x'.repeat(70)}y${'z'.repeat(70)}`,
    70,
    `  …${'x'.repeat(60)}y${'z'.repeat(59)}…\n${' '.repeat(63)}^`,
  ],
])('a place in a pattern is drawn with a caret below it: %j, %i', (pattern, index, drawing) => {
  const { message } = errorAt({ pattern, index }, 'bad-pattern', 'x', 'y', 'z');
  expect(message).toContain(`x: y.\n${drawing}\nZ.`);
});
