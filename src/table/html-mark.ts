/** The mark of a value that is HTML. */
/**
 * The member of a value that is HTML, with its text. The symbol is registered, so every copy of the
 * package knows it. JSON has no symbols, so nothing that a client sends has it.
 */
export const HTML: unique symbol = Symbol.for('waymark.html');

/** HTML, as the tag `html` of `waymark/http` makes it. It can't be changed. */
export interface Html {
  readonly [HTML]: string;
  /** The text, so that a template of text, another view or a test can use it. */
  toString(): string;
  /** The text, as a member of a JSON answer. */
  toJSON(): string;
}
