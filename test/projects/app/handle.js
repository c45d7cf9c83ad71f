import { Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import { importRoutes } from 'waymark-tools/import';
import { check } from 'waymark-tools/inspect';
import routes from './routes.js';

const answer = createFetchHandler({
  routes: Route.collect(routes),
  files: {
    'application/controllers/photos.js': () => import('./application/controllers/photos.js'),
  },
});

/** Answers for the application, and at /tools for the entries that few bundles contain. */
export async function handle(request) {
  if (new URL(request.url).pathname !== '/tools') return answer(request);
  const table = { 'posts/(:any)': 'posts/$1', 'posts/new': 'posts/create', '(\\w+)/\\1': 'twice' };
  const findings = await check(table);
  const { code } = importRoutes("<?php $route['a'] = 'b';", { file: 'routes.php' });
  return Response.json({
    findings: findings.map(({ kind }) => kind),
    imported: code.includes('a'),
  });
}
