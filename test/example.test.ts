/** The example application over real HTTP, as `npm start` serves it. */
import { serve } from 'srvx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetch as answer } from '../docs/example/app.ts';

const server = serve({ fetch: answer, port: 0, hostname: '127.0.0.1', silent: true });

beforeAll(() => server.ready());
afterAll(() => server.close(true));

function request(method: string, path: string, body?: string): Promise<Response> {
  return fetch(new URL(path, server.url), { method, ...(body !== undefined && { body }) });
}

describe('the example', () => {
  it.each([
    ['GET', '/', 200],
    ['GET', '/photos', 200],
    ['GET', '/photos/12', 200],
    ['GET', '/photos/99', 404],
    ['GET', '/photos/new', 404],
    ['GET', '/photos/12/edit', 404],
    ['PATCH', '/photos/12', 405],
    ['GET', '/photos/%zz', 400],
    ['GET', '/api/v1/photos/10', 200],
    ['GET', '/health', 200],
    ['GET', '/tools', 200],
    ['GET', '/tools/photos/report', 200],
    ['GET', '/tools/nothing/report', 404],
    ['GET', '/nothing', 404],
  ])('answers %s %s with %i', async (method, path, status) => {
    expect((await request(method, path)).status).toBe(status);
  });

  it('names the methods that are allowed with a 405', async () => {
    expect((await request('PATCH', '/photos/12')).headers.get('allow')).toBe('GET, PUT, DELETE');
  });

  it('changes its list through POST, PUT and DELETE', async () => {
    const created = await request('POST', '/photos', 'A <new> one');
    expect(created.status).toBe(201);
    const path = created.headers.get('location') ?? '';
    expect(await (await request('GET', path)).text()).toContain('A &#60;new&#62; one');
    expect(await (await request('PUT', path, 'Sea')).json()).toMatchObject({ title: 'Sea' });
    expect((await request('DELETE', path)).status).toBe(204);
    expect((await request('GET', path)).status).toBe(404);
    expect((await request('PUT', path, 'Sea')).status).toBe(404);
    expect((await request('DELETE', path)).status).toBe(404);
  });
});
