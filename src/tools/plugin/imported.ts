/** Finds out whether a module defines routes, itself or through the modules that it imports. */
import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createJiti, type Jiti } from 'jiti';
import { readImported, specifiersIn } from '../cli/load/imports.ts';
import { mayMatter, readModule } from './module.ts';

/** Finds the path of a module that a file imports; `null` if there is none to read. */
export type Resolver = (from: string, file: string) => string | null;

/**
 * Makes a function that resolves imports: relative ones, packages, and the `paths` of the nearest
 * `tsconfig.json`.
 *
 * @param file the path of a module
 */
export function resolverFor(file: string): Resolver {
  const settings = { fsCache: false, tsconfigPaths: true };
  let jiti: Jiti | undefined;
  return (from, parent) => {
    if (from.startsWith('.')) return resolve(dirname(parent), from);
    if (isBuiltin(from) || /^waymark(?:\/|$)/.test(from)) return null;
    try {
      // Here, since it throws if the nearest tsconfig.json extends a missing one.
      jiti ??= createJiti(pathToFileURL(file).href, settings);
      return fileURLToPath(jiti.esmResolve(from, { parentURL: pathToFileURL(parent).href }));
    } catch {
      // The bundler may know more, or report it.
      return null;
    }
  };
}

/** What a module's text says about routes. */
interface Facts {
  readonly file: string;
  readonly isDefining: boolean;
  readonly makesRouter: boolean;
  /** The paths in its imports. */
  readonly specifiers: readonly string[];
}

/** Finds out which imports of one module define routes. */
export class Search {
  private readonly resolver: Resolver;
  private readonly read = new Map<string, Promise<Facts | null>>();

  constructor(private readonly file: string) {
    this.resolver = resolverFor(file);
  }

  /**
   * Whether the code of an imported module, or of one that it imports, uses `Route` to define
   * routes. Modules that make a router of their own don't count.
   *
   * @param from the module's path as the import spells it, or the start of it
   */
  async definesRoutes(from: string): Promise<boolean> {
    const paths = new Set(await this.pathsOf(from, this.file));
    for (const path of paths) {
      const facts = await this.factsOf(path);
      if (facts === null || facts.makesRouter) continue;
      if (facts.isDefining) return true;
      for (const one of facts.specifiers) {
        for (const imported of await this.pathsOf(one, facts.file)) {
          if (one.startsWith('.') || (await mayUseWaymark(imported))) paths.add(imported);
        }
      }
    }
    return false;
  }

  /** The paths that an import may load: all files of a folder if only its start is known. */
  private async pathsOf(from: string, parent: string): Promise<readonly string[]> {
    const [start, ...values] = from.split('${');
    const known = values.length === 0 ? from : start.slice(0, start.lastIndexOf('/') + 1);
    const path = this.resolver(known, parent);
    if (path === null) return [];
    if (!known.endsWith('/')) return [path];
    const files = await readdir(path, { recursive: true }).catch(() => []);
    return files.filter((name) => SOURCE.test(name)).map((name) => join(path, name));
  }

  private factsOf(path: string): Promise<Facts | null> {
    const known = this.read.get(path);
    if (known !== undefined) return known;
    const facts = factsIn(path);
    this.read.set(path, facts);
    return facts;
  }
}

async function factsIn(path: string): Promise<Facts | null> {
  const found = await readImported(path);
  if (found === null) return null;
  const { code, file } = found;
  const module = mayMatter(code) ? readModule(code, file) : null;
  return {
    file,
    isDefining: module?.isDefining === true,
    makesRouter: module !== null && module.routers.length > 0,
    specifiers: specifiersIn(code),
  };
}

const SOURCE = /\.[cm]?[jt]sx?$/;

/** Whether a module is part of the application, or of a package that depends on waymark. */
async function mayUseWaymark(path: string): Promise<boolean> {
  const [folder] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path) ?? [];
  if (folder === undefined) return true;
  const described = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '');
  return described.includes('"waymark"');
}
