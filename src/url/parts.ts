/** Splits a pattern into the parts of its URLs, and fills its groups in through path-to-regexp. */
import { compile, type PathFunction } from 'path-to-regexp';
import { encodeNormal } from '../path/normalise.ts';
import {
  type Group,
  type Pattern,
  type Refuse,
  refusal,
  type Sequence,
  type Term,
} from '../pattern/expression.ts';
import { createMatcher } from '../pattern/matcher.ts';
import { parsePattern } from '../pattern/parse.ts';
import { withPlaceholders, withShortNames } from '../pattern/placeholder.ts';
import { DEFAULT_CONTROLLER } from '../table/row.ts';
import { createBuilder, type UrlBuilder, type UrlPart, type UrlPattern } from './builder.ts';

/**
 * Creates the builder of a pattern, whose groups path-to-regexp fills in.
 * @throws {WaymarkError} if the pattern varies outside its groups
 */
export function createUrlBuilder(written: string, where: string): UrlBuilder {
  return createBuilder(readUrlPattern(written, where), fillGroup);
}

/**
 * Reads the pattern of a name.
 * @throws {WaymarkError} if the pattern varies outside its groups
 */
export function readUrlPattern(written: string, where: string): UrlPattern {
  const pattern = parsePattern(written === DEFAULT_CONTROLLER ? '' : written, where);
  return {
    written,
    paramNames: pattern.paramNames,
    parts: readParts(where, pattern),
    matcher: createMatcher(pattern, where),
  };
}

/** Writes a group as a wildcard of path-to-regexp; made at the first URL. */
let wildcard: PathFunction<{ value: string[] }> | undefined;

function fillGroup(segments: readonly string[]): string {
  wildcard ??= compile({ tokens: [{ type: 'wildcard', name: 'value' }] });
  return wildcard({ value: [...segments] });
}

const OUTSIDE = 'a part that varies is outside a capturing group';
const VARIES = 'put the part that varies into a capturing group';

/**
 * Splits a pattern into the parts of its URLs: fixed texts, groups, and parts that are optional.
 * @throws {WaymarkError} if the pattern varies outside its groups, where no param can fill it in
 */
export function readParts(where: string, pattern: Pattern): UrlPart[] {
  const refuse: Refuse = refusal(pattern.written, where, 'bad-url');
  const walk = (sequence: Sequence): UrlPart[] =>
    sequence.flatMap((node, index): UrlPart[] => {
      switch (node.kind) {
        case 'text':
          if (!node.value.isWellFormed()) {
            refuse(
              node.index,
              'a surrogate pair is split between this text and its neighbour',
              VARIES,
            );
          }
          return [encodeNormal(node.value)];
        case 'group':
          if (node.number !== null) {
            return [{ number: node.number, name: node.name, constraint: node.body }];
          }
          if (node.choices.length > 1) {
            refuse(node.index, 'there are alternatives outside a capturing group', VARIES);
          }
          return walk(node.choices[0]);
        case 'assertion':
          if (node.groupCount > 0) {
            refuse(node.index, 'a look-around captures, and no URL can fill it', VARIES);
          }
          return [];
        case 'repetition':
          if (node.node.kind !== 'group') return refuse(node.index, OUTSIDE, VARIES);
          if (node.min > 0 || node.max > 1) {
            const advice = 'put the quantifier into the group as well, as in ((?:/:num)*)';
            return refuse(node.index, 'this group is repeated', advice);
          }
          if (node.node.number === null) return [walk([node.node])];
          return refuse(
            node.index,
            'this group is optional',
            wrapped(pattern, node.node, sequence[index - 1], sequence[index + 1]),
          );
        default:
          return refuse(node.index, OUTSIDE, VARIES);
      }
    });
  if (pattern.choices.length > 1)
    refuse(0, 'the whole pattern is a choice of alternatives', VARIES);
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
