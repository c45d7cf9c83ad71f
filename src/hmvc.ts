/**
 * Finds the controller and the action of a destination, and runs them.
 * @module waymark/hmvc
 */
export { type Action, type ControllerClass, findAction } from './hmvc/actions.ts';
export { type CheckRoutesOptions, checkRoutes } from './hmvc/check.ts';
export type { Visit } from './hmvc/context.ts';
export { type Context, Controller } from './hmvc/controller.ts';
export { createControllers } from './hmvc/controllers.ts';
export { withExactNames } from './hmvc/exact.ts';
export { type FileIndex, type Files, type IndexedFile, indexFiles } from './hmvc/files.ts';
export { createLoader, type Loader, type LoaderOptions, type Module } from './hmvc/loader.ts';
export { createLocator, type Location, type Place } from './hmvc/locate.ts';
export type { Controllers } from './hmvc/optional.ts';
export { createContext, type Outcome, runDestination } from './hmvc/run.ts';
export { type ModuleRouteOptions, withModuleRoutes } from './modules/module-routes.ts';
export type { Load } from './table/handler.ts';
