/** Requests to the handlers of a source. */
import { describe, expect, it } from 'vitest';
import * as http from '../../src/http.ts';
import { open, openForFile } from './browser.ts';
import { startCanary } from './canary.ts';
import { CONSTRUCTORS, OF_FETCH, WALK, WITHOUT_GLOBAL } from './globals.ts';
import { linkTo, on } from './playground.ts';

const canary = await startCanary();
const page = await openForFile('/playground');
const pg = on(page);

/** The source in the editor. */
let entered = '';

/** Enters routes, and sends them a request. */
async function send(source: string, method: string, path: string, body = ''): Promise<void> {
  const whole = `import { Route } from 'waymark';\n${source}`;
  if (whole !== entered) await pg.enter(whole);
  entered = whole;
  await pg.request(method, path);
  await pg.openTool('Send a request');
  if (body !== '') await page.locator('.pg-tool textarea').fill(body);
  await page.locator('.pg-tool .pg-send').click();
}

const expectResponse = (text: RegExp) => pg.expectText('.pg-response', text);

/** Routes of one source, each with its requests. */
const SOURCE = `import { HttpError, readJson } from 'waymark/http';
const say = (name: string): string => \`Hello \${name}\`;
class Gone extends HttpError { constructor() { super(410, 'gone'); } }
Route.get('text', () => 'hello');
Route.get('types/(:any)', ({ params }) => say(params[0]));
Route.get('response', () => new Response('x', { status: 418, headers: { 'x-a': 'b' } }));
Route.post('body', async ({ request }) => (await request.json()).name);
Route.put('json', async (context) => readJson(context));
Route.get('gone', () => { throw new Gone(); });
Route.get('error', () => { throw new Error('oh no'); });
Route.get('to/(:any)', '$1/b');
Route.get('console', () => { console.log('from the handler'); return 'x'; });`;

describe('a request that is sent', () => {
  it.each([
    ['GET', '/text', '', /200[\s\S]*text\/plain[\s\S]*hello/],
    ['GET', '/types/Ada', '', /Hello Ada/],
    ['GET', '/response', '', /418[\s\S]*x-a\s+b/],
    ['POST', '/body', '{"name":"Ada"}', /200[\s\S]*Ada/],
    ['PUT', '/json', '{"b":1}', /200[\s\S]*application\/json[\s\S]*\{"b":1\}/],
    ['GET', '/gone', '', /410/],
    ['GET', '/body', '', /405[\s\S]*allow\s+POST/],
    ['GET', '/error', '', /500[\s\S]*Error: oh no/],
    ['GET', '/to/x-y', '', /a stand-in answered[\s\S]*x-y\/b/],
    ['GET', '/console', '', /Console\s+from the handler/],
  ])('is answered: %s %s', async (method, path, body, expected) => {
    await send(SOURCE, method, path, body);
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
    await pg.expectText('.pg-tool', expected);
  });

  it('disappears when another one is entered', async () => {
    await send("Route.get('a', () => 'hello');", 'GET', '/a');
    await expectResponse(/hello/);
    await page.getByLabel('Path').fill('/b');
    await expect.poll(() => page.locator('.pg-response').count()).toBe(0);
  });

  it('waits until the code of a link has run', async () => {
    const other = await open(`/playground${linkTo("export default { a: 'b' };")}`);
    await on(other).expectHeld();
    await on(other).openTool('Send a request');
    expect(await other.locator('.pg-send').isDisabled()).toBe(true);
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
      Route.get('a', async (context) => {
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
      "import { readForm } from 'waymark/http';\nRoute.post('a', async (context) => Object.fromEntries(await readForm(context)));";
    await page.getByLabel('Method').selectOption('POST');
    await pg.openTool('Send a request');
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
    await pg.expectText('.pg-table', new RegExp(names.join('-')));
  });
});

describe('a source that creates a handler', () => {
  const own = `import { createFetchHandler } from 'waymark/fetch';
    Route.get('a', (context) => \`hello \${context.who}\`);
    const handler = createFetchHandler({ routes: Route.map(), context: () => ({ who: 'Ada' }) });`;

  it.each([
    ['kept', own],
    ['exported', `${own}\nexport default handler;`],
    ['exported as servers take it', `${own}\nexport default { fetch: handler };`],
  ])('is answered by it, with its options: %s', async (_label, source) => {
    await send(source, 'GET', '/a');
    await pg.expectText('.pg-table [aria-current]', /GET a/);
    await expectResponse(/200[\s\S]*hello Ada/);
  });

  it('can use it at once', async () => {
    const ask = "console.log(await (await handler(new Request('http://localhost/a'))).text());";
    await pg.enter(`import { Route } from 'waymark';\n${own}\n${ask}`);
    await pg.expectText('.pg-console', /hello Ada/);
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
    await pg.expectText('.pg-tool', /There was no answer/);
  });
});
