/**
 * Compiles route tables while a bundler builds an application.
 * @module waymark-tools/plugin
 */
import type { Plugin } from 'esbuild';
import type { PluginOptions } from './plugin/build.ts';
import { esbuildPlugin } from './plugin/esbuild.ts';
import { type RollupPlugin, rollupPlugin } from './plugin/rollup.ts';
import { type RunProgram, runInThread } from './plugin/run.ts';
import { type WebpackPlugin, webpackPlugin } from './plugin/webpack.ts';

export type { PluginOptions } from './plugin/build.ts';
export type { RollupPlugin } from './plugin/rollup.ts';
export type { WebpackPlugin } from './plugin/webpack.ts';

/** The plugin of each bundler. */
export interface Waymark {
  readonly esbuild: (options?: PluginOptions) => Plugin;
  readonly rolldown: (options?: PluginOptions) => RollupPlugin;
  readonly rollup: (options?: PluginOptions) => RollupPlugin;
  readonly rspack: (options?: PluginOptions) => WebpackPlugin;
  readonly vite: (options?: PluginOptions) => RollupPlugin;
  readonly webpack: (options?: PluginOptions) => WebpackPlugin;
}

/** @param run runs the program that a bundler has made */
export function createPlugins(run: RunProgram): Waymark {
  const rollup = (options?: PluginOptions) => rollupPlugin(options, run);
  const webpack = (options?: PluginOptions) => webpackPlugin(options, run);
  return {
    esbuild: (options) => esbuildPlugin(options, run),
    ...{ rolldown: rollup, rollup, vite: rollup },
    ...{ rspack: webpack, webpack },
  };
}

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
