/**
 * Every public name of `waymark/import`.
 * @module waymark/import
 */
export { type Imported, type ImportOptions, importRoutes } from './import/import.ts';
export type { Any } from './import/pcre.ts';
export type { Warning } from './import/php/journal.ts';
