/** Bundles applications with the plugin, and sends requests to the bundles. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import { registry } from '../../../src/define/registry.ts';
import { Route } from '../../../src/index.ts';
import type { PluginOptions } from '../../../src/tools/plugin.ts';
import { type Installed, installedApplication } from '../../support/installed.ts';
import { importNatively } from '../../support/native-import.ts';
import { plugin } from './answers.ts';

export { ask, messagesOf, plugin, run } from './answers.ts';

let installed: Installed;

/** Installs waymark for the tests of a file. */
export function installWaymark(): void {
  beforeAll(() => {
    installed = installedApplication('plugin');
  });
  afterAll(() => {
    installed.remove();
    // Bundles have other copies of waymark, whose URL builders throw errors of other classes.
    registry().builders.clear();
    // Their routes are in the same registry.
    Route.reset();
  });
}

/** An application's files, by name. */
export type FilesOf = Readonly<Record<string, string>>;

/** Writes an application into its own folder, and returns its path. */
export function applicationOf(files: FilesOf): string {
  const apps = join(installed.folder, 'apps');
  mkdirSync(apps, { recursive: true });
  const folder = mkdtempSync(join(apps, 'app-'));
  for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    installed.write(join(folder.slice(installed.folder.length), name), text);
  }
  return folder;
}

export interface Bundled {
  readonly folder: string;
  readonly code: string;
  readonly warnings: readonly string[];
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Bundles `app.ts`, and imports the result. */
export async function bundle(files: FilesOf, options: PluginOptions = {}): Promise<Bundled> {
  const folder = applicationOf(files);
  return await bundleIn(folder, options);
}

export async function bundleIn(folder: string, options: PluginOptions = {}): Promise<Bundled> {
  const outfile = join(folder, 'out', 'app.js');
  rmSync(outfile, { force: true });
  const { warnings } = await build({
    absWorkingDir: folder,
    ...{ entryPoints: ['app.ts'], bundle: true, format: 'esm', platform: 'node', outfile },
    ...{ target: 'node20', logLevel: 'silent', sourcemap: 'inline' },
    plugins: [plugin.esbuild(options)],
  });
  const code = readFileSync(outfile, 'utf8');
  Route.reset();
  const exports = await importNatively(`${pathToFileURL(outfile).href}?${Math.random()}`);
  return { folder, code, warnings: warnings.map(({ text }) => text), exports };
}

/**
 * Words of the compiler, the definitions and the tools, which a compiled bundle doesn't contain.
 */
export const COMPILER = /bad-placeholder|bad-pattern|Missing parameters|readdir\(/;
