/** Imports a whole CodeIgniter application. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { SuppliedTable } from 'waymark';
import { type Files, withModuleRoutes } from 'waymark/hmvc';
import { DEFAULT_CONTROLLER, isDefaultControllerWritten } from 'waymark/internal';
import { actionNames, importRoutes, readClasses, writeClasses } from '../../import.ts';
import { UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { environmentOf } from '../load/environment.ts';
import { messageOf } from '../load/failure.ts';
import { importerIn } from '../load/module.ts';
import { filesBelow, readPhp } from '../load/php-file.ts';
import { loadRouteFile } from '../load/route-file.ts';
import type { Options } from '../options.ts';
import { asTypeScript, Classes, type ClassFile } from './classes.ts';
import { constantsOf } from './constants.ts';
import { APP, type Environment, entryCode } from './entry.ts';
import { type Actions, type Fate, findFates, type Passed } from './fates.ts';
import { type Done, reportImport } from './report.ts';
import { type ClassPlace, type RouteFilePlace, scanPhp } from './scan.ts';
import { writeSealed } from './sealed.ts';

/** The root that holds the imported files. */
const ROOT = 'application';

/**
 * Imports an application: its route files, those of its environments and modules, and a skeleton of
 * each controller.
 *
 * @param given the folder `application`, or its parent
 * @param options `--output`, the folder to write to, and the importer's options
 * @param io receives the report
 * @returns the exit status: 1 if there are warnings
 * @throws {UsageError} if a folder is missing, or a file can't be written
 */
export async function importApplication(given: string, options: Options, io: Io): Promise<number> {
  const { output } = options;
  const folder = applicationIn(resolve(io.cwd, given), given);
  if (output === undefined) {
    throw new UsageError(`name the folder to write to: waymark import ${given} -o src`);
  }
  const { routeFiles, classes } = scanPhp(folder);
  const job = new Job(folder, output, options, io);
  for (const place of routeFiles) await job.routeFile(place);
  const files = classes.flatMap((place) => job.classFile(place));
  const passed = await job.tables(routeFiles, files);
  await job.classes(files, passed);
  return reportImport(job.done, io);
}

function applicationIn(folder: string, given: string): string {
  const found = [folder, join(folder, ROOT)].find((path) =>
    ['config/routes.php', 'controllers'].some((name) => existsSync(join(path, name))),
  );
  if (found !== undefined) return found;
  throw new UsageError(
    `${given} is not a CodeIgniter application: it has neither config/routes.php nor controllers`,
  );
}

/** The actions that each controller will have, by its path. */
function actionsOf(files: readonly ClassFile[]): Map<string, Actions> {
  const known = new Classes(files);
  return new Map(
    files.flatMap((file) => {
      const { path, isController, main } = file;
      if (!isController || main === null) return [];
      const line = [main, ...known.ancestorsFor(file)(main.name)];
      return [[targetOf(path), new Set(actionNames(line))]];
    }),
  );
}

/** The path of a PHP file's import. */
function targetOf(path: string): string {
  return `${ROOT}/${asTypeScript(path)}`;
}

class Job {
  readonly done: Done = { files: new Map(), warnings: [], fates: [] };

  constructor(
    private readonly folder: string,
    private readonly output: string,
    private readonly options: Options,
    private readonly io: Io,
  ) {}

  async routeFile({ path, module }: RouteFilePlace): Promise<void> {
    const file = join(this.folder, path);
    const { any, ci2 = false, include = [], constant = {}, env = {} } = this.options;
    const { code, warnings } = importRoutes(readPhp(file, this.io.cwd), {
      file: path,
      ci2,
      ...(any === undefined || module !== null ? {} : { any }),
      constants: constantsOf(constant),
      ...filesBelow(file, [this.folder, ...include], this.folder),
      env: environmentOf(env, this.io.env),
    });
    for (const { file, line, message } of warnings) this.warn(`${file}:${line}: ${message}`);
    await this.write(targetOf(path), code);
  }

  /** Reads the classes of a file; returns an empty list if it has none. */
  classFile(place: ClassPlace): ClassFile[] {
    const { path, isController } = place;
    try {
      const classes = readClasses(readPhp(join(this.folder, path), this.io.cwd), path);
      if (classes.length === 0) return [];
      const name = basename(path, '.php').toLowerCase();
      const main = classes.find((one) => one.name.toLowerCase() === name) ?? null;
      if (isController && main === null) {
        this.warn(`${path}: no class is named like the file, so PHP answers 404`);
      }
      return [{ ...place, classes, main }];
    } catch (error) {
      if (isController) this.warn(messageOf(error));
      return [];
    }
  }

  /**
   * Writes the module that joins the tables. Returns the number of arguments that their rows pass.
   */
  async tables(places: readonly RouteFilePlace[], files: readonly ClassFile[]): Promise<Passed> {
    const controllers = actionsOf(files);
    const passed = new Map<string, Map<string, number>>();
    const judge = (table: SuppliedTable) => findFates(table, controllers, passed);
    const own = places.find(({ module, environment }) => module === null && environment === null);
    const base = own === undefined ? {} : await this.load(own);
    const modules = this.moduleFiles(places);
    const fates = await judge(await withModuleRoutes(base, modules));
    this.done.fates.push(...fates);
    const environments: Environment[] = [];
    for (const place of places) {
      if (place.module === null && place.environment !== null) {
        environments.push(await this.environment(place, place.environment, base, judge));
      }
    }
    const isOwn = ({ key }: Fate) => Object.hasOwn(base, key);
    const code = entryCode({
      base: own === undefined ? null : fates.filter(isOwn),
      environments,
      replaces: this.options.ci2 === true,
      modules: Object.keys(modules),
      late: fates.filter((fate) => !isOwn(fate)),
    });
    await this.write('routes.ts', code);
    await this.write('app.ts', APP);
    return passed;
  }

  /** Judges the rows of an environment's route file. */
  private async environment(
    place: RouteFilePlace,
    name: string,
    base: SuppliedTable,
    judge: (table: SuppliedTable) => Promise<Fate[]>,
  ): Promise<Environment> {
    const loaded = await this.load(place);
    const hasHome = isDefaultControllerWritten(loaded);
    const { [DEFAULT_CONTROLLER]: _home, ...others } = loaded;
    const rows = hasHome ? loaded : others;
    const all = await judge(this.options.ci2 ? loaded : { ...base, ...rows });
    const fates = all.filter(({ key }) => Object.hasOwn(rows, key));
    this.done.fates.push(...fates.map((fate) => ({ ...fate, file: place.path })));
    return { name, hasHome, fates };
  }

  /** Writes the controllers and the classes that they extend. */
  async classes(files: readonly ClassFile[], passed: Passed): Promise<void> {
    const known = new Classes(files);
    const controllers = files.filter(({ isController, main }) => isController && main !== null);
    const wanted = new Set(controllers.flatMap((file) => [file, ...known.filesAbove(file)]));
    for (const file of wanted) {
      const { path, classes, isController, main } = file;
      const target = targetOf(path);
      const code = writeClasses(classes, {
        file: path,
        main: isController && main !== null ? main.name : null,
        ancestors: known.ancestorsFor(file),
        sourceOf: known.sourceFor(file),
        passed: (_, method) => passed.get(target)?.get(method) ?? Number.POSITIVE_INFINITY,
      });
      await this.write(target, code);
    }
  }

  private async load({ path }: RouteFilePlace): Promise<SuppliedTable> {
    return await loadRouteFile(this.absolute(targetOf(path)), {}, this.io.cwd);
  }

  private moduleFiles(places: readonly RouteFilePlace[]): Files {
    const load = importerIn(this.io.cwd, { cached: true });
    const own = places.filter(({ module, environment }) => module !== null && environment === null);
    const targets = own.map(({ path }) => targetOf(path));
    return Object.fromEntries(targets.map((target) => [target, () => load(this.absolute(target))]));
  }

  private absolute(target: string): string {
    return resolve(this.io.cwd, this.output, target);
  }

  private async write(path: string, code: string): Promise<void> {
    this.done.files.set(path, await writeSealed(join(this.output, path), code, this.io));
  }

  private warn(message: string): void {
    this.done.warnings.push(message);
  }
}
