import { Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import { createControllers, withModuleRoutes } from 'waymark/hmvc';
import { findFiles } from 'waymark/node';
import routes from './routes.js';

const files = await findFiles(new URL('.', import.meta.url));
const table = await withModuleRoutes(Route.collect(routes), files);

export default {
  fetch: createFetchHandler({ routes: table, controllers: createControllers(files) }),
};
