/** Tables of the vocabulary, in which many patterns are small changes of others. */
import fc from 'fast-check';
import { type Segment, segment, written } from './vocabulary.ts';

/** A key with its destination, and the segments of a path that it should match. */
export interface Entry {
  readonly key: string;
  readonly to: string;
  readonly path: readonly string[];
}

const NO_TAIL: Segment = { from: '', text: '' };

/** An optional end after the last segment. */
const tail = fc.oneof(
  { weight: 8, arbitrary: fc.constant(NO_TAIL) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Segment>(
      { from: '/(.+)', text: '/a/.b' },
      { from: '/(.*)', text: '/a' },
      { from: '/(.*?)/(.*)', text: '/a/b/c' },
      { from: '(.*)', text: '/é' },
      { from: '.*', text: '.x' },
      { from: '(?:/(:num))?', text: '/7' },
      { from: '(?:/(:any))?', text: '' },
      { from: '(?:/:any)*', text: '/a/.b' },
      { from: '/?', text: '' },
      { from: '|b/(:any)', text: '' },
      { from: '/(.*)\\.json', text: '/a.json' },
      { from: '(.*)\\.json', text: '/.json' },
    ),
  },
);

/** A pattern before its segments are joined. */
type Template = readonly Segment[];
const template = fc.oneof(
  { weight: 6, arbitrary: fc.array(segment, { minLength: 1, maxLength: 2, size: 'max' }) },
  { weight: 4, arbitrary: fc.array(segment, { minLength: 1, maxLength: 4, size: 'max' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', '(.*)', '(.+)', '.*\\.json', '^a$', '(?:)', 'a|')
      .map((from) => [{ from, text: 'a' }]),
  },
);

const otherCase = (text: string) =>
  text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();

/** Segments that match many texts. */
const wider = fc.oneof(
  fc.constant('(:any)'),
  fc.constantFrom('(:num)', '([a-z]+)', '([.a-z]+)', '([^a]+)', '(.+)', '(\\.?\\w+)'),
);

/** A change to a segment: another, none, two, or a new spelling of the same text. */
const edit = fc.oneof(
  { weight: 2, arbitrary: segment.map((other) => () => [other]) },
  { weight: 1, arbitrary: fc.constant(() => []) },
  { weight: 1, arbitrary: segment.map((other) => (own: Segment) => [own, other]) },
  {
    weight: 2,
    arbitrary: written.map((write) => ({ text }: Segment) => [{ from: write(text), text }]),
  },
  {
    weight: 1,
    arbitrary: written.map((write) => ({ text }: Segment) => {
      const other = text.includes('%') ? text : otherCase(text);
      return [{ from: write(other), text: other }];
    }),
  },
  {
    weight: 4,
    arbitrary: wider.map((from) => ({ text }: Segment) => [{ from, text }]),
  },
);

/** A small change to one segment of a pattern. */
const change = fc.tuple(fc.nat(3), edit).map(
  ([place, edit]) =>
    (segments: Template) =>
      segments.flatMap((own, at): Template => (at === place % segments.length ? edit(own) : [own])),
);

const METHOD = fc.oneof(
  { weight: 7, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('GET ', 'GET ', 'POST ', 'HEAD ', 'PUT ', 'DELETE ', 'OPTIONS '),
  },
);

const to = fc.oneof(
  { weight: 1, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...['x', 'x/$1', 'x/$2/$1', '$1/y/$3', '${1}0/$0', '\\1$2', 'x/$11', '\\$1', '\\\\$1', '$'],
    ),
  },
);

/** A catch-all for OPTIONS, the usual row for preflights; most tables have none. */
const preflight = fc.oneof(
  { weight: 8, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('(.*)', '(.+)', '.*', '(?:)', '(:any)'), to)
      .map(([from, to]): Entry[] => [{ key: `OPTIONS ${from}`, to, path: ['a'] }]),
  },
);

/** The entries of a table: up to three patterns, and small changes to them. */
export const entries = fc
  .tuple(
    fc.array(template, { minLength: 1, maxLength: 3, size: 'max' }),
    fc.array(
      fc.record({
        base: fc.nat(2),
        changes: fc.array(change, { maxLength: 2, size: 'max' }),
        tail,
        method: METHOD,
        slash: fc.constantFrom('', '/'),
        to,
      }),
      { minLength: 1, maxLength: 9, size: 'max' },
    ),
    preflight,
    preflight,
  )
  .map(([templates, recipes, first, last]) => [
    ...first,
    ...recipes.map(({ base, changes, tail, method, slash, to }): Entry => {
      const start: Template = templates[base % templates.length];
      const segments = changes.reduce((segments, change) => change(segments), start);
      const joined = (part: keyof Segment) =>
        segments.map((one) => one[part]).join('/') + tail[part];
      return { key: method + slash + joined('from'), to, path: joined('text').split('/') };
    }),
    ...last,
  ]);

/** Values for a table's reserved keys. */
export const settings = fc.constantFrom<Record<string, string>>(
  {},
  { default_controller: 'home' },
  { default_controller: 'home', '404_override': 'missing' },
);

/** Builds a table from entries, settings first; `accepted.ts` removes refused entries. */
export function tableOf(
  settings: Readonly<Record<string, string>>,
  entries: readonly Entry[],
): Record<string, string> {
  return Object.fromEntries([
    ...Object.entries(settings),
    ...entries.map(({ key, to }) => [key, to]),
  ]);
}
