/** Renews the sizes in the pages that show some of docs/measured/size.md. */
const BUNDLE = "the README's application";

/** What stands before each size in a page, and the size's row in docs/measured/size.md. */
const SIZES: Readonly<Record<string, readonly (readonly [before: string, row: string])[]>> = {
  'README.md': [
    ['\\[createRouter: ', 'createRouter'],
    ['\\[compiled: ', 'Route, createRouter, compiled'],
    ['`createRouter` \\| ', 'createRouter'],
    ['without srvx \\| ', BUNDLE],
    ['in the build\\]\\(docs/plugin\\.md\\) \\| ', `${BUNDLE}, compiled`],
    ['in Hono \\| ', `${BUNDLE} in hono`],
  ],
  'docs/plugin.md': [
    ["the README's \\| ", BUNDLE],
    ["the README's \\| \\S+ kB \\| ", `${BUNDLE}, compiled`],
    ['an error page \\| ', 'the same, not compiled'],
    ['an error page \\| \\S+ kB \\| ', 'the same with controllers, URLs and an error page'],
  ],
};

export const PAGES = Object.keys(SIZES);

/**
 * Replaces the sizes of a page, and when they were measured.
 * @param measured docs/measured/size.md
 * @throws {Error} if a size was not measured, or the page has no place for it
 */
export function withSizes(path: string, page: string, measured: string): string {
  const [, date, commit] = /^(\S+), waymark (\w+),/m.exec(measured) ?? [];
  const places = SIZES[path].map(([before, row]) => {
    const cells = measured.split('\n').find((line) => line.startsWith(`| ${row} |`));
    return [`(?<=${before})[\\d.]+ kB`, `${cells?.split(' | ')[1]}`];
  });
  places.push(['(?<=sizes are those of )\\S+, waymark \\w+', `${date}, waymark ${commit}`]);
  return places.reduce((text, [place, value]) => {
    if (!/\d/.test(value)) throw new Error(`not measured: ${place}`);
    if (!new RegExp(place).test(text)) throw new Error(`${path} has no ${place}`);
    return text.replace(new RegExp(place), value);
  }, page);
}
