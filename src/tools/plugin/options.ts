/** The options of the plugin. */
import { badArgument, readFlag, readOptions, readText } from 'waymark/internal';

/** The options of the plugin `waymark-tools/plugin`. */
export interface PluginOptions {
  /**
   * Whether to compile tables. On by default, except in Vite's development server and in the mode
   * `development` of webpack and rspack.
   */
  readonly compile?: boolean | undefined;
  /** Whether to run `check` on each table, like the command `waymark check`; on by default. */
  readonly check?: boolean | undefined;
  /**
   * The path of a `.d.ts` file, relative to the project's folder. It is kept up to date with the
   * names of the routes, as `waymark types` would write it.
   */
  readonly types?: string | undefined;
  /** The folders of controllers, for `findFiles`; `application` and `framework` by default. */
  readonly roots?: readonly string[] | undefined;
}

export type ReadOptions = PluginOptions & { readonly check: boolean };

export const WHERE = 'waymark-tools/plugin';

export function readPluginOptions(given: PluginOptions | undefined): ReadOptions {
  const names = ['compile', 'check', 'types', 'roots'] as const;
  const { compile, check, types, roots } = readOptions(WHERE, given, names);
  const isList = Array.isArray(roots) && roots.every((root) => typeof root === 'string');
  if (roots !== undefined && roots !== null && !isList) {
    throw badArgument(WHERE, 'roots', "a list such as ['application']", roots);
  }
  return {
    compile: compile === undefined ? undefined : readFlag(WHERE, 'compile', compile),
    check: readFlag(WHERE, 'check', check ?? true),
    types: readText(WHERE, 'types', types),
    roots: roots ?? undefined,
  };
}
