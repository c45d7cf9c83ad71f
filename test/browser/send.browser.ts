/** Requests to the handlers of a source. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as http from '../../src/http.ts';
import { type Site, startSite } from './browser.ts';
import { type Canary, startCanary } from './canary.ts';
import { CONSTRUCTORS, OF_FETCH, WALK, WITHOUT_GLOBAL } from './globals.ts';
import { enter, expectText, linkTo, PATIENCE, request, startOver } from './playground.ts';

let site: Site;
let canary: Canary;
let page: Page;

beforeAll(async () => {
  site = await startSite();
  canary = await startCanary();
  page = await site.open();
});
afterAll(async () => {
  await site.close();
  await canary.close();
});
beforeEach(async () => {
  await startOver(page);
  await page.locator('.pg-tools').waitFor();
  const button = page.getByRole('button', { name: 'Send a request' });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
});

/** Enters routes, and sends them a request. */
async function send(source: string, method: string, path: string, body = ''): Promise<void> {
  await enter(page, `import { Route } from 'waymark';\n${source}`);
  await request(page, method, path);
  if (body !== '') await page.locator('.pg-tool textarea').fill(body);
  await page.locator('.pg-tool .pg-send').click();
}

const expectResponse = (text: RegExp) => expectText(page, '.pg-response', text);

describe('a request that is sent', () => {
  it.each([
    ['text', "Route.get('a', () => 'hello');", 'GET', '/a', '', /200[\s\S]*text\/html[\s\S]*hello/],
    [
      'JSON',
      "Route.get('a/(:num)', ({ params }) => ({ id: params[0] }));",
      'GET',
      '/a/7',
      '',
      /200[\s\S]*application\/json[\s\S]*\{"id":"7"\}/,
    ],
    [
      'a response',
      "Route.get('a', () => new Response('x', { status: 418, headers: { 'x-a': 'b' } }));",
      'GET',
      '/a',
      '',
      /418[\s\S]*x-a\s+b/,
    ],
    [
      'a redirect',
      "import { redirect } from 'waymark/http';\nRoute.get('a', (_match, context) => redirect(context, '/b'));",
      'GET',
      '/a',
      '',
      /30\d[\s\S]*location\s+\/b/,
    ],
    [
      'its body',
      "Route.post('a', async (_match, { request }) => (await request.json()).name);",
      'POST',
      '/a',
      '{"name":"Ada"}',
      /200[\s\S]*Ada/,
    ],
    [
      'a body that is read',
      "import { readJson } from 'waymark/http';\nRoute.put('a', async (_match, context) => readJson(context));",
      'PUT',
      '/a',
      '{"b":1}',
      /200[\s\S]*\{"b":1\}/,
    ],
    [
      'types',
      "const say = (name: string): string => `Hello ${name}`;\nRoute.get('a/(:any)', ({ params }) => say(params[0]));",
      'GET',
      '/a/Ada',
      '',
      /Hello Ada/,
    ],
    [
      'an error of its own',
      "import { HttpError } from 'waymark/http';\nclass Gone extends HttpError { constructor() { super(410, 'gone'); } }\nRoute.get('a', () => { throw new Gone(); });",
      'GET',
      '/a',
      '',
      /410/,
    ],
    ['a wrong method', "Route.post('a', () => 'x');", 'GET', '/a', '', /405[\s\S]*allow\s+POST/],
    ['no route', "Route.post('a', () => 'x');", 'GET', '/b', '', /404/],
    [
      'an error',
      "Route.get('a', () => { throw new Error('oh no'); });",
      'GET',
      '/a',
      '',
      /500[\s\S]*Error: oh no/,
    ],
    [
      'a destination',
      "Route.get('photos/(:num)', 'photos/show/$1');",
      'GET',
      '/photos/7',
      '',
      /a stand-in answered[\s\S]*photos\/show\/7/,
    ],
    [
      'a destination with dashes',
      "Route.get('a/(:any)', '$1/b');",
      'GET',
      '/a/x-y',
      '',
      /a stand-in answered[\s\S]*x-y\/b/,
    ],
    [
      'a console',
      "Route.get('a', () => { console.log('from the handler'); return 'x'; });",
      'GET',
      '/a',
      '',
      /Console\s+from the handler/,
    ],
  ])('is answered: %s', async (_label, source, method, path, body, expected) => {
    await send(source, method, path, body);
    await expectResponse(expected);
  });

  it('is shown as text, up to a limit', async () => {
    await send("Route.get('a', () => new Response('<b>x</b>'.repeat(1e6)));", 'GET', '/a');
    await expectResponse(/<b>x<\/b>[\s\S]*The rest of the body is not shown/);
    expect((await page.locator('.pg-body').innerText()).length).toBe(20_000);
    expect(await page.locator('.pg-response b').count()).toBe(0);
  });

  it.each([
    [
      'a stream without end',
      "Route.get('a', async function* () { for (;;) yield 'x'; });",
      /The rest/,
    ],
    [
      'a handler without end',
      "Route.get('a', () => new Promise(() => {}));",
      /Stopped after 5 seconds/,
    ],
    ['a loop', "Route.get('a', () => { for (;;); });", /Stopped after 5 seconds/],
    ['a wrong pattern', "\nRoute.get('a(', () => 'x');", /Line 3: .*a\(/],
  ])('ends: %s', async (_label, source, expected) => {
    await send(source, 'GET', '/a');
    await expectText(page, '.pg-tool', expected);
  });

  it('disappears when another one is entered', async () => {
    await send("Route.get('a', () => 'hello');", 'GET', '/a');
    await expectResponse(/hello/);
    await page.getByLabel('Path').fill('/b');
    await expect.poll(() => page.locator('.pg-response').count(), PATIENCE).toBe(0);
  });

  it('waits until the code of a link has run', async () => {
    const other = await site.open({}, linkTo("export default { a: 'b' };"));
    await expectText(other, '.pg-held', /came with a link/);
    await other.getByRole('button', { name: 'Send a request' }).click();
    expect(await other.locator('.pg-send').isDisabled()).toBe(true);
    await other.context().close();
  });
});

describe('a handler', () => {
  it('reaches no network, and nothing outside its thread', async () => {
    const ways = [
      `fetch('http://${canary.host}/fetch')`,
      `import('http://${canary.host}/import.js')`,
      `new XMLHttpRequest()`,
      `new WebSocket('ws://${canary.host}/socket')`,
      `new EventSource('http://${canary.host}/event-source')`,
      'new Worker("")',
      'postMessage("x")',
      'indexedDB.open("a")',
      'caches.open("a")',
      'new BroadcastChannel("a")',
      'new OffscreenCanvas(1, 1)',
      'new Blob(["x"])',
      'new Response("x").blob()',
      'new Function("return 1")()',
    ];
    const tries = ways.map(
      (way, at) => `try { await (${way}); open.push(${at}); } catch { closed.push(${at}); }`,
    );
    await send(
      `Route.get('a', async () => { const open = [], closed = []; ${tries.join('\n')} return { open, closed: closed.length }; });`,
      'GET',
      '/a',
    );
    await expectResponse(new RegExp(`\\{"open":\\[\\],"closed":${ways.length}\\}`));
    expect(canary.reached).toEqual([]);
  });

  it('has five more globals than a route file', async () => {
    const names = `Object.getOwnPropertyNames(globalThis).filter((name) => /^(Request|Response|Headers|FormData|ReadableStream|Blob|.*(?:Stream|Event|Signal|Channel|Storage|File|Canvas).*)$/.test(name))`;
    await send(`Route.get('a', () => ${names}.sort().join(' '));`, 'GET', '/a');
    await expectResponse(/Blob FormData Headers ReadableStream Request Response\s*$/);
  });

  it('reaches no other constructor through prototypes, properties, errors or calls', async () => {
    const walk = WALK.replace('export default', 'const walk =');
    await send(
      `${walk}
      Route.get('a', async (_match, context) => {
        [context, new Response('x').body.getReader(), await new Response('a=b').formData()].forEach(visit);
        try { walk(); } catch (names) { return names; }
      });`,
      'GET',
      '/a',
    );
    await expectResponse(/Array/);
    const names = (await page.locator('.pg-body').innerText()).split(' ');
    const allowed = new Set([...CONSTRUCTORS, ...WITHOUT_GLOBAL, ...OF_FETCH]);
    expect(names.filter((name) => !allowed.has(name))).toEqual([]);
  });

  it('reads only text forms', async () => {
    const source =
      "import { readForm } from 'waymark/http';\nRoute.post('a', async (_match, context) => Object.fromEntries(await readForm(context)));";
    await page.getByLabel('Method').selectOption('POST');
    await page.getByLabel('Type of the body').selectOption('application/x-www-form-urlencoded');
    await send(source, 'POST', '/a', 'name=Ada+L&b=%C3%A9');
    await expectResponse(/\{"name":"Ada L","b":"é"\}/);
    await send(
      "Route.get('a', () => new Response('x', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }).formData());",
      'GET',
      '/a',
    );
    await expectResponse(/500[\s\S]*The playground does not support files/);
  });

  it('has all of waymark/http, whose names every source can import', async () => {
    const names = Object.keys(http).sort();
    await send(
      `import * as http from 'waymark/http';\nRoute.get('a', () => Object.keys(http).sort().join(' '));\nRoute.any(Object.keys(http).sort().join('-'), 'x');`,
      'GET',
      '/a',
    );
    await expectResponse(new RegExp(names.join(' ')));
    await expectText(page, '.pg-table', new RegExp(names.join('-')));
  });
});

describe('a source that creates a handler', () => {
  const own = `import { createFetchHandler } from 'waymark/fetch';
    Route.get('a', (_match, context) => \`hello \${context.who}\`);
    const handler = createFetchHandler({ routes: Route.map(), context: () => ({ who: 'Ada' }) });`;

  it.each([
    ['kept', own],
    ['exported', `${own}\nexport default handler;`],
    ['exported as servers take it', `${own}\nexport default { fetch: handler };`],
  ])('is answered by it, with its options: %s', async (_label, source) => {
    await send(source, 'GET', '/a');
    await expectText(page, '.pg-table [aria-current]', /GET a/);
    await expectResponse(/200[\s\S]*hello Ada/);
  });

  it('can use it at once', async () => {
    const ask = "console.log(await (await handler(new Request('http://localhost/a'))).text());";
    await enter(page, `import { Route } from 'waymark';\n${own}\n${ask}`);
    await expectText(page, '.pg-console', /hello Ada/);
  });
});

describe('an answer that the code forges', () => {
  it.each([
    ['no JSON', '"<b>"'],
    ['another kind', '\'{"kind":"table"}\''],
    ['a status that is none', '\'{"kind":"response","status":9999}\''],
  ])('is refused: %s', async (_label, text) => {
    await send(
      `Route.get('a', () => { JSON.stringify = () => ${text}; return 'x'; });`,
      'GET',
      '/a',
    );
    await expectText(page, '.pg-tool', /There was no answer/);
  });
});
