import type { Resolution } from '../resolve/resolution.ts';
import type { Router } from '../resolve/resolver.ts';

/** The members of an application that {@link passMissing} changes. */
interface Answering {
  readonly router: Router;
  readonly reported: Set<string>;
}

/**
 * Makes the application of a middleware with `onMissing: 'pass'`. A path that only has routes for
 * other methods is not found, so the middleware passes it on. A blocked path stays blocked. A
 * `404_override` without an action is not reported.
 */
export function passMissing<Application extends Answering>(application: Application): Application {
  const { router } = application;
  return {
    ...application,
    router: {
      ...router,
      resolve: (method, path) => pass(router.resolve(method, path)),
      resolveHead: (path) => pass(router.resolveHead(path)),
    },
    reported: new Set([router.settings.notFoundOverride ?? '']),
  };
}

function pass(resolution: Resolution): Resolution {
  return resolution.status === 'method-not-allowed' ? { status: 'not-found' } : resolution;
}
