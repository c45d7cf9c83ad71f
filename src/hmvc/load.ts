/** Loads models, libraries, configuration, views and core classes, like CodeIgniter's loader. */
import { badArgument } from '../errors/argument.ts';
import { WaymarkError } from '../errors/error.ts';
import { nearest } from '../errors/nearest.ts';
import { quote } from '../errors/show.ts';
import type { Load } from '../table/load.ts';
import { byRoot, type IndexedFile, indexName } from './files.ts';

export interface Shelf {
  /** Finds the file with a name, given with or without an extension. */
  readonly find: (name: string) => IndexedFile | undefined;
  readonly all: () => readonly (readonly [string, IndexedFile])[];
}

/** Makes `load` for the controllers of a module, or for code in no module. */
export function createLoad(shelf: Shelf, module: string | null): Load {
  const from = (kind: string, folder: string) => {
    const places = (name: string) => find(shelf, module, folder, name);
    return <Exports>(name: string) => loaded<Exports>(shelf, places, kind, folder, name);
  };
  const load = <Exports>(folder: string, name: string) => {
    const place = () => shelf.find(indexName(`${folder}/${name}`));
    return loaded<Exports>(shelf, place, null, folder, name);
  };
  return Object.assign(load, {
    model: from('model', 'models'),
    library: from('library', 'libraries'),
    config: from('config', 'config'),
    view: from('view', 'views'),
    core: from('core', 'core'),
  });
}

async function loaded<Exports>(
  shelf: Shelf,
  findFile: (name: string) => IndexedFile | undefined,
  kind: string | null,
  folder: string,
  name: string,
): Promise<Exports> {
  for (const [what, text] of Object.entries({ folder, name })) {
    if (typeof text !== 'string') {
      throw badArgument(kind === null ? 'load' : `load.${kind}`, what, 'a string', text);
    }
  }
  const file = findFile(name);
  // The cast: only the caller knows what the file exports.
  if (file !== undefined) return (await file.load()) as Exports;
  const where =
    kind === null ? `load(${quote(folder)}, ${quote(name)})` : `load.${kind}(${quote(name)})`;
  throw noSuchFile(shelf, where, `${folder}/${name}`);
}

function find(shelf: Shelf, module: string | null, folder: string, name: string) {
  const [first, ...rest] = name.split('/');
  const names = [`modules/${first}/${folder}/${rest.join('/')}`];
  if (module !== null) names.unshift(`modules/${module}/${folder}/${name}`);
  const found = names.flatMap((inModule) => shelf.find(indexName(inModule)) ?? []);
  const [file] = byRoot(found, ({ root }) => root);
  return file ?? shelf.find(indexName(`${folder}/${name}`));
}

function noSuchFile(shelf: Shelf, where: string, name: string): WaymarkError {
  const files = new Map(shelf.all());
  const [first, ...others] = files.keys();
  const near = first && files.get(nearest(name, [first, ...others]));
  const hint = near
    ? `the nearest file is ${quote(near.path)}`
    : 'there are no files below the roots';
  const advice = "write the file's name without .ts, and a module's as 'module/name'";
  return new WaymarkError('bad-files', where, `no root has such a file; ${hint}`, advice);
}
