/**
 * The help desk of the examples, as visitors use it: with both kinds of session, at the root and
 * below a path.
 */
import initSqlJs from 'sql.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Route } from 'waymark';
import type { FetchHandler } from 'waymark/fetch';
import { findFiles } from 'waymark/node';
import { check } from 'waymark-tools/inspect';
import { createHelpDesk } from '../../docs/example/help-desk/app.ts';
import {
  cookieSessions,
  databaseSessions,
  type Sessions,
} from '../../docs/example/help-desk/application/core/sessions.ts';
import routes from '../../docs/example/help-desk/routes.ts';
import { Visitor } from '../support/visitor.ts';

const KEY = 'a key of the tests, which is long enough';
const SQL = await initSqlJs();
const database = new SQL.Database();
afterAll(() => database.close());

const sessions: readonly (readonly [string, Sessions])[] = [
  ['a signed cookie', cookieSessions([KEY])],
  ['a database', databaseSessions(database)],
];
const cases = sessions.flatMap(([kind, store]) =>
  ['', '/help'].map((base) => [kind, base, store] as const),
);

it('has nothing that the checker finds', async () => {
  const files = await findFiles(new URL('../../docs/example/help-desk/', import.meta.url));
  const alsoReached = ['errors/malformed', 'errors/long', 'errors/broken'];
  const table = Route.collect({ '404_override': 'errors/missing' }, routes);
  await expect(check(table, { files, alsoReached })).resolves.toEqual([]);
});

describe.each(cases)('the help desk, with sessions in %s, below %j', (_kind, base, store) => {
  const onError = vi.fn();
  let desk: FetchHandler;
  let visitor: Visitor;
  beforeAll(async () => {
    desk = await createHelpDesk(store, { base, onError });
  });
  beforeEach(() => {
    onError.mockClear();
    visitor = new Visitor(desk);
  });

  const logIn = async (name: string, password: string) => {
    const answer = await visitor.submit(`${base}/login`, { name, password });
    expect(answer.text).toContain(`Welcome, ${name}`);
    return answer;
  };
  /** Sends a ticket, and returns its path. */
  const added = async (title: string) => {
    const body = new URLSearchParams({ title });
    const { status, headers } = await visitor.send('POST', `${base}/tickets`, { body });
    expect(status).toBe(303);
    return String(headers.get('location'));
  };

  it('shows its start to anyone, and nothing that has no role', async () => {
    expect((await visitor.open(`${base}/`)).text).toContain('<h1>Help desk</h1>');
    expect((await visitor.open(`${base}/health`)).text).toBe('{"ok":true}');
    expect((await visitor.open(`${base}/forgotten`)).status).toBe(403);
    await logIn('grace', 'hopper');
    expect((await visitor.open(`${base}/forgotten`)).status).toBe(403);
  });

  it('forgets the page that a visitor asked for if its address is too long for a cookie', async () => {
    const { status, headers } = await visitor.send('GET', `${base}/tickets?${'%'.repeat(5000)}`);
    expect([status, headers.get('location')]).toEqual([303, `${base}/login`]);
    expect((await logIn('ada', 'lovelace')).text).toContain('<h1>Tickets</h1>');
  });

  it.each([`/${base}/tickets`, `//${base}/tickets?page=2`, `${base}/tickets?${'%'.repeat(900)}`])(
    'leads a visitor from the login to their page, however its address is written: %s',
    async (address) => {
      expect((await visitor.send('GET', address)).status).toBe(303);
      expect((await logIn('ada', 'lovelace')).text).toContain('<h1>Tickets</h1>');
      expect(onError).not.toHaveBeenCalled();
    },
  );

  it('sends a visitor to the login, and then to the page that they asked for', async () => {
    const login = await visitor.open(`${base}/tickets/new?from=mail`);
    expect(login.text).toContain(`action="${base}/login"`);
    const body = new URLSearchParams({ name: 'ada', password: 'lovelace' });
    const { status, headers } = await visitor.send('POST', `${base}/login`, { body });
    expect([status, headers.get('location')]).toEqual([303, `${base}/tickets/new?from=mail`]);
  });

  it('lets nobody in with another password, name, or session', async () => {
    for (const [name, password] of [
      ['ada', 'hopper'],
      ['eve', 'lovelace'],
      ['', ''],
    ]) {
      const { text } = await visitor.submit(`${base}/login`, { name, password });
      expect(text).toContain('<p role="status">Wrong name or password</p>');
    }
    visitor.cookies.set('session', 'forged');
    expect((await visitor.open(`${base}/tickets`)).text).toContain('Log in');
  });

  it('shows a message once', async () => {
    expect((await logIn('ada', 'lovelace')).text).toContain('<h1>Tickets</h1>');
    expect((await visitor.open(`${base}/tickets`)).text).not.toContain('Welcome');
    expect(visitor.cookies.has('flash')).toBe(false);
  });

  it('shows a message that is left for a page of an error', async () => {
    visitor.cookies.set('flash', 'Hello');
    const { status, text } = await visitor.open(`${base}/nothing`);
    expect([status, text.includes('Hello')]).toEqual([404, true]);
    expect(visitor.cookies.has('flash')).toBe(false);
  });

  it('forgets who was logged in', async () => {
    await logIn('ada', 'lovelace');
    expect((await visitor.submit(`${base}/logout`)).text).toContain('<h1>Help desk</h1>');
    expect((await visitor.open(`${base}/tickets`)).text).toContain('Log in');
  });

  it('accepts a ticket with an attachment, and returns the attachment', async () => {
    await logIn('ada', 'lovelace');
    const attachment = new File(['<script>'], 'log.html', { type: 'text/html' });
    const { text } = await visitor.submit(`${base}/tickets`, { title: 'Printer <3', attachment });
    expect(text).toContain('We got your ticket');
    expect(text).toContain('<h1>Printer &#60;3</h1>');
    const [, path] = /href="([^"]+)">log.html/.exec(text) ?? [];
    const file = await visitor.send('GET', path);
    expect([file.status, file.text, file.headers.get('content-disposition')]).toEqual([
      200,
      '<script>',
      'attachment',
    ]);
    expect(file.headers.get('content-type')).toBe('text/html');
  });

  it('has no attachment if none was chosen', async () => {
    await logIn('ada', 'lovelace');
    const attachment = new File([], '', { type: 'application/octet-stream' });
    const { text } = await visitor.submit(`${base}/tickets`, { title: 'Mouse', attachment });
    expect(text).not.toContain('/attachment');
    const path = await added('Mouse');
    expect((await visitor.open(`${path}/attachment`)).status).toBe(404);
  });

  it('shows the form again with what is wrong', async () => {
    await logIn('ada', 'lovelace');
    const { status, text } = await visitor.submit(`${base}/tickets`, { title: 'x' });
    expect([status, text.includes('A title needs at least three characters')]).toEqual([422, true]);
  });

  it.each<[number, string, string, string]>([
    [413, 'application/x-www-form-urlencoded', `title=${'x'.repeat(200_000)}`, 'This is too long'],
    [400, 'multipart/form-data; boundary=x', 'title=x', 'This request makes no sense'],
    [415, 'application/json', '{"title":"Mouse"}', 'Unsupported Media Type'],
  ])('answers %d to a form of %s', async (status, type, body, text) => {
    await logIn('ada', 'lovelace');
    const answer = await visitor.send('POST', `${base}/tickets`, {
      body,
      headers: { 'content-type': type },
    });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(text);
  });

  it('accepts tickets as JSON', async () => {
    await logIn('ada', 'lovelace');
    const headers = { 'content-type': 'application/json' };
    const api = (value: unknown) =>
      visitor.send('POST', `${base}/api/tickets`, { body: JSON.stringify(value), headers });
    const { status, text, headers: got } = await api({ title: 'Mouse' });
    expect([status, JSON.parse(text).title]).toEqual([200, 'Mouse']);
    expect(got.get('location')).toBe(`${base}/tickets/${JSON.parse(text).id}`);
    const refused = await api({ title: 'x' });
    expect([refused.status, JSON.parse(refused.text).issues[0].path]).toEqual([422, ['title']]);
  });

  it("shows other people's tickets only to agents", async () => {
    await logIn('ada', 'lovelace');
    const path = await added('My secret');
    visitor = new Visitor(desk);
    await logIn('bob', 'builder');
    expect((await visitor.open(path)).status).toBe(404);
    expect((await visitor.open(`${base}/tickets`)).text).not.toContain('My secret');
    visitor = new Visitor(desk);
    await logIn('grace', 'hopper');
    expect((await visitor.open(path)).text).toContain('<h1>My secret</h1>');
  });

  it('lets only agents close a ticket', async () => {
    await logIn('ada', 'lovelace');
    const path = await added('Broken');
    expect((await visitor.submit(`${path}/close`)).status).toBe(403);
    visitor = new Visitor(desk);
    await logIn('grace', 'hopper');
    expect((await visitor.submit(`${path}/close`)).text).toContain('is closed');
    expect((await visitor.open(path)).text).toContain('<p>closed</p>');
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.test' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 303],
    [{ origin: 'http://localhost' }, 303],
    [{}, 303],
  ])(
    'accepts no form from a page of another site: %j',
    async (headers: Record<string, string>, status) => {
      await logIn('ada', 'lovelace');
      const body = new URLSearchParams({ title: 'Mouse' });
      expect((await visitor.send('POST', `${base}/tickets`, { body, headers })).status).toBe(
        status,
      );
    },
  );

  it.each(['//tickets', '/%74ickets', '/x/../tickets', '/tickets/'])(
    'guards the tickets however their path is written: %s',
    async (path) => {
      const { headers, status } = await visitor.send('GET', `${base}${path}`);
      expect([status, headers.get('location')]).toEqual([303, `${base}/login`]);
    },
  );

  it('answers HEAD, OPTIONS and other methods of its pages', async () => {
    expect((await visitor.send('HEAD', `${base}/`)).status).toBe(200);
    expect((await visitor.send('OPTIONS', `${base}/logout`)).headers.get('allow')).toBe('POST');
    expect((await visitor.send('GET', `${base}/logout`)).status).toBe(405);
  });

  it('reports no error of its own', async () => {
    await logIn('ada', 'lovelace');
    await visitor.open(`${base}/tickets`);
    expect(onError).not.toHaveBeenCalled();
  });
});
