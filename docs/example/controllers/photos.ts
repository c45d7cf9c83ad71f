/** The photos, in memory. */
import { Route } from 'waymark';

interface Photo {
  readonly id: number;
  readonly title: string;
}

const photos = new Map<number, Photo>(
  ['Lighthouse', 'Harbour', 'Dunes'].map((title, index) => [index + 10, { id: index + 10, title }]),
);

export function index(): Response {
  const items = Array.from(photos.values(), ({ id, title }) => {
    return `<li><a href="${Route.url('photos.show', [id])}">${escapeHtml(title)}</a></li>`;
  });
  return html(`<h1>Photos</h1><ul>${items.join('')}</ul>`);
}

export function show(_request: Request, id: string): Response {
  const photo = photos.get(Number(id));
  if (photo === undefined) return missing();
  const data = Route.url('api.photo', [photo.id]);
  return html(`<h1>${escapeHtml(photo.title)}</h1><a href="${data}">data</a>`);
}

export function data(_request: Request, id: string): Response {
  const photo = photos.get(Number(id));
  return photo === undefined ? missing() : Response.json(photo);
}

export async function create(request: Request): Promise<Response> {
  const id = Math.max(9, ...photos.keys()) + 1;
  photos.set(id, { id, title: await request.text() });
  return new Response(null, {
    status: 201,
    headers: { location: Route.url('photos.show', [id]) },
  });
}

export async function update(request: Request, id: string): Promise<Response> {
  if (!photos.has(Number(id))) return missing();
  const photo = { id: Number(id), title: await request.text() };
  photos.set(photo.id, photo);
  return Response.json(photo);
}

// `delete` is a reserved word; an export may be called so all the same.
function remove(_request: Request, id: string): Response {
  return photos.delete(Number(id)) ? new Response(null, { status: 204 }) : missing();
}

export { remove as delete };

function missing(): Response {
  return new Response('No such photo', { status: 404 });
}

function html(body: string): Response {
  return new Response(`<!doctype html><meta charset="utf-8"><title>Gallery</title>${body}`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
