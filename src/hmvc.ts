/**
 * Finds the controller and the action of a destination, and runs them.
 * @module waymark/hmvc
 */
export {
  type Action,
  type ControllerClass,
  createContext,
  findAction,
  runDestination,
} from './hmvc/actions.ts';
export { type CheckRoutesOptions, checkRoutes } from './hmvc/check.ts';
export type { Context, Visit } from './hmvc/context.ts';
export { Controller, createControllers, withExactNames } from './hmvc/controllers.ts';
export type { Controllers } from './hmvc/controllers-option.ts';
export {
  type FileIndex,
  type Files,
  type IndexedFile,
  indexFiles,
  type RootsOption,
} from './hmvc/files.ts';
export { createLoader, type Loader, type LoaderOptions, type Module } from './hmvc/loader.ts';
export { createLocator, type Location } from './hmvc/locate.ts';
export { withModuleRoutes } from './modules/module-routes.ts';
export type { Load } from './table/request-context.ts';
