import { describe, expect, it } from 'vitest';
import { methodLike } from '../../src/table/methods.ts';
import { formatKey, parseKey, patternOfKey, withoutSlash } from '../../src/table/row.ts';

describe('a table key', () => {
  it.each([
    ['photos', null, 'photos'],
    ['/photos', null, 'photos'],
    ['//photos', null, '/photos'],
    ['GET photos', 'GET', 'photos'],
    ['GET /photos', 'GET', 'photos'],
    ['GET /', 'GET', ''],
    ['GET ', 'GET', ''],
    ['/GET photos', null, 'GET photos'],
    ['/GET: photos', null, 'GET: photos'],
    ['note: photos', null, 'note: photos'],
    ['GET  photos', 'GET', ' photos'],
    ['GETphotos', null, 'GETphotos'],
    ['my photos', null, 'my photos'],
    ['7 DAYS', null, '7 DAYS'],
    ['A-B c', null, 'A-B c'],
    ['-GET c', null, '-GET c'],
    ['GET2 c', null, 'GET2 c'],
    [' GET c', null, ' GET c'],
    ['', null, ''],
    ['/', null, ''],
  ])('%j is the method %j and the pattern %j', (key, method, pattern) => {
    expect(parseKey(key, 'here')).toEqual({ method, pattern });
    expect(patternOfKey(key)).toBe(pattern);
  });

  it('of the default controller has the pattern of the empty path', () => {
    expect(patternOfKey('default_controller')).toBe('');
    expect(patternOfKey('default_controller/a')).toBe('default_controller/a');
  });

  it.each([
    [null, 'photos', 'photos'],
    [null, '', '/'],
    [null, '404', '/404'],
    [null, '007', '/007'],
    [null, 'a7', 'a7'],
    [null, '7a', '7a'],
    [null, 'GET x', '/GET x'],
    [null, 'get x', '/get x'],
    [null, 'BREW x', '/BREW x'],
    [null, 'get: x', '/get: x'],
    [null, 'GET|POST x', '/GET|POST x'],
    [null, 'my x', 'my x'],
    ['GET', 'photos', 'GET photos'],
    ['GET', '', 'GET /'],
    ['GET', '404', 'GET 404'],
  ] as const)('for the method %j and the pattern %j is %j', (method, pattern, key) => {
    expect(formatKey(method, pattern)).toBe(key);
    expect(parseKey(key, 'here')).toEqual({ method, pattern });
  });

  it.each([
    ['GET a', 'GET'],
    ['get a', 'get'],
    ['Get a', 'Get'],
    ['BREW a', 'BREW'],
    ['brew a', null],
    ['GET: a', 'GET:'],
    ['get: a', 'get:'],
    ['BREW: a', 'BREW:'],
    ['brew: a', null],
    ['GET:: a', null],
    ['GET|POST a', 'GET|POST'],
    ['get|post a', 'get|post'],
    ['GET,POST a', 'GET,POST'],
    ['GET, POST a', 'GET,'],
    ['BREW|TEA a', 'BREW|TEA'],
    ['brew|tea a', null],
    ['GET|7 a', null],
    ['|GET a', null],
    [': a', null],
    ['GET', null],
    ['GET\ta', null],
    ['7 a', null],
    ['G7 a', null],
    ['7G a', null],
  ])('%j starts like the method %j', (text, word) => expect(methodLike(text)).toBe(word));

  it.each([
    ['/a', 'a'],
    ['//a', '/a'],
    ['a/', 'a/'],
  ])('%j without its slash is %j', (pattern, bare) => expect(withoutSlash(pattern)).toBe(bare));
});
