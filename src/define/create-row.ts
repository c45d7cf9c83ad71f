/** Makes the rows of the registry, and adds them to it: nothing else does. */
import { WaymarkError } from '../errors/error.ts';
import { knownNames, meant, quote } from '../errors/show.ts';
import { innerOf, type Pattern, type Sequence } from '../pattern/expression.ts';
import { joinPatterns } from '../pattern/join.ts';
import { parsePattern } from '../pattern/parse.ts';
import { expandNames, expandPlaceholders } from '../pattern/placeholder.ts';
import { handlerOfBlock } from '../table/handler.ts';
import { firstMethod, type Method, methodLike } from '../table/methods.ts';
import {
  DEFAULT_CONTROLLER,
  formatKey,
  isReserved,
  type Row,
  settingAsPattern,
} from '../table/row.ts';
import { registry } from './registry.ts';

/**
 * Checks a route and makes its row, with its full pattern, without defining it.
 * @param given `null` as the destination makes a label from the pattern
 */
export function createRow(
  where: string,
  method: Method | null,
  from: string,
  given: string | null,
  { name, handler, meta, schemas }: Partial<Row>,
) {
  refuseMethod(where, from, true);
  if (given === '' && handler !== undefined) throw handlerOfBlock(where);
  const parsed = readBelow(where, from);
  const pattern = parsed.written;
  if (isReserved(pattern)) {
    if (given === null) {
      const problem = 'a setting needs a destination';
      throw new WaymarkError('bad-argument', where, problem, "write '/' for the empty path");
    }
    const mayHaveHandler = pattern === DEFAULT_CONTROLLER;
    if (method !== null || (handler !== undefined && !mayHaveHandler)) {
      throw settingAsPattern(where, pattern);
    }
  }
  const to = given === null ? labelOf(parsed) : withReferences(given, parsed, where);
  const key = formatKey(method, pattern);
  return { key, method, pattern, to, handler, name, meta, schemas, parsed } satisfies Row;
}

/** Matches a name in braces, as patterns have them. */
const NAME_IN_BRACES = /\{([A-Za-z_]\w*)\}(?=(\d?))/g;

/**
 * Rewrites names in a destination as references: in `posts/show/{id}`, `{id}` is `$1` if that is the
 * number of the group `id`. `{default_controller}` stays, as in Bonfire, whatever the groups are.
 * @throws {WaymarkError} if the pattern has no group of that name
 */
function withReferences(to: string, { names, written }: Pattern, where: string): string {
  if (!to.includes('{')) return to;
  return to.replace(NAME_IN_BRACES, (whole, name: string, digit: string) => {
    if (name === DEFAULT_CONTROLLER) return whole;
    const number = names.find(([known]) => known === name)?.[1];
    if (number !== undefined) return digit === '' ? `$${number}` : `\${${number}}`;
    const problem = `to names ${quote(whole)}, and ${quote(written)} has no group of that name`;
    const known = names.map(([name]) => name);
    const advice =
      known.length === 0
        ? `write {${name}} in the pattern too, or $1 for its first group`
        : knownNames('names', known, meant(name, known));
    throw new WaymarkError('bad-argument', where, problem, advice);
  });
}

/** Adds rows to the registry, in order. */
export function register(rows: readonly Row[]): void {
  const { current, sourceTaggers } = registry();
  let tagged = rows;
  for (const tag of sourceTaggers) tagged = tag(tagged, current.rows);
  for (const row of tagged) {
    current.rows.push(row);
    if (row.name !== undefined) current.names.set(row.name, row.pattern);
  }
}

/**
 * The pattern as a destination, with `$1` for the first group and so on: the label of a route that
 * has only a handler. It is never empty, since that would block the pattern.
 */
export function labelOf(pattern: Pattern): string {
  const { source, choices } = pattern;
  // Without a parenthesis in the pattern, a destination has no references and no escapes.
  const write = (text: string) => (source.includes('(') ? text.replace(/[\\$]/g, '\\$&') : text);
  const walk = (sequence: Sequence): string =>
    sequence
      .map((term) => {
        const inner = innerOf(term);
        // Braces, since a digit may follow.
        if (inner.kind === 'group' && inner.number !== null) return `\${${inner.number}}`;
        if (term.kind === 'text') return write(term.value);
        if (term.kind === 'assertion') return '';
        if (term.kind === 'group') return term.choices.map(walk).join('|');
        return write(source.slice(term.index, term.end));
      })
      .join('');
  const label = choices.map(walk).join('|');
  return label.replace(/(?<!\\)\$\{(\d+)\}(?!\d)/g, '$$$1') || '/';
}

/** Expands the short form of named groups, and placeholders: `{id:alpha}` is `(?<id>[a-zA-Z]+)`. */
export function expandGroups(where: string, pattern: string): string {
  const { placeholders } = registry().current;
  return expandPlaceholders(expandNames(pattern, where, placeholders), where, placeholders);
}

/** Expands a pattern, and parses it below the current prefix. */
export function readBelow(where: string, from: string): Pattern {
  const { placeholders, scope } = registry().current;
  return parsePattern(joinPatterns(scope.prefix, expandGroups(where, from)), where, placeholders);
}

/** @param isPattern whether `from` is a pattern, to which a single method could apply */
export function refuseMethod(where: string, from: string, isPattern = false): void {
  const method = firstMethod(methodLike(from) ?? '');
  if (method === null) return;
  const rest = quote(from.slice(from.indexOf(' ') + 1));
  const instead = isPattern ? `call Route.${method.toLowerCase()}(${rest}, …)` : 'leave it out';
  throw new WaymarkError(
    'bad-argument',
    where,
    `the pattern starts with the HTTP method ${method} and a space`,
    `${instead}, or write ${quote(`/${from}`)} if the path itself starts that way`,
  );
}
