/**
 * The parts of the library that waymark-tools is built from, and what benchmarks run of compiled
 * tables: `loadRouter` and `readProgram`. They may change with any release, so the tools need the
 * library of exactly their version. Applications use the other entries.
 */
// Code of two entries is built into a file of its own. So a bundle without Route contains none of it.

export {
  type BuiltTable,
  type Digest,
  END,
  type FoundRouter,
  type RecordedCall,
  type Reporter,
  reportTo,
  type TableArgument,
  type TableCalls,
} from './compiled/call.ts';
export type { CompiledControllers } from './compiled/compiled-controllers.ts';
export {
  loadRouter,
  readProgram,
} from './compiled/load.ts';
export { TABLES_MARK, type Tables } from './compiled/tables.ts';
export { writeCompiledTable } from './compiled/write.ts';
export { registry, type SourceTagger } from './define/registry.ts';
export { Route } from './define/route.ts';
export { badArgument, readFlag, readOptions, readString } from './errors/argument.ts';
export { fromAsyncCaller, fromCaller } from './errors/error.ts';
export { isOneOf } from './errors/kind.ts';
export { describe, distance, meant, nearest, quote, tableKey, visible } from './errors/show.ts';
export { actionsOf, argumentsOf, findInvoker, readController } from './hmvc/actions.ts';
export { fixedRoutes } from './hmvc/check.ts';
export { tableWithExactNames } from './hmvc/controllers.ts';
export { controllerName, SOURCE, sourceName } from './hmvc/files.ts';
export { makeLoader } from './hmvc/loader.ts';
export { createPlaceLister, INDEX } from './hmvc/locate.ts';
export { readInputs } from './http/read.ts';
export {
  collectBy,
  exportOf,
  hasRows,
  isDefining,
  isTable,
  membersOf,
} from './modules/route-file.ts';
export {
  CONTROLS,
  cutQuery,
  decodePath,
  encodeKept,
  encodeNormal,
  normalisePath,
  subjectOf,
} from './path/normalise.ts';
export type { PatternMatcher } from './pattern/machine.ts';
export { createMatcher } from './pattern/matcher.ts';
export { parsePattern } from './pattern/parse.ts';
export { BUILT_IN, withPlaceholders, withShortNames } from './pattern/placeholder.ts';
export { servedMethod } from './resolve/by-method.ts';
export { routerOfRows } from './resolve/create-router.ts';
export type { TableContents } from './table/carrier.ts';
export {
  isRedirect,
  parseDestination,
  readRedirect,
  referencesOf,
  variesIn,
} from './table/destination.ts';
export { isMethod } from './table/methods.ts';
export {
  DEFAULT_CONTROLLER,
  formatKey,
  isReserved,
  isSwitch,
  NOT_FOUND_OVERRIDE,
  RESERVED,
  type Row,
  readSettings,
  type Source,
  TRANSLATE_DASHES,
  withoutSlash,
} from './table/row.ts';
export { SCHEMAS } from './table/schema.ts';
export {
  actionRows,
  isHomeWritten,
  readTable,
  withHandlers,
  writeTable,
} from './table/table.ts';
export { groupsIn, isOptional } from './url/builder.ts';
export type { UrlsBelow } from './url/named.ts';
export { readParts } from './url/parts.ts';
