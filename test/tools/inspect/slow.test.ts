/** Patterns judged by recheck, and attacks tried on the router. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SuppliedTable } from '../../../src/index.ts';
import { sendable } from '../../../src/tools/inspect/check/attack.ts';
import {
  type Attack,
  INSTALLED,
  loadRecheck,
  type Peer,
  RANGE,
  type Verdict,
} from '../../../src/tools/inspect/check/recheck.ts';
import { findSlow, type Measure, TOO_LONG } from '../../../src/tools/inspect/check/slow.ts';
import { Inspection, spell } from '../../../src/tools/inspect/inspection.ts';
import { check } from '../../../src/tools/inspect.ts';

// Each step gets the full time, since steps that are cut short report false attacks.
const LIMITS = { timeout: 10_000, seedingTimeout: 10_000, incubationTimeout: 10_000 };

const attack = (pump: string, suffix = '', prefix = ''): Attack => ({
  pumps: [{ prefix, pump, bias: 0 }],
  suffix,
  base: 27_387,
});
const vulnerable = (attack: Attack): Verdict => ({
  status: 'vulnerable',
  complexity: { type: 'polynomial', summary: '2nd degree polynomial' },
  attack,
});

/** A fake recheck with a fixed verdict. */
const judge = (verdict: Verdict) => ({ check: vi.fn(async () => verdict) });

const peer = (module: unknown, version: string | null = '4.5.0'): Peer => ({
  load: async () => module,
  version: async () => version,
});

/** A machine on which every run takes this long. */
const taking =
  (milliseconds: number): Measure =>
  (run) => {
    run();
    return milliseconds;
  };

const slow = (table: SuppliedTable, module: unknown, measure = taking(TOO_LONG)) =>
  findSlow(new Inspection(table), { peer: peer(module), measure });

beforeAll(() => {
  process.env.RECHECK_BACKEND = 'pure';
});

describe('a pattern that recheck judges', () => {
  it('is judged by recheck itself, and its attack is put to the router', async () => {
    const [finding, ...others] = await check({ '(a)\\1((?:a|a)*b)': 'x' }, { recheck: true });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      level: 'error',
      kind: 'slow-pattern',
      rows: ['(a)\\1((?:a|a)*b)'],
    });
    expect(finding.message).toMatch(
      /^The pattern of '\(a\)\\1\(\(\?:a\|a\)\*b\)' takes exponential time \(exponential.*\): a request for "\/" .+ takes more than 50 ms\.$/,
    );
  });

  it('is named, and not judged, unless the caller asks for it', async () => {
    const one = await check({ '(b)\\1': 'x' });
    expect(one[0].message).toMatch(/^The pattern of '\(b\)\\1' has back references/);
    expect(await check({ '(a)\\1((?:a|a)*b)': 'x', '(a+)+': 'x', '(b)\\1': 'x' })).toEqual([
      {
        level: 'unproved',
        kind: 'not-judged',
        rows: ['(a)\\1((?:a|a)*b)', '(b)\\1'],
        message:
          "The patterns of '(a)\\1((?:a|a)*b)' and '(b)\\1' have back references, so some path may take exponential time; check --recheck can tell.",
      },
    ]);
  });

  it('is judged as the router runs it', async () => {
    const recheck = judge({ status: 'safe' });
    expect(await slow({ '(a|b)+\\1x': 'x' }, recheck)).toEqual([]);
    expect(recheck.check.mock.calls).toEqual([['^(?:(a|b)+\\1x)$', 's', LIMITS]]);
  });

  it.each([
    ...['a', 'a/(:num)', '([a-z]+)/b', '[a-z]', '(:any)-(:any)-(:any)'],
    ...['(a+)+b', '((a+)+)', '([a-z]+)*/x', '((?:a|a)*b)', '(a|b)+x'],
  ])('is matched in linear time, so nobody has to judge it: %s', async (key) => {
    const load = vi.fn();
    const version = vi.fn();
    const tools = { peer: { load, version }, measure: taking(0) };
    expect(await findSlow(new Inspection({ [key]: 'x' }), tools)).toEqual([]);
    expect(load).not.toHaveBeenCalled();
  });

  it.each<[string, unknown, string]>([
    [
      'recheck does not know',
      judge({ status: 'unknown', error: { kind: 'timeout' } }),
      'recheck says timeout',
    ],
    [
      'recheck throws',
      {
        check() {
          throw new TypeError('no');
        },
      },
      'recheck fails: no',
    ],
    ['recheck rejects', { check: () => Promise.reject('stopped') }, 'recheck fails: stopped'],
    [
      'no path has what the attack is made of',
      judge(vulnerable(attack('\0\x01'))),
      'the attack that recheck found needs a character that no path contains',
    ],
  ])('is left open if %s', async (_, module, why) => {
    const key = '(?:[^ -\uffff]|x)+(a|b)\\1';
    expect(await slow({ [key]: 'x' }, module)).toEqual([
      {
        level: 'unproved',
        kind: 'not-judged',
        rows: [key],
        message: `The pattern of '${key.replace('\uffff', '\\u{ffff}')}' is not judged: ${why}.`,
      },
    ]);
  });
});

describe('an attack that is put to the router', () => {
  const table = { '(a|b)+\\1x': 'x' };
  const found = judge(vulnerable(attack('a', 'y')));

  /** A machine on which each run takes the next of these times, in milliseconds. */
  const turns = (...times: number[]): Measure => {
    let turn = 0;
    return (run) => {
      run();
      return times[Math.min(turn++, times.length - 1)];
    };
  };

  it('is a finding if the request takes too long', async () => {
    expect(await slow(table, found, turns(1, 1, 49, 49, 50, 50))).toEqual([
      {
        level: 'error',
        kind: 'slow-pattern',
        rows: ['(a|b)+\\1x'],
        message:
          'The pattern of \'(a|b)+\\1x\' takes polynomial time (2nd degree polynomial): a request for "/" + "a".repeat(3) + "y" takes more than 50 ms.',
      },
    ]);
  });

  it.each<[string, number[]]>([
    ['the longest path takes less', [49]],
    ['it is another row that takes the time', [90, 1]],
    ['the request never comes to the row', [1, 90]],
  ])('is no finding if %s', async (_, times) => {
    expect(await slow(table, found, turns(...times))).toEqual([]);
  });

  it('is made longer and longer, up to the longest path', async () => {
    const inspection = new Inspection({ 'POST (a|b)+\\1x': 'x' });
    const resolve = vi.spyOn(inspection.router, 'resolve');
    await findSlow(inspection, { peer: peer(found), measure: taking(0) });
    const lengths = resolve.mock.calls.map(([method, path]) => [method, path.length]);
    expect(lengths.slice(0, 3)).toEqual([1, 2, 3].map((repeats) => ['POST', repeats + 2]));
    expect(lengths.at(-1)).toEqual(['POST', 2048]);
    expect(lengths.length).toBeLessThan(60);
    // The next request is never much longer than one that was fast enough.
    const most = lengths.map(
      ([, length], at) => Number(length) / Number(lengths[at - 1]?.[1] ?? 3),
    );
    expect(Math.max(...most)).toBeLessThan(1.4);
  });

  it('is answered, and not refused as malformed', async () => {
    const inspection = new Inspection({ '([^/]+)(-)(x|y)\\2': 'x' });
    const resolve = vi.spyOn(inspection.router, 'resolve');
    const module = judge(vulnerable(attack('\0-', '\x01%')));
    await findSlow(inspection, { peer: peer(module), measure: taking(0) });
    const answers = resolve.mock.results.map(({ value }) => value.status);
    expect(new Set(answers)).toEqual(new Set(['not-found']));
  });
});

describe('a string that a client can send', () => {
  const path = (source: string, attack: Attack) =>
    sendable(source, attack).map((sent) => [sent.path(2), sent.say(2)]);

  it.each<[string, string, Attack, string[][]]>([
    ['as it is', 'x', attack('ab', 'c', 'd'), [['dababc', '"/" + "d" + "ab".repeat(2) + "c"']]],
    [
      'with several pumps, of different repeats',
      'x',
      {
        pumps: [
          { prefix: 'a', pump: 'b', bias: 1 },
          { prefix: '', pump: 'c', bias: -3 },
        ],
        suffix: '',
        base: 9,
      },
      [['abbb', '"/" + "a" + "b".repeat(3) + "c".repeat(0)']],
    ],
    ['a letter for NUL', '([^/]+)-', attack('\0-'), [['a-a-', '"/" + "a-".repeat(2)']]],
    [
      'another letter than the attack has, so that references still differ',
      '([^/]+)\\1',
      attack('a', '\0'),
      [['aab', '"/" + "a".repeat(2) + "b"']],
    ],
    [
      'a letter that the same classes have',
      '(\\w|[a-f]|[^a-f]|[\\d.])+(?:(?=.)\\b[-x])',
      attack('\0'),
      [['~~', '"/" + "~".repeat(2)']],
    ],
    ['a letter for a percent sign', '.', attack('%'), [['aa', '"/" + "a".repeat(2)']]],
    ['a letter for half of a pair', '.', attack('\ud800'), [['aa', '"/" + "a".repeat(2)']]],
    [
      'also without empty segments',
      '(.+)/\\1',
      attack('/', '//', '/'),
      [
        ['/////', '"/" + "/" + "/".repeat(2) + "//"'],
        ['a/a/a/a/a/a', '"/" + "a/" + "a/".repeat(2) + "a/a/" + "a"'],
      ],
    ],
    [
      'also without empty segments inside',
      'a',
      attack('/', 'x', 'b'),
      [
        ['b//x', '"/" + "b" + "/".repeat(2) + "x"'],
        ['ba/a/x', '"/" + "b" + "a/".repeat(2) + "x"'],
      ],
    ],
    [
      'also without a slash at the end',
      'a',
      attack('-', '/'),
      [
        ['--/', '"/" + "-".repeat(2) + "/"'],
        ['--/a', '"/" + "-".repeat(2) + "/" + "a"'],
      ],
    ],
  ])('is an attack %s', (_, source, attack, expected) => {
    expect(path(source, attack)).toEqual(expected);
  });

  it('is nothing if the expression treats no character alike', () => {
    expect(sendable('[^\\x01-\uffff]', attack('\0'))).toEqual([]);
  });

  it.each([
    ['a', 2047],
    ['ab', 1023],
    ['é', 341],
  ])('is as long as a path may be: %s', (pump, most) => {
    const [sent] = sendable('x', attack(pump));
    expect(sent.most).toBe(most);
    expect(spell(sent.path(most)).length).toBeLessThanOrEqual(2048);
    expect(spell(sent.path(most + 1)).length).toBeGreaterThan(2048);
  });

  it('ends if there is nothing to repeat', () => {
    expect(sendable('x', attack('', 'a'))[0].most).toBe(2048);
  });
});

describe('the package recheck', () => {
  const missing = (name: string, code: string) =>
    Object.assign(new Error(`Cannot find package '${name}' imported from x`), { code });
  const failing = (error: unknown): Peer => ({ ...peer({}), load: () => Promise.reject(error) });
  const fails = { check: () => Promise.reject() };

  it.each<[string, Peer, string]>([
    [
      'missing',
      failing(missing('recheck', 'ERR_MODULE_NOT_FOUND')),
      'recheck is not installed; run npm i -D recheck',
    ],
    [
      'missing, for a CommonJS loader',
      failing(missing('recheck', 'MODULE_NOT_FOUND')),
      'recheck is not installed; run npm i -D recheck',
    ],
    [
      'without a package that it needs',
      failing(missing('synckit', 'ERR_MODULE_NOT_FOUND')),
      "recheck throws as it is loaded: Cannot find package 'synckit' imported from x",
    ],
    [
      'one that throws as it is loaded',
      failing(new TypeError('broken')),
      'recheck throws as it is loaded: broken',
    ],
    ['one that throws a text', failing('broken'), 'recheck throws as it is loaded: broken'],
    ['one that throws nothing', failing(undefined), 'recheck throws as it is loaded: undefined'],
    ...['3.9.9', '4.4.5', '5.0.0', 'next'].map((version): [string, Peer, string] => [
      `version ${version}`,
      peer(fails, version),
      `recheck ${version} is installed; install ${RANGE}`,
    ]),
    ...[{}, { check: 'x' }, { default: {} }, null, undefined].map(
      (module): [string, Peer, string] => [
        `one without a function check: ${JSON.stringify(module)}`,
        peer(module),
        `recheck has no function check; install ${RANGE}`,
      ],
    ),
  ])('is reported, and no pattern is judged, if it is %s', async (_, peer, why) => {
    const table = { '(a|b)+\\1x': 'x', '(c|d)+\\1x': 'x', e: 'x' };
    expect(await findSlow(new Inspection(table), { peer, measure: taking(0) })).toEqual([
      {
        level: 'unproved',
        kind: 'not-judged',
        rows: ['(a|b)+\\1x', '(c|d)+\\1x'],
        message: `The patterns are not judged: ${why}.`,
      },
    ]);
  });

  it.each<[string, Peer]>([
    ['its least version', peer(fails, '4.5.0')],
    ['a later one', peer(fails, '4.12.3')],
    ['a version that nobody knows', peer(fails, null)],
    ['a CommonJS module', peer({ default: fails })],
  ])('judges if it is %s', async (_, peer) => {
    expect(await loadRecheck(peer)).toEqual(fails);
  });

  it('is asked for in the range of package.json', () => {
    const read = (path: string) =>
      JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));
    expect(read('src/tools/package.json').peerDependencies.recheck).toBe(RANGE);
  });

  it('is the installed version', async () => {
    expect(await INSTALLED.version()).toMatch(/^4\.\d+\.\d+$/);
    expect(await loadRecheck(INSTALLED)).toHaveProperty('check');
  });

  it.each([
    [
      'is not installed',
      { createRequire: () => createRequire('file:///nowhere/a.js') },
      'recheck is not installed; run npm i -D recheck',
    ],
    ['can not be loaded by the runtime', undefined, 'recheck throws as it is loaded: '],
  ])('does not stop the checker if it %s', async (_, builtin, why) => {
    const asked = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(builtin as never); // a stand-in
    const [{ message }] = await check({ '(a|b)+\\1x': 'x' }, { recheck: true });
    const version = await INSTALLED.version();
    asked.mockRestore();
    expect(message).toContain(`The patterns are not judged: ${why}`);
    expect(version).toBeNull();
  });
});
