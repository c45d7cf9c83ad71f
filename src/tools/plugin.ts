/**
 * Compiles route tables while a bundler builds an application.
 * @module waymark-tools/plugin
 */
import { createPlugins, type Waymark } from './plugin/plugins.ts';
import { runInThread } from './plugin/run.ts';

export type { PluginOptions } from './plugin/build.ts';
export type { Waymark } from './plugin/plugins.ts';
export type { RollupPlugin } from './plugin/rollup.ts';
export type { WebpackPlugin } from './plugin/webpack.ts';

/**
 * The plugin for each bundler: `waymark.vite`, `waymark.rollup`, `waymark.rolldown`,
 * `waymark.esbuild`, `waymark.webpack` and `waymark.rspack`. Each takes {@link PluginOptions} and
 * returns a plugin for that bundler. In a build, the bundle gets a `Route` that compares its calls
 * with those of the build, and the tables that the build compiled.
 * @throws {WaymarkError} if an option is unknown or wrong. The build fails if a table can't be
 *   compiled, or `check` finds an error in it
 * @example
 * export default { plugins: [waymark.vite({ types: 'src/route-names.d.ts' })] }; // vite.config.ts
 */
export const waymark: Waymark = createPlugins(
  runInThread(new URL('./plugin/thread.js', import.meta.url)),
);
