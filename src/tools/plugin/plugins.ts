/** The plugin of each bundler. */
import type { Plugin } from 'esbuild';
import type { PluginOptions } from './build.ts';
import { esbuildPlugin } from './esbuild.ts';
import { type RollupPlugin, rollupPlugin } from './rollup.ts';
import type { RunProgram } from './run.ts';
import { type WebpackPlugin, webpackPlugin } from './webpack.ts';

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
