/** Splits a pattern into the parts of its URLs: fixed texts, groups, and ends that are optional. */
import { Pointer } from '../errors/error.ts';
import { restoreRest } from '../path/escapes.ts';
import type { Pattern } from '../pattern/parse.ts';
import { writtenIndex } from '../pattern/placeholder.ts';
import type { Sequence } from '../pattern/terms.ts';
import { badUrl, createGroup, type UrlPart } from './part.ts';

const OUTSIDE = 'a part that varies is outside a capturing group';
const VARIES = 'put the part that varies into a capturing group';

/**
 * Reads the parts of a URL from a pattern.
 * @throws {WaymarkError} if the pattern varies outside its groups, where no param can fill it in
 */
export function readParts(where: string, pattern: Pattern): UrlPart[] {
  const refuse = (index: number, problem: string, advice = VARIES): never => {
    const { written } = pattern;
    const pointer = new Pointer({ pattern: written, index: writtenIndex(written, index) });
    throw badUrl(where, problem, advice, pointer);
  };
  const walk = (sequence: Sequence, isEnd: boolean): UrlPart[] =>
    sequence.flatMap((node, index): UrlPart[] => {
      const isLast = isEnd && index === sequence.length - 1;
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
          return walk(node.choices[0], isLast);
        case 'assertion':
          if (node.groupCount > 0) {
            refuse(node.index, 'a look-around captures, and no URL can fill it');
          }
          return [];
        case 'repetition':
          if (node.node.kind === 'group') {
            const { node: group, min, max } = node;
            if (isLast && min === 0 && max === 1 && group.number === null) {
              return [{ kind: 'optional' }, ...walk([group], true)];
            }
            const advice = 'put the quantifier into the group as well, as in ((?:/:num)?)';
            refuse(node.index, 'this group is optional or repeated', advice);
          }
          return refuse(node.index, OUTSIDE);
        default:
          return refuse(node.index, OUTSIDE);
      }
    });
  if (pattern.choices.length > 1) refuse(0, 'the whole pattern is a choice of alternatives');
  return walk(pattern.choices[0], true);
}

/** Encodes text, but leaves the `%2F` and `%25` of a normal path alone. */
function encodeText(text: string): string {
  return restoreRest(encodeURI(text).replace(/[?#]/g, encodeURIComponent));
}
