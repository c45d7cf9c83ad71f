/** Reads `waymark.config.ts`. */
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, isReserved, isSwitch, meant, quote, RESERVED } from 'waymark/internal';
import type { Config } from '../../inspect.ts';
import { isObject } from '../../shared/words.ts';
import type { Defaults, Options } from '../options.ts';
import { LoadFailure } from './failure.ts';
import { runnerIn } from './module.ts';
import { isFile } from './paths.ts';
import { readTokens } from './places.ts';
import { SOURCES } from './route-file.ts';

export async function withConfig(
  options: Options,
  known: readonly string[],
  cwd: string,
): Promise<Options> {
  const from = await findConfig(cwd);
  if (from === null) return options;
  const file = join(cwd, from);
  const { routes, files, roots, set, constant, autoRoute, guards, accept } = await readConfig(
    file,
    cwd,
  );
  const has = (name: keyof Config) => known.includes(name);
  const defaults: Defaults = {
    from,
    ...(routes !== undefined && { routes }),
    ...(has('files') && files !== undefined && { files }),
    ...(guards !== undefined && { guards }),
    ...(accept !== undefined && { accept: await placeAcceptances(accept, file) }),
  };
  return {
    ...(has('roots') && roots !== undefined && { roots }),
    ...(has('autoRoute') && autoRoute !== undefined && { autoRoute }),
    ...options,
    ...(has('set') && set !== undefined && { set: { ...textsOf(set), ...options.set } }),
    ...(has('constant') &&
      constant !== undefined && { constant: { ...textsOf(constant), ...options.constant } }),
    defaults,
  };
}

/** Adds the locations of acceptances, and makes the paths of their files absolute. */
async function placeAcceptances(accept: NonNullable<Config['accept']>, config: string) {
  const { keys } = readTokens(await readFile(config, 'utf8'));
  const start = keys.findIndex(({ text }) => text === 'accept');
  const kinds = keys.slice(start + 1).filter(({ text }) => text === 'kind');
  return accept.map(({ file, ...one }, index) => {
    const { line, column } = kinds[index] ?? { line: 1, column: 1 };
    return {
      ...one,
      ...(file !== undefined && { file: resolve(dirname(config), file) }),
      source: { file: config, line, column },
    };
  });
}

async function findConfig(cwd: string): Promise<string | null> {
  for (const end of SOURCES) {
    const name = `waymark.config${end}`;
    if (await isFile(join(cwd, name))) return name;
  }
  return null;
}

async function readConfig(file: string, cwd: string): Promise<Config> {
  let given: unknown;
  try {
    given = defaultOf(await runnerIn(cwd, { cached: false }).load(file));
  } catch (error) {
    throw new LoadFailure(file, cwd, error);
  }
  const problem = problemOf(given);
  // A string, since an error's stack would be taken for the location of the mistake.
  if (problem !== null) throw new LoadFailure(file, cwd, problem);
  return given as Config; // the cast: problemOf has checked it
}

/** The default export of a module. For CommonJS, it may be nested in another `default`. */
function defaultOf(module: unknown): unknown {
  const outer = Reflect.get(Object(module), 'default');
  return isObject(outer) && 'default' in outer ? outer.default : outer;
}

function problemOf(given: unknown): string | null {
  if (!isObject(given)) {
    return `it exports ${describe(given)} by default. Write export default { routes: 'src/routes.ts' }`;
  }
  for (const [name, value] of Object.entries(given)) {
    const check = CHECKS.get(name);
    if (check === undefined) {
      const names = [...CHECKS.keys()];
      const near = meant(name, names);
      const advice = `known options: ${names.join(', ')}`;
      return `${quote(name)} is not an option. ${near === null ? `The ${advice}` : `Write ${near}; ${advice}`}`;
    }
    if (value !== undefined && !check.isRight(value)) {
      return `${name} is ${describe(value)}. Write ${check.wanted}`;
    }
  }
  return null;
}

interface Check {
  readonly wanted: string;
  readonly isRight: (value: unknown) => boolean;
}

const isText = (value: unknown) => typeof value === 'string';

const PATH: Check = { wanted: 'a path such as src/routes.ts', isRight: isText };

const OPTIONS: Readonly<Record<keyof Config, Check>> = {
  routes: PATH,
  files: { ...PATH, wanted: "the application's folder" },
  roots: {
    wanted: "a list of folders, such as ['application', 'framework']",
    isRight: (value) => Array.isArray(value) && value.every(isText),
  },
  set: {
    wanted: `an object of ${RESERVED.join(', ')}`,
    isRight: (value) =>
      isObject(value) &&
      Object.entries(value).every(
        ([name, to]) => isReserved(name) && (isSwitch(name) ? typeof to === 'boolean' : isText(to)),
      ),
  },
  constant: {
    wanted: "an object of strings, numbers and booleans, such as { ADMIN: 'admin' }",
    isRight: (value) =>
      isObject(value) &&
      Object.values(value).every((one) => ['string', 'number', 'boolean'].includes(typeof one)),
  },
  accept: {
    wanted:
      "a list such as [{ kind: 'dot', rows: ['sitemap.xml'], reason: 'any character is meant' }]",
    isRight: (value) => Array.isArray(value) && value.every(isAcceptance),
  },
  guards: {
    wanted: "a list of members of meta, such as ['role']",
    isRight: (value) => Array.isArray(value) && value.every(isText),
  },
  autoRoute: { wanted: 'true or false', isRight: (value) => typeof value === 'boolean' },
};

const CHECKS = new Map(Object.entries(OPTIONS));

function isAcceptance(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { kind, reason, rows = [], file = '', ...others } = value;
  return (
    [kind, reason, file].every(isText) &&
    Array.isArray(rows) &&
    rows.every(isText) &&
    Object.keys(others).length === 0
  );
}

function textsOf(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
