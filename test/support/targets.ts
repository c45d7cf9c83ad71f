/** Request targets: paths made from the vocabulary or a table, respelled and damaged. */
import fc from 'fast-check';
import { type Entry, entries, settings, tableOf } from './tables.ts';
import { placeholder, word } from './vocabulary.ts';

/** Text that no path may contain: bad escapes, bad UTF-8, control characters, a raw backslash. */
export const MALFORMED = [
  ...['%', '%2', '%zz', '%u0061', '%%32f'],
  ...['%C0%AF', '%C0%80', '%ED%A0%80', '%F4%90%80%80', '%FF', '%C3', '%A9', '\ud800', '\udc00'],
  ...['\u0000', '%00', '\n', '%0A', '%09', '\u007f', '%7f', '\u0085', '%C2%85', '\\'],
] as const;

/** A way to spell a path; its lists repeat as needed. */
export interface Spelling {
  /** Separators between segments, each equivalent to a slash. */
  readonly between: readonly string[];
  /** If a character is percent-encoded that needn't be. */
  readonly encoded: readonly boolean[];
  readonly capitals: boolean;
  readonly end: string;
}

const NEUTRAL = ['/', '//', '/./', '/x/../', '/%2e/', '/y/%2E./', '/x//../../', '/é/%2E%2e/'];

/** Spellings that all mean the same path. */
export const spelling: fc.Arbitrary<Spelling> = fc.record({
  between: fc.array(
    fc.oneof({ weight: 3, arbitrary: fc.constant('/') }, fc.constantFrom(...NEUTRAL)),
    { minLength: 1, maxLength: 5 },
  ),
  encoded: fc.oneof(
    fc.constantFrom([true], [false]),
    fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
  ),
  capitals: fc.boolean(),
  end: fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    fc.constantFrom('/', '//', '/.', '/x/..', '?q=/../a', '#h', '?', '/./#/..', '?%zz\u0000'),
  ),
});

/** The spelling of a link, which encodes only what needs encoding. */
export const PLAINLY: Spelling = { between: ['/'], encoded: [false], capitals: true, end: '' };

/**
 * Spells a normal path.
 *
 * @param segments its segments, decoded except `%2F` and `%25`
 *
 * @example
 * spell(['a%2Fb', '?'], PLAINLY); // '/a%2Fb/%3F'
 */
export function spell(segments: readonly string[], spelling: Spelling): string {
  const { between, encoded, capitals, end } = spelling;
  let turn = 0;
  const encode = (char: string) => {
    if (/%../.test(char)) return capitals ? char : char.toLowerCase();
    const picked = encoded[turn++ % encoded.length] || /[%?#\\]/.test(char);
    if (!picked || !char.isWellFormed()) return char;
    const hex = Buffer.from(char).toString('hex').replace(/../g, '%$&');
    return capitals ? hex.toUpperCase() : hex;
  };
  const spelled = segments.map((segment, at) => {
    const chars = segment.match(/%2F|%25|./gsu) ?? [];
    return between[at % between.length] + chars.map(encode).join('');
  });
  return spelled.join('') + end;
}

/** The segments of a path, some of them dot segments or empty. */
export const segments = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: word },
    { weight: 2, arbitrary: placeholder.map(({ text }) => text) },
    { weight: 1, arbitrary: fc.constantFrom('', '.', '..', '%', '%2f') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
  ),
  { maxLength: 5 },
);

/** Damage to a spelled path; usually none. */
const damage = fc.oneof(
  { weight: 9, arbitrary: fc.constant((path: string) => path) },
  { weight: 1, arbitrary: fc.nat(60).map((at) => (path: string) => path.slice(0, at)) },
  { weight: 1, arbitrary: fc.nat(60).map((at) => (path: string) => path.slice(at)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(30), fc.constantFrom(...MALFORMED)).map(
      ([at, bytes]) =>
        (path: string) =>
          path.slice(0, at) + bytes + path.slice(at),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(30), fc.constantFrom('', 'a', 'A', '.', '/', '%2F', 'é')).map(
      ([at, other]) =>
        (path: string) =>
          path.slice(0, at) + other + path.slice(at + 1),
    ),
  },
);

/** A target made of words. */
export const target = fc
  .tuple(segments, spelling, damage)
  .map(([segments, spelling, damage]) => damage(spell(segments, spelling)));

/** A target made from a table's entry, sometimes with a segment changed. */
const made = fc
  .record({
    entry: fc.nat(),
    place: fc.nat(4),
    other: fc.oneof(
      { weight: 6, arbitrary: fc.constant(null) },
      { weight: 2, arbitrary: word },
      { weight: 1, arbitrary: fc.constantFrom('', '.', '..') },
    ),
    spelling: fc.oneof(fc.constant(PLAINLY), spelling),
    damage,
  })
  .map(({ entry, place, other, spelling, damage }) => (entries: readonly Entry[]) => {
    const { path } = entries[entry % entries.length];
    const changed = path.with(place % path.length, other ?? path[place % path.length]);
    return damage(spell(changed, spelling));
  });

const method = fc.constantFrom(
  ...['GET', 'GET', 'GET', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'BREW', 'get'],
);

/** A table with requests, some made for it and some random. */
export interface Scenario {
  readonly table: Readonly<Record<string, string>>;
  readonly requests: readonly (readonly [method: string, target: string])[];
}

export const scenario: fc.Arbitrary<Scenario> = fc
  .tuple(
    settings,
    entries,
    fc.array(
      fc.tuple(
        method,
        fc.oneof(
          { weight: 3, arbitrary: made },
          { weight: 1, arbitrary: target.map((target) => () => target) },
        ),
      ),
      { minLength: 1, maxLength: 12, size: 'max' },
    ),
  )
  .map(([settings, entries, requests]) => ({
    table: tableOf(settings, entries),
    requests: requests.map(([method, make]) => [method, make(entries)]),
  }));
