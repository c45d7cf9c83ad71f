import { Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import { createControllers } from 'waymark/hmvc';
import { importRoutes } from 'waymark-tools/import';
import { check } from 'waymark-tools/inspect';
import routes from './routes.js';

/** A handler of the application. It answers /tools for the entries that few bundles contain. */
export function handleBelow(base = '') {
  const answer = createFetchHandler({
    routes: Route.collect(routes),
    base,
    controllers: createControllers({
      'application/controllers/photos.js': () => import('./application/controllers/photos.js'),
    }),
  });
  return (request) =>
    new URL(request.url).pathname === `${base}/tools` ? answerFromTools() : answer(request);
}

export const handle = handleBelow();

async function answerFromTools() {
  const table = { 'posts/(:any)': 'posts/$1', 'posts/new': 'posts/create', '(\\w+)/\\1': 'twice' };
  const findings = await check(table);
  const { code } = importRoutes("<?php $route['a'] = 'b';", { file: 'routes.php' });
  return Response.json({
    findings: findings.map(({ kind }) => kind),
    imported: code.includes('a'),
  });
}
