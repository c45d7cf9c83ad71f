/** The tests of `npm test` and, with `--dir test/processes`, of `npm run processes`. */
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

const src = fileURLToPath(new URL('../src/', import.meta.url));

/** The tools import the library by its name: gives their sources those of the library. */
export const sources = {
  name: 'sources',
  enforce: 'pre',
  resolveId(id: string, importer: string | undefined) {
    const [, entry = 'index'] = /^waymark(?:\/(\w+))?$/.exec(id) ?? [];
    if (!importer?.startsWith(src) || !id.startsWith('waymark')) return null;
    return `${src}${entry}.ts`;
  },
} as const;

export default defineConfig({
  plugins: [sources],
  test: {
    exclude: [...configDefaults.exclude, 'processes/**'],
    setupFiles: [fileURLToPath(new URL('support/globals.ts', import.meta.url))],
  },
});
