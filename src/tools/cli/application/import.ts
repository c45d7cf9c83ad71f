/** Imports a whole CodeIgniter application. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { SuppliedTable } from 'waymark';
import { withModuleRoutes } from 'waymark/hmvc';
import { DEFAULT_CONTROLLER, readSettings, readTable } from 'waymark/internal';
import {
  actionNames,
  importRoutes,
  readClasses,
  runsWhenMade,
  writeClasses,
} from '../../import.ts';
import type { Io } from '../io.ts';
import { messageOf } from '../load/failure.ts';
import { isBelow, isFolder, slashed } from '../load/paths.ts';
import { environmentOf, filesBelow, readPhp } from '../load/php-file.ts';
import { evaluateRoutes } from '../load/route-file.ts';
import { type Options, UsageError } from '../options.ts';
import { writeSealed } from '../write.ts';
import { autoloadedBy, hooksOf, variablesOf } from './around.ts';
import {
  Classes,
  type ClassFile,
  hasController,
  hasMain,
  type MainFile,
  withoutCycles,
} from './classes.ts';
import { appCode, configCode, type Environment, entryCode } from './entry.ts';
import { EXTENSION, unknownExtension } from './extension.ts';
import { publicFolder, routerCode, SERVER, TEST } from './gateway.ts';
import { restCode, restFile } from './rest.ts';
import { type Done, findRows, type Outcome, reportImport, type Skeleton } from './rows.ts';
import {
  type AroundPlaces,
  type ClassPlace,
  CORE,
  constantsOf,
  isEmpty,
  ROOT,
  ROUTER,
  type RouteFilePlace,
  readPlaces,
  readSettingsOf,
  scanPhp,
} from './scan.ts';
import { checkVersion } from './version.ts';

/**
 * Imports an application: its route files, those of its environments and modules, and a skeleton of
 * each controller. No code of the application runs, neither PHP nor TypeScript.
 */
export async function importApplication(given: string, options: Options, io: Io): Promise<number> {
  const { output } = options;
  const folder = applicationIn(resolve(io.cwd, given), given);
  if (output === undefined) {
    throw new UsageError(`name the folder to write to: waymark import ${given} -o src`);
  }
  checkVersion(folder, options.ci2 ?? false);
  const { locations, unknown, ...settings } = readPlaces(folder, configsIn(folder), options, io);
  const { routeFiles, classes, links, ...found } = scanPhp(folder, locations);
  const job = new Job(folder, output, options, io, links.folders);
  const extensions = unknownExtension(folder, io.cwd);
  job.done.unknown.push(...unknown, ...extensions);
  if (extensions.length > 0) job.done.around.push(`${EXTENSION}: how it finds actions`);
  for (const link of [...new Set(links.broken)]) {
    job.done.unknown.push(`${slashed(relative(folder, link))}: the link leads nowhere`);
  }
  const roots = [...new Set([...locations.map(({ root }) => root), ROOT])];
  const files = job.classFiles(classes);
  job.around({ ...found, ...settings }, files);
  await job.tables(routeFiles, files, roots.length === 1 ? undefined : roots);
  await job.classes(files);
  if (options.gateway === true) await job.gateway();
  return reportImport(job.done, io);
}

function applicationIn(folder: string, given: string): string {
  const found = [folder, join(folder, ROOT)].find(
    (path) =>
      ['controllers', 'modules'].some((name) => isFolder(join(path, name))) ||
      configsIn(path, 'routes.php').length > 0,
  );
  if (found !== undefined) return found;
  throw new UsageError(
    `${given} is not a CodeIgniter application: it has neither a routes.php in config nor controllers nor modules`,
  );
}

/** The files of some names in `config` and in the folders of environments. */
function configsIn(folder: string, ...names: readonly string[]): string[] {
  const wanted = names.length === 0 ? ['config.php', 'application.php'] : names;
  const config = join(folder, 'config');
  if (!isFolder(config)) return [];
  const environments = readdirSync(config)
    .filter((name) => isFolder(join(config, name)))
    .sort();
  return ['', ...environments]
    .flatMap((environment) => wanted.map((name) => slashed(join('config', environment, name))))
    .filter((path) => existsSync(join(folder, path)));
}

/** A written default controller, in the importer's own code. */
const HOME = new RegExp(`^ *${DEFAULT_CONTROLLER}: `, 'm');

const SMALL = 'CodeIgniter 3 looks for a name with a capital; for version 2';
const CAPITAL =
  'CodeIgniter 2 looks for a name as a row or a URL spells it, mostly without a capital; for version 3';

type WrittenPlace = RouteFilePlace & { readonly code: string };

class Job {
  readonly done: Done = {
    files: new Map(),
    unknown: [],
    warnings: [],
    rows: [],
    closed: [],
    around: [],
  };

  constructor(
    private readonly folder: string,
    private readonly output: string,
    private readonly options: Options,
    private readonly io: Io,
    /** The real paths of linked folders. */
    private readonly linked: readonly string[],
  ) {}

  classFiles(places: readonly ClassPlace[]): ClassFile[] {
    const found = places.flatMap((place) => this.classFile(place));
    // The modular extensions look for a folder first.
    const hasFolders = existsSync(join(this.folder, EXTENSION));
    const files = found.filter((file) => hasFolders || !this.isHidden(file, found));
    const { unknown } = this.done;
    for (const { path } of places.filter(({ path }) => ROUTER.test(path))) {
      const file = files.find((one) => one.path === path);
      if (file === undefined || !isEmpty(file.classes)) {
        this.done.around.push(`${path}: how it finds actions`);
        unknown.push(
          `${path}: how it finds actions. Any row may lead elsewhere in PHP: compare each page with PHP's before you port it`,
        );
      }
    }
    const isOld = this.options.ci2 === true;
    const wrong = files.filter(
      ({ path, isController }) =>
        isController && (isOld ? /^[A-Z]/ : /^[a-z]/).test(basename(path)),
    );
    if (wrong.length > 0) {
      unknown.push(
        `${listed(wrong)}: whether PHP finds it. ${isOld ? CAPITAL : SMALL}, import again ${isOld ? 'without' : 'with'} --ci2`,
      );
    }
    return files;
  }

  /** Whether a controller is in a folder whose name CodeIgniter takes for another controller. */
  private isHidden({ path, isController }: ClassFile, files: readonly ClassFile[]): boolean {
    if (!isController) return false;
    for (let around = dirname(path); around.includes('/'); around = dirname(around)) {
      const name = basename(around).replace(/^./, (first) => first.toUpperCase());
      const other = `${dirname(around)}/${name}.php`;
      if (!files.some((file) => file.path === other)) continue;
      this.warn(`${path}: no request reaches it in PHP, which takes its folder for ${other}`);
      return true;
    }
    return false;
  }

  private classFile(place: ClassPlace): ClassFile[] {
    const { path, isController } = place;
    try {
      const file = this.readFile(place);
      if (file.classes.length === 0) return [];
      if (isController && file.main === null) {
        this.warn(
          `${path}: no class outside a namespace is named like the file, so PHP answers 404`,
        );
      }
      return [file];
    } catch (error) {
      if (isController) this.warn(messageOf(error));
      return [];
    }
  }

  private readFile(place: ClassPlace): ClassFile {
    const { path } = place;
    const classes = readClasses(readPhp(join(this.folder, path), this.io.cwd), path);
    const name = basename(path, '.php').toLowerCase();
    const outside = classes.filter(({ namespace }) => namespace === null);
    const main = outside.find((one) => one.name.toLowerCase() === name) ?? null;
    return { ...place, classes, main };
  }

  /** Looks for code that PHP runs around every action. */
  around(
    { around, folders, hasHooks, prefix, checks }: AroundPlaces,
    files: readonly ClassFile[],
  ): void {
    const { folder, io } = this;
    const known = new Classes(files);
    const core = files.filter(({ path, classes }) => CORE.test(path) && classes.some(runsWhenMade));
    this.runs([...checks, ...core.map(({ path }) => `${path}: its constructor`)]);
    const mayRun = (file: string) => {
      const path = slashed(relative(folder, file));
      const read = this.readFile({ path, target: '', module: null, isController: false });
      return !hasMain(read) || known.closedIn(read).length > 0;
    };
    for (const path of around) {
      const isHooks = path.endsWith('hooks.php');
      if (isHooks && !hasHooks) continue;
      try {
        const settings = readSettingsOf(path, folder, this.options, io.cwd);
        this.runs(
          isHooks
            ? hooksOf(path, settings)
            : autoloadedBy(path, settings, { folders, prefix, mayRun, cwd: io.cwd }),
        );
      } catch (error) {
        this.runs([`${path}: what it names, since it can't be read (${messageOf(error)})`]);
      }
    }
    for (const place of ['', 'public']) {
      this.runs(variablesOf(join(dirname(folder), place, 'index.php'), io.cwd));
    }
  }

  private runs(found: readonly string[]): void {
    this.done.around.push(...found);
    for (const one of found) {
      this.done.unknown.push(
        `${one}. app.ts leaves every page to PHP until you write there what it does`,
      );
    }
  }

  async tables(
    places: readonly RouteFilePlace[],
    files: readonly ClassFile[],
    roots: readonly string[] | undefined,
  ): Promise<void> {
    const written: WrittenPlace[] = [];
    for (const place of places) {
      const code = await this.routeFile(place);
      if (code !== null) written.push({ ...place, code });
    }
    const of = (isModule: boolean, isEnvironment: boolean) =>
      written.filter(
        ({ module, environment }) =>
          (module !== null) === isModule && (environment !== null) === isEnvironment,
      );
    const skeletons = skeletonsOf(files);
    const replaces = this.options.ci2 === true;
    const [own] = of(false, false);
    const base = own === undefined ? {} : await this.evaluated(own);
    const loaded: [string, () => Promise<unknown>][] = [];
    for (const place of of(true, false)) {
      const module = await this.evaluated(place);
      loaded.push([place.target, async () => ({ default: module })]);
    }
    const joined = await withModuleRoutes(base, Object.fromEntries(loaded), { roots });
    this.addRows(findRows(joined, skeletons, roots), '');
    const environments: Environment[] = [];
    for (const place of of(false, true)) {
      const table = await this.evaluated(place);
      const hasHome = HOME.test(place.code);
      environments.push({ name: String(place.environment), hasHome });
      const rows = findRows(replaces ? table : { ...base, ...table }, skeletons, roots);
      const isOwn = ({ key }: Outcome) =>
        Object.hasOwn(table, key) && (hasHome || key !== DEFAULT_CONTROLLER);
      this.addRows(rows.filter(isOwn), place.path);
    }
    this.checkFolders(joined, files);
    const modules = loaded.map(([target]) => target);
    const tables = { hasBase: own !== undefined, environments, replaces, modules, roots };
    await this.write('routes.ts', entryCode(tables));
    await this.write('app.ts', appCode(tables, this.done.around));
    const { cwd } = this.io;
    const target = resolve(cwd, this.output);
    // The other commands look for it in the folder where they run.
    const from = isBelow(cwd, target) ? cwd : target;
    const path = slashed(relative(from, target)) || '.';
    await this.write('waymark.config.ts', configCode(path, tables), from);
  }

  /** Writes a route file. Returns its code; `null` if the PHP can't be read. */
  private async routeFile({ path, target, module }: RouteFilePlace): Promise<string | null> {
    const file = join(this.folder, path);
    const { any, ci2 = false, include = [], constant = {}, env = {} } = this.options;
    const allowed = [
      this.folder,
      ...this.linked,
      ...include.map((folder) => resolve(this.io.cwd, folder)),
    ];
    try {
      const { code, warnings } = importRoutes(readPhp(file, this.io.cwd), {
        file: path,
        application: '.',
        module,
        ci2,
        ...(any === undefined || module !== null ? {} : { any }),
        constants: constantsOf(constant),
        ...filesBelow(file, allowed, this.folder),
        env: environmentOf(env, this.io.env),
      });
      for (const { file, line, message } of warnings) this.warn(`${file}:${line}: ${message}`);
      await this.write(target, code);
      return code;
    } catch (error) {
      if (error instanceof UsageError) throw error;
      this.warn(messageOf(error));
      return null;
    }
  }

  /** Evaluates a written route file. It has no table if it can't run: a constant may have no value. */
  private async evaluated({ path, code }: WrittenPlace): Promise<SuppliedTable> {
    try {
      return await evaluateRoutes(code);
    } catch (error) {
      this.done.unknown.push(
        `${path}: where its rows lead, since the written file can't run (${messageOf(error)}). If a constant has no value, import again with --constant`,
      );
      return {};
    }
  }

  private addRows(rows: readonly Outcome[], file: string): void {
    this.done.rows.push(...rows.map((row) => ({ ...row, file })));
  }

  /** Looks for controllers whose folders waymark and PHP find differently. */
  private checkFolders(table: SuppliedTable, files: readonly ClassFile[]): void {
    const { translateUriDashes } = readSettings(readTable(table, 'import').rows);
    const controllers = files.filter(({ isController }) => isController);
    const folderOf = ({ path }: ClassFile) => dirname(path.replace(/^.*\bcontrollers\//, ''));
    const dashed = controllers.filter((file) => folderOf(file).includes('-'));
    if (translateUriDashes && dashed.length > 0) {
      this.done.unknown.push(
        `${listed(dashed)}: the folder has a dash, which CodeIgniter keeps when it translates dashes, and waymark does not. Rename it here, with an underscore`,
      );
    }
    const deep = controllers.filter((file) => folderOf(file).split('/').length > 2);
    if (deep.length > 0) {
      this.done.unknown.push(
        `${listed(deep)}: more than two folders deep, where CodeIgniter finds it and waymark does not. Move it up, and change its rows`,
      );
    }
  }

  async classes(found: readonly ClassFile[]): Promise<void> {
    const files = withoutCycles(found);
    const known = new Classes(files);
    const controllers = files.filter(hasController);
    const wanted = new Set(controllers.flatMap((file) => [file, ...known.filesAbove(file)]));
    const inheriting = new Map<string, ClassFile[]>();
    for (const file of controllers) {
      for (const name of known.unknownFor(file)) {
        inheriting.set(name, [...(inheriting.get(name) ?? []), file]);
      }
    }
    for (const [name, heirs] of inheriting) {
      this.done.unknown.push(
        `${name}: the actions and the _remap that ${listed(heirs)} may have from it. Add them to the skeletons`,
      );
    }
    await this.rest(controllers, known);
    for (const file of controllers) {
      for (const closed of known.closedIn(file)) this.close(closed.own.name, closed.file.target);
    }
    for (const file of wanted) {
      const { path, target, classes } = file;
      const code = writeClasses(classes, {
        file: path,
        main: hasController(file) ? file.main.name : null,
        ancestors: (name) => known.ancestorsOf(name, file),
        sourceOf: (name) => known.sourceOf(name, file),
      });
      await this.write(target, code);
    }
  }

  async gateway(): Promise<void> {
    const parent = dirname(this.folder);
    const found = publicFolder(parent);
    if (found === null) {
      this.done.unknown.push("where PHP's index.php is. Write its folder in router.php");
    }
    const from = resolve(this.io.cwd, this.output);
    await this.write('router.php', routerCode(slashed(relative(from, found ?? parent)) || '.'));
    await this.write('server.ts', SERVER);
    await this.write('gateway.test.ts', TEST);
  }

  /** Writes the library for REST that controllers extend. */
  private async rest(controllers: readonly MainFile[], known: Classes): Promise<void> {
    const names = controllers.flatMap((file) => known.restOf(file) ?? []);
    for (const name of names) this.close(name, restFile(name));
    for (const name of new Set(names)) {
      this.done.unknown.push(
        `${name}: what its constructor checks, as config/rest.php says. Write that in ${restFile(name)}, which has its dispatch`,
      );
      await this.write(restFile(name), restCode(name));
    }
  }

  /** Counts a controller that waits for the constructor of a class. */
  private close(name: string, file: string): void {
    const { closed } = this.done;
    const found = closed.find((one) => one.name === name && one.file === file);
    if (found === undefined) closed.push({ name, file, controllers: 1 });
    else found.controllers += 1;
  }

  private async write(path: string, code: string, folder = this.output): Promise<void> {
    this.done.files.set(path, await writeSealed(path, folder, code, this.io));
  }

  private warn(message: string): void {
    this.done.warnings.push(message);
  }
}

function skeletonsOf(files: readonly ClassFile[]): Map<string, Skeleton> {
  const known = new Classes(files);
  return new Map(
    files.filter(hasController).map((file) => {
      const { target, main } = file;
      const actions = new Set(actionNames([main, ...known.ancestorsOf(main.name, file)]));
      if (known.restOf(file) !== null) actions.add('_remap');
      return [target, { actions, unknown: known.unknownFor(file) }];
    }),
  );
}

function listed(files: readonly { readonly path: string }[]): string {
  const names = files.slice(0, 3).map(({ path }) => path);
  return files.length > 3 ? `${names.join(', ')} and ${files.length - 3} more` : names.join(', ');
}
