/** Reads a written file again, before it is returned. */
import { WaymarkError } from 'waymark';
import { visible } from 'waymark/internal';

/** The content of a written file, in order: plain data that can be compared as JSON. */
export interface Content {
  /** Whether it has the handler of rows that are left to PHP. */
  readonly hasLeft: boolean;
  /** The constants that it declares, by JavaScript name. */
  readonly constants: readonly string[];
  readonly calls: readonly Call[];
  readonly rows: readonly (readonly [key: Value, to: Value])[];
}

export interface Call {
  readonly method: string;
  readonly args: readonly Argument[];
}

export type Argument =
  | Value
  | { readonly options: readonly (readonly [name: string, value: Argument])[] }
  | { readonly nested: readonly Call[] };

/**
 * A literal, or the name of a handler, which is read as a constant. A text that contains constants
 * or names of routes is a list of its parts.
 */
export type Value = string | number | boolean | readonly Part[];

/** A part of a text: fixed text, a constant by its JavaScript name, or a named route. */
export type Part = string | { readonly constant: string } | { readonly named: string };

/**
 * Checks that a written file contains the intended routes and nothing else, and that text of the
 * PHP file appears only in literals and comments. The reader knows only the small part of
 * JavaScript that the importer writes, and shares no code with the writer.
 */
export function verify(code: string, meant: Content, file: string): void {
  const found = new Reader(code, file).content();
  if (JSON.stringify(found) !== JSON.stringify(meant)) throw unlike(file, 'its content differs');
}

/** The only code that isn't a route. */
const LEFT = "const leftToPhp = () => new Response('This is left to PHP', { status: 501 });\n";

const WORD = /[A-Za-z_$][\w$]*/y;
const NUMBER = /-?\d+/y;
const BLANK = /[ \n]*/y;
const COMMENT = /\/\/[^\n\r\u2028\u2029]*/y;
const IN_STRING = /[^'\\\n\r\u2028\u2029]*/y;
const IN_TEMPLATE = /[^`$\\\n\r\u2028\u2029]*/y;
const ESCAPE = /\\(?:[\\'`$n]|u[0-9a-f]{4})/y;

class Reader {
  private at = 0;

  constructor(
    private readonly code: string,
    private readonly file: string,
  ) {}

  content(): Content {
    if (this.accept('import')) this.expect('{', 'Route', '}', 'from', "'waymark'", ';');
    this.skip();
    const hasLeft = this.code.startsWith(LEFT, this.at);
    if (hasLeft) this.at += LEFT.length;
    const constants: string[] = [];
    while (this.accept('const')) {
      constants.push(this.word());
      this.expect(';');
    }
    const calls = this.calls('export');
    this.expect('default');
    const rows: [Value, Value][] = [];
    if (this.accept('(')) {
      this.expect(')', '=>', '{');
      calls.push(...this.calls('}'));
    } else if (this.accept('Route')) {
      this.expect('.', 'map', '(');
      if (this.accept('{')) rows.push(...this.rows());
      this.expect(')');
    } else {
      this.expect('{');
      rows.push(...this.rows());
    }
    this.expect(';');
    this.skip();
    if (this.at < this.code.length) this.fail('the end of the file');
    return { hasLeft, constants, calls, rows };
  }

  private rows(): [Value, Value][] {
    const rows: [Value, Value][] = [];
    while (!this.accept('}')) {
      const key = this.key();
      this.expect(':');
      rows.push([key, this.value()]);
      this.expect(',');
    }
    return rows;
  }

  private calls(end: string): Call[] {
    const calls: Call[] = [];
    while (!this.accept(end)) {
      this.expect('Route', '.');
      const method = this.word();
      this.expect('(');
      const args: Argument[] = [];
      while (!this.accept(')')) {
        if (args.length > 0) this.expect(',');
        args.push(this.argument());
      }
      this.expect(';');
      calls.push({ method, args });
    }
    return calls;
  }

  private argument(): Argument {
    if (this.accept('(')) {
      this.expect(')', '=>', '{');
      return { nested: this.calls('}') };
    }
    if (!this.accept('{')) return this.value();
    const options: [string, Argument][] = [];
    while (!this.accept('}')) {
      const name = this.word();
      this.expect(':');
      options.push([name, this.argument()]);
      // The last option of a line has no comma.
      if (!this.accept(',')) {
        this.expect('}');
        break;
      }
    }
    return { options };
  }

  private key(): Value {
    if (this.accept('[')) {
      const key = this.value();
      this.expect(']');
      return key;
    }
    return this.accept("'") ? this.string() : this.word();
  }

  private value(): Value {
    if (this.accept("'")) return this.string();
    if (this.accept('`')) return this.template();
    const number = this.match(NUMBER);
    if (number !== '') return Number(number);
    const word = this.word();
    if (word === 'true' || word === 'false') return word === 'true';
    if (word !== 'Route') return [{ constant: word }];
    this.expect('.', 'named', '(', "'");
    const named = this.string();
    this.expect(')', '??', "''");
    return [{ named }];
  }

  private string(): string {
    let text = '';
    for (;;) {
      text += this.match(IN_STRING);
      if (this.code[this.at] === "'") break;
      text += this.escape();
    }
    this.at++;
    return text;
  }

  private template(): Value {
    const parts: Part[] = [];
    for (;;) {
      parts.push(this.match(IN_TEMPLATE));
      if (this.code[this.at] === '`') break;
      if (this.code.startsWith('${', this.at)) {
        this.at += 2;
        const inner = this.value();
        if (typeof inner !== 'object') this.fail('a constant');
        parts.push(...inner);
        this.expect('}');
      } else if (this.code[this.at] === '$') {
        parts.push('$');
        this.at++;
      } else {
        parts.push(this.escape());
      }
    }
    this.at++;
    return textOf(parts);
  }

  private escape(): string {
    const found = this.match(ESCAPE);
    if (found === '') this.fail('the end of a text');
    if (found[1] === 'u') return String.fromCharCode(Number.parseInt(found.slice(2), 16));
    return found === '\\n' ? '\n' : found[1];
  }

  private word(): string {
    this.skip();
    return this.match(WORD) || this.fail('a name');
  }

  private expect(...texts: readonly string[]): void {
    for (const text of texts) if (!this.accept(text)) this.fail(text);
  }

  private accept(text: string): boolean {
    this.skip();
    const start = this.at;
    const found = /^\w/.test(text) ? this.match(WORD) === text : this.code.startsWith(text, start);
    this.at = found ? start + text.length : start;
    return found;
  }

  private skip(): void {
    do this.match(BLANK);
    while (this.match(COMMENT) !== '');
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [text] = pattern.exec(this.code) ?? [''];
    this.at += text.length;
    return text;
  }

  private fail(expected: string): never {
    const line = this.code.slice(0, this.at).split('\n').length;
    throw unlike(this.file, `expected ${expected} on its line ${line}`);
  }
}

function unlike(file: string, problem: string): WaymarkError {
  return new WaymarkError(
    'bad-php',
    visible(file),
    `the TypeScript for this file differs from the intended routes: ${problem}`,
    'nothing was written; please report the PHP file',
  );
}

/** Normalises a text: fixed parts are joined, and a text without other parts becomes a string. */
export function textOf(parts: readonly Part[]): Value {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part === '') continue;
    if (typeof part === 'string' && typeof last === 'string')
      joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined.every((part) => typeof part === 'string') ? joined.join('') : joined;
}
