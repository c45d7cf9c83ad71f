/** Maps the gallery's routes and answers requests through them. */
import { createRouter, Route } from 'waymark';
import './routes.ts';
import * as photos from './controllers/photos.ts';
import * as welcome from './controllers/welcome.ts';

type Action = (request: Request, ...args: string[]) => Response | Promise<Response>;

/** The actions that a destination may name; nothing else can be reached. */
const actions = new Map<string, Action>([
  ...Object.entries<Action>(photos).map(([name, run]) => [`photos/${name}`, run] as const),
  ['welcome', welcome.index],
  ['photos/developer/report', () => new Response('3 photos')],
  ['tools/dashboard', () => new Response('Tools')],
]);

export const table = Route.map({ default_controller: 'welcome' });

const router = createRouter(table);

export async function fetch(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const answer = router.resolve(request.method, pathname);
  switch (answer.status) {
    case 'found': {
      if (answer.handler !== undefined) return (await answer.handler(answer, request)) as Response; // the gallery's handlers return responses
      const segments = answer.destination.split('/');
      for (let length = segments.length; length > 0; length--) {
        const action = actions.get(segments.slice(0, length).join('/'));
        const args = segments.slice(length).map(decodeURIComponent);
        if (action !== undefined) return action(request, ...args);
      }
      return new Response('Not found', { status: 404 });
    }
    case 'method-not-allowed':
      return new Response('Method not allowed', {
        status: 405,
        headers: { allow: answer.allow.join(', ') },
      });
    case 'bad-request':
      return new Response(`Bad request: ${answer.reason}`, { status: 400 });
    default:
      return new Response('Not found', { status: 404 });
  }
}
