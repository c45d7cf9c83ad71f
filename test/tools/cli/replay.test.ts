/** `waymark replay`, and its reading of logs. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createRouter, type Resolution, Route, type SuppliedTable } from '../../../src/index.ts';
import { readEntry, readLines } from '../../../src/tools/cli/log/lines.ts';
import { Tally } from '../../../src/tools/cli/log/tally.ts';
import { folderOf, printed, refusal, run } from './run.ts';

const COMMON = '127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700]';

describe('a line of a log', () => {
  it.each([
    ['of the common format', `${COMMON} "GET /a/b HTTP/1.0" 200 2326`, 'GET /a/b 200'],
    ['of the combined one', `${COMMON} "PUT /a?b HTTP/1.1" 302 0 "x/y" "M \\"x\\""`, 'PUT /a 302'],
    ['of HTTP/2 and IPv6', `::1 - - [x] "GET /a HTTP/2.0" 404 5`, 'GET /a 404'],
    ['in small letters', `${COMMON} "get /a HTTP/1.1" 200 1`, 'GET /a 200'],
    ['with an absolute URL', `${COMMON} "GET http://example.org/a?b HTTP/1.1" 200 1`, 'GET /a 200'],
    ['with the origin alone', `${COMMON} "GET https://example.org HTTP/1.1" 200 1`, 'GET / 200'],
    ['without a protocol', `${COMMON} "GET /a" 200 1`, 'GET /a 200'],
    ['without a status', `${COMMON} "GET /a HTTP/1.1" - 1`, 'GET /a null'],
    ['that ends after the request', `${COMMON} "GET /a HTTP/1.1"`, 'GET /a null'],
    ['with an escaped quote', `${COMMON} "GET /a\\"b\\\\c HTTP/1.1" 200 1`, 'GET /a"b\\c 200'],
    ['with escaped bytes', `${COMMON} "GET /caf\\xc3\\xA9 HTTP/1.1" 200 1`, 'GET /caf%C3%A9 200'],
    ['with bytes', `${COMMON} "GET /caf\xc3\xa9 HTTP/1.1" 200 1`, 'GET /caf%C3%A9 200'],
    ['with an encoded path', `${COMMON} "GET /a%20b%2Fc HTTP/1.1" 200 1`, 'GET /a%20b%2Fc 200'],
    ['of nginx as JSON', '{"request":"GET /a?b HTTP/1.1","status":"200"}', 'GET /a 200'],
    [
      'of parts',
      '{"request_method":"GET","request_uri":"/a?b","uri":"/i","status":"200"}',
      'GET /a 200',
    ],
    ['of Caddy', '{"request":{"method":"PUT","uri":"/a?b"},"status":201}', 'PUT /a 201'],
    [
      'of Cloudflare',
      '{"ClientRequestMethod":"GET","ClientRequestURI":"/a?b","EdgeResponseStatus":200}',
      'GET /a 200',
    ],
    [
      'of Google Cloud',
      '{"httpRequest":{"requestMethod":"GET","requestUrl":"https://x.example/a?b","status":200}}',
      'GET /a 200',
    ],
    ['of pino', '{"method":"GET","url":"/a","statusCode":200}', 'GET /a 200'],
    ['of JSON without a status', '{"method":"GET","path":"/a"}', 'GET /a null'],
    [
      'of JSON that is not ASCII',
      Buffer.from('{"method":"GET","path":"/café/\\ud800"}').toString('latin1'),
      'GET /caf%C3%A9/%EF%BF%BD null',
    ],
  ])('has a request: %s', (_, line, expected) => {
    const entry = readEntry(line);
    expect(`${entry?.method} ${entry?.path} ${entry?.status}`).toBe(expected);
  });

  it.each([
    ['nothing', ''],
    ['no quotes', 'Server started'],
    ['a quote that does not end', `${COMMON} "GET /a HTTP/1.1`],
    ['an escape at its end', `${COMMON} "GET /a\\`],
    ['no request', `${COMMON} "-" 408 0`],
    ['bytes of TLS', `${COMMON} "\\x16\\x03\\x01" 400 0`],
    ['a target that is no path', `${COMMON} "OPTIONS * HTTP/1.1" 200 0`],
    ['a method that is none', `${COMMON} "G=T /a HTTP/1.1" 200 0`],
    ['broken JSON', '{"method":"GET",'],
    ['JSON without a request', '{"level":"info"}'],
    ['JSON with other types', '{"method":7,"path":["/a"]}'],
    ['JSON with members of the prototype', '{"__proto__":{"method":"GET","path":"/a"}}'],
  ])('may have none: %s', (_, line) => expect(readEntry(line)).toBeNull());
});

async function linesOf(bytes: string | Buffer): Promise<(string | null)[]> {
  const cwd = folderOf({ log: '' });
  writeFileSync(join(cwd, 'log'), bytes);
  const lines: (string | null)[] = [];
  await readLines('log', cwd, (line) => lines.push(line));
  return lines;
}

describe('the lines of a log', () => {
  const long = 'x'.repeat(100_000);

  it.each([
    ['ends of lines', 'a\nb\r\n\r\n\nc', ['a', 'b', 'c']],
    ['a compressed file', gzipSync('a\nb\n'), ['a', 'b']],
    ['an empty file', '', []],
    ['bytes', Buffer.from([0x61, 0xff, 0x0a]), ['a\xff']],
    ['lines that are too long', `a\n${long}\nb\n${long}${long}\nc`, ['a', null, 'b', null, 'c']],
    ['a last line that is too long', `a\n${long}`, ['a', null]],
  ])('are read whole: %s', async (_, bytes, expected) => {
    expect(await linesOf(bytes)).toEqual(expected);
  });
});

/** The built package, since a second copy of the sources would replace the first in the coverage. */
const INDEX = fileURLToPath(new URL('../../../dist/index.js', import.meta.url));

const TABLE = JSON.stringify({
  'photos/(:num)': 'photos/show/$1',
  'photos/(:any)': 'photos/named/$1',
  'POST photos': 'photos/create',
  'users/login': '',
  'never/asked': 'never/asked',
});

const logOf = (...requests: readonly string[]) =>
  requests
    .map((request) => {
      const [method, path, status] = request.split(' ');
      return `${COMMON} "${method} ${path} HTTP/1.1" ${status} 0 "-" "-"\n`;
    })
    .join('');

describe('waymark replay', () => {
  const files = {
    'table.json': TABLE,
    'other.json': TABLE.replace('photos/named', 'photos/called'),
    'access.log': `${logOf(
      'GET /photos/7 200',
      'GET /photos/8 200',
      'GET /photos/x?y 200',
      'GET /lost 200',
      'GET /lost 301',
      'GET /photos 404',
      'POST /users/login 403',
      'GET /lost 404',
    )}nothing\n`,
  };

  it('shows answered requests, unanswered ones, and rows that no request reached', async () => {
    const cwd = folderOf(files);
    const { status, out, err } = await run('replay access.log table.json', { cwd });
    expect(out).toMatchInlineSnapshot(`
      "REQUESTS  ROW
      2         photos/(:num)
      1         photos/(:any)

      No row or action answers:

      REQUESTS  METHOD  PATH          ANSWER              LOGGED
      3         GET     /lost         404                 200, 301, 404
      1         GET     /photos       405, allowed: POST  404
      1         POST    /users/login  (blocked)           403

      Rows that no request reached:

      POST photos
      users/login
      never/asked

      8 requests: 3 answered, 5 not answered; 2 lost an answer.

      1 line had no request, such as nothing.
      "
    `);
    expect({ status, err }).toEqual({ status: 1, err: '' });
  });

  it('compares the answers with those of a second table', async () => {
    const cwd = folderOf(files);
    const { status, out } = await run('replay access.log table.json --against other.json', { cwd });
    expect(out).toContain('The second table answers differently:');
    expect(out).toMatch(/1 +GET +\/photos\/x +photos\/named\/x \['x'\] +photos\/called\/x \['x'\]/);
    expect(out).toContain('; 1 answered differently.');
    expect(status).toBe(1);
  });

  it.each([
    ['each answered request is found', '', 0],
    ['autoRoute may find the others, which were not answered', '--auto-route', 0],
    ['the second table is the same', '--against table.json', 0],
    ['the second table differs', '--against other.json', 1],
  ])('ends with a status that says whether %s', async (_, options, expected) => {
    const cwd = folderOf({ ...files, 'access.log': logOf('GET /photos/x 200', 'GET /lost 404') });
    expect((await run(`replay access.log table.json ${options}`, { cwd })).status).toBe(expected);
  });

  it('writes all of it as JSON', async () => {
    const { out } = await run('replay access.log table.json --json', { cwd: folderOf(files) });
    expect(JSON.parse(out)).toMatchObject({
      total: 8,
      unread: 1,
      hits: [
        { row: 'photos/(:num)', count: 2 },
        { row: 'photos/(:any)', count: 1 },
      ],
      missing: [
        { method: 'GET', path: '/lost', count: 3, statuses: { 200: 1, 301: 1, 404: 1 } },
        { method: 'GET', path: '/photos', answer: { status: 'method-not-allowed' } },
        { method: 'POST', path: '/users/login', answer: { status: 'blocked' } },
      ],
      different: [],
      unasked: ['POST photos', 'users/login', 'never/asked'],
      isCapped: false,
    });
  });

  it('shows the first of many, and says that the first line without a request is too long', async () => {
    const cwd = folderOf({ 'table.json': TABLE });
    const requests = Array.from({ length: 60 }, (_, at) => `GET /lost/${at} 404`);
    writeFileSync(join(cwd, 'access.log'), `${'x'.repeat(70_000)}\n`);
    appendFileSync(join(cwd, 'access.log'), logOf(...requests));
    const out = await printed('replay access.log table.json', { cwd });
    expect(out.match(/\/lost\//g)).toHaveLength(50);
    expect(out).toContain('10 more; --json shows them.');
    expect(out).toContain('1 line had no request.\n');
  });

  it('shows rows that only answer, and requests that autoRoute answers', async () => {
    const log = logOf('GET /a 200', 'GET /x/y 200');
    const cwd = folderOf({ 'table.json': { a: 'b' }, 'access.log': log });
    const { status, out } = await run('replay access.log table.json --auto-route', { cwd });
    expect(status).toBe(1);
    expect(out).toContain('(autoRoute)');
    expect(out).toContain(
      '2 requests: 1 answered, 0 not answered, 1 unknown without --files; 1 lost an answer.',
    );
    expect(out).not.toContain('Rows that no request reached');
  });

  it('looks for the action if it has the files, whether a row or autoRoute leads there', async () => {
    const cwd = folderOf({
      'routes.json': {
        a: 'pages/show',
        b: 'pages/gone',
        c: 'Pages/show',
        d: '301\t/a',
        default_controller: 'pages',
      },
      'application/controllers/Pages.ts': 'export default class { show() {} }',
      'access.log': logOf(
        ...['GET /a 200', 'GET /b 404', 'GET /c 200', 'GET /d 301', 'GET / 404'],
        ...['GET /pages/show/7 200', 'GET /nosuch/page 200', 'GET /pages/gone 404', 'GET /%zz 400'],
      ),
    });
    const { status, out } = await run('replay access.log --files . --auto-route', { cwd });
    expect(status).toBe(1);
    expect(out).toMatchInlineSnapshot(`
      "REQUESTS  ROW
      3         (autoRoute)
      1         a
      1         b
      1         c
      1         d
      1         default_controller

      autoRoute answers without a row:

      REQUESTS  METHOD  PATH           ANSWER        LOGGED
      1         GET     /pages/show/7  pages/show/7  200

      No row or action answers:

      REQUESTS  METHOD  PATH          ANSWER                           LOGGED
      1         GET     /b            no action: pages/gone            404
      1         GET     /             no action: pages                 404
      1         GET     /nosuch/page  no action: nosuch/page           200
      1         GET     /pages/gone   no action: pages/gone            404
      1         GET     /%zz          400, malformed percent sequence  400

      9 requests: 4 answered, 5 not answered; 1 lost an answer.
      "
    `);
  });

  it('does not know whether a default controller that nobody wrote has an action', async () => {
    const cwd = folderOf({
      'routes.ts': `import { Route } from '${INDEX}'; Route.get('x', () => 'y'); export default Route.map();`,
      'access.log': logOf('GET / 200', 'GET /x 200'),
    });
    const out = await printed('replay access.log --files .', { cwd });
    expect(out).toContain('2 requests: 2 answered, 0 not answered; 0 lost an answer.');
  });

  it('says that a log has too many paths', async () => {
    const cwd = folderOf({ 'table.json': TABLE });
    const requests = Array.from({ length: 100_001 }, (_, at) => `GET /lost/${at} 404`);
    writeFileSync(join(cwd, 'access.log'), logOf('GET /lost/0 404', ...requests));
    const { out } = await run('replay access.log table.json', { cwd });
    expect(out).toContain('404 × 2');
    expect(out).toContain('\nThe log has too many paths; some are counted but not shown.\n');
  });

  it('escapes the content of the log', async () => {
    const cwd = folderOf({
      'table.json': TABLE,
      'access.log': `\x1b[31m::error::x ##[error]\n${logOf('GET /\\x1b[31m 200')}`,
    });
    const { out } = await run('replay access.log table.json', { cwd });
    expect(out).not.toMatch(/\x1b|##\[/);
    expect(out).not.toMatch(/^::/m);
  });

  it.each([
    ['a missing log', 'replay none table.json', /^waymark replay: none can't be read: ENOENT/],
    [
      'a file that is no log',
      'replay notes.txt table.json',
      /^waymark replay: notes\.txt has no request: of 2 lines, none .*; the first is Dear diary,\n/,
    ],
    [
      'a file whose only line is too long',
      'replay long.txt table.json',
      'has no request: of 1 line, none is in the common or the combined log format, or JSON with a method and a path\n',
    ],
    ['a broken one', 'replay broken.gz table.json', /^waymark replay: broken\.gz can't be read: /],
  ])('ends with status 2 for %s', async (_, line, message) => {
    const cwd = folderOf({ 'table.json': TABLE });
    writeFileSync(join(cwd, 'notes.txt'), 'Dear diary,\nI was at /photos.\n');
    writeFileSync(join(cwd, 'long.txt'), 'x'.repeat(70_000));
    writeFileSync(join(cwd, 'broken.gz'), gzipSync('a\n'.repeat(999)).subarray(0, 20));
    expect(await refusal(line, { cwd })).toMatch(message);
  });

  it('reads an empty log', async () => {
    const cwd = folderOf({ 'table.json': TABLE, 'access.log': '' });
    const out = await printed('replay access.log table.json', { cwd });
    expect(out).toContain('0 requests: 0 answered, 0 not answered');
  });
});

describe('a tally', () => {
  const find = async ({ status }: Resolution) => status === 'found';

  it('keeps a bounded number of paths in little memory, and counts all', async () => {
    const tally = new Tally(createRouter({ a: 'b' }), null, find);
    const { heapUsed } = process.memoryUsage();
    for (let at = 0; at < 100_010; at++) {
      await tally.add({ method: 'GET', path: `/${at}`, status: 404 });
    }
    // Measured: 100 MB. With counts in plain objects it was 575 MB.
    expect(process.memoryUsage().heapUsed - heapUsed).toBeLessThan(300e6);
    await tally.add({ method: 'GET', path: '/0', status: 200 });
    await tally.add({ method: 'GET', path: '/0', status: null });
    expect(tally).toMatchObject({ total: 100_012, missing: 100_012, lost: 1, isCapped: true });
    expect(tally.asked.size).toBe(100_000);
    const first = tally.asked.get('GET /0');
    expect(first?.count).toBe(3);
    expect(first?.statuses.toJSON()).toEqual({ '-': 1, 200: 1, 404: 1 });
  });

  it('answers HEAD as servers do: as GET, unless a row for HEAD answers', async () => {
    const tally = new Tally(createRouter({ 'GET a': 'b', 'HEAD c': 'd' }), createRouter({}), find);
    for (const path of ['/a', '/c', '/e']) await tally.add({ method: 'HEAD', path, status: 200 });
    expect([...tally.byRow.keys()]).toEqual(['GET a', 'HEAD c']);
    expect(tally).toMatchObject({ lost: 1, missing: 1, different: 2 });
  });

  it.each<[SuppliedTable, SuppliedTable, number]>([
    [{ a: 'b' }, { a: 'b' }, 0],
    [{ a: 'b' }, { '(a)': 'b' }, 1],
    [{ a: 'b' }, {}, 1],
    [{ a: '' }, { '(a)': '' }, 0],
    [{ 'POST a': 'b' }, { 'PUT a': 'b' }, 1],
    [{ 'POST a': 'b' }, { 'POST a': 'c' }, 0],
  ])('counts answers as different by destination: %j and %j', async (one, other, different) => {
    const tally = new Tally(createRouter(one), createRouter(other), find);
    await tally.add({ method: 'GET', path: '/a', status: 200 });
    expect(tally.different).toBe(different);
  });

  it.each([
    ['a', 0],
    ['(?:a)', 1],
  ])('identifies an answer by a function by its row: %s', async (pattern, different) => {
    const routerOf = (from: string) =>
      createRouter(Route.collect(() => Route.get(from, () => 'b')));
    const tally = new Tally(routerOf('a'), routerOf(pattern), find);
    await tally.add({ method: 'GET', path: '/a', status: 200 });
    expect(tally.different).toBe(different);
  });
});
