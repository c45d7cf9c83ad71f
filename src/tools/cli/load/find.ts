/** Finds the route file if no argument names one. */
import { stat } from 'node:fs/promises';
import { extname, join, relative, resolve } from 'node:path';
import { createLoader } from 'waymark/hmvc';
import type { Io } from '../io.ts';
import { type Options, UsageError } from '../options.ts';
import { SOURCES } from './route-file.ts';

export const STANDARD_INPUT = '-';

/** The places of an application's route file, in its folder or one of its roots. */
const PLACES = ['routes', 'config/routes'] as const;

/** The usual places of a project's route file. */
const USUAL = ['routes', 'src/routes', 'app/routes'] as const;

type Roots = Options['roots'];

const ENDS: readonly string[] = [...SOURCES, '.json'];

/** Finds the file to load if no argument is given, and names it on standard error. */
export async function findDefault(
  { files, roots, defaults }: Options,
  { cwd, stderr }: Pick<Io, 'cwd' | 'stderr'>,
): Promise<string | undefined> {
  if (defaults?.routes !== undefined) {
    stderr.write(`Reading ${defaults.routes}, as ${defaults.from} says.\n`);
    return defaults.routes;
  }
  if (files !== undefined) return undefined;
  if (defaults?.files !== undefined) {
    stderr.write(`Reading the application in ${defaults.files}, as ${defaults.from} says.\n`);
    return undefined;
  }
  const usual = await firstOf(cwd, USUAL);
  if (usual !== null) {
    stderr.write(`Reading ${relative(cwd, usual)}.\n`);
    return usual;
  }
  const near = await firstOf(cwd, placesIn(roots));
  const hint = near === null ? '' : `, such as ${relative(cwd, near)}`;
  throw new UsageError(`give a route file, a JSON table or the folder of an application${hint}`);
}

export async function hasDefault({ files, defaults }: Options, cwd: string): Promise<boolean> {
  const named = files ?? defaults?.routes ?? defaults?.files;
  return named !== undefined || (await firstOf(cwd, USUAL)) !== null;
}

/** Whether an argument looks like a table: it has the extension of a route file, or it exists. */
export async function isSource(argument: string, cwd: string): Promise<boolean> {
  if (argument === STANDARD_INPUT || ENDS.includes(extname(argument).toLowerCase())) return true;
  return (await stat(resolve(cwd, argument)).catch(() => null)) !== null;
}

/** Finds the route file of an application. */
export async function routeFileIn(folder: string, roots: Roots, cwd: string): Promise<string> {
  const found = await firstOf(folder, placesIn(roots));
  if (found !== null) return found;
  throw new UsageError(
    `there is no route file in ${relative(cwd, folder) || 'this folder'}: ` +
      `looked for ${placesIn(roots).join(', ')}, each with ${ENDS.join(', ')}. ` +
      'Name the file as well: waymark check FILE --files FOLDER',
  );
}

/** The first existing route file or JSON table; `null` if there is none. */
async function firstOf(folder: string, places: readonly string[]): Promise<string | null> {
  const paths = places.flatMap((name) => ENDS.map((end) => join(folder, `${name}${end}`)));
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found?.isFile() === true) return path;
  }
  return null;
}

function placesIn(roots: Roots = createLoader({}).roots): string[] {
  return ['', ...roots].flatMap((root) => PLACES.map((place) => join(root, place)));
}
