/** The parts of a URL (fixed text, groups, optional ends) and the pattern that they belong to. */

import { type Pointer, WaymarkError } from '../errors/error.ts';
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

/** The start of an optional end: the parts behind it may be left out. */
export interface OptionalPart {
  readonly kind: 'optional';
}

export type UrlPart = TextPart | GroupPart | OptionalPart;

/** A part of the URL for some params, which decide how much of an optional end it has. */
export type FilledPart = TextPart | GroupPart;

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

/** The parts of the URLs that have or lack an optional end. */
export interface UrlForm {
  readonly parts: readonly FilledPart[];
  readonly groups: readonly GroupPart[];
}

/** The forms of a pattern's URLs, the shortest first. */
export function formsOf(parts: readonly UrlPart[]): UrlForm[] {
  const ends = parts.flatMap(({ kind }, index) => (kind === 'optional' ? [index] : []));
  return [...ends, parts.length].map((end) => {
    const own = parts.slice(0, end).filter((part) => part.kind !== 'optional');
    return { parts: own, groups: own.filter((part) => part.kind === 'group') };
  });
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

/** The error for a URL that can't be built. */
export function badUrl(
  where: string,
  problem: string,
  advice: string,
  pointer?: Pointer,
): WaymarkError {
  return new WaymarkError('bad-url', where, problem, advice, pointer);
}
