/**
 * Translates route files and controllers of CodeIgniter to TypeScript.
 * @module waymark-tools/import
 */
export {
  actionNames,
  constructorOf,
  isFrameworkClass,
  type PhpClass,
  type PhpMethod,
  type PhpParameter,
  readClasses,
  runsWhenMade,
  traitsOf,
} from './import/classes/read.ts';
export { runsWhenLoaded } from './import/classes/runs.ts';
export {
  type ClassSource,
  type WriteClassesOptions,
  writeClasses,
} from './import/classes/write.ts';
export {
  type Imported,
  type ImportOptions,
  importRoutes,
  type ReadConfigOptions,
  readConfig,
  type Setting,
} from './import/import.ts';
export type { Any } from './import/pcre.ts';
export type { Warning } from './import/php/journal.ts';
export type { FolderEntry } from './import/php/machine.ts';
export { type FilePlace, readPlace } from './import/php/run.ts';
