/** The same small application in each framework: photos as JSON. */
import { H3 } from 'h3';
import { Hono } from 'hono';
import { AutoRouter, type IRequest } from 'itty-router';

const bundle = new URL('../../../dist/fetch.js', import.meta.url).href;
const { createFetchHandler } = (await import(bundle)) as typeof import('../../../src/fetch.ts');

/** A function that answers requests. */
export type Fetch = (request: Request) => Response | Promise<Response>;

/** The answer for one photo, the same in every application. */
const photo = (id: string) => ({ id, title: 'The beach' });

const ROUTES = {
  'GET photos': 'photos',
  'POST photos': 'photos/create',
  'GET photos/(:any)': 'photos/show/$1',
  'DELETE photos/(:any)': 'photos/remove/$1',
};

/** The applications, by name. */
export const applications: ReadonlyMap<string, Fetch> = new Map([
  ['waymark, controller', ofControllers()],
  ['waymark, handler', ofHandlers()],
  ['hono', ofHono()],
  ['h3', ofH3()],
  ['itty-router', ofIttyRouter()],
]);

function ofControllers(): Fetch {
  return createFetchHandler({
    routes: ROUTES,
    // An import, as in files found in a folder or listed by hand.
    files: { 'application/controllers/photos.ts': () => import('./photos.ts') },
  });
}

function ofHandlers(): Fetch {
  const text = () => 'photos';
  const handlers = Object.fromEntries(Object.keys(ROUTES).map((key) => [key, text]));
  return createFetchHandler({
    routes: ROUTES,
    handlers: { ...handlers, 'GET photos/(:any)': ({ params }) => photo(params[0]) },
  });
}

function ofHono(): Fetch {
  const app = new Hono();
  app.get('/photos', (context) => context.text('photos'));
  app.post('/photos', (context) => context.text('photos'));
  app.get('/photos/:id', (context) => context.json(photo(context.req.param('id'))));
  app.delete('/photos/:id', (context) => context.text('photos'));
  return (request) => app.fetch(request);
}

function ofH3(): Fetch {
  const app = new H3();
  app.get('/photos', () => 'photos');
  app.post('/photos', () => 'photos');
  app.get('/photos/:id', (event) => photo(String(event.context.params?.id)));
  app.delete('/photos/:id', () => 'photos');
  return (request) => app.fetch(request);
}

function ofIttyRouter(): Fetch {
  const app = AutoRouter();
  app.get('/photos', () => 'photos');
  app.post('/photos', () => 'photos');
  app.get('/photos/:id', (request: IRequest) => photo(request.params.id));
  app.delete('/photos/:id', () => 'photos');
  return (request) => app.fetch(request);
}
