import type { Resolution } from '../resolve/resolution.ts';
import type { Router } from '../resolve/resolver.ts';

/**
 * Makes the router of a middleware with `onMissing: 'pass'`. A path that only has routes for other
 * methods is not found, so the middleware passes it on. A blocked path stays blocked.
 */
export function passWrongMethods(router: Router): Router {
  return {
    ...router,
    resolve: (method, path) => pass(router.resolve(method, path)),
    resolveHead: (path) => pass(router.resolveHead(path)),
  };
}

function pass(resolution: Resolution): Resolution {
  return resolution.status === 'method-not-allowed' ? { status: 'not-found' } : resolution;
}
