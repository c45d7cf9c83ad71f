/** Records the results of running a PHP file, in order. */
import type { Comment, Location } from './ast.ts';
import type { Budget } from './budget.ts';
import { readable, type Source } from './source.ts';
import type { Place, Text } from './values.ts';

/** A warning about code that could not be imported, or that you should check. */
export interface Warning {
  /** The PHP file. */
  readonly file: string;
  /** The line in the file, from 1. */
  readonly line: number;
  readonly message: string;
}

/** A comment of the file, or a remark of the importer. */
export interface Remark {
  readonly kind: 'remark';
  readonly place: Place;
  /** The lines, without `//`. */
  readonly lines: readonly string[];
  /** `trailing` follows code on its line; `own` is written by the importer. */
  readonly from: 'comment' | 'trailing' | 'own';
  readonly about?: About | undefined;
}

/** An entry of `$route`, or a call of `Route`. They are written in different places. */
export type About = 'entry' | 'call';

export type Argument = string | number | Text | readonly Argument[] | ReadonlyMap<string, Argument>;

export interface RouteCall {
  readonly kind: 'call';
  readonly place: Place;
  readonly method: string;
  readonly args: readonly Argument[];
  /** The calls in its closure, which is the last argument or the option `children`. */
  readonly nested: { readonly items: readonly Item[]; readonly as: 'callback' | 'children' } | null;
  /** Whether it isn't imported, so that the requests of its pattern are left to PHP. */
  readonly isLeft?: boolean;
}

export type Item = Remark | RouteCall;

export class Journal {
  readonly warnings: Warning[] = [];
  /** Comments that aren't warnings. */
  readonly remarks: Warning[] = [];
  /** The files that were read for an `include`, in order. */
  readonly included = new Set<string>();
  private order = 0;
  private readonly said = new Set<string>();

  constructor(private readonly budget: Budget) {}

  place(source: Source, { start }: Location): Place {
    return { order: this.order++, file: source.file, line: start.line };
  }

  warn({ file, line }: Pick<Place, 'file' | 'line'>, message: string): void {
    const said = `${file}:${line}: ${message}`;
    if (!this.said.has(said)) this.warnings.push({ file, line, message });
    this.said.add(said);
  }

  remark({ file, line }: Pick<Place, 'file' | 'line'>, message: string): void {
    this.remarks.push({ file, line, message });
  }

  comments(items: Item[], source: Source, offset: number): void {
    for (const { value, loc } of nextComments(source, offset)) {
      const lines = unmark(readable(value));
      if (lines.length === 0) continue;
      const trailing = /[;,)}\]/]/.test(lastBefore(source.text, loc.start.offset));
      const from = trailing ? 'trailing' : 'comment';
      items.push({ kind: 'remark', place: this.place(source, loc), lines, from });
    }
  }

  /** Keeps code that could not be imported as a comment, with a warning. */
  leaveOut(items: Item[], source: Source, loc: Location, why: string, about?: About): void {
    this.comments(items, source, loc.start.offset);
    const place = this.place(source, loc);
    const key = `${source.file}:${loc.start.offset}`;
    if (this.said.has(key)) return;
    this.said.add(key);
    this.budget.spend('characters', loc.end.offset - loc.start.offset + why.length);
    // These comments are part of the code.
    nextComments(source, loc.end.offset);
    const code = readable(source.text.slice(loc.start.offset, loc.end.offset)).split('\n');
    const last = code[code.length - 1];
    const indent = last.slice(0, last.length - last.trimStart().length);
    const lines = code.map(
      (line) => `   ${line.startsWith(indent) ? line.slice(indent.length) : line}`,
    );
    const head = `Not imported (${place.file}:${place.line}): ${why}.`;
    items.push({ kind: 'remark', place, lines: [head, ...lines], from: 'own', about });
    this.warn(place, `not imported: ${why}`);
  }

  /** Adds a note, by default about an entry of `$route`. */
  note(items: Item[], place: Place, text: string, about: About | null = 'entry'): void {
    const key = `${place.file}:${place.line}: ${text}`;
    if (this.said.has(key)) return;
    this.said.add(key);
    this.budget.spend('characters', text.length);
    this.remark(place, text);
    const lines = [`${place.file}:${place.line}: ${text}.`];
    items.push({ kind: 'remark', place, lines, from: 'own', about: about ?? undefined });
  }
}

function nextComments(source: Source, offset: number): readonly Comment[] {
  const { comments, taken } = source;
  while (source.taken < comments.length && comments[source.taken].loc.start.offset < offset) {
    source.taken++;
  }
  return comments.slice(taken, source.taken);
}

/** The last non-space character before an offset on its line; `''` if there is none. */
function lastBefore(text: string, offset: number): string {
  let at = offset - 1;
  while (text[at] === ' ' || text[at] === '\t') at--;
  return text.charAt(at);
}

function unmark(comment: string): string[] {
  if (!comment.startsWith('/*')) return [comment.replace(/^(?:\/\/|#)/, '').trimEnd()];
  let end = comment.length - 2;
  while (end > 2 && comment[end - 1] === '*') end--;
  return comment
    .slice(2, end)
    .replace(/^\*+/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\*(?=\s|$)|\|)?/, '').trimEnd())
    .filter((line, index, all) => line !== '' || (index > 0 && index < all.length - 1));
}
