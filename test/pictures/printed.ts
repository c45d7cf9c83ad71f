/** What `waymark check` prints about the route file that the pages show. */
import { readFileSync } from 'node:fs';
import { print } from './terminal.ts';

export const README = new URL('../../README.md', import.meta.url);

/** The route file of the README, the home page and the picture for links. */
export const ROUTES = readFileSync(
  new URL('../../docs/pictures/routes.ts', import.meta.url),
  'utf8',
);

/** Renews what the command printed in a page, as a terminal of 80 columns shows it. */
export async function withPrinted(page: string): Promise<string> {
  const printed = await print(['check', 'routes.ts'], 80, { NO_COLOR: '1' });
  return page.replace(/(?<=^```console\n)\$ npx waymark check .*?(?=^```$)/ms, () => printed);
}
