/** Good and hostile requests to the example, with the expected statuses. */

/** A request, with the only correct status. */
export interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body?: string;
}

const gets = (status: number, ...paths: string[]) =>
  paths.map((path): LoadRequest => ({ method: 'GET', path, status }));

/**
 * None of them adds to the example's data in memory. HEAD is missing, as autocannon waits for the
 * body that Content-Length announces.
 */
export const REQUESTS: readonly LoadRequest[] = [
  ...gets(200, '/', '/photos', '/photos/12', '/photos/12?page=2', '/photos/%31%32', '/photos//12/'),
  ...gets(200, '/albums', '/albums/coast', '/photos/new', '/photos/12/edit'),
  ...gets(200, '/photos/12/picture.svg', '/photos/12/comments', '/routes?path=/photos/12'),
  ...gets(200, '/style.css', '/health', '/tools', '/tools/photos/report', '/api/v1/photos/10'),
  { method: 'PUT', path: '/photos/12', status: 200, body: 'title=The+sea&album=coast' },
  { method: 'OPTIONS', path: '/photos/12', status: 204 },
  { method: 'PATCH', path: '/photos/12', status: 405 },
  { method: 'DELETE', path: '/photos/99', status: 404 },
  { method: 'PUT', path: '/photos/12', status: 422, body: 'title=The+sea&album=__proto__' },
  ...gets(404, '/tools/photos/reset', '/tools/photos/%72eset', '/x/../tools/./photos/reset'),
  ...gets(404, '/photos/12%2Fedit', '/photos/999999999999999999999999999999', '/__proto__'),
  ...gets(404, '/constructor/prototype', '/tools/photos/constructor', '/tools/photos/_page'),
  ...gets(404, `/${'a/'.repeat(900)}`, `/${'%2e%2e%2f'.repeat(100)}etc/passwd`),
  ...gets(400, `/${'a'.repeat(2100)}`, '/photos/%', '/photos/%C0%AF', '/photos/12%00'),
  ...gets(400, '/photos/12%0d%0aset-cookie:a=b'),
];
