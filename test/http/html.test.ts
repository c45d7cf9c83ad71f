import { describe, expect, it } from 'vitest';
import { html } from '../../src/http/html.ts';
import { caught } from '../support/caught.ts';

const MARKUP = `<img src=x onerror="alert('1')">&amp;`;
const ESCAPED = '&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;amp;';

/** A value that the types exclude. */
const odd = (value: unknown) => value as string; // the cast: JavaScript, or JSON, may pass any value

describe('html', () => {
  it.each<[string, unknown, string]>([
    ['nothing put in', html`<p>&amp;</p>`, '<p>&amp;</p>'],
    ['an empty template', html``, ''],
    ['an escape sequence', html`a\tb`, 'a\tb'],
    ['text', html`<p>${MARKUP}</p>`, `<p>${ESCAPED}</p>`],
    ['text in double quotes', html`<p title="${MARKUP}">`, `<p title="${ESCAPED}">`],
    ['text in single quotes', html`<p title='${MARKUP}'>`, `<p title='${ESCAPED}'>`],
    ['text at both ends', html`${'<'}-${'>'}`, '&#60;-&#62;'],
    ['escaped text', html`${'&#60;'}`, '&#38;#60;'],
    ['a number', html`${-1.5}`, '-1.5'],
    ['zero', html`${0}`, '0'],
    ['a bigint', html`${7n}`, '7'],
    ['null', html`[${null}]`, '[]'],
    ['undefined', html`[${undefined}]`, '[]'],
    ['false', html`[${false}]`, '[]'],
    ['an empty string', html`[${''}]`, '[]'],
    ['html', html`<ul>${html`<li>${'<'}</li>`}</ul>`, '<ul><li>&#60;</li></ul>'],
    ['an array', html`${[html`<i>`, '<', 1, null, [false, html`</i>`]]}`, '<i>&#60;1</i>'],
    ['an empty array', html`[${[]}]`, '[]'],
    ['raw HTML', html`<p>${html.raw(MARKUP)}</p>`, `<p>${MARKUP}</p>`],
    ['the text of html', html`${String(html`<b>`)}`, '&#60;b&#62;'],
  ])('writes %s', (_, made, text) => {
    expect(String(made)).toBe(text);
    expect(`${made}`).toBe(text);
    expect(JSON.stringify({ made })).toBe(JSON.stringify({ made: text }));
  });

  it('makes values that can not be changed', () => {
    const made = html`<p>`;
    expect(Object.isFrozen(made)).toBe(true);
    expect(() => Object.assign(made, { a: 1 })).toThrow(TypeError);
  });

  it.each<[string, unknown, string]>([
    ['a promise', Promise.resolve('a'), 'a Promise'],
    ['an object', { name: 'Ada' }, 'an object'],
    ['an object that JSON made of HTML', JSON.parse('{"waymark.html":"<b>"}'), 'an object'],
    ['an object without a prototype', Object.create(null), 'an object'],
    ['an object whose HTML is no text', { [Symbol.for('waymark.html')]: 1 }, 'an object'],
    ['a function', () => 'a', 'a function'],
    ['a symbol', Symbol('a'), 'a symbol'],
    ['true', true, 'true'],
    ['an object in an array', [['a', {}]], 'an object'],
  ])('refuses %s', (_, value, kind) => {
    expect(caught(() => html`<p>${odd(value)}</p>`)).toMatchObject({
      code: 'bad-argument',
      message: expect.stringContaining(
        `html: a value of the template is ${kind}. Expected a string, a number, html`,
      ),
    });
  });

  it.each<[string, unknown, string]>([
    ['a string', '<p>', "'<p>'"],
    ['an array', ['<p>'], 'an array'],
    ['an object with `raw`', { raw: ['<p>'] }, 'an object'],
    ['nothing', undefined, 'undefined'],
  ])('refuses a call with %s, which is no template', (_, given, kind) => {
    // The cast: the types exclude it.
    expect(caught(() => html(given as TemplateStringsArray))).toMatchObject({
      code: 'bad-argument',
      message: expect.stringContaining(
        `html: it is called with ${kind}. Write html\`<p>\${text}</p>\` to escape text`,
      ),
    });
  });

  it.each([[7], [null], [html`<p>`], [['<p>']]])('refuses %s as raw HTML', (given) => {
    expect(caught(() => html.raw(odd(given)))).toMatchObject({
      message: expect.stringMatching(/^html\.raw: the text is .+\. Expected a string\./),
    });
  });
});
