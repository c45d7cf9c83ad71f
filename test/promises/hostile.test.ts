/** Requests designed to bypass a block, or to break the router. */
import { readFileSync } from 'node:fs';
import { serve } from 'srvx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch.ts';
import { Controller, createControllers } from '../../src/hmvc.ts';
import {
  createRouter,
  type FoundDestination,
  type RequestContext,
  Route,
} from '../../src/index.ts';
import { requestFor, sendRaw } from '../support/raw.ts';

interface Row {
  readonly path: string;
  readonly why: string;
  readonly expect: string;
}

const rows: Row[] = JSON.parse(
  readFileSync(new URL('../fixtures/hostile-paths.json', import.meta.url), 'utf8'),
);

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const cases = rows.map((row) => ({ ...row, label: shorten(row.path) }));
const labelled = (expectation: string) =>
  cases.filter(({ expect }) => expect.startsWith(expectation));

Route.reset();
Route.block('users/login');
Route.any('users/(:any)', 'users/$1');
Route.any('photos/(:num)', 'photos/show/$1');
Route.any('admin/(.+)', 'admin/$1');
const table = { ...Route.map() };
// This table has no entry for the root.
delete table.default_controller;

/** The expected capture of a literal row: everything after the first segment, decoded once. */
function captured(path: string): string {
  return decodeURIComponent(path.slice(path.indexOf('/', 1) + 1));
}

describe('a hostile path', () => {
  const router = createRouter(table);

  it.each(labelled('same-as:'))('$label is answered as the path that it stands for', (row) => {
    const same = row.expect.slice('same-as:'.length);
    expect(router.resolve('GET', row.path)).toEqual(router.resolve('GET', same));
  });

  it.each(labelled('reject-400'))('$label is a bad request', ({ path }) => {
    expect(router.resolve('GET', path).status).toBe('bad-request');
  });

  it.each(labelled('no-match'))('$label is blocked or not found', ({ path }) => {
    expect(['blocked', 'not-found']).toContain(router.resolve('GET', path).status);
  });

  it.each(labelled('literal'))('$label is plain data', ({ path }) => {
    const { destination, params } = router.resolve('GET', path) as FoundDestination; // any other status fails below
    expect(params).toEqual([captured(path)]);
    const kept = captured(path).replaceAll('%', '%25');
    const encoded = path.includes('%2F') ? kept.replaceAll('/', '%2F') : kept;
    expect(destination.endsWith(`/${encoded}`)).toBe(true);
  });

  it('is each of one of the four kinds', () => {
    const kinds = ['same-as:', 'reject-400', 'no-match', 'literal'];
    expect(kinds.flatMap(labelled)).toHaveLength(rows.length);
    expect(rows).toHaveLength(71);
  });
});

/**
 * Changes that a server on Node makes before a handler sees the path, per the URL Standard. It
 * resolves dot segments and turns backslashes into slashes, so these paths are no longer
 * malformed.
 */
const TIDIED: ReadonlyMap<string, string> = new Map([
  ['/%/../users/login', '/users/login'],
  ['/users\\login', '/users/login'],
]);

describe('a hostile path over HTTP', () => {
  const show = ({ route, params }: RequestContext) => ({ route, params });
  const handlers = Object.fromEntries(
    Object.keys(table)
      .filter((key) => table[key] !== '')
      .map((key) => [key, show]),
  );
  const fetch = createFetchHandler({ routes: table, handlers });
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1', silent: true });

  beforeAll(async () => {
    await server.ready();
  });
  afterAll(() => server.close(true));

  const send = async (path: string) => {
    const { status, body } = await sendRaw(
      Number(new URL(server.url ?? '').port),
      requestFor('GET', path),
    );
    return { status, body };
  };
  // A request line needs a target, so the empty path can't be sent.
  const sendable = cases.filter(({ path }) => path !== '');

  it.each(sendable)('$label gets the status of its kind', async ({ path, expect: kind }) => {
    const answer = await send(path);
    const tidied = TIDIED.get(path);
    if (tidied !== undefined) expect(answer).toEqual(await send(tidied));
    else if (kind === 'reject-400') expect(answer.status).toBe(400);
    else if (kind === 'no-match') expect(answer.status).toBe(404);
    else if (kind === 'literal') {
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body).params).toEqual([captured(path)]);
    } else expect(answer).toEqual(await send(kind.slice('same-as:'.length)));
  });
});

describe('a path that names a member of an object', () => {
  class Users extends Controller {
    index() {
      return 'the list';
    }
    show() {
      return 'one';
    }
  }
  const fetch = createFetchHandler({
    routes: table,
    controllers: createControllers({
      'application/controllers/users.ts': async () => ({ default: Users }),
      'application/controllers/photos.ts': async () => ({ default: Users }),
    }),
  });
  const status = async (path: string) =>
    (await fetch(new Request(`http://localhost${path}`))).status;

  it.each([
    ...['constructor', '__proto__', 'prototype', 'hasOwnProperty', 'toString', 'valueOf'],
    ...['isPrototypeOf', '__defineGetter__', '__lookupSetter__', 'context', 'call', 'bind'],
    ...['name', 'length', 'then', '%63onstructor', 'constructor%2Fprototype'],
  ])('%s is matched as data, and dispatched to nothing', async (name) => {
    expect(createRouter(table).resolve('GET', `/users/${name}`).status).toBe('found');
    expect(await status(`/users/${name}`)).toBe(404);
  });

  it('leaves the real actions reachable', async () => {
    expect(await status('/users/show')).toBe(200);
  });
});
