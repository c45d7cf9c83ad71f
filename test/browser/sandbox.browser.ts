import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Site, startSite } from './browser.ts';
import { type Canary, startCanary } from './canary.ts';
import { enter, expectRows, expectText, PATIENCE, request, startOver } from './playground.ts';

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
  canary.reached.length = 0;
  await startOver(page);
});

/** Ways to the network, each an expression that does not fail where it gets there. */
const CHANNELS: readonly [string, string][] = [
  ['fetch', 'fetch("http://HOST/fetch")'],
  ['blind-fetch', 'fetch("http://HOST/blind-fetch", { mode: "no-cors", keepalive: true })'],
  ['site', 'fetch("SITE/playground")'],
  [
    'xhr',
    'new Promise((yes, no) => { const x = new XMLHttpRequest(); x.onload = yes; x.onerror = no; x.open("GET", "http://HOST/xhr"); x.send(); })',
  ],
  [
    'socket',
    'new Promise((yes, no) => { const s = new WebSocket("ws://HOST/socket"); s.onopen = yes; s.onerror = no; })',
  ],
  [
    'event-source',
    'new Promise((yes, no) => { const s = new EventSource("http://HOST/event-source"); s.onopen = yes; s.onerror = no; })',
  ],
  ['import', 'import("http://HOST/import.js")'],
];

/** What only a worker has. */
const OF_WORKERS: readonly [string, string][] = [
  ['import-scripts', 'importScripts("http://HOST/import-scripts.js")'],
  ['worker', 'new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])))'],
  ['message', 'postMessage("x")'],
];

/** A module whose table says which expressions did not fail. */
function probe(expressions: readonly [string, string][]): string {
  const tries = expressions.map(([name, code]) => {
    const filled = code.replaceAll('HOST', canary.host).replaceAll('SITE', site.origin);
    return `try { await (${filled}); table['${name}'] = 'open'; } catch { table['${name}'] = 'closed'; }`;
  });
  return `const table = {};\n${tries.join('\n')}\nexport default table;`;
}

const closed = (expressions: readonly [string, string][]) =>
  expressions.map(([name]) => `any ${name} -> closed`);

function sandboxOf(of: Page): Frame {
  const frame = of.frames().find((each) => each.parentFrame() !== null);
  if (frame === undefined) throw new Error('there is no frame');
  return frame;
}

describe('code in the sandbox', () => {
  it('reaches no network', async () => {
    const ways = [...CHANNELS, ...OF_WORKERS];
    await enter(page, probe(ways));
    await expectRows(page, closed(ways));
    expect(canary.reached).toEqual([]);
  });

  it('would reach it from the page, so the ways are ways', async () => {
    const ways = CHANNELS.filter(([name]) => name !== 'socket' && name !== 'event-source');
    const module = JSON.stringify(probe(ways));
    const table = await page.evaluate(
      `import(URL.createObjectURL(new Blob([${module}], { type: 'text/javascript' }))).then((m) => m.default)`,
    );
    expect(table).toEqual(Object.fromEntries(ways.map(([name]) => [name, 'open'])));
    expect(canary.reached).toEqual(['/fetch', '/blind-fetch', '/xhr', '/import.js']);
  });

  it('reaches no storage, and nothing of the page', async () => {
    await page.evaluate("document.cookie = 'secret=1'; localStorage.setItem('secret', '1');");
    const ways: [string, string][] = [
      ['window', 'window.top'],
      ['parent', 'parent.document'],
      ['document', 'document.cookie'],
      ['local-storage', 'localStorage.getItem("secret")'],
      [
        'indexed-db',
        'new Promise((yes, no) => { const r = indexedDB.open("a"); r.onsuccess = yes; r.onerror = no; })',
      ],
      ['caches', 'caches.open("a")'],
      ['files', 'navigator.storage.getDirectory()'],
      ['locks', 'navigator.locks.request("a", () => 1)'],
      ['cookies', 'cookieStore.getAll()'],
      ['service-worker', 'navigator.serviceWorker.register("/a.js")'],
      ['eval', '(0, eval)("1")'],
      ['function', 'new Function("return 1")()'],
    ];
    await enter(page, probe(ways));
    await expectRows(page, closed(ways));
  });

  it('has no origin, and talks to no channel of the site', async () => {
    await page.evaluate(
      "heard = []; new BroadcastChannel('site').onmessage = ({ data }) => heard.push(data);",
    );
    await enter(
      page,
      "new BroadcastChannel('site').postMessage('from the sandbox');\nexport default { [`origin-${self.origin}`]: 'x' };",
    );
    await expectRows(page, ['any origin-null -> x']);
    await page.evaluate("new BroadcastChannel('site').postMessage('from the page')");
    await expect.poll(() => page.evaluate('heard'), PATIENCE).toEqual(['from the page']);
  });

  it('runs in a frame that may run scripts and nothing else', async () => {
    const frame = page.locator('iframe');
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts');
    const policy = /content="([^"]+)"/.exec((await frame.getAttribute('srcdoc')) ?? '')?.[1];
    expect(policy?.split('; ').map((each) => each.replace(/'sha256-[^']+'/, 'HASH'))).toEqual([
      "default-src 'none'",
      'script-src HASH blob:',
      'worker-src blob:',
      "connect-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it.each([
    ['the document of the page', 'parent.document.title'],
    ['its storage', 'localStorage.length'],
    ['its cookies', 'document.cookie'],
    ['its address', 'top.location.href'],
    ['the network', 'fetch("http://HOST/frame")'],
  ])('would find in the frame itself no way to %s', async (_label, code) => {
    const frame = sandboxOf(page);
    const filled = code.replace('HOST', canary.host);
    await expect(frame.evaluate(`(async () => { await (${filled}); })()`)).rejects.toThrow();
    expect(canary.reached).toEqual([]);
  });

  it('can not send the page elsewhere from the frame', async () => {
    const [url] = page.url().split('#');
    await sandboxOf(page)
      .evaluate(`top.location = 'http://${canary.host}/navigated'`)
      .catch(() => {});
    await enter(page, "export default { a: 'b' };");
    await expectRows(page, ['any a -> b']);
    expect(page.url().split('#')[0]).toBe(url);
    expect(canary.reached).toEqual([]);
  });
});

describe('code that does not end', () => {
  it.each([
    ['a loop', 'for (;;);', '/'],
    ['a catastrophic expression', "/^(a|a)*$/.test('a'.repeat(60) + '!');", '/'],
    ['a wait for nothing', 'await new Promise(() => {});', '/'],
    [
      'a route of a catastrophic expression',
      "export default { '(?:a|a)*c': 'x' };",
      `/${'a'.repeat(60)}!`,
    ],
    ['a flood of the console', 'for (;;) console.log("x");', '/'],
  ])('is stopped, and the page stays alive: %s', async (_label, code, path) => {
    await request(page, 'GET', path);
    await enter(page, code);
    await page.getByRole('textbox', { name: 'Action' }).fill('still/alive');
    expect(await page.getByRole('textbox', { name: 'Action' }).inputValue()).toBe('still/alive');
    await expectText(page, '.pg-failure', /Stopped after 5 seconds/);
    await request(page, 'GET', '/');
    await enter(page, "export default { a: 'b' };");
    await expectRows(page, ['any a -> b']);
  });

  it('is ended with the first error that it floods the page with', async () => {
    await enter(page, 'for (;;) reportError(new Error("flood"));');
    await expectText(page, '.pg-failure', /Error: flood/);
    await enter(page, "export default { a: 'b' };");
    await expectRows(page, ['any a -> b']);
  });

  it('is ended when something else is typed', async () => {
    await enter(page, 'for (;;);');
    await expect.poll(() => page.workers().length, PATIENCE).toBe(1);
    await enter(page, "export default { a: 'b' };");
    await expectRows(page, ['any a -> b']);
    await expect.poll(() => page.workers().length, PATIENCE).toBe(0);
  });

  it('costs the frame where that does not end it', async () => {
    const before = sandboxOf(page);
    await before.evaluate(
      'Worker = function () { return { postMessage() {}, terminate() {} }; }; setTimeout = () => 0;',
    );
    await enter(page, "export default { a: 'b' };");
    await expectText(page, '.pg-failure', /Stopped after 5 seconds/);
    await expect.poll(() => before.isDetached(), PATIENCE).toBe(true);
    await enter(page, "export default { c: 'd' };");
    await expectRows(page, ['any c -> d']);
    expect(await page.locator('iframe').count()).toBe(1);
  });
});

/** A module that has the worker send a text in place of its answer. */
function forge(text: string): string {
  return `JSON.stringify = () => ${JSON.stringify(text)};`;
}

describe('an answer that the code makes up', () => {
  const HOSTILE = '<img src=x onerror=alert(1)><b>bold</b>';
  const forged = {
    kind: 'table',
    rows: [
      {
        route: HOSTILE,
        method: HOSTILE,
        pattern: HOSTILE,
        destination: HOSTILE,
        name: HOSTILE,
        groups: 1e9,
        example: { method: HOSTILE, path: 'javascript:alert(1)' },
        mark: 'matched',
        why: HOSTILE,
      },
    ],
    settings: [{ key: HOSTILE, value: HOSTILE }],
    findings: [{ level: 'error', rows: [], message: HOSTILE, witness: null }],
    result: { status: HOSTILE, summary: HOSTILE, path: HOSTILE, steps: [HOSTILE] },
    url: { built: true, text: 'javascript:alert(1)' },
    reach: { ways: [{ method: HOSTILE, path: HOSTILE, route: HOSTILE }], unproved: [HOSTILE] },
    imported: { code: HOSTILE, warnings: [{ line: 1, message: HOSTILE }] },
  };

  it('is shown as text', async () => {
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    await enter(page, forge(JSON.stringify(forged)));
    await expectText(page, '.pg-table', /<img src=x onerror=alert\(1\)><b>bold<\/b>/);
    await expectText(page, '.pg-tables', /Error: <img/);
    expect(await page.locator('.pg :is(img, b, script, a)').count()).toBe(0);
    expect(await page.locator('.pg-param').count()).toBe(20);
    expect(dialogs).toBe(0);
  });

  it.each([
    ['an object', "JSON.stringify = () => ({ kind: 'table' });"],
    ['no JSON', forge('<b>')],
    ['JSON of something else', forge('[]')],
    ['a table without rows', forge('{"kind":"table"}')],
    ['a line that is none', forge('{"kind":"failure","message":"","line":-1}')],
    ['more than is read', 'JSON.stringify = () => `{"kind":"failure"}${\' \'.repeat(2e6)}`;'],
    ['nothing that can be sent', 'JSON.stringify = () => Symbol();'],
    ['nothing, as the worker ends', 'close();\nawait new Promise(() => {});'],
  ])('is refused: %s', async (_label, code) => {
    await enter(page, code);
    await expectText(page, '.pg-failure', /did not let the playground answer|Stopped after/);
    await enter(page, "export default { a: 'b' };");
    await expectRows(page, ['any a -> b']);
  });

  it('with the prototype as a key changes nothing', async () => {
    const json = '{"kind":"failure","message":"ours","line":null,"__proto__":{"polluted":1}}';
    await enter(page, forge(json));
    await expectText(page, '.pg-failure', /ours/);
    expect(await page.evaluate('({}).polluted')).toBeUndefined();
  });
});

describe('the frame', () => {
  it('takes its port from the page around it alone', async () => {
    const heard = await page.evaluate(`(async () => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.srcdoc = document.querySelector('iframe').srcdoc;
      const other = document.createElement('iframe');
      document.body.append(other, frame);
      await new Promise((resolve) => { frame.onload = resolve; });
      const connect = async (send) => {
        const { port1, port2 } = new MessageChannel();
        send(frame.contentWindow, [port2]);
        port1.postMessage({ kind: 'load', program: 'a', code: 'postMessage("heard")' });
        const ask = { kind: 'ask', id: 1, program: 'a', question: null, time: 5000, length: 9 };
        const answer = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data.answer); });
        port1.postMessage(ask);
        return answer;
      };
      other.contentWindow.eval('sendTo = (frame, ports) => frame.postMessage("connect", "*", ports)');
      let stranger = 'nothing';
      connect(other.contentWindow.sendTo).then((answer) => { stranger = answer; });
      const page = await connect((target, ports) => target.postMessage('connect', '*', ports));
      return { stranger, page };
    })()`);
    expect(heard).toEqual({ stranger: 'nothing', page: 'heard' });
  });
});
