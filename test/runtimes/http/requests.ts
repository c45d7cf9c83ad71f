/** Requests below a base, with answers that any server of the application must give. */
import { requestFor, sendRaw } from '../../support/raw.ts';
import type { Result } from '../suite.ts';

/** The adapters to test on a runtime. */
export function adaptersOf(runtime: string): readonly string[] {
  if (runtime === 'Bun') return ['bun', 'srvx', 'hono'];
  if (runtime === 'Deno') return ['deno', 'srvx', 'hono'];
  return ['srvx', 'fast', 'hono', 'hono-node-server', 'express', 'express-mounted'];
}

interface Expected {
  readonly status: number;
  readonly text?: string;
  /** Those of the session by default; `null` to skip the check. */
  readonly cookies?: readonly string[] | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const SESSION = ['session=1; HttpOnly'];
const JSON_HEADERS = { 'content-type': 'application/json' };
const CSV = { 'content-type': 'text/csv' };
const ALLOW = { allow: 'GET, HEAD' };

type Request = readonly [method: string, path: string, expected: Expected];

const REQUESTS: readonly Request[] = [
  ['GET', '/shop/photos/7', { status: 200, text: '{"id":"7","title":"é"}', headers: JSON_HEADERS }],
  ['HEAD', '/shop/photos/7', { status: 200, text: '', headers: JSON_HEADERS }],
  ['GET', '/shop//photos/./7', { status: 200 }],
  ['DELETE', '/shop/photos/7', { status: 405, text: 'DELETE is not possible', headers: ALLOW }],
  ['OPTIONS', '/shop/photos/7', { status: 204, text: '', cookies: null, headers: ALLOW }],
  [
    'POST',
    '/shop/photos',
    {
      status: 303,
      text: '',
      cookies: ['own=1', ...SESSION, 'flash=saved; Path=/shop'],
      headers: { location: '/shop/photos/8' },
    },
  ],
  ['GET', '/shop/moved', { status: 302, headers: { location: '{origin}/shop/photos/1?from=a+b' } }],
  ['HEAD', '/shop/moved', { status: 302, text: '' }],
  ['GET', '/shop/list', { status: 200, text: 'id;title', headers: CSV }],
  ['HEAD', '/shop/list', { status: 200, text: '', headers: CSV }],
  ['GET', '/shop/stream', { status: 200, text: 'one two' }],
  ['HEAD', '/shop/stream', { status: 200, text: '' }],
  ['GET', '/shop/fail', { status: 500, text: 'Internal Server Error' }],
  ['GET', '/shop/conflict', { status: 409, text: 'Conflict' }],
  ['HEAD', '/shop/conflict', { status: 409, text: '' }],
  // Each twice: the second answer must not have the first one's cookies.
  ...['/shop/shared', '/shop/thrown', '/shop/missed'].flatMap((path) =>
    ['GET', 'GET', 'HEAD', 'GET'].map((method): Request => {
      const status = path === '/shop/shared' ? 204 : 410;
      return [method, path, { status, text: '' }];
    }),
  ),
  ['GET', '/shop/fetched', { status: 200, text: 'far' }],
  ['GET', '/shop/used', { status: 500, text: 'Internal Server Error' }],
  ['GET', '/photos/7', { status: 404, text: 'outside', cookies: [] }],
  ['GET', '/shop/nothing', { status: 404, text: 'outside', cookies: [] }],
];

/** Sends every request to a server, and collects the failures. */
export async function runHttp(origin: string): Promise<Result> {
  const failed: string[] = [];
  for (const [method, path, expected] of REQUESTS) {
    const wrong = await check(origin, method, path, expected);
    if (wrong !== '') failed.push(`${method} ${path}: ${wrong}`);
  }
  const port = Number(new URL(origin).port);
  const get = (target: string) => sendRaw(port, requestFor('GET', target));
  const link = (await get('/shop/link')).body;
  for (const [path, answers] of RAW) {
    const { status, body } = await get(link.replace('/shop/join/7', path));
    const answer = status === 200 ? body : String(status);
    if (!answers.includes(answer)) failed.push(`GET ${path} with a signature: ${answer}`);
  }
  return { checks: REQUESTS.length + RAW.length, failed };
}

/**
 * Paths sent as they are, with the signature of `/shop/join/7`, and their answers: which depends on
 * whether the runtime resolves a path before a handler sees it. None may be `invoice`.
 */
const RAW: readonly (readonly [path: string, answers: readonly string[]])[] = [
  ['/shop/join/7', ['join']],
  ['/shop/join/8', ['403']],
  ['/shop/invoices/9/../../join/7', ['join', '403']],
  ['/shop/invoices/9\\..\\..\\join\\7', ['join', '400', '404']],
  ['/shop/join\\7', ['join', '400', '404']],
  ['/shop/invoices/9#/../../join/7', ['403', '400']],
];

/** The mistakes in an answer, or nothing if it is right. */
async function check(
  origin: string,
  method: string,
  path: string,
  { status, text, cookies = SESSION, headers = {} }: Expected,
): Promise<string> {
  const response = await fetch(origin + path, { method, redirect: 'manual' });
  const body = await response.text();
  const sent = response.headers.getSetCookie();
  const wrong = Object.entries(headers).flatMap(([name, value]) => {
    const has = response.headers.get(name);
    return has === value.replace('{origin}', origin) ? [] : [`${name}: ${has}`];
  });
  if (response.status !== status) wrong.push(`status ${response.status}`);
  if (text !== undefined && body !== text) wrong.push(`text ${JSON.stringify(body)}`);
  if (cookies !== null && sent.join() !== cookies.join()) wrong.push(`cookies ${sent}`);
  return wrong.join(', ');
}
