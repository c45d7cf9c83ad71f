import { WaymarkError } from '../errors/error.ts';
import type { ControllerClass } from './controller.ts';
import type { IndexedFile } from './files.ts';

/** The classes of the files that were imported: `import()` looks its module up anew at each call. */
const imported = new WeakMap<IndexedFile, ControllerClass>();

/**
 * Imports a file, at the first call, and takes the class that it exports by default.
 *
 * @param file the controller's file
 * @returns the class; a promise of it where the file has to be imported
 * @throws {WaymarkError} where the default export is not a class; and whatever the import throws
 */
export function readController(file: IndexedFile): ControllerClass | Promise<ControllerClass> {
  return imported.get(file) ?? importController(file);
}

async function importController(file: IndexedFile): Promise<ControllerClass> {
  const exported = defaultOf(await file.load());
  // A compiler's CommonJS, when it is imported, has its default export inside of the default.
  for (const candidate of [exported, defaultOf(exported)]) {
    if (typeof candidate !== 'function' || !candidate.prototype) continue;
    // The cast narrows what has just been checked: a function that can be constructed.
    const controller = candidate as ControllerClass;
    imported.set(file, controller);
    return controller;
  }
  throw notAClass(file.path);
}

function defaultOf(value: unknown): unknown {
  // The cast opens a value of unknown form; what is read from it is checked by the caller.
  return (value as { readonly default?: unknown } | null | undefined)?.default;
}

/** A controller's file exports no class. */
function notAClass(path: string): WaymarkError {
  const advice = "write 'export default class …'";
  return new WaymarkError('bad-files', path, 'its default export is not a class', advice);
}
