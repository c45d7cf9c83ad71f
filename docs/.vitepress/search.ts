/**
 * Ranks pages for users before the reference and the pages for contributors, which often repeat a
 * word. VitePress writes the function into the site as text, so it uses nothing outside.
 *
 * @param id the path of a section
 */
export const boostDocument = (id: string): number =>
  /\/(?:decisions|measured|CHANGELOG|CONTRIBUTING|architecture|testing(?=[.#]|$))/.test(id)
    ? 0.2
    : id.includes('/api/')
      ? 0.5
      : 1;
