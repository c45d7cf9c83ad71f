/** `waymark/hmvc` for bundles, whose tables a build has compiled. */
export { createControllers, withModuleRoutes } from './compiled/compiled-controllers.ts';
export * from './hmvc.ts';
