/** `waymark/hmvc` for bundles, whose tables a build has compiled. */
export * from './hmvc.ts';
export { createControllers, withModuleRoutes } from './record/compiled-controllers.ts';
