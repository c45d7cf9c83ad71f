/** The site's descriptions of its pages, in their heads and in `llms.txt`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageData, TransformPageContext } from 'vitepress';
import { expect, it, describe as suite } from 'vitest';
import config from '../../docs/.vitepress/config.ts';
import { describe } from '../../docs/.vitepress/describe.ts';
import { ownedSettings } from '../../docs/.vitepress/owner.ts';
import { PITCH } from '../../docs/.vitepress/pitch.ts';
import { pages, root } from '../support/pages.ts';

suite('the description of a page', () => {
  it.each([
    ['the first paragraph', '# A\n\nA block closes\na path.\n\nMore.', 'A block closes a path.'],
    ['without links and code', '# A\n\nA `block` of a [path](b.md).', 'A block of a path.'],
    ['not a block of code', '# A\n\n```sh\nRun it.\n```\n\nText.', 'Text.'],
    ['not the head', '---\nlayout: home\n---\n\nText.', 'Text.'],
    ['nothing, if there is no paragraph', '# A\n', null],
    ['cut at a word', `# A\n\n${'word '.repeat(60)}end.`, `${'word '.repeat(39)}word…`],
  ])('is %s', (_, text, description) => expect(describe(text)).toBe(description));

  it.each(pages.filter(({ path }) => !/README|docs\/(?:index|playground)\.md/.test(path)))(
    'is there for $path',
    ({ text }) => expect(describe(text)).toMatch(/^[\w(].{10,}/),
  );
});

it('the home page is described by the pitch, not by its first paragraph', async () => {
  const page = { filePath: 'index.md', description: '', frontmatter: {} };
  // The cast: the site's own function reads no other field.
  await config.transformPageData?.(
    page as PageData,
    { siteConfig: { srcDir: join(root, 'docs') } } as TransformPageContext,
  );
  expect(page.description).toBe(PITCH);
});

suite('what needs the fields of the owner', () => {
  it('is left out without them', () => expect(ownedSettings({})).toEqual({ head: [], theme: {} }));

  it('is the sitemap and a picture at the address of the site', () => {
    const { sitemap, head } = ownedSettings({ homepage: 'https://waymark.example/' });
    expect(sitemap).toEqual({ hostname: 'https://waymark.example/' });
    const content = 'https://waymark.example/social.png';
    expect(head).toContainEqual(['meta', { property: 'og:image', content }]);
  });

  it('is a link to the repository, and one to edit each page there', () => {
    const repository = { url: 'git+https://github.com/someone/waymark.git' };
    const { editLink, socialLinks } = ownedSettings({ repository }).theme;
    const sources = 'https://github.com/someone/waymark';
    expect(editLink?.pattern).toBe(`${sources}/edit/main/docs/:path`);
    expect(socialLinks).toMatchObject([{ icon: 'github', link: sources }]);
  });
});

it('the picture that other sites show has the required size', () => {
  const png = readFileSync(join(root, 'docs/public/social.png'));
  // The first chunk of a PNG contains its width and height (W3C PNG, section 11.2.1).
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});
