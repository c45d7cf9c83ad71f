/** Builds the service worker that opens the playground without a network. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { assetsIn } from '../offline/references.ts';

const ENTRY = fileURLToPath(new URL('../offline/service-worker.ts', import.meta.url));

/** Files that the page needs whose names have no hash. */
const UNHASHED = ['logo.svg', 'vp-icons.css'];

/** A build's files by name: the properties used here. */
type Bundle = Readonly<
  Record<string, { type: 'asset' } | { type: 'chunk'; imports: string[]; dynamicImports: string[] }>
>;

/** Collects the playground's scripts, then writes the service worker after the pages. */
export function offline() {
  let scripts: readonly string[] = [];
  return {
    plugin: {
      name: 'playground-offline',
      apply: (_config: object, { isSsrBuild }: { isSsrBuild?: boolean }) => isSsrBuild !== true,
      generateBundle(_options: object, bundle: Bundle) {
        scripts = scriptsOf(bundle);
      },
    },
    async write({ outDir }: { readonly outDir: string }): Promise<void> {
      const html = readFileSync(join(outDir, 'playground.html'), 'utf8');
      const files = [...new Set([...UNHASHED, ...assetsIn(html), ...scripts])];
      const version = createHash('sha256')
        .update(JSON.stringify([html, files]))
        .digest('hex');
      await build({
        entryPoints: [ENTRY],
        outfile: join(outDir, 'playground-offline.js'),
        bundle: true,
        minify: true,
        target: 'es2022',
        define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(version.slice(0, 16)) },
      });
    },
  };
}

/** Lists the scripts of the application's core and of the playground, lazy ones included. */
function scriptsOf(bundle: Bundle): string[] {
  const found = new Set<string>();
  function follow(file: string, later: boolean): void {
    const chunk = bundle[file];
    if (found.has(file) || chunk?.type !== 'chunk') return;
    found.add(file);
    for (const next of chunk.imports) follow(next, later);
    if (later) for (const next of chunk.dynamicImports) follow(next, later);
  }
  const fileOf = (entry: string) =>
    Object.keys(bundle).find((file) => file.startsWith(`assets/${entry}.`)) ?? '';
  follow(fileOf('app'), false);
  follow(fileOf('playground.md'), true);
  return [...found];
}
