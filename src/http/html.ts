/** Writes HTML from templates, and escapes their values. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { describe } from '../errors/show.ts';
import { HTML, type Html } from '../table/handler.ts';

/** A value that a template of {@link html} may contain. */
export type HtmlValue =
  | Html
  | string
  | number
  | bigint
  | false
  | null
  | undefined
  | readonly HtmlValue[];

/** The type of {@link html}. */
export interface HtmlTag {
  (template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html;
  /**
   * Marks text as HTML, without escaping it: the text of a template engine, or of a file. Never pass
   * text that a client may have written.
   * @throws {WaymarkError} if it is not a string
   * @example
   * const template = (year: number) => `<p>Since ${year}</p>`; // of a template engine
   * Route.get('about', () => html.raw(template(1997)));
   */
  raw(text: string): Html;
}

/**
 * Makes HTML of a template. A string is escaped, so it can be text, or an attribute's value between
 * quotes. HTML stays as it is. An array is its items, one after the other. `null`, `undefined` and
 * `false` are nothing. waymark answers the result as `text/html; charset=utf-8`, and `String(result)`
 * is its text.
 *
 * Escaping makes nothing safe in a script, a style or a comment, in an attribute without quotes, or
 * as a whole URL, which may be `javascript:`.
 * @throws {WaymarkError} if a value is of another kind: a promise, another object, a function, `true`
 * @example
 * Route.get('hello/{name}', ({ params }) => html`<p title="${params.name}">Hello ${params.name}</p>`);
 */
export const html: HtmlTag = /* @__PURE__ */ Object.assign(fillTemplate, { raw });

function fillTemplate(template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  // An array from JSON has no `raw`, so html(list) can't pass a client's text off as a template.
  if (!Array.isArray(template) || !('raw' in template)) throw notTemplate(template);
  return new Markup(String.raw({ raw: template }, ...values.map(textOfValue)));
}

function raw(text: string): Html {
  if (typeof text === 'string') return new Markup(text);
  throw badArgument('html.raw', 'the text', 'a string', text);
}

class Markup implements Html {
  readonly [HTML]: string;

  constructor(text: string) {
    this[HTML] = text;
    Object.freeze(this);
  }
  toString(): string {
    return this[HTML];
  }
  toJSON(): string {
    return this[HTML];
  }
}

function textOfValue(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(textOfValue).join('');
  const text: unknown = Object(value)[HTML];
  if (typeof text === 'string') return text;
  const wanted =
    'a string, a number, html`…`, an array of these, or nothing: null, undefined or false';
  throw badArgument('html', 'a value of the template', wanted, value);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function notTemplate(given: unknown): WaymarkError {
  const advice = 'write html`<p>${text}</p>` to escape text, or html.raw(text) for HTML';
  return new WaymarkError('bad-argument', 'html', `it is called with ${describe(given)}`, advice);
}
