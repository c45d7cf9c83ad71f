/** Imports a PHP route file, and runs the file written from it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Route } from 'waymark';
import { type Imported, type ImportOptions, importRoutes } from '../../src/tools/import.ts';

/** Inside the package, so the written files can import `waymark` by name. */
const root = fileURLToPath(new URL('../', import.meta.url));

export interface Ran extends Imported {
  /** The default export of the file. */
  readonly table: Record<string, string>;
}

/**
 * @param body PHP without its opening tag
 * @param options those of `importRoutes`
 */
export async function imported(body: string, options: ImportOptions = {}): Promise<Ran> {
  const result = importRoutes(`<?php\n${body}`, options);
  return { ...result, table: await tableOf(result.code) };
}

/** Runs a written file, and returns its default export. */
export async function tableOf(code: string): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(root, '.import-'));
  const file = join(folder, 'routes.ts');
  writeFileSync(file, code);
  Route.reset();
  try {
    return (await import(/* @vite-ignore */ file)).default;
  } finally {
    Route.reset();
    rmSync(folder, { recursive: true });
  }
}
