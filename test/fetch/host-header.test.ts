import { expect, it, onTestFinished, vi } from 'vitest';
import { isHost } from '../../src/fetch/answer.ts';
import { createFetchHandler, describeBoth, requestTo, shown } from '../support/handlers.ts';

/** The header `Host` of a request, by its validity. */
const HOSTS = [
  ...['', 'localhost', 'example.com', 'EXAMPLE.com', 'example.com:8080', 'example.com:'],
  ...['my_service.internal', 'a-b.example', '127.0.0.1:80', 'caf%C3%A9.example'],
  ...['[::1]', '[::1]:3000', '[::FFFF:1]', '[::ffff:127.0.0.1]', "a~!$&'()*+,;=b"],
];

const NO_HOSTS = [
  ...['a/e/hi?', 'example.com/users', 'example.com?x', 'example.com#', 'example.com\\users'],
  ...['user@example.com', 'http://example.com', 'example.com:80:80', 'example.com:http'],
  ...['example.com, example.org', 'a b', '[::1', '::1', '[]', '[::1]a', '[v1.a]'],
  ...['a%', 'a%2', 'a%2g', 'a%zz', 'a<b>', 'a"b', 'a|b', 'a^b', 'a{b}', 'a`b', 'caf\u00e9.example'],
  // Valid hosts under the RFC that no URL can have.
  ...['example.com:65536', ':80', '999.999.999.999', '[:::]', 'xn--a', 'a%2Fb'],
];

it('is not parsed again if the request before had the same', () => {
  isHost('before');
  const parse = vi.spyOn(URL, 'canParse');
  onTestFinished(() => parse.mockRestore());
  expect(['a:1', 'a:1', null, '', 'a:1', 'b'].map(isHost)).not.toContain(false);
  expect(parse.mock.calls).toEqual([['http://a:1'], ['http://b']]);
});

describeBoth('a request', () => {
  const action = () => 'reached';
  const fetch = createFetchHandler({
    routes: { 'e/hi': 'x', 'users/login': '' },
    handlers: { 'e/hi': action },
  });

  const ask = async (host: string) => shown(await fetch(requestTo('/e/hi', { headers: { host } })));

  it.each(HOSTS)('with the Host %j is answered', async (host) => {
    expect(await ask(host)).toEqual([200, 'reached']);
  });

  it.each(NO_HOSTS)('with the Host %j is a bad request', async (host) => {
    expect(await ask(host)).toEqual([400, 'Bad Request: invalid Host']);
  });

  it('without a Host is answered', async () => {
    expect(await shown(await fetch(requestTo('/e/hi')))).toEqual([200, 'reached']);
  });

  it('is refused whatever host the request before it had', async () => {
    const hosts = ['a:1', 'a:99999', 'a:99999', 'b', 'b', 'a:1', ''];
    const statuses = (await Promise.all(hosts.map(ask))).map(([status]) => status);
    expect(statuses).toEqual([200, 400, 400, 200, 200, 200, 200]);
  });

  it('reaches nothing if a runtime took the start of its path from Host', async () => {
    // Deno's URL for the Host `a/e/hi?` and GET /users/login.
    const request = new Request('http://a/e/hi?/users/login', { headers: { host: 'a/e/hi?' } });
    expect((await fetch(request)).status).toBe(400);
  });
});
