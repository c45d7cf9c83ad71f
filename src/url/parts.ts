/** What a URL is made of: the fixed texts of a pattern, and the groups between them. */
import { Pointer } from '../errors/pointer.ts';
import { restoreRest } from '../path/escapes.ts';
import type { Pattern } from '../pattern/parse.ts';
import { writtenIndex } from '../pattern/placeholder.ts';
import type { Sequence } from '../pattern/terms.ts';
import { badUrl } from './error.ts';

export interface TextPart {
  readonly kind: 'text';
  /** Percent-encoded. */
  readonly encoded: string;
}

export interface GroupPart {
  readonly kind: 'group';
  /** What is between its parentheses. */
  readonly constraint: string;
  /** The constraint by itself; `null` if it refers to another group. */
  readonly alone: RegExp | null;
  /** From 1. */
  readonly number: number;
}

export type UrlPart = TextPart | GroupPart;

/**
 * Reads the parts of a URL from a pattern.
 * @throws {WaymarkError} if something outside the groups varies, so that params can't say what to
 *   put there
 */
export function readParts(where: string, pattern: Pattern): UrlPart[] {
  const refuse = (index: number, problem: string): never => {
    const { written } = pattern;
    const pointer = new Pointer({ pattern: written, index: writtenIndex(written, index) });
    const advice = 'put what varies into a group that captures';
    throw badUrl(where, problem, advice, pointer);
  };
  const walk = (sequence: Sequence): UrlPart[] =>
    sequence.flatMap((node) => {
      switch (node.kind) {
        case 'text':
          if (!node.value.isWellFormed()) {
            refuse(node.index, 'a character is split between this text and what is next to it');
          }
          return [{ kind: 'text', encoded: encodeText(node.value) }];
        case 'group':
          if (node.number !== null) {
            return [readGroup(node.body, node.number)];
          }
          if (node.choices.length > 1) {
            refuse(node.index, 'alternatives stand outside a group that captures');
          }
          return walk(node.choices[0]);
        case 'assertion':
          if (node.groupCount > 0) {
            refuse(node.index, 'a look-around captures, which no URL can fill');
          }
          return [];
        default:
          return refuse(node.index, 'a part that varies stands outside a group that captures');
      }
    });
  if (pattern.choices.length > 1) refuse(0, 'the whole pattern is a choice of alternatives');
  return walk(pattern.choices[0]);
}

function readGroup(constraint: string, number: number): GroupPart {
  let alone: RegExp | null = null;
  try {
    alone = new RegExp(`^(?:${constraint})$`, 's');
  } catch {
    // It refers to a name elsewhere in the pattern.
  }
  return { kind: 'group', constraint, number, alone };
}

/** Text has `%2F` and `%25` as a normal path has them. */
function encodeText(text: string): string {
  return restoreRest(encodeURI(text).replace(/[?#]/g, encodeURIComponent));
}
