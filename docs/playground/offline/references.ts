/** Lists the hashed files in `assets` that a page references, relative to the site's base. */
export function assetsIn(html: string): string[] {
  const references = html.matchAll(/(?:href|src)="[^"]*\/(assets\/[^"]+)"/g);
  return Array.from(references, ([, file = '']) => file);
}
