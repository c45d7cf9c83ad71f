/** What the plugins for all bundlers share, for one build. */
import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { WaymarkError } from 'waymark';
import { badArgument, readFlag, readOptions, readText } from 'waymark/internal';
import type { PlacedFinding } from '../cli/compile/program.ts';
import { writeResult } from '../cli/write.ts';
import { filesModule } from './files.ts';
import { type Filled, fillOutput, hasPlaceholder, type Output, WHERE } from './output.ts';
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

/** The modules that stand in for those of the package in a bundle. */
const EXCHANGED: ReadonlyMap<string, string> = new Map([
  ['waymark', 'waymark/compiled'],
  ['waymark/fetch', 'waymark/compiled'],
  ['waymark/hmvc', 'waymark/compiled-hmvc'],
]);

export class Build {
  readonly options: ReadOptions;
  private cwd = process.cwd();
  private packageFolder = '';
  compiles = true;
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

  /** The module that stands in for another one; `undefined` if none does. */
  exchanged(id: string): string | undefined {
    return EXCHANGED.get(id);
  }

  /** Notes where the bundler has found the package. */
  found(file: string): void {
    this.packageFolder = dirname(file);
  }

  /**
   * Checks the tables of a module that may make routers, for a development server: the module runs
   * as it is written, with the package that checks each call.
   */
  async look(file: string, code: string, warn: (message: string) => void): Promise<void> {
    const { check, types } = this.options;
    const mayMatter =
      (check || types !== undefined) && /[\\/]node_modules[\\/]/.test(file) === false;
    if (!mayMatter || !MAKES.test(code) || !code.includes('waymark')) return;
    await this.lookAgain(file, warn);
  }

  /** Checks the tables that a changed file may be part of. */
  async changed(file: string, warn: (message: string) => void): Promise<void> {
    for (const [module, files] of this.looked) {
      if (files.includes(file)) await this.lookAgain(module, warn);
    }
  }

  private async lookAgain(file: string, warn: (message: string) => void): Promise<void> {
    const { cwd, options } = this;
    const program = { file, cwd, isChecked: options.check, isOptional: true };
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

  /** Compiles the tables of an output; `null` if it makes none. */
  async fill(output: Output, warn: (message: string) => void): Promise<Filled | null> {
    if (!output.files.some(({ code }) => hasPlaceholder(code))) return null;
    const { cwd, packageFolder, options } = this;
    const filled = await fillOutput(
      output,
      { cwd, packageFolder, isChecked: options.check },
      this.run,
    );
    this.report(filled.findings, warn);
    await this.writeTypes(filled.types);
    return filled;
  }

  /** Reports the findings of tables. Warnings are shown; errors stop the build. */
  private report(findings: readonly PlacedFinding[], warn: (message: string) => void): void {
    const errors = findings.filter(({ level }) => level === 'error');
    for (const finding of findings) if (finding.level === 'warning') warn(this.describe(finding));
    if (errors.length === 0) return;
    const advice = 'correct the routes, or accept the finding with a comment';
    const problem = errors.map((finding) => this.describe(finding)).join('\n');
    throw new WaymarkError('bad-table', WHERE, problem, advice);
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

/** Matches code that may make a router. */
const MAKES = /\bcreate(?:Router|Fetch(?:Handler|Middleware))\b/;

/** Joins the results of `types` of `waymark-tools/inspect` for several tables. */
export function mergeTypes(texts: readonly string[]): string {
  const isName = (line: string) => line.startsWith('    ');
  const [first, ...others] = texts.map((text) => text.split('\n'));
  const names = new Set([first, ...others].flatMap((lines) => lines.filter(isName)));
  const start = first.findIndex((line) => line.endsWith('RouteNames {')) + 1;
  const end = first.slice(start).filter((line) => !isName(line));
  return [...first.slice(0, start), ...[...names].sort(), ...end].join('\n');
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
    types: readText(WHERE, 'types', types),
    roots: roots ?? undefined,
  };
}
