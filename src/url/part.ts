/** The parts of a URL (fixed text and groups) and the pattern that they belong to. */
import type { PatternMatcher } from '../pattern/machine.ts';

export interface TextPart {
  readonly kind: 'text';
  /** Percent-encoded. */
  readonly encoded: string;
}

export interface GroupPart {
  readonly kind: 'group';
  /** The text between its parentheses. */
  readonly constraint: string;
  /** Matches the group on its own; `null` if its constraint refers to another group. */
  readonly alone: RegExp | null;
  /** From 1. */
  readonly number: number;
  readonly name: string | null;
}

export type UrlPart = TextPart | GroupPart;

/** A pattern, ready for URLs. */
export interface UrlPattern {
  /** As shown in errors. */
  readonly written: string;
  /** The number of its groups, nested ones included. */
  readonly groupCount: number;
  readonly parts: readonly UrlPart[];
  /** Matches the whole pattern. */
  readonly matcher: PatternMatcher;
}

/** @param constraint the text between its parentheses */
export function createGroup(constraint: string, number: number, name: string | null): GroupPart {
  let alone: RegExp | null = null;
  try {
    alone = new RegExp(`^(?:${constraint})$`, 's');
  } catch {
    // It refers to a named group elsewhere in the pattern.
  }
  return { kind: 'group', constraint, number, name, alone };
}
