/** Builds URLs from patterns: splits a pattern into parts, and fills them in. */
import { compile, type PathFunction, type Token } from 'path-to-regexp';
import { Pointer } from '../errors/error.ts';
import { restoreRest } from '../path/normalise.ts';
import { createMatcher } from '../pattern/matcher.ts';
import { type Pattern, parsePattern } from '../pattern/parse.ts';
import { withPlaceholders, withShortNames, writtenIndex } from '../pattern/placeholder.ts';
import { type Group, paramNames, type Sequence, type Term } from '../pattern/terms.ts';
import {
  badUrl,
  createBuilder,
  createGroup,
  type FilledGroup,
  type FilledPart,
  type UrlBuilder,
  type UrlPart,
} from './builder.ts';

/** The segments of each group's value, by group number, as path-to-regexp expects them. */
type Values = Record<string, string[]>;

/** The most compiled fillers kept per pattern; it rarely needs more than one or two. */
const FORMS = 8;

/**
 * Compiles a pattern once, for any number of URLs. Its parts become tokens of path-to-regexp, whose
 * `compile` fills and encodes them.
 * @throws {WaymarkError} if the pattern varies outside its groups
 */
export function createUrlBuilder(written: string, where: string): UrlBuilder {
  const pattern = parsePattern(written, where);
  const parts = readParts(where, pattern);
  const matcher = createMatcher(pattern, where);
  const fillers = new Map<string, PathFunction<Values>>();
  const names = paramNames(pattern.groupCount, pattern.names);
  return createBuilder({ written, names, parts, matcher }, (parts, filled) =>
    fill(parts, filled, fillers),
  );
}

/**
 * Fills in and encodes the path. path-to-regexp refuses empty values, so their groups become empty
 * text. Each combination of empty values therefore has its own filler.
 */
function fill(
  parts: readonly FilledPart[],
  filled: readonly FilledGroup[],
  fillers: Map<string, PathFunction<Values>>,
): string {
  const values: Values = {};
  const empty = filled.map(({ group, value, spread }) => {
    values[group.number] = spread ? value.split('/') : [value];
    return value === '';
  });
  const form = filled.map(({ group }, nth) => [group.number, empty[nth]]).join();
  let filler = fillers.get(form);
  if (filler === undefined) {
    let number = 0;
    const tokens = parts.map((part): Token => {
      if (part.kind === 'text') return { type: 'text', value: part.encoded };
      if (empty[number++]) return { type: 'text', value: '' };
      return { type: 'wildcard', name: String(part.number) };
    });
    filler = compile<Values>({ tokens });
    if (fillers.size < FORMS) fillers.set(form, filler);
  }
  return filler(values);
}

const OUTSIDE = 'a part that varies is outside a capturing group';
const VARIES = 'put the part that varies into a capturing group';

/**
 * Splits a pattern into the parts of its URLs: fixed texts, groups, and parts that are optional.
 * @throws {WaymarkError} if the pattern varies outside its groups, where no param can fill it in
 */
export function readParts(where: string, pattern: Pattern): UrlPart[] {
  const refuse = (index: number, problem: string, advice = VARIES): never => {
    const { written } = pattern;
    const pointer = new Pointer({ pattern: written, index: writtenIndex(written, index) });
    throw badUrl(where, problem, advice, pointer);
  };
  const walk = (sequence: Sequence): UrlPart[] =>
    sequence.flatMap((node, index): UrlPart[] => {
      switch (node.kind) {
        case 'text':
          if (!node.value.isWellFormed()) {
            refuse(node.index, 'a surrogate pair is split between this text and its neighbour');
          }
          return [{ kind: 'text', encoded: encodeText(node.value) }];
        case 'group':
          if (node.number !== null) {
            return [createGroup(node.body, node.number, node.name)];
          }
          if (node.choices.length > 1) {
            refuse(node.index, 'there are alternatives outside a capturing group');
          }
          return walk(node.choices[0]);
        case 'assertion':
          if (node.groupCount > 0) {
            refuse(node.index, 'a look-around captures, and no URL can fill it');
          }
          return [];
        case 'repetition':
          if (node.node.kind !== 'group') return refuse(node.index, OUTSIDE);
          if (node.min > 0 || node.max > 1) {
            const advice = 'put the quantifier into the group as well, as in ((?:/:num)*)';
            return refuse(node.index, 'this group is repeated', advice);
          }
          if (node.node.number === null) return [{ kind: 'optional', parts: walk([node.node]) }];
          return refuse(
            node.index,
            'this group is optional',
            wrapped(pattern, node.node, sequence[index - 1], sequence[index + 1]),
          );
        default:
          return refuse(node.index, OUTSIDE);
      }
    });
  if (pattern.choices.length > 1) refuse(0, 'the whole pattern is a choice of alternatives');
  return walk(pattern.choices[0]);
}

/** Advises how to write an optional group, whose slash must be optional too: `a(?:/(:num))?`. */
function wrapped({ source }: Pattern, group: Group, before?: Term, after?: Term): string {
  const text = withShortNames(withPlaceholders(source.slice(group.index, group.end)));
  if (before?.kind === 'text' && before.value.endsWith('/'))
    return `put it into another group, with the slash before it: (?:/${text})?`;
  if (before === undefined && after?.kind === 'text' && after.value.startsWith('/'))
    return `put it into another group, with the slash after it: (?:${text}/)?`;
  return `put it into another group: (?:${text})?`;
}

/** Encodes text, but leaves the `%2F` and `%25` of a normal path alone. */
function encodeText(text: string): string {
  return restoreRest(encodeURI(text).replace(/[?#]/g, encodeURIComponent));
}
