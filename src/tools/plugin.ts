/**
 * Compiles route tables while a bundler builds an application.
 * @module waymark-tools/plugin
 */
import { createUnplugin, type UnpluginInstance } from 'unplugin';
import { createFactory, inThread } from './plugin/factory.ts';
import type { PluginOptions } from './plugin/options.ts';

export type { PluginOptions } from './plugin/options.ts';

/**
 * The plugin for each bundler: `waymark.vite`, `waymark.rollup`, `waymark.rolldown`,
 * `waymark.esbuild`, `waymark.webpack` and `waymark.rspack`. Each takes {@link PluginOptions} and
 * returns a plugin for that bundler. In a build, it makes calls of `createRouter`,
 * `createFetchHandler` and `createFetchMiddleware` use tables that are compiled ahead of time, and
 * replaces `findFiles` by imports.
 * @throws {WaymarkError} if an option is unknown or wrong. The build fails if a table can't be
 *   compiled, or `check` finds an error in it
 * @example
 * export default { plugins: [waymark.vite({ types: 'src/route-names.d.ts' })] }; // vite.config.ts
 */
export const waymark: UnpluginInstance<PluginOptions | undefined, false> = createUnplugin(
  createFactory(inThread(new URL('./plugin/thread.js', import.meta.url))),
);
