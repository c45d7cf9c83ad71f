/** Keys that contain a constant without a value. */
import { describe, expect, it } from 'vitest';
import { importRoutes } from '../../../src/tools/import.ts';

/** The rows of the written file, without its comments. */
function rowsOf(php: string): string[] {
  const { code } = importRoutes(`<?php\n${php}`, {});
  return code.split('\n').flatMap((line) => /^ {2}(?!\/\/)(.*),$/.exec(line)?.[1] ?? []);
}

describe('a key with a constant that has no value', () => {
  it('is kept by array_merge', () => {
    const php =
      "$route['a'] = 'b'; $route = array_merge($route, [X . '/c' => 'd', 5 => 'e', Y => 'f']);";
    expect(rowsOf(php)).toEqual(["a: 'b'", "[`${X}/c`]: 'd'", "'/0': 'e'", "[Y]: 'f'"]);
  });

  it.each([
    ['??', "$x = ['admin' => 'a']; $route['r'] = $x[X] ?? 'none';"],
    ['?? of an array with such a key', "$x = [X => 'a']; $route['r'] = $x['admin'] ?? 'none';"],
    ['an array with such a key', "$x = ['admin' => 'a', X => 'b']; $route['r'] = $x['admin'];"],
    ['a copy of such an array', "$x = [X => 'a']; $y = $x; $route['r'] = $y['admin'] ?? 'none';"],
    ['isset', "$x = ['admin' => 'a']; $route['r'] = isset($x[X]) ? 'yes' : 'no';"],
    ['empty', "$x = ['admin' => 'a']; $route['r'] = empty($x[X]) ? 'yes' : 'no';"],
    ['array_key_exists', "$x = [X => 'a']; $route['r'] = array_key_exists(5, $x) ? 'y' : 'n';"],
    ['a list', "['admin' => $y] = [X => 'a', 'admin' => 'b']; $route['r'] = $y;"],
    ['??=', "$x = ['admin' => 'a']; $x[X] ??= 'b'; $route['r'] = implode($x);"],
    ['a character of a text', "$x = 'abc'; $route['r'] = $x[X] ?? 'none';"],
    ['+', "$route = ['admin' => 'a'] + [X => 'b'];"],
    ['unset', "$route['admin'] = 'a'; unset($route[X]);"],
    ['unset of such a key', "$route[X] = 'a'; $route['admin'] = 'b'; unset($route[X]);"],
  ])('may be the same as any other for %s', (_, php) => {
    const { warnings } = importRoutes(`<?php\n${php}`, {});
    const why = 'X is defined elsewhere: import again with --constant X=value';
    const messages = warnings.map(({ message }) => message.replace('not imported: ', ''));
    const unsure = messages.filter((message) => message === why || message.endsWith('is unknown'));
    expect(unsure).not.toEqual([]);
  });

  it.each([
    ["X . '/a'", "X . '/b'"],
    ["'a/' . X", "'b/' . X"],
    ["X . '/a'", "'admin/b'"],
    ["'a/' . X", "'b/admin'"],
    ["'long/' . X", "'l'"],
    ['X', "X . '/a'"],
    ["X . '/' . Y . '/a'", "X . '/' . Y . '/b'"],
    ["X . '/a'", "Y . '/b'"],
  ])('is another one than a key that differs in its known parts: %s, %s', (one, other) => {
    const php = `$x = [${one} => 'a']; $route['r'] = $x[${other}] ?? 'none';`;
    expect(rowsOf(php)).toEqual(["r: 'none'"]);
    expect(importRoutes(`<?php\n${php}`, {}).warnings).toEqual([]);
  });

  it.each([
    ["X . '/a'", "X . '/a'"],
    ["X . '/' . 'a'", "X . '/a'"],
  ])('is found: %s, %s', (one, other) => {
    const php = `$x = [${one} => 'a', 'b' => 'c']; $route['r'] = $x[${other}];`;
    expect(rowsOf(php)).toEqual(["r: 'a'"]);
  });

  it.each([
    ['X', 'Y'],
    ["X . '/a'", "Y . '/a'"],
    ["X . '/a'", "'admin/a'"],
    ['X . Y', 'X'],
    ["'a' . X", "'ab' . X"],
  ])('is unknown next to one that may be equal: %s, %s', (one, other) => {
    expect(rowsOf(`$x = [${one} => 'a']; $route['r'] = $x[${other}] ?? 'none';`)).toEqual([]);
  });
});
