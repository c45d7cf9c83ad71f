/** Routes in every position of PHP's syntax: either in the same table as in PHP, or a warning. */
import parser from 'php-parser';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src/tools/import/php/journal.ts';
import { type RunOptions, readPlace, runPhp } from '../../../src/tools/import/php/run.ts';
import { PhpArray, type Value } from '../../../src/tools/import/php/values.ts';
import rows from '../../fixtures/php-statements.json' with { type: 'json' };

/** A statement, PHP's `$route` after it, and PHP's calls of `Route`. */
type Row = [php: string, route: [key: string, value: unknown][], calls: string[][]];

const before = `<?php
$one1 = [1]; $name = 'zz'; $cls = 'Foo'; $o = new Foo; $n = null;
`;
const after = "\n$route['end'] = 'end';";

/** A value in the form of the fixture. */
function plain(value: Value): unknown {
  if (!(value instanceof PhpArray)) return value === true ? '1' : String(value ?? '');
  return Object.fromEntries(value.list().map((slot) => [String(slot.key), plain(slot.value)]));
}

function callsIn(items: readonly Item[]): unknown[][] {
  return items.flatMap((item) => {
    if (item.kind !== 'call') return [];
    const texts = item.args.filter((argument) => typeof argument === 'string');
    return [[item.method, ...texts.slice(0, 2)], ...callsIn(item.nested?.items ?? [])];
  });
}

const OPTIONS: RunOptions = {
  file: 'routes.php',
  place: readPlace('routes.php'),
  ci2: false,
  constants: {},
  read: null,
  list: null,
  env: null,
};

function ran(php: string) {
  const run = runPhp(before + php + after, OPTIONS);
  const route = [...run.base, ...run.later].map(({ key, value }) => [String(key), plain(value)]);
  return { route, calls: callsIn(run.items), warnings: run.record.warnings };
}

// The cast types the lists of the JSON.
const all = rows as Row[];

describe('a statement that defines routes', () => {
  it.each(all)('is imported as PHP runs it, or leaves a warning: %s', (php, route, calls) => {
    const { warnings, ...table } = ran(php);
    if (warnings.length === 0) expect(table).toEqual({ route, calls });
  });

  it.each(all.filter(([php]) => /^\$i = \d; (?!a:|\$x\['a'|.*match)/.test(php)))(
    'evaluates its parts in the order of PHP: %s',
    (php, route, calls) => expect(ran(php)).toEqual({ route, calls, warnings: [] }),
  );

  it.each([
    "@($route['k'] = 'v');",
    "echo $route['k'] = 'v';",
    "echo 1, Route::get('k', 'v'), 2;",
    "print $route['k'] = 'v';",
    "(function () { Route::get('k', 'v'); })();",
    "(function () use (&$route) { $route['k'] = 'v'; })();",
    "(fn() => Route::get('k', 'v'))();",
    "$n2 = 'route'; $$n2['vv'] = 'x';",
    "$c = 'Route'; $c::get('cc', 'x');",
    "$m = 'get'; Route::$m('cc', 'x');",
    "Route::{'get'}('cc', 'x');",
    "['Route', 'get']('cc', 'x');",
    "'Route::get'('cc', 'x');",
    "Route::get(...['cc', 'x']);",
    "route::GET('cc', 'x');",
    "for (; $route['k'] = 'v', false;) {}",
    "$y = 1; $y ??= $route['k'] = 'v';",
  ])('is known: %s', (php) => {
    const [, route, calls] = all.find(([each]) => each === php) ?? [];
    expect(ran(php)).toEqual({ route, calls, warnings: [] });
  });

  it('may be inside nearly every kind of node that the parser has', () => {
    const kinds = new Set<unknown>();
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('kind' in node) kinds.add(node.kind);
      for (const inner of Object.values(node)) walk(inner);
    };
    const engine = new parser.Engine({ parser: { version: '8.5' } });
    for (const [php] of all) walk(engine.parseCode(`<?php ${php}`, ''));
    for (const kind of ['match', 'silent', 'clone', 'new', 'goto', 'yieldfrom', 'enum', 'static']) {
      expect(kinds).toContain(kind);
    }
    expect(kinds.size).toBeGreaterThan(85);
  });
});

/** The functions that each of these rows has are imported exactly. */
const FUNCTIONS =
  /\b(?:strpos|array_(?:flip|combine|fill_keys|column|filter|map\(f)|\(array_map|pathinfo|str_replace\(\[)/;

describe('a function of PHP', () => {
  it.each(all.filter(([php]) => FUNCTIONS.test(php)))(
    'gives what PHP gives: %s',
    (php, route, calls) => expect(ran(php)).toEqual({ route, calls, warnings: [] }),
  );

  it.each([
    "strpos('é', 'x')",
    "strpos('a', 'x', 1)",
    "strpos('a')",
    'array_flip([true])',
    'array_flip([null])',
    "array_flip('a')",
    "array_combine(['a'], [])",
    "array_combine('a', [])",
    "array_combine(['a'], 'a')",
    "array_combine([LATER], ['a'])",
    "array_fill_keys([true], 'x')",
    "array_fill_keys('a', 'x')",
    "array_column('a', 'b')",
    "array_column(['a'], 'b')",
    'array_column([[1]], null)',
    "array_column([['b' => 1]], 'b', 0)",
    "array_column([['b' => 1, LATER => 2]], 'b')",
    "array_column([['b' => 1, 'c' => []]], 'b', 'c')",
    "array_column([['b' => 1, 'c' => 2, LATER => 3]], 'b', 'c')",
    "array_column([['b' => 1, 'c' => 2]], LATER, 'c')",
    "array_map('trim', 'a')",
    "array_map('trim', ['a'], ['b'])",
    "implode(array_map('helper', ['a']))",
    "array_filter('a')",
    'array_filter([helper()])',
    "array_filter(['a' => 1], 'strlen', ARRAY_FILTER_USE_KEY)",
    'pathinfo(LATER)',
    "pathinfo('a.php', 4)",
    "pathinfo('a.php', LATER)",
    "pathinfo('a.php', LATER . 'x')",
    "str_replace(['a', LATER], 'b', 'ab')",
    "str_replace([['a']], 'b', 'ab')",
    "str_replace('a', ['b'], 'ab')",
  ])('leaves a warning if its result is not known: %s', (call) => {
    expect(ran(`$route['k'] = ${call};`).warnings).not.toEqual([]);
  });
});
