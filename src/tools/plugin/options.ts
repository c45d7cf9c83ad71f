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
  /** Matches the paths of modules to leave alone; paths have forward slashes. */
  readonly exclude?: RegExp | undefined;
  /** The folders of controllers, for `findFiles`; `application` and `framework` by default. */
  readonly roots?: readonly string[] | undefined;
}

export type ReadOptions = PluginOptions & { readonly check: boolean };

const WHERE = 'waymark-tools/plugin';

export function readPluginOptions(given: PluginOptions | undefined): ReadOptions {
  const names = ['compile', 'check', 'types', 'exclude', 'roots'] as const;
  const { compile, check, types, exclude, roots } = readOptions(WHERE, given, names);
  if (exclude !== undefined && exclude !== null && !(exclude instanceof RegExp)) {
    throw badArgument(WHERE, 'exclude', 'an expression such as /\\.stories\\.ts$/', exclude);
  }
  const isList = Array.isArray(roots) && roots.every((root) => typeof root === 'string');
  if (roots !== undefined && roots !== null && !isList) {
    throw badArgument(WHERE, 'roots', "a list such as ['application']", roots);
  }
  return {
    compile: compile === undefined ? undefined : readFlag(WHERE, 'compile', compile),
    check: readFlag(WHERE, 'check', check ?? true),
    types: readText(WHERE, 'types', types),
    exclude: exclude ?? undefined,
    roots: roots ?? undefined,
  };
}
