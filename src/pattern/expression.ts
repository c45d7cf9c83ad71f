/**
 * Reads a regular expression's source once, from left to right. It refuses, with the place and what
 * to write instead, what is not a valid expression or would mean something else in PCRE than in
 * JavaScript.
 */
import { shorten } from '../errors/show.ts';
import { escapeAdvice, groupAdvice } from './dialect.ts';
import type { Choices, Refuse, Repeatable, Term } from './terms.ts';

/** An expression that has been read. */
export interface Expression {
  readonly choices: Choices;
  /** How many capturing groups there are, at any depth. */
  readonly groupCount: number;
}

/** A group that has not been closed yet, or the whole expression. */
interface Open {
  readonly kind: 'group' | 'assertion';
  readonly number: number | null;
  readonly name: string | null;
  readonly index: number;
  readonly bodyStart: number;
  readonly groupsBefore: number;
  readonly choices: Term[][];
}

/** Engines recurse for nested groups, and V8 aborts the process when it runs out of stack. */
const DEEPEST = 250;

const LITERAL_TEXT = /[^*+?{\\[()|^$.]+/y;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})(\??)/y;
const NAMED_GROUP = /\(\?<([A-Za-z_$][\w$]*)>/y;
const POSIX_CLASS = /\[:\^?[a-z]+:\]/y;
const REFERENCE = /\\(?:([1-9]\d*)|k<([^>]*)>)/y;
const CODED_CHARACTER = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|0([0-7]{0,2}))/iy;
const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
]);

/**
 * Reads an expression.
 *
 * @param source a regular expression's source, placeholders expanded, not anchored
 * @param refuse called at the first thing that is wrong
 *
 * @example
 * parseExpression('a/(b|c)', refuse).groupCount; // 1
 */
export function parseExpression(source: string, refuse: Refuse): Expression {
  return new Parser(source, refuse).run();
}

class Parser {
  private readonly open: Open[] = [];
  private readonly names = new Set<string>();
  private readonly references: { readonly index: number; readonly to: string }[] = [];
  private choices: Term[][] = [[]];
  private groupCount = 0;
  private index = 0;

  constructor(
    private readonly source: string,
    private readonly refuse: Refuse,
  ) {}

  run(): Expression {
    while (this.index < this.source.length) this.step(this.source[this.index]);
    this.checkEnd();
    return { choices: this.choices, groupCount: this.groupCount };
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
        this.choices.push([]);
        this.index++;
        return;
      case '^':
      case '$':
        return this.assertion(char);
      case '.':
        return this.add({ kind: 'class', source: char, ...this.take(1) });
      default:
        return this.text((this.match(LITERAL_TEXT) as RegExpExecArray)[0]); // such text starts with any other character
    }
  }

  private quantifier(char: string): void {
    const found = this.match(QUANTIFIER);
    if (found === null) return this.text(char);
    const [text, from, comma, to, lazy] = found;
    const sequence = this.sequence();
    const before = sequence.at(-1);
    if (before?.kind === 'repetition' && char === '+') {
      this.refuse(this.index, 'only PCRE has possessive quantifiers', 'leave this + out');
    }
    if (before === undefined || before.kind === 'repetition' || before.kind === 'assertion') {
      const advice = `write \\${char} for a ${char} in the path`;
      return this.refuse(this.index, `there is nothing for this ${char} to repeat`, advice);
    }
    if (to && Number(from) > Number(to)) {
      const shown = text.slice(0, text.length - lazy.length);
      this.refuse(
        this.index,
        `the numbers in ${shorten(shown)} are out of order`,
        `write {${shorten(to)},${shorten(from)}}`,
      );
    }
    const [min, max] = readLimits(char, from, comma, to);
    sequence.pop();
    const node = this.lastCharacter(before);
    const { end } = this.take(text.length);
    this.add({ kind: 'repetition', node, min, max, lazy: lazy !== '', index: node.index, end });
  }

  /** Of a text only the last character is repeated; the rest is left where it is. */
  private lastCharacter(node: Repeatable): Repeatable {
    if (node.kind !== 'text' || node.value.length === 1) return node;
    const { value, index, end } = node;
    this.add({ kind: 'text', value: value.slice(0, -1), index, end: end - 1 });
    return { kind: 'text', value: value.slice(-1), index: end - 1, end };
  }

  private escape(): void {
    const { index } = this;
    this.checkEscape(index);
    const char = this.source[index + 1];
    const reference = this.match(REFERENCE);
    if (reference !== null) {
      const to = reference[1] ?? reference[2];
      this.references.push({ index, to });
      return this.add({ kind: 'reference', to, ...this.take(reference[0].length) });
    }
    if (char === 'b' || char === 'B') return this.assertion(`\\${char}`);
    if (/[dswDSW]/.test(char)) {
      return this.add({ kind: 'class', source: `\\${char}`, ...this.take(2) });
    }
    const coded = this.match(CODED_CHARACTER);
    if (coded === null) return this.text(CONTROLS.get(char) ?? char, 2);
    const [whole, byte, unit, octal] = coded;
    const code = octal === undefined ? Number.parseInt(byte ?? unit, 16) : Number(`0o0${octal}`);
    return this.text(String.fromCharCode(code), whole.length);
  }

  private characterClass(): void {
    const { source, index: start } = this;
    let end = start + (source[start + 1] === '^' ? 2 : 1);
    if (source[end] === ']') {
      const problem = 'JavaScript ends a class at a ] that comes first, PCRE does not';
      this.refuse(end, problem, 'write \\]');
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
    const text = source.slice(start, end + 1);
    try {
      new RegExp(text);
    } catch {
      this.refuse(start, 'a range in this class is out of order', 'write its lower end first');
    }
    this.add({ kind: 'class', source: text, ...this.take(text.length) });
  }

  private openGroup(): void {
    const { index } = this;
    if (this.open.length === DEEPEST) {
      const problem = `groups are nested more than ${DEEPEST} deep`;
      this.refuse(index, problem, 'write a smaller pattern');
    }
    const named = this.match(NAMED_GROUP);
    const [header, kind, capturing] =
      named === null ? this.groupKind() : ([named[0], 'group', true] as const);
    const name = named?.[1] ?? null;
    if (name !== null) {
      if (this.names.has(name)) {
        this.refuse(
          index,
          `two groups are named ${shorten(name)}`,
          'give one of them another name',
        );
      }
      this.names.add(name);
    }
    const groupsBefore = this.groupCount;
    const number = capturing ? ++this.groupCount : null;
    const { end: bodyStart } = this.take(header.length);
    this.open.push({ kind, number, name, index, bodyStart, groupsBefore, choices: this.choices });
    this.choices = [[]];
  }

  /** The opening characters of the unnamed group that starts here, its kind, whether it captures. */
  private groupKind(): readonly [header: string, kind: Open['kind'], capturing: boolean] {
    const { source, index } = this;
    if (source.startsWith('(?:', index)) return ['(?:', 'group', false];
    const look = /\(\?<?[=!]/y;
    const looks = this.match(look);
    if (looks !== null) return [looks[0], 'assertion', false];
    if (source.startsWith('(*', index)) {
      const advice = 'leave it out, or write (\\* for a group that starts with a *';
      this.refuse(index, 'only PCRE has verbs such as (*SKIP)', advice);
    }
    if (source.startsWith('(?', index)) {
      const shown = source.slice(index, index + 3);
      const advice = groupAdvice(source, index + 2);
      this.refuse(index, `JavaScript has no group that starts with ${shown}`, advice);
    }
    return ['(', 'group', true];
  }

  private closeGroup(): void {
    const group = this.open.pop();
    if (group === undefined) {
      return this.refuse(this.index, 'this ) closes nothing', 'write \\) for a ) in the path');
    }
    const { kind, number, name, index, bodyStart } = group;
    const body = this.source.slice(bodyStart, this.index);
    const groupCount = this.groupCount - group.groupsBefore;
    const { choices } = this;
    const { end } = this.take(1);
    this.choices = group.choices;
    if (kind === 'assertion') {
      const source = this.source.slice(index, bodyStart);
      return this.add({ kind, source, choices, groupCount, index, end });
    }
    this.add({ kind, number, name, body, choices, groupCount, index, end });
  }

  private checkEnd(): void {
    const unclosed = this.open.at(-1);
    if (unclosed !== undefined) {
      const advice = 'close it with ), or write \\( for a ( in the path';
      this.refuse(unclosed.index, 'this ( is never closed', advice);
    }
    for (const { index, to } of this.references) {
      if (this.names.has(to) || Number(to) <= this.groupCount) continue;
      this.refuse(
        index,
        `there is no group ${shorten(to)}`,
        'refer to a group that the pattern has',
      );
    }
  }

  private checkEscape(index: number): void {
    const char = this.source[index + 1];
    if (char === undefined) {
      this.refuse(index, 'nothing follows the backslash', 'write \\\\ for a backslash in the path');
    }
    const advice = escapeAdvice(this.source, index + 1);
    if (advice === null) return;
    const problem =
      char === 'u'
        ? 'this \\u is not followed by four hexadecimal digits'
        : `only PCRE has this \\${char}`;
    this.refuse(index, problem, advice);
  }

  private match(expression: RegExp, index = this.index): RegExpExecArray | null {
    expression.lastIndex = index;
    return expression.exec(this.source);
  }

  private sequence(): Term[] {
    return this.choices[this.choices.length - 1];
  }

  private add(node: Term): void {
    this.sequence().push(node);
  }

  private text(value: string, length = value.length): void {
    this.add({ kind: 'text', value, ...this.take(length) });
  }

  private assertion(source: string): void {
    this.add({
      kind: 'assertion',
      source,
      choices: [],
      groupCount: 0,
      ...this.take(source.length),
    });
  }

  /** Goes on by so many characters, and says where they stand. */
  private take(length: number): { index: number; end: number } {
    const { index } = this;
    this.index += length;
    return { index, end: this.index };
  }
}

function readLimits(char: string, from: string, comma: string, to: string): [number, number] {
  if (char === '*') return [0, Infinity];
  if (char === '+') return [1, Infinity];
  if (char === '?') return [0, 1];
  const min = Number(from);
  if (comma === undefined) return [min, min];
  return [min, to === '' ? Infinity : Number(to)];
}
