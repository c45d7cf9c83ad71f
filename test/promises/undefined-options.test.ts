/** Options may be `undefined`, also under `exactOptionalPropertyTypes`, which `npm run types` checks. */
import { expect, it } from 'vitest';
import { createRouter, Route } from 'waymark';
import { createFetchHandler, createFetchMiddleware } from 'waymark/fetch';
import { createGateway } from 'waymark/gateway';
import { checkRoutes, createControllers, createLoader, withModuleRoutes } from 'waymark/hmvc';
import { cookies, HttpError, readForm, readJson, readText, redirect, signUrl } from 'waymark/http';
import { findFiles } from 'waymark/node';
import { importRoutes } from 'waymark-tools/import';
import { check, diff, examples, explain, list, reach, reachAction } from 'waymark-tools/inspect';

const ROUTES = { 'photos/(:num)': 'photos/show/$1' };
const FILES = {
  'application/controllers/photos.ts': async () => ({
    default: class Photos {
      show() {}
    },
  }),
};
const NONE = undefined;
const router = { autoRoute: NONE, handlers: NONE, maxPathLength: NONE };
const handler = {
  ...router,
  ...{ context: NONE, onError: NONE, errorPages: NONE, errorStatus: NONE },
  ...{ Response: NONE, base: NONE, methodOverride: NONE },
};
const application = { routes: ROUTES, controllers: createControllers(FILES), ...handler };

/** A context whose request has a body. */
function contextOf(type: string, body: string) {
  const headers = { 'content-type': type };
  const request = new Request('http://localhost/', { method: 'POST', body, headers });
  return { request, headers: new Headers(), base: '', url: () => '/' };
}

const json = () => contextOf('application/json', '{}');
const form = () => contextOf('application/x-www-form-urlencoded', 'a=b');

const CALLS: Readonly<Record<string, () => unknown>> = {
  'Route.collect': () => Route.collect(() => Route.get('a', 'b', { as: NONE, meta: NONE })),
  createRouter: () => createRouter(ROUTES, router),
  createFetchHandler: () => createFetchHandler(application),
  createFetchMiddleware: () => createFetchMiddleware({ ...application, onMissing: NONE }),
  createGateway: () => {
    const { methodOverride, ...ported } = application;
    const server = { timeLimit: NONE, connections: NONE, trusted: NONE, webSockets: NONE };
    const php = 'http://127.0.0.1:8080';
    return createGateway({ ...ported, ...server, php, onFailure: NONE });
  },
  checkRoutes: () =>
    checkRoutes({
      ...{ routes: ROUTES, controllers: createControllers(FILES) },
      ...{ handlers: NONE, autoRoute: NONE, onMissing: NONE },
    }),
  createLoader: () => createLoader(FILES, { roots: NONE, settings: NONE }),
  withModuleRoutes: () => withModuleRoutes(ROUTES, FILES, { roots: NONE }),
  findFiles: () => findFiles('test', { extensions: NONE, import: NONE }),
  readJson: () => readJson(json(), { limit: NONE }),
  readForm: () => readForm(form(), { limit: NONE }),
  readText: () => readText(json(), { limit: NONE }),
  signUrl: () => signUrl('/', ['k'.repeat(32)], { maxAge: NONE }),
  redirect: () => redirect(json(), '/', 303, { external: NONE }),
  cookies: () => cookies(json()).set('a', 'b', { maxAge: NONE, path: NONE }),
  HttpError: () => new HttpError(404, NONE, { cause: NONE, issues: NONE }),
  list: () => list(ROUTES, { autoRoute: NONE }),
  examples: () => examples(ROUTES, { autoRoute: NONE }),
  explain: () => explain(ROUTES, 'GET', '/photos/7', { autoRoute: NONE }),
  diff: () => diff(ROUTES, ROUTES, { autoRoute: NONE }),
  reach: () => reach(ROUTES, 'photos/show', { autoRoute: NONE }),
  reachAction: () => reachAction(ROUTES, 'photos/show', FILES, { autoRoute: NONE, roots: NONE }),
  check: () =>
    check(ROUTES, {
      ...{ autoRoute: NONE, files: NONE, roots: NONE, alsoReached: NONE },
      ...{ sources: NONE, accept: NONE },
    }),
  importRoutes: () =>
    importRoutes("<?php $route['a'] = 'b';", {
      ...{ file: NONE, any: NONE, module: NONE, application: NONE, ci2: NONE },
      ...{ constants: NONE, read: NONE, list: NONE, env: NONE },
    }),
};

it.each(Object.entries(CALLS))(
  'an option that is undefined counts as left out: %s',
  async (_, call) => await expect(Promise.resolve().then(call)).resolves.not.toThrow(),
);
