import { createPlugins } from '../../src/tools/plugin/plugins.ts';
import { runInThread } from '../../src/tools/plugin/run.ts';

/** The plugin for scripts that Node runs as TypeScript; its thread is a built file. */
export const plugin = createPlugins(
  runInThread(new URL('../../dist/tools/plugin/thread.js', import.meta.url)),
);
