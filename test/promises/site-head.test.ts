/** What the site says of its pages in their heads and in `llms.txt`. */
import { expect, it, describe as suite } from 'vitest';
import { describe } from '../../docs/.vitepress/describe.ts';
import { pages } from '../support/pages.ts';

suite('the description of a page', () => {
  it.each([
    ['the first paragraph', '# A\n\nA block closes\na path.\n\nMore.', 'A block closes a path.'],
    ['without links and code', '# A\n\nA `block` of a [path](b.md).', 'A block of a path.'],
    ['not a block of code', '# A\n\n```sh\nRun it.\n```\n\nText.', 'Text.'],
    ['not the head', '---\nlayout: home\n---\n\nText.', 'Text.'],
    ['nothing, if there is no paragraph', '# A\n', null],
    ['cut at a word', `# A\n\n${'word '.repeat(60)}end.`, `${'word '.repeat(39)}word…`],
  ])('is %s', (_, text, description) => {
    expect(describe(text)).toBe(description);
  });

  it.each(pages.filter(({ path }) => !/README|docs\/(?:index|playground)\.md/.test(path)))(
    'is there for $path',
    ({ text }) => {
      expect(describe(text)).toMatch(/^[\w(].{10,}/);
    },
  );
});
