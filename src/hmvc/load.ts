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
  const from =
    (kind: string, folder: string) =>
    async <Exports>(name: string): Promise<Exports> => {
      const call = `load.${kind}`;
      checkText(call, 'name', name);
      const file = find(shelf, module, folder, name);
      if (file !== undefined) return (await file.load()) as Exports; // the cast: only the caller knows
      throw noSuchFile(shelf, `${call}(${quote(name)})`, `${folder}/${name}`);
    };
  const load = async <Exports>(folder: string, name: string): Promise<Exports> => {
    checkText('load', 'folder', folder);
    checkText('load', 'name', name);
    const path = `${folder}/${name}`;
    const file = shelf.find(indexName(path));
    if (file !== undefined) return (await file.load()) as Exports; // the cast: as above
    throw noSuchFile(shelf, `load(${quote(folder)}, ${quote(name)})`, path);
  };
  return Object.assign(load, {
    model: from('model', 'models'),
    library: from('library', 'libraries'),
    config: from('config', 'config'),
    view: from('view', 'views'),
    core: from('core', 'core'),
  });
}

function checkText(call: string, what: string, text: unknown): void {
  if (typeof text !== 'string') throw badArgument(call, what, 'a string', text);
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
