/**
 * Reads a regular expression's source once, from left to right, and says what it is made of at
 * its top level. It is not a regular expression engine: it finds the groups, and refuses, with the
 * place and what to write instead, what is no valid expression or would mean something else in
 * PCRE than in JavaScript.
 */
import { escapeAdvice, groupAdvice } from './dialect.ts';
import type { Piece, Refuse, Scanned } from './pieces.ts';

/**
 * Scans an expression.
 *
 * @param source a regular expression's source, placeholders expanded, not anchored
 * @param refuse what to call at the first thing that is wrong
 *
 * @example
 * scan('a/(b|c)', refuse).pieces;
 * // [{ kind: 'text', value: 'a/', index: 0 }, { kind: 'capture', body: 'b|c', index: 2, captures: 1 }]
 */
export function scan(source: string, refuse: Refuse): Scanned {
  return new Scanner(source, refuse).run();
}

/** A group that has not been closed yet. */
interface Open {
  readonly kind: 'capture' | 'plain' | 'assertion';
  readonly index: number;
  readonly bodyStart: number;
  readonly capturesBefore: number;
}

const PLAIN_TEXT = /[^*+?{\\[()|^$.]+/y;
const QUANTIFIER = /[*+?]|\{(\d+)(?:,(\d*))?\}/y;
const NAMED_GROUP = /\(\?<([A-Za-z_$][\w$]*)>/y;
const POSIX_CLASS = /\[:\^?[a-z]+:\]/y;
const NUMBERED_REFERENCE = /\\([1-9]\d*)/y;
const NAMED_REFERENCE = /\\k<([^>]*)>/y;

class Scanner {
  private readonly pieces: Piece[] = [];
  private readonly open: Open[] = [];
  private readonly names = new Set<string>();
  private readonly references: { readonly index: number; readonly to: string }[] = [];
  private captures = 0;
  private alternatives = false;
  private index = 0;
  /** What was read last: only an atom can be repeated. */
  private last: 'atom' | 'quantifier' | null = null;
  /** Where the last character of the text starts that was read last; it may be an escape. */
  private lastCharacter = 0;

  constructor(
    private readonly source: string,
    private readonly refuse: Refuse,
  ) {}

  run(): Scanned {
    while (this.index < this.source.length) this.step(this.source[this.index]);
    this.checkEnd();
    return { pieces: this.pieces, captures: this.captures, alternatives: this.alternatives };
  }

  private step(char: string): void {
    switch (char) {
      case '*':
      case '+':
      case '?':
      case '{':
        return this.quantifier(char);
      case '\\':
        return this.escape();
      case '[':
        return this.characterClass();
      case '(':
        return this.openGroup();
      case ')':
        return this.closeGroup();
      case '|':
        if (this.open.length === 0) this.alternatives = true;
        return this.advance(1, null);
      case '^':
      case '$':
        this.add({ kind: 'assertion', index: this.index, captures: 0 });
        return this.advance(1, null);
      case '.':
        this.add({ kind: 'other', index: this.index });
        return this.advance(1, 'atom');
      default:
        return this.plainText();
    }
  }

  private plainText(): void {
    const [text] = this.match(PLAIN_TEXT) as RegExpExecArray; // step() has seen that one starts here
    this.addText(text);
    this.advance(text.length, 'atom');
  }

  private quantifier(char: string): void {
    const found = this.match(QUANTIFIER);
    if (found === null) {
      this.addText(char);
      return this.advance(1, 'atom');
    }
    const [text, from, to] = found;
    if (this.last === 'quantifier' && char === '+') {
      this.refuse(this.index, 'only PCRE has possessive quantifiers', 'leave this + out');
    }
    if (this.last !== 'atom') {
      const advice = `write \\${char} for a ${char} in the path`;
      this.refuse(this.index, `there is nothing for this ${char} to repeat`, advice);
    }
    if (to && Number(from) > Number(to)) {
      this.refuse(this.index, `the numbers in ${text} are out of order`, `write {${to},${from}}`);
    }
    this.repeatLast();
    const lazy = this.source[this.index + text.length] === '?';
    return this.advance(text.length + (lazy ? 1 : 0), 'quantifier');
  }

  private escape(): void {
    const { index } = this;
    this.checkEscape(index);
    const char = this.source[index + 1];
    const reference = this.match(NUMBERED_REFERENCE) ?? this.match(NAMED_REFERENCE);
    if (reference !== null) this.references.push({ index, to: reference[1] });
    if (char === 'b' || char === 'B') {
      this.add({ kind: 'assertion', index, captures: 0 });
      return this.advance(2, null);
    }
    if (/\w/.test(char)) this.add({ kind: 'other', index });
    else this.addText(char, index);
    return this.advance(2, 'atom');
  }

  private characterClass(): void {
    const { source, index: start } = this;
    let end = start + (source[start + 1] === '^' ? 2 : 1);
    if (source[end] === ']') {
      this.refuse(
        end,
        'JavaScript ends a class at a ] that comes first, PCRE does not',
        'write \\]',
      );
    }
    for (; source[end] !== ']'; end++) {
      if (source[end] === undefined) {
        const advice = 'close it with ], or write \\[ for a [ in the path';
        this.refuse(start, 'this [ is never closed', advice);
      }
      if (this.match(POSIX_CLASS, end) !== null) {
        this.refuse(end, 'only PCRE has POSIX classes', 'list the characters, as in [a-z]');
      }
      if (source[end] === '\\') this.checkEscape(end++);
    }
    try {
      new RegExp(source.slice(start, end + 1));
    } catch {
      this.refuse(start, 'a range in this class is out of order', 'write its lower end first');
    }
    this.add({ kind: 'other', index: start });
    this.advance(end + 1 - start, 'atom');
  }

  private openGroup(): void {
    const { index } = this;
    const name = this.match(NAMED_GROUP);
    if (name !== null) {
      if (this.names.has(name[1])) {
        this.refuse(index, `two groups are named ${name[1]}`, 'give one of them another name');
      }
      this.names.add(name[1]);
    }
    const [kind, header] = name === null ? this.groupKind() : (['capture', name[0]] as const);
    const bodyStart = index + header.length;
    this.open.push({ kind, index, bodyStart, capturesBefore: this.captures });
    if (kind === 'capture') this.captures++;
    this.advance(header.length, null);
  }

  /** The kind of the unnamed group that starts here, and its opening characters. */
  private groupKind(): readonly [kind: Open['kind'], header: string] {
    const { source, index } = this;
    if (source.startsWith('(?:', index)) return ['plain', '(?:'];
    if (source.startsWith('(?=', index) || source.startsWith('(?!', index))
      return ['assertion', '(?='];
    if (source.startsWith('(?<=', index) || source.startsWith('(?<!', index)) {
      return ['assertion', '(?<='];
    }
    if (source.startsWith('(*', index)) {
      const advice = 'leave it out, or write (\\* for a group that starts with a *';
      this.refuse(index, 'only PCRE has verbs such as (*SKIP)', advice);
    }
    if (source.startsWith('(?', index)) {
      const shown = source.slice(index, index + 3);
      const advice = groupAdvice(source, index + 2);
      this.refuse(index, `JavaScript has no group that starts with ${shown}`, advice);
    }
    return ['capture', '('];
  }

  private closeGroup(): void {
    const group = this.open.pop();
    if (group === undefined) {
      return this.refuse(this.index, 'this ) closes nothing', 'write \\) for a ) in the path');
    }
    const { kind, bodyStart, index } = group;
    const captures = this.captures - group.capturesBefore;
    if (kind === 'assertion') {
      this.add({ kind, index, captures });
      return this.advance(1, null);
    }
    this.add({ kind, body: this.source.slice(bodyStart, this.index), index, captures });
    return this.advance(1, 'atom');
  }

  private checkEnd(): void {
    const unclosed = this.open.at(-1);
    if (unclosed !== undefined) {
      const advice = 'close it with ), or write \\( for a ( in the path';
      this.refuse(unclosed.index, 'this ( is never closed', advice);
    }
    for (const { index, to } of this.references) {
      if (this.names.has(to) || Number(to) <= this.captures) continue;
      this.refuse(index, `there is no group ${to}`, 'refer to a group that the pattern has');
    }
  }

  private checkEscape(index: number): void {
    const char = this.source[index + 1];
    if (char === undefined) {
      this.refuse(index, 'nothing follows the backslash', 'write \\\\ for a backslash in the path');
    }
    const advice = escapeAdvice(this.source, index + 1);
    if (advice !== null) this.refuse(index, `only PCRE has this \\${char}`, advice);
  }

  private match(expression: RegExp, index = this.index): RegExpExecArray | null {
    expression.lastIndex = index;
    return expression.exec(this.source);
  }

  private advance(by: number, last: 'atom' | 'quantifier' | null): void {
    this.index += by;
    this.last = last;
  }

  private add(piece: Piece): void {
    if (this.open.length === 0) this.pieces.push(piece);
  }

  private addText(value: string, lastCharacter = this.index + value.length - 1): void {
    this.lastCharacter = lastCharacter;
    const before = this.pieces.at(-1);
    if (this.open.length > 0 || before?.kind !== 'text') {
      return this.add({ kind: 'text', value, index: this.index });
    }
    this.pieces[this.pieces.length - 1] = { ...before, value: before.value + value };
  }

  /** Makes what was read last an `other` piece; of a text only the last character is repeated. */
  private repeatLast(): void {
    if (this.open.length > 0) return;
    const before = this.pieces.pop() as Piece; // there is one, since an atom was read last
    const part = before.kind === 'text' && before.value.length > 1;
    if (part) this.pieces.push({ ...before, value: before.value.slice(0, -1) });
    this.pieces.push({ kind: 'other', index: part ? this.lastCharacter : before.index });
  }
}
