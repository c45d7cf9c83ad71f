/** Rewrites the modules of one build. */
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { WaymarkError } from 'waymark';
import { createLoader } from 'waymark/hmvc';
import { withImports } from '../cli/load/places.ts';
import { writeResult } from '../cli/write.ts';
import { withCapture } from './capture.ts';
import type { Evaluator, Made, PlacedFinding, Request } from './evaluate.ts';
import { findHandler } from './find-handler.ts';
import { type FilesCall, type Module, mayMatter, type RouterCall, readModule } from './module.ts';
import type { ReadOptions } from './options.ts';
import {
  type CompiledCall,
  type ListedCall,
  type PlacedHandler,
  type Rewritten,
  rewrite,
} from './rewrite.ts';

interface Warned {
  warn(message: string): void;
}

export interface Host extends Warned {
  addWatchFile(file: string): void;
}

interface Mode {
  readonly cwd: string;
  readonly compile: boolean;
  /** Whether it is a development server, which imports files when they are needed. */
  readonly isServer: boolean;
}

interface Asked {
  readonly key: string;
  readonly request: Request;
  watched: readonly string[];
}

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

  async transform(code: string, file: string, host: Host): Promise<Rewritten | null> {
    const { exclude } = this.options;
    const isExcluded = exclude !== undefined && file.replaceAll('\\', '/').search(exclude) !== -1;
    if (isExcluded || !mayMatter(code)) return null;
    const module = readModule(code, file);
    if (module === null) return null;
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
    const isCompiled = this.compiled.has(file);
    if (isCompiled || compiled.length > 0) this.warnOfNeeding(module, host);
    if (!compile && lists.length === 0) return null;
    // Without compiled tables, handlers stay in their definitions.
    const definitions = compile ? module.definitions : [];
    return rewrite({ ...module, definitions }, { compiled, lists, isCompiled, isLazy: isServer });
  }

  /** Handles the change of a file in a development server. */
  async changed(file: string, isNew: boolean, host: Warned): Promise<readonly string[]> {
    for (const asked of this.asked.values()) {
      if (asked.watched.includes(file)) await this.look(asked, host);
    }
    if (!isNew) return [];
    return [...this.listed].flatMap(([module, folder]) =>
      relative(folder, file).startsWith('..') ? [] : [module],
    );
  }

  private request(module: Module, call: RouterCall | FilesCall): Request {
    const { cwd } = this.mode;
    const isAlone = module.routers.length < 2;
    const maker = 'maker' in call ? call.maker : 'findFiles';
    const text = withCapture(module, call.callee);
    return { file: module.file, text, maker, cwd, isChecked: this.options.check, isAlone };
  }

  private async compile(module: Module, call: RouterCall, index: number, host: Host) {
    if (call.problem !== null) throw this.refusal(module, call, call.problem, HOW_TO_WRITE);
    const watch = (file: string) => {
      if (file !== module.file) host.addWatchFile(file);
    };
    const request = this.request(module, call);
    // Before the module runs, so that a change after an error starts the build again.
    for (const file of await withImports([module.file], request.text)) watch(file);
    const made = await this.evaluator.router(request).catch(({ message }: Error) => {
      throw this.refusal(module, call, message.replace(/\.$/, ''), HOW_TO_RUN);
    });
    if (made === null) {
      const problem = 'the module is loaded without reaching this call';
      throw this.refusal(module, call, problem, HOW_TO_REACH);
    }
    for (const file of made.watched) {
      watch(file);
      if (file !== module.file) this.compiled.add(file);
    }
    this.report(made.findings, host);
    await this.writeTypes(`${module.file} ${index}`, made);
    const { data, hasNames, last } = made;
    const handlers = await this.findHandlers(module, call, made);
    const place = `${this.show(module.file)}:${call.line}`;
    return { call, place, data, handlers, hasNames, last };
  }

  private async findHandlers(module: Module, call: RouterCall, made: Made) {
    const modules = new Map<string, Module | null>([[module.file, module]]);
    const handlers: PlacedHandler[] = [];
    for (const { key, source, instance } of made.handlers) {
      if (source === null) {
        const problem = `the handler of '${key}' is not written in a call of Route`;
        throw this.refusal(module, call, problem, HOW_TO_WRITE);
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
  private async inspect(module: Module, call: RouterCall, index: number, host: Host) {
    const { check, types } = this.options;
    if ((!check && types === undefined) || call.problem !== null) return;
    const key = `${module.file} ${index}`;
    const asked = { key, request: this.request(module, call), watched: [] };
    this.asked.set(key, asked);
    await this.look(asked, host);
  }

  private async look(asked: Asked, host: Warned): Promise<void> {
    try {
      const made = await this.evaluator.router(asked.request);
      // The application may make its router later.
      if (made === null) return;
      // The bundler itself runs this again after a change to the module.
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
    const { local } = call;
    const listed = local === null ? await this.evaluator.list(this.request(module, call)) : null;
    if (listed === null) {
      const reason =
        local === null
          ? 'the module is loaded without reaching it'
          : `it uses ${local}, a local variable`;
      const problem = `findFiles stays in the bundle, and reads folders at run time: ${reason}`;
      host.warn(`${this.show(module.file)}:${call.line}: ${problem}`);
      return null;
    }
    const { folder, sources, texts } = listed;
    this.listed.set(module.file, folder);
    // Only the names matter.
    const nothing = Promise.resolve.bind(Promise);
    const files = Object.fromEntries(sources.map((path) => [path, nothing]));
    const { index } = createLoader(files, { roots: this.options.roots });
    const kept = Array.from(index).filter(
      ([name]) => !this.mode.compile || !MODULE_ROUTES.test(name),
    );
    const paths = new Map(kept.map(([, { path }]) => [path, join(folder, path)]));
    return { call, sources: paths, texts };
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

  private warnOfNeeding({ file, needing }: Module, host: Host): void {
    for (const { method, line } of needing) {
      const problem = `Route.${method} needs the definitions, which do not run in the bundle`;
      const advice =
        method === 'map' ? 'Pass functions that define routes to Route.collect' : 'Use context.url';
      host.warn(`${this.show(file)}:${line}: ${problem}. ${advice}`);
    }
  }

  private async writeTypes(key: string, made: Made): Promise<void> {
    const { types: output } = this.options;
    if (output === undefined) return;
    this.types.set(key, made.types);
    const { cwd } = this.mode;
    const text = mergeTypes([...this.types.values()]);
    if ((await readFile(resolve(cwd, output), 'utf8').catch(() => null)) === text) return;
    await writeResult(text, { output }, { stdout: process.stdout, cwd }).catch(
      ({ message }: Error) => {
        const [problem, advice = 'name another file'] = message.split('; ');
        throw new WaymarkError('bad-argument', 'waymark-tools/plugin, types', problem, advice);
      },
    );
  }

  private refusal(module: Module, { maker, line }: RouterCall, problem: string, how: string) {
    const where = `${this.show(module.file)}:${line}`;
    const advice = `${how}, or leave the module alone with the option exclude`;
    return new WaymarkError('bad-table', where, `${maker} can't be compiled: ${problem}`, advice);
  }

  private show(file: string): string {
    return relative(this.mode.cwd, file);
  }
}

const MODULE_ROUTES = /^modules\/[^/]+\/config\/routes$/;

const HOW_TO_WRITE = 'call it with its table and options in place';
const HOW_TO_RUN =
  'the build runs the module up to this call, so keep everything before it free of side effects';
const HOW_TO_REACH =
  'call it at the top level of the module, or wait there for the function around it';

/** Joins the results of `types` of `waymark-tools/inspect` for several tables. */
export function mergeTypes(texts: readonly string[]): string {
  const isName = (line: string) => line.startsWith('    ');
  const [first, ...others] = texts.map((text) => text.split('\n'));
  const names = new Set([first, ...others].flatMap((lines) => lines.filter(isName)));
  const start = first.findIndex((line) => line.endsWith('RouteNames {')) + 1;
  const end = first.slice(start).filter((line) => !isName(line));
  return [...first.slice(0, start), ...[...names].sort(), ...end].join('\n');
}
