/** The example application over HTTP, as `npm start` serves it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleServer, startExample } from '../support/example-server.ts';

let server: ExampleServer;

beforeAll(async () => {
  server = await startExample();
}, 30_000);
afterAll(() => server.stop());

function request(method: string, path: string, body?: string | URLSearchParams): Promise<Response> {
  return fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
}

const text = async (path: string) => (await request('GET', path)).text();

describe('the example', () => {
  it('prints its route table and where it is', () => {
    expect(server.output).toContain("'GET photos/(:num)'");
    expect(server.output).toContain("'photos/show/$1'");
    expect(server.output).toContain('(blocked)');
    expect(server.output).toContain(`The gallery is at http://localhost:${server.port}\n`);
  });

  it.each([
    ['GET', '/', 200],
    ['HEAD', '/', 200],
    ['GET', '/photos', 200],
    ['GET', '/photos/12', 200],
    ['HEAD', '/photos/12', 200],
    ['GET', '/photos/99', 404],
    ['GET', '/photos/latest', 404],
    ['GET', '/photos/new', 404],
    ['GET', '/photos/12/edit', 404],
    ['PATCH', '/photos/12', 405],
    ['OPTIONS', '/photos/12', 204],
    ['GET', '/photos/%zz', 400],
    ['GET', '/photos/12/comments', 200],
    ['GET', '/photos/99/comments', 404],
    ['GET', '/comments', 404],
    ['GET', '/albums', 200],
    ['POST', '/albums', 405],
    ['GET', '/api/v1/photos/10', 200],
    ['GET', '/api/v1/photos/99', 404],
    ['GET', '/health', 200],
    ['GET', '/tools', 200],
    ['GET', '/tools/photos/report', 200],
    ['GET', '/tools/albums/report', 200],
    ['GET', '/tools/comments/report', 404],
    ['GET', '/tools/photos/_missing', 404],
    ['GET', '/tools/nothing/report', 404],
    ['GET', '/nothing', 404],
  ])('answers %s %s with %i', async (method, path, status) => {
    expect((await request(method, path)).status).toBe(status);
  });

  it.each([
    ['/photos', "the application's layout over the framework's", '<title>Photos · Gallery</title>'],
    ['/nothing', "the framework's page for what is not found", 'Nothing is here.'],
    ['/photos/12', "the comments module's list", '<li>Windy that day.</li>'],
    ['/albums', 'what the photos module says is latest', '<ol><li>Dunes</li><li>Harbour</li></ol>'],
    ['/tools', "the context's home", '<a href="/tools/photos/report">'],
    ['/tools/photos/report', "the module's controller in the context", '{"photos":3}'],
    ['/tools/albums/report', "another module's controller in the context", '{"albums":1}'],
    ['/api/v1/photos/12', 'JSON for an object', '{"id":12,"title":"Dunes"}'],
    ['/health', "what the route's own handler returned", 'fine'],
  ])('shows at %s %s', async (path, _what, expected) => {
    expect(await text(path)).toContain(expected);
  });

  it('names the methods that are allowed with a 405', async () => {
    const response = await request('PATCH', '/photos/12');
    expect(response.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE');
  });

  it('changes its list through POST, PUT and DELETE', async () => {
    const created = await request('POST', '/photos', 'A <new> one');
    expect(created.status).toBe(201);
    const path = created.headers.get('location') ?? '';
    expect(await text(path)).toContain('<h1>A &#60;new&#62; one</h1>');
    expect(await text('/photos')).toContain('A &#60;new&#62; one');
    expect(await (await request('PUT', path, 'Sea')).json()).toMatchObject({ title: 'Sea' });
    expect((await request('DELETE', path)).status).toBe(204);
    expect((await request('GET', path)).status).toBe(404);
    expect((await request('PUT', path, 'Sea')).status).toBe(404);
    expect((await request('DELETE', path)).status).toBe(404);
  });

  it('takes comments from a form, and escapes them', async () => {
    const form = new URLSearchParams({ text: '<script>"&' });
    const posted = await request('POST', '/photos/11/comments', form);
    expect([posted.status, posted.headers.get('location')]).toEqual([303, '/photos/11']);
    expect(await text('/photos/11')).toContain('<li>&#60;script&#62;&#34;&#38;</li>');
    expect((await request('POST', '/photos/99/comments', form)).status).toBe(404);
  });

  it('deletes through an HTML form', async () => {
    const { headers } = await request('POST', '/photos', 'Mistake');
    const path = headers.get('location') ?? '';
    const deleted = await request('POST', path, new URLSearchParams({ _method: 'DELETE' }));
    expect([deleted.status, deleted.headers.get('location')]).toEqual([303, '/photos']);
    expect((await request('GET', path)).status).toBe(404);
    expect((await request('POST', '/photos/12')).status).toBe(405);
  });
});
