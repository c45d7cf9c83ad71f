/** Writes the modules that join the imported files. */
import { DEFAULT_CONTROLLER } from 'waymark/internal';
import { lineOf } from '../show/text.ts';

/** The route file of an environment, such as `production`. */
export interface Environment {
  readonly name: string;
  readonly hasHome: boolean;
}

export interface Tables {
  readonly hasBase: boolean;
  readonly environments: readonly Environment[];
  /** Whether an environment's route file replaces the application's, as in CodeIgniter 2. */
  readonly replaces: boolean;
  readonly modules: readonly string[];
  readonly roots: readonly string[] | undefined;
}

const CONFIG = './application/config';

/** Merges two tables. Spreads would lose the names of their routes. */
const MERGED = `Object.defineProperties<Record<string, string>>({}, {
  ...Object.getOwnPropertyDescriptors(own),
  ...Object.getOwnPropertyDescriptors(environment ?? {}),
})`;

/** Writes `routes.ts`: the application's table under the environment's, then those of modules. */
export function entryCode({ hasBase, environments, replaces, modules, roots }: Tables): string {
  const own = hasBase ? 'base' : '{}';
  const merged = replaces ? 'environment ?? own' : MERGED;
  const table = environments.length === 0 ? own : merged;
  const options = roots === undefined ? '' : `, { roots: ${list(roots)} }`;
  const all = modules.length === 0 ? table : `await withModuleRoutes(${table}, modules${options})`;
  return [
    ...(modules.length === 0 ? [] : ["import { withModuleRoutes } from 'waymark/hmvc';"]),
    ...(hasBase ? [`import base from '${CONFIG}/routes.ts';`] : []),
    ...environments.map(
      ({ name }, at) =>
        `import environment${at + 1} from ${literal(`${CONFIG}/${name}/routes.ts`)};`,
    ),
    '',
    ...moduleCode(modules),
    ...(environments.length === 0 ? [] : environmentCode(environments, own, hasBase && !replaces)),
    `export default ${all};`,
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

/** Without its own default controller, a table has the one that `Route.map` fills in. */
function environmentCode(
  environments: readonly Environment[],
  own: string,
  fillsHome: boolean,
): string[] {
  const fills = environments.map(({ hasHome }) => fillsHome && !hasHome);
  const entries = environments.map(({ name }, at) => {
    const table = `environment${at + 1}`;
    const filled = fills[at] ? `Object.assign(${table}, { ${DEFAULT_CONTROLLER} })` : table;
    return `  [${literal(name)}, ${filled}],`;
  });
  return [
    `const own: Record<string, string> = ${own};`,
    ...(fills.includes(true) ? [`const { ${DEFAULT_CONTROLLER} = '' } = own;`] : []),
    '',
    'const environments = new Map<string, Record<string, string>>([',
    ...entries,
    ']);',
    "const { NODE_ENV = 'development' } = process.env;",
    'const environment = environments.get(NODE_ENV);',
    '',
  ];
}

/**
 * Writes `app.ts`: the options of a gateway, and a server of what is ported.
 * @param around code that PHP runs around every action; if there is any, nothing is answered until it
 *   is written
 */
export function appCode({ roots }: Pick<Tables, 'roots'>, around: readonly string[]): string {
  const more = roots === undefined ? '' : `, { roots: ${list(roots)} }`;
  return `import { createFetchMiddleware } from 'waymark/fetch';
import { createControllers } from 'waymark/hmvc';
import { findFiles } from 'waymark/node';
import routes from './routes.ts';

const files = await findFiles(new URL('.', import.meta.url));

/** Also the options of a gateway, which passes on to PHP what has no action, or a skeleton's 501. */
export const application = {
  routes,
  controllers: createControllers(files${more}),
  // Like CodeIgniter: a path without a route is module, controller and action.
  autoRoute: true,${closed(around)}
};

/** Answers the actions that you have written. It is null for a request without an action. */
const answer = createFetchMiddleware({ ...application, onMissing: 'pass' });

export default {
  async fetch(request: Request): Promise<Response> {
    return (await answer(request)) ?? new Response('This is left to PHP', { status: 501 });
  },
};
`;
}

function closed(around: readonly string[]): string {
  if (around.length === 0) return '';
  const lines = around.map((one) => `// - ${lineOf(one)}`);
  return `
  // Write here what PHP runs around every action, or delete it. Until then, PHP answers every page.
  ${lines.join('\n  ')}
  context: () => {
    throw new Response('what PHP runs around an action is not written yet', { status: 501 });
  },`;
}

export function configCode(folder: string, { roots }: Pick<Tables, 'roots'>): string {
  const more = roots === undefined ? '' : `\n  roots: ${list(roots)},`;
  return `export default {
  files: ${literal(folder)},${more}
  autoRoute: true,
};
`;
}

function list(texts: readonly string[]): string {
  return `[${texts.map(literal).join(', ')}]`;
}

function literal(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1);
  return `'${inside.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
