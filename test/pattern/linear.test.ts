/** Patterns without back references match in linear time, with the engine's captures. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRouter, type RouteParams } from '../../src/index.ts';
import { type Pattern, refusal } from '../../src/pattern/expression.ts';
import { Machine, type Program, WIDTH } from '../../src/pattern/machine.ts';
import { assemble, createMatcher, isDirect } from '../../src/pattern/matcher.ts';
import { parsePattern } from '../../src/pattern/parse.ts';
import { isLinear } from '../../src/tools/inspect/automata/shape.ts';
import { countSteps } from '../support/backtrack.ts';
import { constructsOf, expression, shortPath } from '../support/expressions.ts';
import { RUNS } from '../support/runs.ts';

const compiled = (pattern: string) => createMatcher(parsePattern(pattern, ''), '');

/** The captures as a resolver returns them: unmatched groups are empty. */
const captures = (found: readonly (string | undefined)[] | null) =>
  found && Array.from(found, (capture) => capture ?? '');

/** Between `least` and `most` paths. */
const pathsOf = (least: number, most: number) =>
  fc.array(shortPath, { minLength: least, maxLength: most });

/** The form that captures have as params: an object if a group has a name. */
function paramsOf({ names, paramNames }: Pattern, captures: readonly string[]): RouteParams {
  if (names.length === 0) return captures;
  return Object.fromEntries(paramNames.map((name, place) => [name, captures[place]]));
}

const engineOf = ({ source }: Pattern) => new RegExp(`^(?:${source})$`, 's');

function programOf({ choices, groupCount, written }: Pattern): Program {
  return assemble(choices, groupCount, refusal(written, ''));
}

/** The number of steps of the machine: reads of its program and of the path's characters. */
function countMachineSteps(program: Program, path: string): number {
  const most = stepsAllowed(program, path);
  let steps = 0;
  const [code, ...rest] = program;
  const counted = new Proxy(code, {
    get: (target, key) => {
      steps++;
      // Without marks, the time would be exponential.
      if (steps > most) throw new Error(`more than ${most} steps`);
      return Reflect.get(target, key);
    },
  });
  const { charCodeAt } = String.prototype;
  // A mock would record every call.
  String.prototype.charCodeAt = function (index) {
    steps++;
    return charCodeAt.call(this, index);
  };
  try {
    new Machine([counted, ...rest]).exec(path);
    return steps;
  } finally {
    String.prototype.charCodeAt = charCodeAt;
  }
}

/**
 * An instruction has four numbers, may read a character, and is reached from at most two others.
 */
const stepsAllowed = ([code]: Program, { length }: string) =>
  10 * (code.length / WIDTH) * (length + 1);

/** Patterns that took an engine seconds, and ordinary ones. */
const SLOW = [
  '(:any)-(:any)(?:-(:any))?',
  '(en|fr)/(:any)-(:any)-(:any)',
  '(:any)-(:any)-(:any)\\.(html|json)',
  '(:any)-(:any)-(:any)(?:/(:num))?',
  '(?!admin)(:any)-(:any)-(:any)',
  '((a+)+)',
  '(([a-z]*)*)b',
  '((a|ab)*c)',
  '((\\w|\\d)+)-',
  '(?:.*x){3,}(?:a|b)',
  '(.+)(?:/|-)(.+)(?:/|-)(.+)',
  '(\\w+ *)+',
  '(?=(.*)-(.*)x)(?:(.*)-)+',
  '(?:(?<=(-+)(.*)),?-)*',
  '(?:(?!.*x-).)*',
].filter((pattern) => isAccepted(pattern));

function isAccepted(pattern: string): boolean {
  try {
    return parsePattern(pattern, '') !== null;
  } catch {
    return false;
  }
}

it.each([
  ['(:any)-(:any)', 'a-b-c', ['a-b', 'c']],
  ['(:any)-(:any)-(:any)', 'a--b-c', ['a-', 'b', 'c']],
  ['(:any)-(:any)', '-a', null],
  ['(.*)(.*)(.*)x', 'abx', ['ab', '', '']],
  ['(.*?)(.*)x', 'abx', ['', 'ab']],
  ['(.*?)-(.*?)', 'a-b-c', ['a', 'b-c']],
  ['([a-z]+?)([a-z]{2,3}?)([a-z]*)', 'abcdef', ['a', 'bc', 'def']],
  ['([a-z]{1,2})([a-z]{1,2})([a-z]{1,2})', 'abcd', ['ab', 'c', 'd']],
  ['([a-z]{1,2})([a-z]{1,2})', 'abcde', null],
  ['([a-z]{3})([a-z]+)([a-z]?)', 'abcd', ['abc', 'd', '']],
  ['(a+)(a+)', 'a', null],
  ['([0-9]+)([a-z]*)([0-9]+)', '123', ['12', '', '3']],
  ['((:any)-(?:x))(:any)', 'a-xb', ['a-x', 'a', 'b']],
  ['(?<n>.+)-(.+)', 'é-日本', ['é', '日本']],
  ['(.+)-(.+)', '\n-\u2028', ['\n', '\u2028']],
  ['(.*)é+(.*)', 'aéb', ['a', 'b']],
  ['([à-ü]+)([é-ü]+)x?', 'éé', ['é', 'é']],
  ['([à-ü]+)([à-ü]+)', 'é日', null],
  ['(.)(.)', '😀', ['\ud83d', '\ude00']],
  ['^(:any)-(:any)$', 'a-b', ['a', 'b']],
  ['(:any)*-(:any)*', '-a', ['', 'a']],
  ['(:any)-([a-z]+)+?(z?)', 'a-bz', ['a', 'bz', '']],
  ['(x+)?(x*)y', 'xxy', ['xx', '']],
  ['()(:any)x(:any)', 'axb', ['', 'a', 'b']],
  ['(?:(a)|b)c?(.*)', 'bca', ['', 'a']],
  ['(?:a|ab)(c|bcd)(d*)', 'abcd', ['bcd', '']],
  ['(a|ab)(?:c|bcd)(d*)', 'abcd', ['a', '']],
  ['((?:a|b)*)b', 'abab', ['aba']],
  ['((?:a|b)*?)(b*)', 'aabb', ['aa', 'bb']],
  ['([ab]){2,3}(b*)', 'abab', ['a', 'b']],
  ['([ab]){2,3}?(b*)', 'abb', ['b', 'b']],
  ['(a){0}(b?)', 'b', ['', 'b']],
  ['(?=(a+))(a*)', 'aaa', ['aaa', 'aaa']],
  ['(?=(a+?)(b))(.*)', 'aab', ['aa', 'b', 'aab']],
  ['(?=(a+?)(a*))(.*)', 'aab', ['a', 'a', 'aab']],
  ['(?=(a|ab)(c|bcd))(.*)', 'abcd', ['a', 'bcd', 'abcd']],
  ['(?!(a)b)(.*)', 'ac', ['', 'ac']],
  ['(?!(a)b)(.*)', 'ab', null],
  ['(.*)(?<=(a+))', 'baa', ['baa', 'aa']],
  ['(.*)(?<=([ab]+)([bc]+))', 'abbc', ['abbc', 'a', 'bbc']],
  ['(.*)(?<!b)', 'ab', null],
  ['(.*)(?<=(?=(b+)).)b*', 'abb', ['abb', 'b']],
  ['(?=(?:(?!(x)).)*(b))(.*)', 'ab', ['', 'b', 'ab']],
  ['(.*)\\b(.*)', 'a-', ['a', '-']],
  ['(.*)\\B(.*)', 'ab', ['a', 'b']],
  ['(?:a|$|^)+', 'aa', []],
  ['(.*)(?:^|-)(.*)', 'a-b', ['a', 'b']],
])(
  'the machine captures what the engine does: %j gives for %j the captures %j',
  (written, path, expected) => {
    const pattern = parsePattern(written, '');
    const found = captures(new Machine(programOf(pattern)).exec(path));
    expect(found).toEqual(captures(engineOf(pattern).exec(path)));
    expect(found?.slice(1) ?? null).toEqual(expected);
  },
);

describe("a pattern that can't backtrack far is left to the engine", () => {
  it.each([
    'page-(:num)',
    '.+(.{8})',
    '(.*)\\.json',
    '(:any)\\.(html|json|jpg)',
    '([0-9]+)-([a-z]+)',
    '(:num)-(:any)',
    '([0-9]+)([^0-9]+)',
    '(~+)([^~]+)',
    '([0-9]{1,3})[a-z](.*)',
    '(en|fr)/(.+)',
    'blog(?:/page/(:num))?',
    'files(/.*)?',
    '(?!admin)(:any)',
    '(?!admin(?:/|$))(.+)',
    '([a-z]+(?:-[a-z]+)*)',
    '(?:/[a-z]+)*-',
    '([^0-9]+)([0-9]*)5',
    'archive/(\\d{4})-(\\d{2})',
    '(a|ab)(.*)',
  ])('%j', (pattern) => expect(compiled(pattern)).toBeInstanceOf(RegExp));

  it.each([
    ...SLOW,
    '(:any)-(:any)',
    '(~+)([^a]+)',
    '(.*)([à-ü]+)',
    '(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)',
    '(?:a?)*',
    '(?:a|ab)*',
    '(?:[a-z]+-)*([a-z]+)',
    '(?=a+)b*',
    '(?=(?:ab)*)b*',
    '(?<=a|b|c|d|e|f)b',
    '(:any)*',
    `(x|y)/${'abcde'.repeat(1000)}`,
  ])('and %j is not', (pattern) => expect(compiled(pattern)).toBeInstanceOf(Machine));
});

describe('a pattern with back references', () => {
  it.each([
    '(a)\\1',
    '(?<a>.)\\k<a>',
    '(a)(?:b|\\1)',
    '(a)(?=\\1)',
    '(.)\\1*',
    '(:any)-(:any)-\\1',
  ])('is left to the engine: %j', (pattern) => {
    expect(compiled(pattern)).toBeInstanceOf(RegExp);
    expect(isLinear(parsePattern(pattern, '').source)).toBe(false);
  });

  it.each(['\\\\1', '(:any)-(:any)', '(?:a|(?=b))*', '[\\1]'])('is not %j', (pattern) => {
    expect(isAccepted(pattern) && !isLinear(parsePattern(pattern, '').source)).toBe(false);
  });
});

describe('repetitions that are written out', () => {
  it.each(['a{10002}', '(?:[a-z]{1,100}-){1,101}', '(?:(?:a{100}){100}){100}', 'x{1,20000}(:num)'])(
    'are refused if the pattern has more than 10,000 steps: %j',
    (pattern) => {
      expect(() => createRouter({ [pattern]: 'x' })).toThrow(
        expect.objectContaining({
          code: 'bad-pattern',
          message: expect.stringMatching(
            /written out, it is over 10000 steps\.[\s\S]*Write smaller numbers/,
          ),
        }),
      );
    },
  );

  it.each(['a{9990}', '(?:[a-z]{1,60}-){1,60}', '.{1,4000}', `(?:${'a'.repeat(12_000)})?b*b`])(
    'are accepted up to there: %j',
    (pattern) => {
      expect(createRouter({ [pattern]: 'x' }).resolve('GET', '/b-').status).toMatch(/found/);
    },
  );
});

it.each([
  ['(.*)-(.*)-(.*)x', '-'.repeat(400_000)],
  ['(?:a|ab)*(?:-|a)*', 'a'.repeat(400_000)],
  ['(?=(.*)b)(?:.|a)*', `${'a'.repeat(399_999)}b`],
  ['(?:(?:[a-z]|(?<=a)b)+-?)*', 'ab'.repeat(200_000)],
])('a long path of 400,000 characters is matched without recursion: %j', (pattern, path) => {
  const router = createRouter({ [pattern]: 'x' }, { maxPathLength: 400_001 });
  expect(router.resolve('GET', `/${path}`).status).toBe(
    pattern.endsWith('x') ? 'not-found' : 'found',
  );
});

describe('for any pattern and any path', () => {
  it('the machine, and the chosen matcher, capture what the engine does', () => {
    const counts = new Map<string, number>();
    const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
    let runs = 0;
    fc.assert(
      fc.property(expression, pathsOf(4, 4), (pattern, paths) => {
        const program = programOf(pattern);
        const engine = engineOf(pattern);
        const machine = new Machine(program);
        const matcher = createMatcher(pattern, '');
        let matches = false;
        for (const path of paths) {
          const expected = captures(engine.exec(path));
          expect(captures(machine.exec(path))).toEqual(expected);
          expect(captures(matcher.exec(path))).toEqual(expected);
          matches ||= expected !== null;
        }
        runs++;
        if (matches) count('match');
        count(isDirect(program) ? 'engine' : 'machine');
        for (const construct of constructsOf(pattern.choices)) count(construct);
      }),
      RUNS,
    );
    // Fewer runs might miss some.
    if (runs < 500) return;
    // No construct is rare.
    expect(counts.size).toBe(CONSTRUCTS);
    for (const [construct, number] of counts) {
      expect(number / runs, construct).toBeGreaterThan(0.01);
    }
  });

  it('a router gives the engine’s captures as params and references', () => {
    let found = 0;
    fc.assert(
      fc.property(expression, pathsOf(4, 4), (pattern, paths) => {
        fc.pre(pattern.written !== '' && !/^\s|^[A-Z]+ /.test(pattern.written));
        const references = Array.from(
          { length: pattern.groupCount },
          (_, group) => `$${group + 1}`,
        );
        const router = createRouter({ [`/${pattern.written}`]: ['x', ...references].join('/') });
        for (const path of paths) {
          if (!isNormal(path)) continue;
          const expected = captures(engineOf(pattern).exec(path))?.slice(1);
          const answer = router.resolve('GET', `/${path}`);
          if (expected === undefined) expect(answer.status).toBe('not-found');
          else {
            const destination = ['x', ...expected].join('/');
            const params = paramsOf(pattern, expected);
            expect(answer).toEqual(
              expect.objectContaining({ status: 'found', destination, params }),
            );
            found++;
          }
        }
      }),
      RUNS,
    );
    expect(found).toBeGreaterThan(RUNS.numRuns / 20);
  });
});

/** The number of different constructs. */
const CONSTRUCTS = 36;

const isNormal = (path: string) =>
  path !== '' && path.split('/').every((segment) => !['', '.', '..'].includes(segment));

describe('the steps grow no faster than the path', () => {
  it.each(SLOW)('%j', (written) => {
    const program = programOf(parsePattern(written, ''));
    const start = written.startsWith('(en') ? 'en/' : '';
    const stepsFor = (piece: string, length: number) => {
      const path = `${start}${piece.repeat(length / piece.length)}/x`;
      const steps = countMachineSteps(program, path);
      expect(steps, `${length} characters of ${piece}`).toBeLessThan(stepsAllowed(program, path));
      return steps;
    };
    const pieces = ['-', 'a', 'ab', 'x-', '/', 'a '];
    for (const piece of pieces) stepsFor(piece, 200);
    const ranked = pieces.map((piece) => ({ piece, steps: stepsFor(piece, 2_000) }));
    const [worst] = ranked.sort((one, other) => other.steps - one.steps);
    stepsFor(worst.piece, 20_000);
  });

  it('of the machine, for any pattern', () => {
    fc.assert(
      fc.property(
        expression,
        pathsOf(1, 3),
        fc.oneof(
          { weight: 28, arbitrary: fc.constant(200) },
          { weight: 8, arbitrary: fc.constant(500) },
          { weight: 3, arbitrary: fc.constant(2_000) },
          { weight: 1, arbitrary: fc.constant(20_000) },
        ),
        (pattern, pieces, length) => {
          const program = programOf(pattern);
          const [start, piece = '-', end = ''] = pieces;
          const path = `${start}${(piece || '-').repeat(length / (piece.length || 1))}${end}`;
          expect(countMachineSteps(program, path)).toBeLessThan(stepsAllowed(program, path));
        },
      ),
      { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 5) },
    );
  });

  it('of a backtracking engine, for any pattern that is left to it', () => {
    let direct = 0;
    fc.assert(
      fc.property(expression, pathsOf(1, 3), (pattern, pieces) => {
        const program = programOf(pattern);
        if (!isDirect(program)) return;
        const [start, piece = '-', end = ''] = pieces;
        const count = (length: number) => {
          const path = `${start}${(piece || '-').repeat(length / (piece.length || 1))}${end}`;
          const allowed = 32 * (program[0].length / WIDTH) * (path.length + 1);
          expect(countSteps(pattern, path, allowed)).toBeLessThan(allowed);
        };
        try {
          count(1_200);
        } catch (error) {
          // The count is recursive.
          if (!(error instanceof RangeError)) throw error;
          count(200);
        }
        direct++;
      }),
      RUNS,
    );
    expect(direct).toBeGreaterThan(RUNS.numRuns / 4);
  });

  it('of a backtracking engine do, for the others', () => {
    const path = `${'-'.repeat(400)}/x`;
    const pattern = parsePattern('(:any)-(:any)-(:any)', '');
    const many = 100 * stepsAllowed(programOf(pattern), path);
    expect(() => countSteps(pattern, path, many)).toThrow('more than');
  });
});
