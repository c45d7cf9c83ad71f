/** What the plugins for all bundlers share, for one build. */
import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { WaymarkError } from 'waymark';
import { badArgument, readFlag, readOptions, readString } from 'waymark/internal';
import type { Output } from '../cli/compile/bundled.ts';
import type { PlacedFinding } from '../cli/compile/program.ts';
import { writeResult } from '../cli/write.ts';
import { filesModule } from './files.ts';
import { fillOutput, WHERE } from './output.ts';
import type { RunProgram } from './run.ts';

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

export class Build {
  readonly options: ReadOptions;
  private cwd = process.cwd();
  compiles = true;
  /** Where the bundler has found the modules of the package. */
  packageFolder = '';
  /** The files of each module whose tables a development server has checked. */
  private readonly looked = new Map<string, readonly string[]>();

  constructor(
    given: PluginOptions | undefined,
    private readonly run: RunProgram,
  ) {
    this.options = readPluginOptions(given);
  }

  /** @param compiles whether to compile tables if the options don't say */
  start(cwd: string, compiles: boolean): void {
    this.cwd = cwd;
    this.compiles = this.options.compile ?? compiles;
  }

  /**
   * Checks the tables of a module that may make routers, for a development server: the module runs
   * as it is written, with the package that checks each call.
   */
  async look(file: string, code: string, warn: Warn): Promise<void> {
    const { check, types } = this.options;
    const isAsked = check || types !== undefined;
    const mayMake = MAKES.test(code) && code.includes('waymark');
    if (isAsked && mayMake && !IN_PACKAGE.test(file)) await this.lookAgain(file, warn);
  }

  /** Checks the tables that a changed file may be part of. */
  async changed(file: string, warn: Warn): Promise<void> {
    for (const [module, files] of this.looked) {
      if (files.includes(file)) await this.lookAgain(module, warn);
    }
  }

  private async lookAgain(file: string, warn: Warn): Promise<void> {
    const { cwd, options } = this;
    const program = { file, cwd, isChecked: options.check, isUnbundled: false };
    try {
      const { findings, types, files } = await this.run(program);
      this.looked.set(file, files);
      for (const finding of findings) {
        if (finding.level !== 'unproved') warn(this.describe(finding));
      }
      await this.writeTypes(types);
    } catch (error) {
      // The application throws it as well, so it isn't hidden.
      warn(String(Object(error).message));
    }
  }

  /** Writes the module that lists the files for another one. */
  async filesModule(importer: string, isLazy = false): Promise<string> {
    const { cwd, options } = this;
    return await filesModule(importer, { cwd, roots: options.roots, isLazy });
  }

  /**
   * Compiles the tables of an output. Warnings about them are shown; errors stop the build.
   * @returns the text of each file that has tables, by its name
   */
  async fill(output: Output, warn: Warn): Promise<ReadonlyMap<string, string>> {
    const { cwd, packageFolder, options } = this;
    const settings = { cwd, packageFolder, isChecked: options.check };
    const filled = await fillOutput(output, settings, this.run);
    if (filled === null) return new Map();
    const { findings, types, texts } = filled;
    for (const finding of findings) if (finding.level === 'warning') warn(this.describe(finding));
    const errors = findings.filter(({ level }) => level === 'error');
    if (errors.length > 0) {
      const advice = 'correct the routes, or accept the finding with a comment';
      const problem = errors.map((finding) => this.describe(finding)).join('\n');
      throw new WaymarkError('bad-table', WHERE, problem, advice);
    }
    await this.writeTypes(types);
    return texts;
  }

  private describe({ kind, message, source: { file, line, column } }: PlacedFinding): string {
    return `${relative(this.cwd, file)}:${line}:${column}: ${message.replace(/\.$/, '')} (${kind})`;
  }

  private async writeTypes(types: readonly string[]): Promise<void> {
    const { cwd, options } = this;
    const { types: output } = options;
    if (output === undefined || types.length === 0) return;
    const text = mergeTypes(types);
    if ((await readFile(resolve(cwd, output), 'utf8').catch(() => null)) === text) return;
    await writeResult(text, { output }, { stdout: process.stdout, cwd }).catch(
      ({ message }: Error) => {
        const [problem, advice = 'name another file'] = message.split('; ');
        throw new WaymarkError('bad-argument', `${WHERE}, types`, problem, advice);
      },
    );
  }
}

type Warn = (message: string) => void;

/** Matches the path of a file in an installed package. */
export const IN_PACKAGE = /[\\/]node_modules[\\/]/;

/** Matches the name of a script that a bundler has made. */
export const SCRIPT = /\.[cm]?js$/;

/** Matches the name of a script's source map. */
export const SCRIPT_MAP = /\.[cm]?js\.map$/;

/** Matches code that may make a router. */
const MAKES = /\bcreate(?:Router|Fetch(?:Handler|Middleware))\b/;

/** Joins the results of `types` of `waymark-tools/inspect` for several tables. */
export function mergeTypes(texts: readonly string[]): string {
  const names = new Set(texts.flatMap((text) => text.match(/^ {4}.*\n/gm) ?? []));
  return texts[0].replace(/(?<=RouteNames \{\n)( {4}.*\n)*/, () => [...names].sort().join(''));
}

export type ReadOptions = PluginOptions & { readonly check: boolean };

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
    types: readString(WHERE, 'types', types),
    roots: roots ?? undefined,
  };
}
