import type { Frame } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openForFile, origin } from './browser.ts';
import { startCanary } from './canary.ts';
import { CONSTRUCTORS, OF_FETCH, OTHER_GLOBALS, WALK, WITHOUT_GLOBAL } from './globals.ts';
import { CODE_FRAME, on } from './playground.ts';
import { renderers } from './processes.ts';

const canary = await startCanary();
const page = await openForFile('/playground');
const pg = on(page);
/** Another page, whose service worker saves the site. */
const other = await openForFile('/playground', { serviceWorkers: 'allow' });

beforeEach(async () => {
  canary.reached.length = 0;
  await pg.startOver();
});

/** An expression that waits until something succeeds or fails. */
const settled = (thing: string) =>
  `new Promise((yes, no) => { const x = ${thing}; x.onload = x.onopen = x.onsuccess = yes; x.onerror = no; x.send?.(); })`;

/** Ways to the network: expressions that succeed if they reach it. */
const CHANNELS: readonly [string, string][] = [
  ['fetch', 'fetch("http://HOST/fetch")'],
  ['blind-fetch', 'fetch("http://HOST/blind-fetch", { mode: "no-cors", keepalive: true })'],
  ['site', 'fetch("SITE/playground")'],
  ['xhr', settled('new XMLHttpRequest(); x.open("GET", "http://HOST/xhr")')],
  ['socket', settled('new WebSocket("ws://HOST/socket")').replace('x.send?.();', '')],
  ['event-source', settled('new EventSource("http://HOST/event-source")')],
  ['import', 'import("http://HOST/import.js")'],
];

/** Globals that only a worker has. */
const OF_WORKERS: readonly [string, string][] = [
  ['import-scripts', 'importScripts("http://HOST/import-scripts.js")'],
  ['worker', 'new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])))'],
  ['message', 'postMessage("x")'],
];

/** Ways to the site's stored data, and to running text as code. */
const OF_THE_SITE: readonly [string, string][] = [
  ['window', 'window.top'],
  ['parent', 'parent.document'],
  ['document', 'document.cookie'],
  ['local-storage', 'localStorage.getItem("secret")'],
  ['indexed-db', settled('indexedDB.open("a")')],
  ['caches', 'caches.open("a")'],
  ['files', 'navigator.storage.getDirectory()'],
  ['locks', 'navigator.locks.request("a", () => 1)'],
  ['cookies', 'cookieStore.getAll()'],
  ['service-worker', 'navigator.serviceWorker.register("/a.js")'],
  ['eval', '(0, eval)("1")'],
  ['function', 'new Function("return 1")()'],
];

/** A module whose table lists the expressions that didn't fail. */
function probe(expressions: readonly [string, string][]): string {
  const tries = expressions.map(([name, code]) => {
    const filled = code.replaceAll('HOST', canary.host).replaceAll('SITE', origin);
    return `try { await (${filled}); table['${name}'] = 'open'; } catch { table['${name}'] = 'closed'; }`;
  });
  return `const table = {};\n${tries.join('\n')}\nexport default table;`;
}

/** The results of these expressions in a worker of the frame, before any global is removed. */
async function probeWorker(frame: Frame, expressions: readonly [string, string][]) {
  const module = `${probe(expressions).replace('export default table', 'postMessage(table)')}`;
  const script = JSON.stringify(`(async () => { ${module} })()`);
  return frame.evaluate(`new Promise((resolve) => {
    const url = URL.createObjectURL(new Blob([${script}], { type: 'text/javascript' }));
    new Worker(url).onmessage = ({ data }) => resolve(data);
  })`);
}

const closed = (expressions: readonly [string, string][]) =>
  expressions.map(([name]) => `any ${name} -> closed`);

/** A frame like the playground's, which stays open. */
async function openFrame(): Promise<Frame> {
  const made = other.evaluate(`new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      const frame = document.querySelector('${CODE_FRAME}');
      if (frame !== null) { observer.disconnect(); resolve(frame.outerHTML); }
    }).observe(document.body, { childList: true });
  })`);
  await on(other).enter("export default { 'opened': 'x' };");
  const html = JSON.stringify(await made);
  await other.locator('.pg-table .pg-key', { hasText: 'opened' }).waitFor();
  await other.evaluate(`new Promise((resolve) => {
    document.body.insertAdjacentHTML('beforeend', ${html});
    document.querySelector('${CODE_FRAME}').onload = resolve;
  })`);
  const frame = await (await other.locator(CODE_FRAME).elementHandle())?.contentFrame();
  if (frame == null) throw new Error('there is no frame');
  return frame;
}

describe('code in the sandbox', () => {
  /** The words of the error that the code throws. */
  async function thrown(): Promise<string[]> {
    await pg.expectText('.pg-failure', /The code throws/);
    const text = await page.locator('.pg-failure pre').innerText();
    return text.replace('The code throws ', '').split(' ');
  }

  it('reaches no network', async () => {
    const ways = [...CHANNELS, ...OF_WORKERS];
    await pg.run(probe(ways), ...closed(ways));
    expect(canary.reached).toEqual([]);
  });

  it('would reach it from the page, so the attempts are valid', async () => {
    const ways = CHANNELS.filter(([name]) => name !== 'socket' && name !== 'event-source');
    const module = JSON.stringify(probe(ways));
    const table = await page.evaluate(
      `import(URL.createObjectURL(new Blob([${module}], { type: 'text/javascript' }))).then((m) => m.default)`,
    );
    expect(table).toEqual(Object.fromEntries(ways.map(([name]) => [name, 'open'])));
    expect(canary.reached).toEqual(['/fetch', '/blind-fetch', '/xhr', '/import.js']);
  });

  it('reaches no storage, and nothing else in the page', async () => {
    await page.evaluate("document.cookie = 'secret=1'; localStorage.setItem('secret', '1');");
    await pg.run(probe(OF_THE_SITE), ...closed(OF_THE_SITE));
  });

  it('has the globals of the language and a few functions, and no others', async () => {
    await pg.enter(`const names = [];
      for (let holder = globalThis; holder !== Object.prototype; holder = Object.getPrototypeOf(holder))
        names.push(...Reflect.ownKeys(holder).map(String));
      // The definitions, which all copies of the package share.
      names.splice(names.findIndex((name) => name.startsWith('Symbol(waymark.')), 1);
      throw names.join(' ');`);
    const allowed = new Set([...CONSTRUCTORS, ...OTHER_GLOBALS]);
    expect((await thrown()).filter((name) => !allowed.has(name))).toEqual([]);
  });

  it.each(['waymark/fetch', 'waymark-tools/inspect'])(
    'also gets the globals of requests and responses if it imports %s',
    async (module) => {
      const visits =
        "[new Response('x').body.getReader(), await new Response('a=b').formData()].forEach(visit);";
      const walk = WALK.replace('export default', `${visits}\nexport default`);
      await pg.enter(`import '${module}';\n${walk}`);
      const names = await thrown();
      expect(names).toContain('Response');
      const allowed = new Set([...CONSTRUCTORS, ...WITHOUT_GLOBAL, ...OF_FETCH]);
      expect(names.filter((name) => !allowed.has(name))).toEqual([]);
    },
  );

  it('reaches no other constructor through prototypes, properties, errors or calls', async () => {
    await pg.enter(WALK);
    const allowed = new Set([...CONSTRUCTORS, ...WITHOUT_GLOBAL]);
    expect((await thrown()).filter((name) => !allowed.has(name))).toEqual([]);
  });
});

describe("the code's frame", () => {
  let frame: Frame;
  beforeAll(async () => {
    await on(other).expectKept();
    await other.evaluate("document.cookie = 'secret=1'; localStorage.setItem('secret', '1');");
    frame = await openFrame();
  });

  it('may run scripts and nothing else', async () => {
    const element = other.locator(CODE_FRAME);
    expect(await element.getAttribute('sandbox')).toBe('allow-scripts');
    const policy = /content="([^"]+)"/.exec((await element.getAttribute('srcdoc')) ?? '')?.[1];
    expect(policy?.split('; ').map((each) => each.replace(/'sha256-[^']+'/, 'HASH'))).toEqual([
      "default-src 'none'",
      'script-src HASH blob:',
      'worker-src blob:',
      "connect-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('gives no network and no storage to a worker that has every global', async () => {
    const ways = [...CHANNELS, ...OF_THE_SITE];
    const expected = Object.fromEntries(ways.map(([name]) => [name, 'closed']));
    expect(await probeWorker(frame, ways)).toEqual(expected);
    expect(canary.reached).toEqual([]);
  });

  it('has no origin, and uses no channel of the site', async () => {
    expect(await frame.evaluate('self.origin')).toBe('null');
    await other.evaluate(
      "heard = []; new BroadcastChannel('site').onmessage = ({ data }) => heard.push(data);",
    );
    const send = `new BroadcastChannel('site').postMessage('from the sandbox')`;
    await probeWorker(frame, [['channel', send]]);
    await other.evaluate("new BroadcastChannel('site').postMessage('from the page')");
    await expect.poll(() => other.evaluate('heard')).toEqual(['from the page']);
  });

  it.each([
    'parent.document.title',
    'localStorage.length',
    'document.cookie',
    'top.location.href',
    'fetch("http://HOST/frame")',
  ])('has no way to %s', async (code) => {
    const filled = code.replace('HOST', canary.host);
    await expect(frame.evaluate(`(async () => { await (${filled}); })()`)).rejects.toThrow();
    expect(canary.reached).toEqual([]);
  });

  it('cannot navigate the page elsewhere', async () => {
    const [url] = other.url().split('#');
    await frame.evaluate(`top.location = 'http://${canary.host}/navigated'`).catch(() => {});
    await on(other).run("export default { a: 'b' };", 'any a -> b');
    expect(other.url().split('#')[0]).toBe(url);
    expect(canary.reached).toEqual([]);
  });

  it('accepts its port only from the surrounding page', async () => {
    const heard = await other.evaluate(`(async () => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.srcdoc = document.querySelector('${CODE_FRAME}').srcdoc;
      const other = document.createElement('iframe');
      document.body.append(other, frame);
      await new Promise((resolve) => { frame.onload = resolve; });
      const connect = async (send) => {
        const { port1, port2 } = new MessageChannel();
        send(frame.contentWindow, [port2]);
        port1.postMessage('postMessage("heard")');
        return new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
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

describe('code that does not end', () => {
  it.each([
    ['a catastrophic expression', "/^(a|a)*$/.test('a'.repeat(60) + '!');", '/'],
    ['a wait for nothing', 'await new Promise(() => {});', '/'],
    [
      'a route of a catastrophic expression',
      "export default { '(?:a|a)*(b?)\\\\1c': 'x' };",
      `/${'a'.repeat(60)}!`,
    ],
    ['a flood of the console', 'for (;;) console.log("x");', '/'],
  ])('is stopped, and the page stays alive: %s', async (_label, code, path) => {
    await pg.request('GET', path);
    await pg.enter(code);
    await page.getByRole('textbox', { name: 'Action' }).fill('still/alive');
    expect(await page.getByRole('textbox', { name: 'Action' }).inputValue()).toBe('still/alive');
    await pg.expectText('.pg-failure', /Stopped after 5 seconds/);
  });

  it('is ended by the first error of a flood', async () => {
    await pg.enter(
      'setInterval(() => { throw new Error("flood"); });\nawait new Promise(() => {});',
    );
    await pg.expectText('.pg-failure', /Error: flood/);
  });

  it('is ended by further typing', async () => {
    await pg.enter('for (;;);');
    await expect.poll(() => pg.codeFrames()).toBe(1);
    await pg.run("export default { a: 'b' };", 'any a -> b');
    await expect.poll(() => pg.codeFrames()).toBe(0);
  });
});

/** A call that takes far longer than a test, and that terminating the worker doesn't interrupt. */
const NATIVE = "'\\u0344\\u0323'.repeat(5e7).normalize('NFD')";

describe('a native call', () => {
  /** The CPU time that the renderers use in one second, in milliseconds. */
  async function load(): Promise<number> {
    const before = renderers();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const used = Array.from(renderers(), ([id, time]) => time - (before.get(id) ?? 0));
    return used.reduce((sum, time) => sum + time, 0);
  }
  const expectBusy = () => expect.poll(load).toBeGreaterThan(50);
  const expectIdle = () => expect.poll(load, { timeout: 10_000 }).toBeLessThan(50);

  it('ends with its process at the limit', async () => {
    await pg.enter(NATIVE);
    await expectBusy();
    await pg.expectText('.pg-failure', /Stopped after 5 seconds/);
    await expectIdle();
  });

  it('ends with its process on further typing', async () => {
    await pg.enter(NATIVE);
    await expectBusy();
    await pg.run("export default { a: 'b' };", 'any a -> b');
    await expectIdle();
  });

  it('ends with its process if a tool has answered before', async () => {
    await pg.run("export default { 'a/(:num)': 'b' };", 'any a/(:num) -> b');
    await pg.openTool('Explain a pattern');
    await pg.expectText('.pg-tool', /one or more digits/);
    await pg.enter(NATIVE);
    await expectBusy();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expectIdle();
    await page.getByRole('button', { name: 'Explain a pattern', exact: true }).click();
  });

  it.each([
    ['an answer', "export default { answered: 'b' };", '.pg-table', /answered/],
    ['an error', "throw new Error('first');", '.pg-failure', /first/],
  ])('ends with its process after %s', async (_label, code, selector, text) => {
    const burn = `const { stringify } = JSON;
      JSON.stringify = (value) => {
        if (value?.kind !== undefined) queueMicrotask(() => ${NATIVE});
        return stringify(value);
      };`;
    await pg.enter(`${burn}\n${code}`);
    await pg.expectText(selector, text);
    await expectIdle();
  });
});

/** A module that makes the worker send a text instead of its answer. */
function forge(text: string): string {
  return `JSON.stringify = () => ${JSON.stringify(text)};`;
}

describe('an answer that the code forges', () => {
  const HOSTILE = '<img src=x onerror=alert(1)><b>bold</b>';
  const texts = ['route', 'method', 'pattern', 'destination', 'name', 'status', 'summary'];
  const hostile = Object.fromEntries(texts.map((name) => [name, HOSTILE]));
  const forged = {
    kind: 'table',
    rows: [{ ...hostile, groups: 1e9, handled: false }],
    settings: [{ key: HOSTILE, value: HOSTILE }],
    looked: {
      ...hostile,
      kind: 'looked',
      request: { method: HOSTILE, path: 'javascript:alert(1)' },
      path: HOSTILE,
      steps: [HOSTILE],
      ...{ winner: 0, tried: 1e9, after: [1e9] },
      url: { built: true, text: 'javascript:alert(1)' },
    },
    imported: { code: HOSTILE, warnings: [{ line: 1, message: HOSTILE }] },
  };

  it('is shown as text', async () => {
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    await pg.enter(forge(JSON.stringify(forged)));
    await pg.expectText('.pg-table', /<img src=x onerror=alert\(1\)><b>bold<\/b>/);
    await pg.expectText('.pg-result', /<img/);
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
  ])('is refused: %s', async (_label, code) => {
    await pg.enter(code);
    await pg.expectText('.pg-failure', /did not let the playground answer|Stopped after/);
  });

  it('changes nothing if the prototype is a key', async () => {
    const json = '{"kind":"failure","message":"ours","line":null,"__proto__":{"polluted":1}}';
    await pg.enter(forge(json));
    await pg.expectText('.pg-failure', /ours/);
    expect(await page.evaluate('({}).polluted')).toBeUndefined();
  });
});
