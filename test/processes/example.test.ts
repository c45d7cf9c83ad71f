/** The example application over HTTP, as served by `npm start`. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { METHODS, Route, type RouteTable } from 'waymark';
import { findFiles } from 'waymark/node';
import { check } from 'waymark-tools/inspect';
import { guarded } from '../../docs/example/framework/core/guard.ts';
import { type Expected, REQUESTS } from '../runtimes/example.ts';
import { type ExampleServer, startExample } from '../support/example-server.ts';

let server: ExampleServer;
let table: RouteTable;

beforeAll(async () => {
  server = await startExample();
  // The registry may contain another test file's routes.
  Route.reset();
  ({ table } = await import('../../docs/example/app.ts'));
}, 120_000);
afterAll(() => server.stop());
beforeEach(async () => {
  await send('POST', '/tools/photos/reset');
});

interface Sent {
  readonly body?: string | URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a request, and checks that the response allows no script and no foreign content. Uses a new
 * connection: on a busy machine, the server may close an idle one just as it is used.
 */
async function send(method: string, path: string, sent: Sent = {}): Promise<Response> {
  const headers = { ...sent.headers, connection: 'close' };
  const options = { method, redirect: 'manual', ...sent, headers } as const;
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, options);
  const policy = response.headers.get('content-security-policy') ?? '';
  for (const rule of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(rule);
  }
  expect(policy).not.toContain('script-src');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  return response;
}

const text = async (path: string) => (await send('GET', path)).text();

/** The address that a response redirects to. */
function locationOf({ status, headers }: Response): string {
  expect(status).toBe(303);
  return String(headers.get('location'));
}

it('the example has nothing that the checker finds', async () => {
  const files = await findFiles(new URL('../../docs/example/', import.meta.url));
  const alsoReached = ['errors/malformed', 'errors/method', 'errors/broken'];
  await expect(check(table, { files, alsoReached })).resolves.toEqual([]);
});

it('the example guards a response whose headers can not be changed', async () => {
  const answer = guarded(async () => Response.redirect('http://localhost/photos', 303));
  const { status, headers } = await answer(new Request('http://localhost/'));
  expect([status, headers.get('location')]).toEqual([303, 'http://localhost/photos']);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

/** Posts a form as a browser does. */
const submit = (path: string, fields: Readonly<Record<string, string>>) =>
  send('POST', path, { body: new URLSearchParams(fields) });

const PHOTO = { title: 'Sea', album: 'coast', caption: '', link: '' };

/** Adds a photo through the form, and returns its path. */
async function added(fields: Readonly<Record<string, string>> = {}): Promise<string> {
  return locationOf(await submit('/photos', { ...PHOTO, ...fields }));
}

describe('the pages of the example', () => {
  it.each<Expected>([
    ...REQUESTS,
    ['HEAD', '/', 200, ''],
    ['GET', '/photos', 200, '<title>Photos · Gallery</title>'],
    ['GET', '/photos', 200, '<a href="/photos" aria-current="page">Photos</a>'],
    ['GET', '/photos', 200, '<img src="/photos/7/picture.svg" alt="Lit windows'],
    ['GET', '/photos/7', 200, '<a class="button" href="/photos/7/edit">'],
    ['GET', '/photos/7/edit', 200, '<option value="city" selected>City</option>'],
    ['GET', '/photos/12', 200, 'Windy that day.'],
    ['HEAD', '/photos/12', 200, ''],
    ['GET', '/photos/new', 200, ''],
    ['GET', '/photos/12/edit', 200, ''],
    ['GET', '/photos/12/comments', 200, ''],
    ['GET', '/albums', 200, '<span>Dunes</span>'],
    ['POST', '/albums', 405, ''],
    ['GET', '/albums/coast', 200, ''],
    ['GET', '/api/v1/photos/12', 200, '{"id":12,"title":"Dunes","album":"desert"'],
    ['GET', '/routes', 200, ''],
    ['GET', '/icon.svg', 200, ''],
    ['GET', '/tools', 200, '<a href="/tools/photos/report">'],
    ['GET', '/tools/photos', 200, '<dd>12</dd>'],
    ['GET', '/tools/photos/report', 200, '<dd>12</dd>'],
    ['GET', '/tools/photos/report?format=json', 200, '{"photos":12,"free":48}'],
    ['GET', '/tools/albums/report', 200, ''],
    ['GET', '/tools/comments/report', 200, ''],
    ['GET', '/tools/comments/report?format=json', 200, '{"comments":3}'],
    ...[
      ...['/photos/99/edit', '/photos/99', '/photos/999999999999999999999999', '/photos/latest'],
      ...['/photos/__proto__', '/photos/99/picture.svg', '/photos/12/pictureXsvg'],
      ...['/photos/99/comments', '/comments', '/albums/nothing', '/albums/constructor'],
      ...['/api/v1/photos/99', '/styleXcss', '/application/assets/style.css'],
      ...['/tools/welcome/report', '/tools/nothing/report', '/tools/photos/reset'],
      ...['/tools/photos/reset/x'],
    ].map((path): Expected => ['GET', path, 404, '']),
    ['PUT', '/tools/photos/reset', 404, ''],
    ['POST', '/tools/photos/reset/x', 404, ''],
  ])('answer %s %s with %i and %j', async (method, path, status, part) => {
    const response = await send(method, path);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(part);
  });

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/nothing', 'text/html; charset=utf-8'],
    ['/style.css', 'text/css; charset=utf-8'],
    ['/icon.svg', 'image/svg+xml'],
    ['/photos/7/picture.svg', 'image/svg+xml'],
    ['/api/v1/photos/7', 'application/json'],
  ])('send %s as %s', async (path, type) => {
    expect((await send('GET', path)).headers.get('content-type')).toBe(type);
  });

  it.each([
    '/',
    '/photos',
    '/photos/7',
    '/photos/new',
    '/albums',
    '/routes',
    '/routes?path=/tools/photos/reset',
    '/routes?path=/',
    '/tools',
    '/nothing',
  ])(
    'have at %s a language, a viewport, one heading, landmarks, labels, and nothing that the policy refuses',
    async (path) => {
      const page = await text(path);
      expect(page).not.toMatch(/<style|<script| style=| on\w+=/);
      for (const part of ['<html lang="en">', 'name="viewport"', '<main id="content">', '<nav ']) {
        expect(page).toContain(part);
      }
      expect(page.match(/<h1>/g)).toHaveLength(1);
      expect(page).not.toMatch(/<img(?![^>]* alt=)/);
      const fields = page.matchAll(/<(?:input|select|textarea)(?! type="hidden")[^>]*>/g);
      for (const [field] of fields) {
        const id = /id="([^"]+)"/.exec(field)?.[1];
        expect(page).toContain(`<label for="${id}">`);
      }
    },
  );

  it.each(['/', '/photos/7', '/albums', '/nothing'])(
    'have at %s no link and no picture that leads nowhere',
    async (path) => {
      const page = await text(path);
      const targets = [...page.matchAll(/(?:href|src)="(\/[^"#]*)/g)].map(([, target]) => target);
      expect(targets.length).toBeGreaterThan(5);
      for (const target of new Set(targets)) {
        expect([target, (await send('GET', target.replaceAll('&#38;', '&'))).status]).toEqual([
          target,
          200,
        ]);
      }
    },
  );

  it('draw a different picture for each photo, and the same one each time', async () => {
    const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const pictures = await Promise.all(ids.map((id) => text(`/photos/${id}/picture.svg`)));
    expect(new Set(pictures).size).toBe(ids.length);
    expect(await text('/photos/7/picture.svg')).toBe(pictures[6]);
    for (const picture of pictures) {
      expect(picture).toMatch(/^<svg .*<\/svg>$/s);
      expect(picture).not.toMatch(/NaN|undefined|null/);
    }
  });

  it.each([
    ['GET', '/nothing', 404, 'Not found'],
    ['GET', '/photos/%zz', 400, 'Bad request'],
    ['GET', `/${'a'.repeat(2100)}`, 400, 'Bad request'],
    ['PATCH', '/photos/12', 405, 'Method not allowed'],
    ['GET', '/tools/photos/fail', 500, 'Something broke'],
  ])('answer %s %s with %i in the layout of the site', async (method, path, status, title) => {
    const response = await send(method, path);
    const page = await response.text();
    expect(response.status).toBe(status);
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toContain('<nav aria-label="Main">');
    expect(page).not.toContain('on purpose');
    expect(response.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD, PUT, DELETE' : null);
  });
});

describe('the forms of the example', () => {
  it('add a photo, and lead to it', async () => {
    const path = await added({
      title: ' The  sea ',
      caption: 'One\r\ntwo',
      link: 'http://a.example',
    });
    const page = await text(path);
    expect(page).toContain('<h1>The sea</h1>');
    expect(page).toContain('<p class="text">One\ntwo</p>');
    expect(page).toContain('<a href="http://a.example/" rel="nofollow noopener noreferrer">');
    expect(await text('/photos')).toContain('<span>The sea</span>');
    expect((await send('GET', `${path}/picture.svg`)).status).toBe(200);
  });

  it('change a photo, and lead to it', async () => {
    const path = await added();
    const changed = { ...PHOTO, title: 'Lake', album: 'forest', _method: 'PUT' };
    expect(locationOf(await submit(path, changed))).toBe(path);
    expect(await text(path)).toContain('<h1>Lake</h1>');
    expect(await text('/albums/forest')).toContain('<span>Lake</span>');
    expect((await submit('/photos/99', changed)).status).toBe(404);
  });

  it('delete a photo with its comments, and lead to the others', async () => {
    const path = await added();
    await submit(`${path}/comments`, { text: 'Blue.' });
    expect(locationOf(await submit(path, { _method: 'DELETE' }))).toBe('/photos');
    expect((await send('GET', path)).status).toBe(404);
    expect((await submit(path, { _method: 'DELETE' })).status).toBe(404);
    expect(await text('/tools/comments/report?format=json')).toBe('{"comments":3}');
    expect(await added()).not.toBe(path);
  });

  it('leave a photo alone if a POST asks for no method', async () => {
    expect((await submit('/photos/12', PHOTO)).status).toBe(405);
    expect(await text('/photos/12')).toContain('<h1>Dunes</h1>');
  });

  it('add a comment, and lead to its photo', async () => {
    const response = await submit('/photos/11/comments', { author: 'Joan', text: 'Loud.' });
    expect(locationOf(response)).toBe('/photos/11#comments');
    expect(await text('/photos/11')).toContain('<p class="who">Joan</p><p class="text">Loud.</p>');
    expect((await submit('/photos/99/comments', { text: 'Loud.' })).status).toBe(404);
  });

  it('delete a comment, and only that one', async () => {
    const page = await text('/photos/12');
    const [first] = /\/photos\/12\/comments\/\d+/.exec(page) ?? [];
    const response = await submit(String(first), { _method: 'DELETE' });
    expect(locationOf(response)).toBe('/photos/12#comments');
    const left = await text('/photos/12');
    expect(left).not.toContain('Windy that day.');
    expect(left).toContain('There was sand in everything.');
    expect((await submit(String(first), { _method: 'DELETE' })).status).toBe(404);
  });

  it('answer PUT and DELETE of a client that needs no form with data and with nothing', async () => {
    const path = await added();
    const body = new URLSearchParams({ ...PHOTO, title: 'Lake' });
    const changed = await send('PUT', path, { body });
    expect([changed.status, await changed.json()]).toEqual([
      200,
      { ...PHOTO, id: Number(path.split('/')[2]), title: 'Lake' },
    ]);
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('DELETE', path)).status).toBe(404);
    expect((await send('PUT', path, { body })).status).toBe(404);
  });

  it.each([
    ['no title', { title: ' ' }, 'Give it a title.'],
    ['a title of control characters', { title: '\0\t' }, 'Give it a title.'],
    ['a long title', { title: 'a'.repeat(81) }, 'At most 80 characters.'],
    ['a long caption', { caption: 'a'.repeat(401) }, 'At most 400 characters.'],
    ['a long link', { link: `http://${'a'.repeat(200)}` }, 'At most 200 characters.'],
    ['an unknown album', { album: 'moon' }, 'Choose one of the albums.'],
    ['an album that every object has', { album: '__proto__' }, 'Choose one of the albums.'],
    ['a javascript: link', { link: 'javascript:alert(1)' }, 'Write an address that starts'],
    ['a disguised one', { link: ' java\tscript:alert(1)' }, 'Write an address that starts'],
    ['a data: link', { link: 'data:text/html,<script>' }, 'Write an address that starts'],
    ['no address', { link: '//' }, 'Write an address that starts'],
  ])('come back with 422 and what is wrong, for %s', async (_what, fields, problem) => {
    for (const path of ['/photos', '/photos/12']) {
      const _method = path === '/photos' ? 'POST' : 'PUT';
      const response = await submit(path, { ...PHOTO, ...fields, _method });
      const page = await response.text();
      expect(response.status).toBe(422);
      expect(page).toContain(problem);
      expect(page).toContain('aria-invalid="true"');
    }
    expect(await text('/photos/12')).toContain('<h1>Dunes</h1>');
    expect(await text('/tools/photos/report?format=json')).toContain('"photos":12');
  });

  it.each([
    ['nothing', { text: ' \n' }, 'Write something first.'],
    ['too much', { text: 'a'.repeat(501) }, 'Write at most 500 characters.'],
    ['a long name', { text: 'a', author: 'b'.repeat(41) }, 'A name has at most 40 characters.'],
  ])('come back with 422 for a comment that says %s', async (_what, fields, problem) => {
    const response = await submit('/photos/11/comments', fields);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(problem);
    expect(await text('/photos/11')).toContain('None yet.');
  });

  it('accept no more photos than the gallery holds, and keep the typed text', async () => {
    for (let free = 48; free > 0; free--) await added();
    const response = await submit('/photos', { ...PHOTO, title: 'One too many' });
    expect(response.status).toBe(409);
    const page = await response.text();
    expect(page).toContain('The gallery is full.');
    expect(page).toContain('value="One too many"');
    expect(await text('/tools/photos/report?format=json')).toBe('{"photos":60,"free":0}');
  });

  it('accept no more comments than a photo holds', async () => {
    for (let free = 50; free > 0; free--) await submit('/photos/11/comments', { text: 'More.' });
    expect((await submit('/photos/11/comments', { text: 'One too many.' })).status).toBe(422);
    expect(await text('/tools/comments/report?format=json')).toBe('{"comments":53}');
  });

  it('bring the first photos and comments back', async () => {
    await submit('/photos/12', { _method: 'DELETE' });
    const path = await added();
    expect(locationOf(await send('POST', '/tools/photos/reset'))).toBe('/tools');
    expect(await text('/photos/12')).toContain('Windy that day.');
    expect((await send('GET', path)).status).toBe(404);
    expect(await added()).not.toBe(path);
  });
});

describe('text that visitors typed, in the example', () => {
  const HOSTILE = `<script>alert('x')</script>"><img src=x onerror="alert(1)">&amp;`;
  const ESCAPED =
    '&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#34;&#62;&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#38;amp;';

  it('is escaped wherever a photo or a path is shown', async () => {
    const path = await added({ title: HOSTILE, caption: HOSTILE });
    const asked = `/routes?path=${encodeURIComponent(HOSTILE)}`;
    for (const place of [path, `${path}/edit`, '/photos', '/', '/albums/coast', asked]) {
      const page = await text(place);
      expect(page).toContain(ESCAPED);
      expect(page).not.toMatch(/<script|<img src=x/);
    }
  });

  it('is escaped in a link of the web', async () => {
    const path = await added({ link: 'https://a.example/"onmouseover="alert(1)' });
    expect(await text(path)).not.toContain('"onmouseover');
    expect(await text(`${path}/edit`)).not.toContain('"onmouseover');
  });

  it('is escaped in comments, and in the names below them', async () => {
    await submit('/photos/11/comments', { author: '<b title="', text: HOSTILE });
    const page = await text('/photos/11');
    expect(page).toContain(ESCAPED);
    expect(page).toContain('<p class="who">&#60;b title=&#34;</p>');
    expect(page).not.toContain('<script');
  });

  it.each([
    ['/photos', { ...PHOTO, title: '', caption: HOSTILE, link: HOSTILE, album: HOSTILE }],
    ['/photos/11/comments', { author: HOSTILE, text: '' }],
  ])('is escaped in the form that comes back from %s', async (path, fields) => {
    const page = await (await submit(path, fields)).text();
    expect(page).toContain(ESCAPED);
    expect(page).not.toContain('<script');
  });

  it.each([
    '/<script>alert(1)</script>',
    '/%3Cscript%3Ealert(1)%3C/script%3E',
    "/'onmouseover='alert(1)",
    '/photos/12"><script>',
  ])('is escaped in the error page of %s', async (path) => {
    const response = await send('GET', path);
    const page = await response.text();
    expect(response.status).toBe(404);
    expect(page).not.toMatch(/<script|'onmouseover/);
    expect(page).toContain(`<code>${new URL(path, 'http://a').pathname.replaceAll("'", '&#39;')}<`);
  });

  it('is cut in the error page of a long path', async () => {
    expect(await text(`/${'a'.repeat(1000)}`)).toContain(`<code>/${'a'.repeat(119)}…</code>`);
  });
});

describe('the page of the routes', () => {
  const rows = (page: string) =>
    [...page.matchAll(/<tr[^>]*><td>(.*?)<\/td><td>(.*?)<\/td><td>(.*?)<\/td>/g)].map(
      ([, ...cells]) => cells.map((cell) => cell.replace(/<[^>]+>/g, '')),
    );

  it('shows every row of the table in its order, and explains nothing if nothing is asked', async () => {
    const expected = Object.entries(table).map(([key, destination]) => {
      const [, method, pattern] = /^(?:([A-Z]+) )?(.*)$/.exec(key) ?? [];
      const setting = key === 'default_controller' || key === '404_override';
      return [method ?? (setting ? 'setting' : 'any'), pattern, destination || 'blocked'];
    });
    expect(expected.length).toBeGreaterThan(20);
    const page = await text('/routes');
    expect(rows(page)).toEqual(expected);
    expect(page).not.toContain('id="answer"');
  });

  it.each([
    ['?path=/photos/7', 'GET photos/(:num)', '<dd><code>photos/show/7</code></dd>'],
    ['?path=/photos/7&method=DELETE', 'DELETE photos/(:num)', 'photos/delete/7'],
    ['?path=/photos/7&method=BREW', 'GET photos/(:num)', 'photos/show/7'],
    ['?path=/tools/photos/reset', 'any tools/(:any)/reset(?:/.*)?', '<code>blocked</code>'],
    ['?path=/nothing', null, '<code>not-found</code>'],
    ['?path=/photos/7&method=POST', null, '<code>method-not-allowed</code>'],
    ['?path=%2500', null, '<code>control character</code>'],
    ['?path=%25zz', null, '<code>malformed percent sequence</code>'],
    ['?path=', null, 'Explain'],
    ['?path=%', null, '<code>bad-request</code>'],
    ['?path=__proto__', null, '<code>not-found</code>'],
  ])('marks for %s the route %j', async (query, route, expected) => {
    const page = await text(`/routes${query}`);
    const marked = /<tr aria-current="true">.*/.exec(page)?.[0];
    const [cells] = marked === undefined ? [null] : rows(marked);
    expect(cells?.slice(0, 2).join(' ') ?? null).toBe(route);
    expect(page).toContain(expected);
  });

  it.each([
    [
      '?path=/photos/./new%3Fx',
      '<dt>matched path</dt><dd><code>/photos/new: &#39;?x&#39; is cut off, dot segments are resolved</code></dd>',
    ],
    [
      '?path=/tools/photos/reset',
      '<h3>These routes nearly matched</h3>\n<ul><li><code>POST tools/(:any)/reset</code>: it is only for POST</li></ul>',
    ],
    [
      '?path=/tools/photos/reset',
      '<h3>These come later, and would have matched</h3>\n<ul><li><code>tools/(:any)/(:any)</code></li></ul>',
    ],
    [
      '?path=/photos/new',
      '<li><code>GET photos/(:num)</code>: segment 2, &#39;new&#39;, is not (:num)</li>',
    ],
    ['?path=/photos/%3Cb%3E', ': segment 2, &#39;&#60;b&#62;&#39;, is not (:num)</li>'],
  ])('explains, with the path as text, for %s: %s', async (query, expected) => {
    expect(await text(`/routes${query}`)).toContain(expected);
  });

  it.each(METHODS)('can be asked about %s', async (method) => {
    const page = await text(`/routes?method=${method}&path=/photos/7`);
    expect(page).toContain(`<option selected>${method}</option>`);
    expect(page).toContain(`<code>${method} /photos/7</code>`);
  });

  it.each([
    ['/', 'resolver.md'],
    ['/photos/7', 'resources.md'],
    ['/tools', 'resources.md#contexts'],
    ['/routes', 'inspect.md'],
    ['/nothing', 'controllers.md'],
  ])('is linked from the foot of %s, with the page that explains it', async (path, about) => {
    const page = await text(path);
    const [, link = '', shown] =
      /waymark: <a href="([^"]*)".*<code>docs\/(.*)<\/code>/s.exec(page) ?? [];
    expect(shown).toBe(about);
    expect(await text(link.replaceAll('&amp;', '&'))).toContain(`<code>GET ${path}</code>`);
  });
});

describe('a change that another site asks the example for', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 303],
    [{ origin: 'http://elsewhere.example' }, 403],
    [{ origin: 'null' }, 403],
  ])('is answered, for the headers %j, with %i', async (headers, status) => {
    const body = new URLSearchParams({ text: 'Buy now.' });
    expect((await send('POST', '/photos/11/comments', { body, headers })).status).toBe(status);
    expect((await text('/photos/11')).includes('Buy now.')).toBe(status === 303);
  });

  it('may come from the page that the example itself sent, and reading is left alone', async () => {
    const origin = `http://127.0.0.1:${server.port}`;
    expect((await send('POST', '/tools/photos/reset', { headers: { origin } })).status).toBe(303);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await send('GET', '/photos/7', { headers })).status).toBe(200);
  });
});

describe('a body that is longer than any form of the example', () => {
  const LONG = new URLSearchParams({ ...PHOTO, text: 'a'.repeat(16_384) });

  it.each([
    ['POST', '/photos'],
    ['POST', '/photos/11/comments'],
    ['POST', '/photos/11'],
    ['PUT', '/photos/11'],
  ])('is refused for %s %s, also if it is no form', async (method, path) => {
    expect((await send(method, path, { body: LONG })).status).toBe(413);
    const plain = path === '/photos/11' && method === 'POST' ? 405 : 415;
    expect((await send(method, path, { body: String(LONG) })).status).toBe(plain);
    expect(await text('/photos/11')).not.toContain('aaaa');
  });

  it('is not read if no action reads it', async () => {
    expect((await send('POST', '/nothing', { body: LONG })).status).toBe(404);
  });
});
