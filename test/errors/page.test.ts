/** The page that an error's message links to. */
import { build } from 'esbuild';
import { afterEach, expect, it, vi } from 'vitest';
import { WaymarkError } from '../../src/index.ts';
import { addressOf } from '../build/pages.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const messageOf = () => new WaymarkError('bad-key', 'a', 'it is wrong', 'write b').message;

it.each([
  ['no homepage', {}, 'a: it is wrong. Write b. See npx waymark help bad-key.'],
  [
    'a homepage',
    { homepage: 'https://waymark.test' },
    'a: it is wrong. Write b. See https://waymark.test/errors/bad-key.',
  ],
  [
    'a homepage with a slash',
    { homepage: 'https://waymark.test/docs/' },
    'a: it is wrong. Write b. See https://waymark.test/docs/errors/bad-key.',
  ],
])('is a command, or the address that package.json names: %s', async (_, manifest, message) => {
  const pages = addressOf(manifest);
  vi.stubGlobal('WAYMARK_PAGES', pages);
  expect(messageOf()).toBe(message);
  vi.unstubAllGlobals();
  expect(messageOf()).toBe('a: it is wrong. Write b. See npx waymark help bad-key.');
  const { outputFiles } = await build({
    ...{ entryPoints: ['src/errors/error.ts'], write: false, minifySyntax: true },
    define: { WAYMARK_PAGES: JSON.stringify(pages) },
  });
  expect(outputFiles[0].text).toContain(pages);
  expect(outputFiles[0].text).not.toContain('WAYMARK_PAGES');
});
