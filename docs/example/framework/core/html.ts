/** HTML in which no text of a visitor's can become markup. */

/** Text that is markup already. */
export class Html {
  constructor(readonly markup: string) {}
}

/**
 * A template of markup. What is put into it is escaped, unless it is markup itself.
 *
 * @example
 * html`<h1>${photo.title}</h1>`;
 */
export function html(
  markup: TemplateStringsArray,
  ...values: readonly (Html | Html[] | string | number)[]
): Html {
  return new Html(String.raw({ raw: markup }, ...values.map(toMarkup)));
}

function toMarkup(value: Html | Html[] | string | number): string {
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map(toMarkup).join('');
  return String(value).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
