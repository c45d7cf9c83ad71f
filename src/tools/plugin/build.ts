/** Rewrites the modules of one build. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { WaymarkError } from 'waymark';
import { createLoader } from 'waymark/hmvc';
import type { Made, PlacedFinding, Request } from './evaluate.ts';
import { findHandler } from './find-handler.ts';
import { Search } from './imported.ts';
import type { Evaluator } from './in-thread.ts';
import { type FilesCall, type Module, mayMatter, type RouterCall, readModule } from './module.ts';
import type { ReadOptions } from './options.ts';
import { prepareList, prepareRouter } from './prepare.ts';
import {
  type CompiledCall,
  type ListedCall,
  type PlacedHandler,
  type Rewritten,
  rewrite,
} from './rewrite.ts';
import type { Loading } from './running.ts';
import { mergeTypes } from './types.ts';

/** Shows warnings. */
interface Warned {
  warn(message: string): void;
}

/** The bundler's methods that a transform may call. */
export interface Host extends Warned {
  addWatchFile(file: string): void;
}

/** The way a bundler is run. */
export interface Mode {
  /** The folder of the project. */
  readonly cwd: string;
  readonly compile: boolean;
  /** Whether it is a development server, which imports files when they are needed. */
  readonly isServer: boolean;
}

/** A development server's table. */
interface Asked {
  readonly key: string;
  readonly request: Request;
  /** The files that the table depends on. */
  watched: readonly string[];
}

/** One build, or one development server. */
export class Build {
  mode: Mode = { cwd: process.cwd(), compile: true, isServer: false };
  /** The files whose definitions are in compiled tables. */
  private readonly compiled = new Set<string>();
  /** The types of the route names of each call. */
  private readonly types = new Map<string, string>();
  /** The tables that a development server checks again when one of their files changes. */
  private readonly asked = new Map<string, Asked>();
  /** The modules that list files, with the folders that they list. */
  private readonly listed = new Map<string, string>();

  constructor(
    private readonly options: ReadOptions,
    private readonly evaluator: Evaluator,
  ) {}

  /**
   * Rewrites a module.
   *
   * @param code its text, as the previous plugins left it
   * @param file its path
   * @param host the bundler
   * @returns `null` if it stays as it is
   * @throws {WaymarkError} if a table can't be compiled, or `check` finds an error in it
   */
  async transform(code: string, file: string, host: Host): Promise<Rewritten | null> {
    const { exclude } = this.options;
    if (!mayMatter(code) || isExcluded(file, exclude)) return null;
    const read = readModule(code, file);
    if (read === null) return null;
    const module = read.routers.length === 0 ? read : await withImported(read);
    const { compile, isServer } = this.mode;
    const lists: ListedCall[] = [];
    for (const call of module.lists) {
      const listed = await this.list(module, call, host);
      if (listed !== null) lists.push(listed);
    }
    const compiled: CompiledCall[] = [];
    for (const [index, call] of module.routers.entries()) {
      if (compile) compiled.push(await this.compile(module, call, index, host));
      else await this.inspect(module, call, index, host);
    }
    if (compiled.length > 0) this.warnOfBeside(module, host);
    const isCompiled = this.compiled.has(file);
    if (isCompiled || compiled.length > 0) this.warnOfNeeding(module, host);
    if (!compile && lists.length === 0) return null;
    // Without compiled tables, handlers stay in their definitions.
    const definitions = compile ? module.definitions : [];
    return rewrite({ ...module, definitions }, { compiled, lists, isCompiled, isLazy: isServer });
  }

  /**
   * Handles the change of a file in a development server.
   *
   * @returns the modules whose lists of files may have changed
   */
  async changed(file: string, isNew: boolean, host: Warned): Promise<readonly string[]> {
    for (const asked of this.asked.values()) {
      if (asked.watched.includes(file)) await this.look(asked, host);
    }
    if (!isNew) return [];
    return [...this.listed].flatMap(([module, folder]) =>
      relative(folder, file).startsWith('..') ? [] : [module],
    );
  }

  private request(module: Module, text: string, call?: RouterCall): Request {
    const hasNoFiles =
      call !== undefined &&
      call.maker !== 'createRouter' &&
      !call.properties.some(({ name }) => name === 'files');
    const { check: isChecked } = this.options;
    return { file: module.file, text, cwd: this.mode.cwd, hasNoFiles, isChecked };
  }

  private async compile(
    module: Module,
    call: RouterCall,
    index: number,
    host: Host,
  ): Promise<CompiledCall> {
    const prepared = prepareRouter(module, call);
    if ('problem' in prepared) throw this.refusal(module, call, prepared.problem);
    const made = await this.evaluator.router(this.request(module, prepared.text, call));
    for (const file of made.watched) {
      if (file !== module.file) {
        host.addWatchFile(file);
        this.compiled.add(file);
      }
    }
    this.report(made.findings, host);
    if (made.isEmpty && this.options.check) {
      const problem = `the table has no rows in the build, which runs only the table's expression and what it uses`;
      const advice = 'Pass functions that define routes to Route.collect';
      host.warn(`${this.show(module.file)}:${call.line}: ${problem}. ${advice}`);
    }
    await this.writeTypes(`${module.file} ${index}`, made);
    const { data, hasNames, methodOverride } = made;
    const handlers = await this.findHandlers(module, call, made);
    return { call, data, handlers, hasNames, methodOverride };
  }

  /** Finds the handlers of a table in the modules that define them. */
  private async findHandlers(
    module: Module,
    call: RouterCall,
    made: Made,
  ): Promise<PlacedHandler[]> {
    const modules = new Map<string, Module | null>([[module.file, module]]);
    const handlers: PlacedHandler[] = [];
    for (const { key, source, instance } of made.handlers) {
      if (source === null) {
        const problem = `the handler of '${key}' is not written in a call of Route`;
        throw this.refusal(module, call, problem);
      }
      const { file } = source;
      if (!modules.has(file)) modules.set(file, readModule(await readFile(file, 'utf8'), file));
      const defining = modules.get(file) ?? null;
      const found = findHandler(defining, key, { ...source, file: this.show(file) });
      handlers.push({ ...found, instance });
    }
    return handlers;
  }

  /** Checks a table that is made at run time, for a development server. */
  private async inspect(
    module: Module,
    call: RouterCall,
    index: number,
    host: Host,
  ): Promise<void> {
    const { check, types } = this.options;
    if (!check && types === undefined) return;
    const prepared = prepareRouter(module, call);
    if ('problem' in prepared) return;
    const key = `${module.file} ${index}`;
    const asked = { key, request: this.request(module, prepared.text, call), watched: [] };
    this.asked.set(key, asked);
    await this.look(asked, host);
  }

  private async look(asked: Asked, host: Warned): Promise<void> {
    try {
      const made = await this.evaluator.router(asked.request);
      // If the module itself changes, it comes here again with its new text.
      asked.watched = made.watched.filter((file) => file !== asked.request.file);
      for (const finding of made.findings) {
        if (finding.level !== 'unproved') host.warn(this.describe(finding));
      }
      await this.writeTypes(asked.key, made);
    } catch (error) {
      // The application throws it as well, so it isn't hidden.
      host.warn((error as Error).message); // the cast: the evaluator throws only Errors
    }
  }

  private async list(module: Module, call: FilesCall, host: Host): Promise<ListedCall | null> {
    const prepared = prepareList(module, call.args);
    if ('problem' in prepared) {
      const problem = `findFiles stays in the bundle, and reads folders at run time: ${prepared.problem}`;
      host.warn(`${this.show(module.file)}:${call.line}: ${problem}`);
      return null;
    }
    const { folder, sources, texts } = await this.evaluator.list(
      this.request(module, prepared.text),
    );
    this.listed.set(module.file, folder);
    const { roots } = this.options;
    // Only the names matter.
    const nothing = Promise.resolve.bind(Promise);
    const files = Object.fromEntries(sources.map((path) => [path, nothing]));
    const { index } = createLoader(files, { roots });
    const kept = Array.from(index).filter(
      ([name]) => !this.mode.compile || !MODULE_ROUTES.test(name),
    );
    return {
      call,
      sources: new Map(kept.map(([, { path }]) => [path, join(folder, path)])),
      texts,
    };
  }

  /** Reports a table's findings. Warnings are shown; errors stop the build. */
  private report(findings: readonly PlacedFinding[], host: Host): void {
    const errors = findings.filter(({ level }) => level === 'error');
    for (const finding of findings) {
      if (finding.level === 'warning') host.warn(this.describe(finding));
    }
    if (errors.length === 0) return;
    const advice = 'correct the routes, or accept the finding with a comment';
    const problem = errors.map((finding) => this.describe(finding)).join('\n');
    throw new WaymarkError('bad-table', 'waymark-tools/plugin', problem, advice);
  }

  private describe({ kind, message, source: { file, line, column } }: PlacedFinding): string {
    return `${this.show(file)}:${line}:${column}: ${message.replace(/\.$/, '')} (${kind})`;
  }

  private warnOfBeside({ file, beside }: Module, host: Host): void {
    for (const line of new Set(beside)) {
      const problem = `this call may define routes, but the build does not run the function around it`;
      const advice = 'Call it at the top level of the module, or pass it to Route.collect';
      host.warn(`${this.show(file)}:${line}: ${problem}. ${advice}`);
    }
  }

  private warnOfNeeding({ file, needing }: Module, host: Host): void {
    for (const { method, line } of needing) {
      const problem = `Route.${method} needs the definitions, which do not run in the bundle`;
      const advice =
        method === 'map' ? 'Pass functions that define routes to Route.collect' : 'Use context.url';
      host.warn(`${this.show(file)}:${line}: ${problem}. ${advice}`);
    }
  }

  private async writeTypes(key: string, { types }: Made): Promise<void> {
    if (this.options.types === undefined) return;
    this.types.set(key, types);
    const file = resolve(this.mode.cwd, this.options.types);
    const text = mergeTypes([...this.types.values()]);
    if ((await readFile(file, 'utf8').catch(() => null)) === text) return;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  private refusal({ file }: Module, { maker, line }: RouterCall, problem: string): WaymarkError {
    const where = `${this.show(file)}:${line}`;
    const advice = `use only imports and top-level declarations in the call of ${maker}, or leave the module alone with the option exclude`;
    return new WaymarkError('bad-table', where, `${maker} can't be compiled: ${problem}`, advice);
  }

  private show(file: string): string {
    return relative(this.mode.cwd, file);
  }
}

function isExcluded(file: string, exclude: RegExp | undefined): boolean {
  return exclude !== undefined && file.replaceAll('\\', '/').search(exclude) !== -1;
}

/** The route files of modules, which run in the build. */
const MODULE_ROUTES = /^modules\/[^/]+\/config\/routes$/;

/** Adds the uses of other modules that define routes to the statements that run in the build. */
async function withImported(module: Module): Promise<Module> {
  const search = new Search(module.file);
  const running = [...module.running];
  const beside = [...module.beside];
  for (const one of module.imported) {
    if (!(await search.definesRoutes(one.from))) continue;
    running.push(...one.statements);
    beside.push(...one.beside);
  }
  const loading: Loading[] = [];
  for (const one of module.loading) {
    if (await search.definesRoutes(one.from)) loading.push(one);
  }
  return { ...module, running, beside, loading };
}
