/** What the empty path reaches. */
import { Route } from 'waymark';

export function index(): Response {
  return new Response(`Welcome. The photos are at ${Route.url('photos.index')}\n`);
}
