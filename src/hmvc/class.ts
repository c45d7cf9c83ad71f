import { WaymarkError } from '../errors/error.ts';
import type { ControllerClass } from './actions.ts';
import type { IndexedFile } from './files.ts';

/** The classes of imported files. Cached because `import()` looks up its module at each call. */
const imported = new WeakMap<IndexedFile, ControllerClass>();

/**
 * The class that a file exports as its default. The first call imports it; later calls are
 * synchronous.
 * @throws {WaymarkError} if the default export is not a class; and whatever the import throws
 */
export function readController(file: IndexedFile): ControllerClass | Promise<ControllerClass> {
  return imported.get(file) ?? importController(file);
}

async function importController(file: IndexedFile): Promise<ControllerClass> {
  const exported = defaultOf(await file.load());
  // An imported CommonJS module that was compiled has its default export inside the default.
  for (const candidate of [exported, defaultOf(exported)]) {
    if (typeof candidate !== 'function' || !candidate.prototype) continue;
    // The cast: the line above checked that it is a constructor.
    const controller = candidate as ControllerClass;
    imported.set(file, controller);
    return controller;
  }
  throw notAClass(file.path);
}

function defaultOf(value: unknown): unknown {
  // The cast opens a value of unknown form; the caller checks the result.
  return (value as { readonly default?: unknown } | null | undefined)?.default;
}

function notAClass(path: string): WaymarkError {
  const advice = "write 'export default class …'";
  return new WaymarkError('bad-files', path, 'its default export is not a class', advice);
}
