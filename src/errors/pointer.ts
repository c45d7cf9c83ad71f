import { SHOWN, visible } from './show.ts';

/** The place in a pattern that an error points at. */
export interface PatternPlace {
  /** The whole pattern, as it was written. */
  readonly pattern: string;
  /** In UTF-16 units, from 0. */
  readonly index: number;
}

/** Draws a place. It is a class, so that only code that points at patterns bundles the drawing. */
export class Pointer {
  constructor(readonly place: PatternPlace) {}

  /** Draws the part of the pattern around the place, with a caret below it. */
  draw(): string {
    const { pattern, index } = this.place;
    const start = Math.max(0, index - SHOWN);
    const end = Math.min(pattern.length, index + SHOWN);
    const head = visible(`${start > 0 ? '…' : ''}${pattern.slice(start, index)}`);
    const tail = visible(`${pattern.slice(index, end)}${end < pattern.length ? '…' : ''}`);
    return `  ${head}${tail}\n  ${' '.repeat(head.length)}^`;
  }
}
