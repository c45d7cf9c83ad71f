/** Files for platforms with frequent starts: everything in one minified file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Format, type Plugin } from 'esbuild';
import { OWN_DIST } from './contenders.ts';
import { generatedName } from './tables.ts';

/** The tables of the parts that bundle. */
export const BUNDLED = ['hono', 'github', generatedName(1_000)];

/** Drops the packages of the other contenders from the bundle of one. */
const oneRouter: Plugin = {
  name: 'one router',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^.]/ }, async ({ path, importer, pluginData, ...options }) => {
      if (pluginData === oneRouter || !importer.endsWith('routers.ts')) return undefined;
      const found = await resolve(path, { ...options, importer, pluginData: oneRouter });
      return { ...found, sideEffects: false };
    });
  },
};

/**
 * Bundles and minifies a module.
 *
 * @param contents its source, in this folder
 * @returns the bundle's source
 */
export async function bundle(contents: string, format: Format): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    alias: {
      waymark: fileURLToPath(new URL('index.js', OWN_DIST)),
      'waymark/compiled': fileURLToPath(new URL('compiled.js', OWN_DIST)),
    },
    plugins: [oneRouter],
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format,
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

/** Runs a function with an empty folder, which is removed afterwards. */
export async function inFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-bench-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
