/** The same small application in each framework: photos as JSON. */
import { H3 } from 'h3';
import { Hono } from 'hono';
import { AutoRouter, type IRequest } from 'itty-router';
import type { Context } from '../../src/hmvc.ts';

const bundle = (entry: string) => new URL(`../../dist/${entry}.js`, import.meta.url).href;
const { createFetchHandler } = (await import(
  bundle('fetch')
)) as typeof import('../../src/fetch.ts'); // the cast: the build has no types before it is built
const { Controller } = (await import(bundle('hmvc'))) as typeof import('../../src/hmvc.ts'); // as above

/** A function that answers requests. */
export type Fetch = (request: Request) => Response | Promise<Response>;

/** The answer for one photo, the same in every application. */
export const photo = (id: string) => ({ id, title: 'The beach' });

const ROUTES = {
  'GET photos': 'photos',
  'POST photos': 'photos/create',
  'GET photos/(:any)': 'photos/show/$1',
  'DELETE photos/(:any)': 'photos/remove/$1',
};

/** A controller as an application writes it. */
class Photos extends Controller<Context> {
  index() {
    return 'photos';
  }
  create() {
    return 'photos';
  }
  show(id: string) {
    return photo(id);
  }
  remove() {
    return 'photos';
  }
}

/** waymark with a controller, and with the server's class of responses if it has one. */
export function ofControllers(options: { readonly Response?: typeof Response } = {}): Fetch {
  return createFetchHandler({
    ...options,
    routes: ROUTES,
    files: { 'application/controllers/photos.ts': async () => ({ default: Photos }) },
  });
}

/** waymark with a function for each route. */
export function ofHandlers(): Fetch {
  const text = () => 'photos';
  const handlers = Object.fromEntries(Object.keys(ROUTES).map((key) => [key, text]));
  return createFetchHandler({
    routes: ROUTES,
    handlers: { ...handlers, 'GET photos/(:any)': ({ params }) => photo(params[0]) },
  });
}

export function ofHono(): Fetch {
  const app = new Hono();
  app.get('/photos', (context) => context.text('photos'));
  app.post('/photos', (context) => context.text('photos'));
  app.get('/photos/:id', (context) => context.json(photo(context.req.param('id'))));
  app.delete('/photos/:id', (context) => context.text('photos'));
  return (request) => app.fetch(request);
}

export function ofH3(): Fetch {
  const app = new H3();
  app.get('/photos', () => 'photos');
  app.post('/photos', () => 'photos');
  app.get('/photos/:id', (event) => photo(String(event.context.params?.id)));
  app.delete('/photos/:id', () => 'photos');
  return (request) => app.fetch(request);
}

export function ofIttyRouter(): Fetch {
  const app = AutoRouter();
  app.get('/photos', () => 'photos');
  app.post('/photos', () => 'photos');
  app.get('/photos/:id', (request: IRequest) => photo(request.params.id));
  app.delete('/photos/:id', () => 'photos');
  return (request) => app.fetch(request);
}
