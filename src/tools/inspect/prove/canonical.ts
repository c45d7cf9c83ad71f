/** Compares the answers of two rows by writing them, and their expressions, in a common form. */
import type { AST } from '@eslint-community/regexpp';
import { isRedirect } from 'waymark/internal';
import { charactersOf, parseSource, type Segment } from '../automata/shape.ts';
import type { Row } from '../inspection.ts';

/** Marks a variable part of an answer with its origin. NUL occurs in no path and no destination. */
const mark = (...origin: readonly (string | number)[]) => `\0${origin.join('\u0001')}\0`;

export interface Comparing {
  /** What identifies the handler of a row; `null` for a row that answers with its destination. */
  handlerOf(row: Row): unknown;
  metaOf(row: Row): string;
}

/**
 * Whether two rows certainly give the same params with the same names, the same destination or
 * handler, and the same meta for every path that both match.
 */
export function surelyAlike(one: Row, other: Row, comparing: Comparing): boolean {
  const handler = comparing.handlerOf(one);
  if (handler !== comparing.handlerOf(other)) return false;
  if (one.to === '' || other.to === '') return one.to === other.to;
  if (seenNames(one) !== seenNames(other)) return false;
  if (comparing.metaOf(one) !== comparing.metaOf(other)) return false;
  const [captures, others] = isSameForm(one, other)
    ? [numbered(one), numbered(other)]
    : [located(one, other), located(other, one)];
  if (captures === null || others === null) return false;
  const same =
    captures.length === others.length && captures.every((text, at) => text === others[at]);
  return same && (handler !== null || filled(one, captures) === filled(other, others));
}

/** The names of params, which functions and controllers read; a redirect has neither. */
export function seenNames({ to, handler, names }: Row): string {
  return handler === null && isRedirect(to) ? '' : names;
}

/** Whether two rows match and capture the same for every path. */
function isSameForm(one: Row, other: Row): boolean {
  if (one.source === other.source) return true;
  return one.captures === other.captures && formOf(one.source) === formOf(other.source);
}

function numbered({ captures }: Row): string[] {
  return Array.from({ length: captures }, (_, index) => mark(index + 1));
}

/**
 * The captures of a row, marked with their segments; `null` if these are unknown. If a segment is
 * fixed text in either row, its captures are those of the text.
 */
function located({ shape: { segments, rest, open }, captures: count }: Row, other: Row) {
  if (count === 0) return [];
  if (open && rest === null) return null;
  const captures: string[] = [];
  for (const [place, segment] of segments.entries()) {
    const text = segment.text ?? other.shape.segments[place]?.text ?? null;
    captures.push(...(text === null ? origins(segment, place) : cut(segment, text)));
  }
  if (rest === 'capture') captures.push(mark('rest', segments.length));
  return captures;
}

function origins({ captures, whole, source }: Segment, place: number): string[] {
  if (whole) return [mark(place)];
  return Array.from({ length: captures }, (_, index) => mark(place, formOf(source), index));
}

function cut({ source }: Segment, text: string): string[] {
  // The cast: the two rows overlap, so the segment matches the text.
  const [, ...captures] = new RegExp(`^(?:${source})$`, 's').exec(text) as RegExpExecArray;
  return captures.map((capture) => capture ?? '');
}

function filled({ template: { pieces, groups } }: Row, captures: readonly string[]): string {
  const whole = mark('path');
  return groups.reduce((text, group, position) => {
    const value = group === 0 ? whole : (captures[group - 1] ?? '');
    return text + value + pieces[position + 1];
  }, pieces[0]);
}

/** Longer repetitions stay as they are written. */
const MOST_UNROLLED = 1000;

/**
 * Spells an expression in a form that lists the characters of each place. Two expressions with the
 * same form match the same texts, and their groups capture the same. The reverse is not true.
 */
export function formOf(source: string): string {
  return anyOf(parseSource(source).alternatives);
}

function anyOf(alternatives: readonly AST.Alternative[]): string {
  return alternatives.map(({ elements }) => elements.map(form).join('')).join('|');
}

function form(element: AST.Element): string {
  switch (element.type) {
    case 'Character':
      return charactersForm([{ min: element.value, max: element.value }]);
    case 'CharacterSet':
    case 'CharacterClass':
      return charactersForm(charactersOf(element).ranges);
    case 'CapturingGroup':
      return `(${anyOf(element.alternatives)})`;
    case 'Group':
      return element.alternatives.length === 1
        ? anyOf(element.alternatives)
        : `(?:${anyOf(element.alternatives)})`;
    case 'Quantifier':
      return repeated(element);
    default:
      // Assertions and back references are compared as written.
      return `<${element.raw}>`;
  }
}

/** Expands required repetitions: `x{2,}` becomes `xx` and `x*`. */
function repeated({ element, min, max, greedy }: AST.Quantifier): string {
  const one = form(element);
  const unrolled = /[(<]/.test(one) || one.length * min > MOST_UNROLLED ? 0 : min;
  const [least, most] = [min - unrolled, max - unrolled];
  const rest = most === 0 ? '' : `(?:${one}){${least},${most}${greedy ? '' : ' lazy'}}`;
  return one.repeat(unrolled) + rest;
}

function charactersForm(ranges: readonly { readonly min: number; readonly max: number }[]): string {
  return `[${ranges.map(({ min, max }) => `${min}-${max}`).join(',')}]`;
}
