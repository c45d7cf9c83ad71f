/** Writes the module that joins the tables of an imported application. */
import { DEFAULT_CONTROLLER } from 'waymark/internal';
import type { Fate } from './fates.ts';

/** The route file of an environment, such as `production`. */
export interface Environment {
  readonly name: string;
  /** Whether its route file sets the default controller. */
  readonly hasHome: boolean;
  /** The rows to correct. */
  readonly fates: readonly Fate[];
}

/** The tables of an application, and their rows to correct. */
export interface Tables {
  /** The rows of the application's route file; `null` if it has none. */
  readonly base: readonly Fate[] | null;
  readonly environments: readonly Environment[];
  /** Whether an environment's route file replaces the application's, as in CodeIgniter 2. */
  readonly replaces: boolean;
  /** The route files of modules. */
  readonly modules: readonly string[];
  /** The rows of module route files. */
  readonly late: readonly Fate[];
}

/** The server's module, for any runtime with a `fetch` handler. */
export const APP = `import { createFetchHandler } from 'waymark/fetch';
import { findFiles } from 'waymark/node';
import routes from './routes.ts';

const files = await findFiles(new URL('.', import.meta.url));

// Like CodeIgniter, autoRoute takes a path without a route as module, controller and action.
export default { fetch: createFetchHandler({ routes, files, autoRoute: true }) };
`;

const CONFIG = './application/config';

/** Merges two tables. Spreads would lose the names of their routes. */
const MERGED = `Object.defineProperties<Record<string, string>>({}, {
  ...Object.getOwnPropertyDescriptors(own),
  ...Object.getOwnPropertyDescriptors(environment ?? {}),
})`;

/**
 * Writes `routes.ts`: the application's table, overridden by the environment's, followed by those
 * of modules. It corrects rows that PHP answers with a 404, and rows whose action PHP finds only
 * because it ignores case. So the imported files can stay as they are in PHP.
 *
 * @param tables see {@link Tables}
 */
export function entryCode({ base, environments, replaces, modules, late }: Tables): string {
  const named = environments.map((_, at) => `environment${at + 1}`);
  const own = base === null ? '{}' : assign('base', corrections(base));
  const merged = replaces ? 'environment ?? own' : MERGED;
  const table = environments.length === 0 ? own : merged;
  const all = modules.length === 0 ? table : `await withModuleRoutes(${table}, modules)`;
  const corrected = corrections(late);
  return [
    ...(modules.length === 0 ? [] : ["import { withModuleRoutes } from 'waymark/hmvc';"]),
    ...(base === null ? [] : [`import base from '${CONFIG}/routes.ts';`]),
    ...environments.map(
      ({ name }, at) => `import ${named[at]} from ${literal(`${CONFIG}/${name}/routes.ts`)};`,
    ),
    '',
    ...moduleCode(modules),
    ...(environments.length === 0
      ? []
      : environmentCode(environments, named, own, base !== null && !replaces)),
    `export default ${assign(all, corrected)};`,
    '',
  ].join('\n');
}

function moduleCode(modules: readonly string[]): string[] {
  if (modules.length === 0) return [];
  const entries = modules.map(
    (path) => `  ${literal(path)}: () => import(${literal(`./${path}`)}),`,
  );
  return ['const modules = {', ...entries, '};', ''];
}

function environmentCode(
  environments: readonly Environment[],
  named: readonly string[],
  own: string,
  fillsHome: boolean,
): string[] {
  const needsHome = fillsHome && environments.some(({ hasHome }) => !hasHome);
  const entries = environments.map(({ name, hasHome, fates }, at) => {
    // Without its own default controller, its table has the one that Route.map fills in.
    const home = hasHome || !fillsHome ? [] : [`${DEFAULT_CONTROLLER},`];
    return `[${literal(name)}, ${assign(named[at], [...home, ...corrections(fates)])}],`;
  });
  return [
    `const own: Record<string, string> = ${own};`,
    ...(needsHome ? [`const { ${DEFAULT_CONTROLLER} = '' } = own;`] : []),
    '',
    'const environments = new Map<string, Record<string, string>>([',
    ...entries.flatMap((entry) => entry.split('\n')).map((line) => `  ${line}`),
    ']);',
    "const { NODE_ENV = 'development' } = process.env;",
    'const environment = environments.get(NODE_ENV);',
    '',
  ];
}

/** The entries of an object that corrects rows. */
function corrections(fates: readonly Fate[]): string[] {
  const rows = (kind: 'dead' | 'found') =>
    fates.flatMap((fate) =>
      fate.kind === kind && fate.instead !== null ? [correction(fate.key, fate.instead)] : [],
    );
  const [dead, respelled] = [rows('dead'), rows('found')];
  return [
    ...(dead.length === 0 ? [] : [DEAD, ...dead]),
    ...(respelled.length === 0 ? [] : ['// PHP ignores the case of an action.', ...respelled]),
  ];
}

const DEAD = '// No controller has these actions: PHP answers 404, and so does a block.';

function correction(key: string, to: string): string {
  const name = literal(key);
  return `${key === '__proto__' ? `[${name}]` : name}: ${literal(to)},`;
}

/** Changes entries of a table. A spread of it would lose the names of its routes. */
function assign(table: string, entries: readonly string[]): string {
  if (entries.length === 0) return table;
  return [`Object.assign(${table}, {`, ...entries.map((entry) => `  ${entry}`), '})'].join('\n');
}

/** Writes a string in TypeScript. */
function literal(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1);
  return `'${inside.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
