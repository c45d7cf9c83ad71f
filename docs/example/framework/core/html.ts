/** HTML templates that escape visitors' text. */

/** Text that is already markup, so it is not escaped. */
export class Html {
  constructor(readonly markup: string) {}
}

/**
 * An HTML template. Values are escaped, unless they are `Html` themselves.
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
