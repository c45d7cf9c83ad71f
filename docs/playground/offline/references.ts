/** The files in `assets` that a page refers to, relative to the site's base. Their names hold their hash. */
export function assetsIn(html: string): string[] {
  const references = html.matchAll(/(?:href|src)="[^"]*\/(assets\/[^"]+)"/g);
  return Array.from(references, ([, file = '']) => file);
}
