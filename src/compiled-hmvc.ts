/** `waymark/hmvc` for bundles, whose tables a build has compiled. */
export * from './hmvc.ts';
export { createControllers } from './record/compiled-controllers.ts';
export { withModuleRoutes } from './record/modules.ts';
