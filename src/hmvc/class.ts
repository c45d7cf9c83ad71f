import { WaymarkError } from '../errors/error.ts';
import type { ControllerClass } from './controller.ts';
import type { IndexedFile } from './files.ts';

/**
 * Imports a file and takes the class that it exports by default.
 *
 * @param file the controller's file
 * @throws {WaymarkError} where the default export is not a class; and whatever the import throws
 */
export async function readController({ load, path }: IndexedFile): Promise<ControllerClass> {
  const exported = defaultOf(await load());
  // A compiler's CommonJS, when it is imported, has its default export inside of the default.
  for (const candidate of [exported, defaultOf(exported)]) {
    // The cast narrows what has just been checked: a function that can be constructed.
    if (typeof candidate === 'function' && candidate.prototype) return candidate as ControllerClass;
  }
  throw notAClass(path);
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
