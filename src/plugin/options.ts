/** The options of the plugin. */
import { badArgument } from '../errors/argument.ts';
import { readFlag, readOptions, readText } from '../errors/options.ts';

/** The options of the plugin `waymark/plugin`. */
export interface PluginOptions {
  /**
   * Whether tables are compiled. By default they are, except in Vite's development server and in
   * webpack's and rspack's mode `development`.
   */
  readonly compile?: boolean | undefined;
  /** Whether `check` looks at each table, as the command `waymark check` does; it does by default. */
  readonly check?: boolean | undefined;
  /**
   * A `.d.ts` file, from the folder of the project, which is kept up to date with the names of the
   * routes, as `waymark types` writes it.
   */
  readonly types?: string | undefined;
  /** Modules that are left alone: an expression that their paths, with forward slashes, match. */
  readonly exclude?: RegExp | undefined;
  /** The folders of controllers, for `findFiles`; `application` and `framework` by default. */
  readonly roots?: readonly string[] | undefined;
}

/** The options, read. */
export interface ReadOptions {
  readonly compile: boolean | undefined;
  readonly check: boolean;
  readonly types: string | undefined;
  readonly exclude: RegExp | undefined;
  readonly roots: readonly string[] | undefined;
}

const WHERE = 'waymark/plugin';

/**
 * Reads the options.
 *
 * @throws {WaymarkError} if one is unknown or wrong
 */
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
