/**
 * Puts pages for users before those for contributors, which often have a word more often. VitePress
 * writes the function into the site as text, so it uses nothing outside.
 *
 * @param id the path of a section
 */
export const boostDocument = (id: string): number =>
  /\/(?:decisions|measured|CHANGELOG|CONTRIBUTING|architecture|testing(?=[.#]|$))/.test(id)
    ? 0.2
    : 1;
