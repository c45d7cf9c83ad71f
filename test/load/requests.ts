/** Good and hostile requests to the example, with the expected statuses. */

/** A request, with the only correct status. */
export interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body?: string;
}

const get = (path: string, status: number): LoadRequest => ({ method: 'GET', path, status });

/**
 * None of them adds to the example's data in memory. HEAD is missing, as autocannon waits for the
 * body that Content-Length announces.
 */
export const REQUESTS: readonly LoadRequest[] = [
  get('/', 200),
  get('/photos', 200),
  get('/photos/12', 200),
  get('/photos/12?page=2', 200),
  get('/photos/%31%32', 200),
  get('/photos//12/', 200),
  get('/albums', 200),
  get('/albums/coast', 200),
  get('/photos/new', 200),
  get('/photos/12/edit', 200),
  get('/photos/12/picture.svg', 200),
  get('/photos/12/comments', 200),
  get('/routes?path=/photos/12', 200),
  get('/style.css', 200),
  get('/health', 200),
  get('/tools', 200),
  get('/tools/photos/report', 200),
  get('/api/v1/photos/10', 200),
  { method: 'PUT', path: '/photos/12', status: 200, body: 'title=The+sea&album=coast' },
  { method: 'OPTIONS', path: '/photos/12', status: 204 },
  { method: 'PATCH', path: '/photos/12', status: 405 },
  { method: 'DELETE', path: '/photos/99', status: 404 },
  { method: 'PUT', path: '/photos/12', status: 422, body: 'title=The+sea&album=__proto__' },
  get('/tools/photos/reset', 404),
  get('/tools/photos/%72eset', 404),
  get('/x/../tools/./photos/reset', 404),
  get('/photos/12%2Fedit', 404),
  get('/photos/999999999999999999999999999999', 404),
  get('/__proto__', 404),
  get('/constructor/prototype', 404),
  get('/tools/photos/constructor', 404),
  get('/tools/photos/_page', 404),
  get(`/${'a/'.repeat(900)}`, 404),
  get(`/${'%2e%2e%2f'.repeat(100)}etc/passwd`, 404),
  get(`/${'a'.repeat(2100)}`, 400),
  get('/photos/%', 400),
  get('/photos/%C0%AF', 400),
  get('/photos/12%00', 400),
  get('/photos/12%0d%0aset-cookie:a=b', 400),
];
