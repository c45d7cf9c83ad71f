/**
 * Sends hostile targets through the gateway to CodeIgniter itself, and records the requests that
 * reach PHP and its answers in `test/fixtures/targets.json`. Run by hand:
 *
 *     npx tsx test/php/targets.ts path/to/CodeIgniter-3.1.13
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createGateway } from 'waymark/gateway';
import { routerCode } from '../../src/tools/cli/application/gateway.ts';
import { end, listen } from '../support/gateway.ts';
import { requestFor, sendRaw } from '../support/raw.ts';

/** A target as a client sends it, as PHP gets it, and the action that PHP finds. */
export type Recorded = readonly [target: string, sent: string | null, found: string | null];

/** The actions of each controller, below `controllers`. */
export const CONTROLLERS: Readonly<Record<string, readonly string[]>> = {
  Welcome: ['index'],
  Users: ['index', 'account', 'getAll', 'sign_in'],
  News: ['index', 'show'],
  Account: ['secret'],
  Api: ['_remap'],
  'admin/Staff': ['index', 'secret'],
  'admin/Welcome': ['index'],
  'admin/deep/Audit': ['index', 'log'],
};

export const ROUTES = {
  default_controller: 'welcome',
  '404_override': '',
  translate_uri_dashes: true,
  news: 'news/index',
  account: 'users/account',
  'profile/(:any)': 'users/account/$1',
  'shout/([A-Z]+)': 'users/$1',
  'call/(:any)/(:any)': '$1/$2',
  'deep/(:any)/(:any)/(:any)/(:any)/(:any)/(:any)': 'users/$6',
  'files/(.+)': 'news/show/$1',
} as const;

const COUNT = 2000;

/** A generator of numbers that always makes the same targets (Park and Miller). */
let state = 51;
function random(below: number): number {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
}
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;

const PATHS = [
  ...['', 'users', 'users/account', 'users/getAll/7', 'users/sign-in', 'users/sign_in', 'news'],
  ...['news/show/a.b', 'account', 'account/secret', 'api/list/x', 'admin', 'admin/staff'],
  ...['admin/staff/secret', 'admin/welcome', 'admin/deep/audit/log', 'profile/ada'],
  ...['shout/ACCOUNT', 'call/users/account', 'call/admin/staff', 'deep/a/b/c/d/e/account'],
  ...['files/a/b.txt', 'nobody/home', 'welcome/index'],
];

type Change = (path: string) => string;

/** Inserts a text at a random place. */
const inserting =
  (text: string): Change =>
  (path) => {
    const at = random(path.length + 1);
    return path.slice(0, at) + text + path.slice(at);
  };

const DOTTED: readonly Change[] = ['.', '.', '%2e', '..', '/', '-'].map(inserting);

const CHANGES: readonly Change[] = [
  ...['/', '//', '/./', '/../', '-', '_', ';', ':', ':80', '~', '%', '%20'],
  ...['%2e', '%2E%2e', '%2f', '%5c', '%00', '%0a', '%7f', '%c0%ae', '%25', '+', ' ', '\\', '\x80'],
  ...['#', '?', '?/', '&', '=', 'index.php', '/index.php/', '@', '*', '!', '%u0061', '\xe9'],
].map(inserting);

const RESPELLED: readonly Change[] = [
  (path) => path.toUpperCase(),
  (path) => path.replace(/\b[a-z]/g, (letter) => (random(2) ? letter.toUpperCase() : letter)),
  (path) => {
    const at = random(Math.max(path.length, 1));
    return path.slice(0, at) + path.charAt(at).toUpperCase() + path.slice(at + 1);
  },
  (path) => {
    const at = random(Math.max(path.length, 1));
    const code = path.charCodeAt(at) || 0x61;
    return `${path.slice(0, at)}%${code.toString(16)}${path.slice(at + 1)}`;
  },
  (path) => path.split('/').reverse().join('/'),
];

const STARTS = ['/', '/', '/', '/', '/', '//', '/index.php/', '/?/', '/index.php?/', '/index.php'];
const ENDS = ['', '', '', '', '/', '?', '?x=1', '?/users/account', '.html', '/index', '//'];

function makeTarget(): string {
  let path = pick(PATHS);
  for (let count = 1 + (random(3) === 0 ? 1 : 0); count > 0; count--) {
    path = pick(pick([RESPELLED, DOTTED, CHANGES]))(path);
  }
  const origin = random(30) === 0 ? 'http://shop.test' : '';
  return origin + pick(STARTS) + path + pick(ENDS);
}

/** A controller that prints its action. */
function controller(path: string, actions: readonly string[]): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const answer = (action: string) =>
    `public function ${action}() { echo 'found ${path}/${action}'; }`;
  return `<?php class ${name} extends CI_Controller { ${actions.map(answer).join(' ')} }`;
}

function routesPhp(): string {
  const rows = Object.entries(ROUTES).map(
    ([key, to]) => `$route['${key}'] = ${to === true ? 'TRUE' : `'${to}'`};`,
  );
  return `<?php ${rows.join('\n')}`;
}

async function record(codeIgniter: string): Promise<Recorded[]> {
  const folder = mkdtempSync(join(tmpdir(), 'targets-'));
  const write = (name: string, code: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), code);
  };
  for (const name of ['system', 'index.php', 'application']) {
    cpSync(join(codeIgniter, name), join(folder, name), { recursive: true });
  }
  rmSync(join(folder, 'application/controllers'), { recursive: true });
  write('application/config/routes.php', routesPhp());
  for (const [path, actions] of Object.entries(CONTROLLERS)) {
    write(`application/controllers/${path}.php`, controller(path, actions));
  }
  write('src/router.php', `<?php\n${routerCode('..')}`);
  const env = { ...process.env, CI_ENV: 'production', PHP_CLI_SERVER_WORKERS: '2' };
  const php = spawn('php', ['-S', '127.0.0.1:0', join(folder, 'src/router.php')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let log = '';
  for await (const chunk of php.stderr.setEncoding('utf8')) {
    log += chunk;
    if (log.includes('started')) break;
  }
  php.stderr.resume();
  const port = Number(/:(\d+)\) started/.exec(log)?.[1]);
  // Between the gateway and PHP, notes the target, and returns only what was found.
  let sent: string | null = null;
  let found: string | null = null;
  const between = createServer(async (request, response) => {
    sent = request.url ?? '';
    const passed = ask({ host: '127.0.0.1', port, path: sent, headers: { host: 'shop.test' } });
    passed.on('response', async (answer) => {
      found = /found ([\w/]+)$/.exec(await text(answer))?.[1] ?? null;
      response.end();
    });
    passed.on('error', () => response.destroy()).end();
  });
  const gateway = createGateway({ routes: {}, php: `http://127.0.0.1:${await listen(between)}` });
  const at = await listen(gateway);
  const rows = new Map<string, Recorded>();
  while (rows.size < COUNT) {
    const target = makeTarget();
    [sent, found] = [null, null];
    await sendRaw(at, requestFor('GET', target, 'shop.test'));
    rows.set(target, [target, sent, found]);
  }
  end(gateway);
  end(between);
  process.kill(-Number(php.pid), 'SIGKILL');
  rmSync(folder, { recursive: true });
  return [...rows.values()];
}

const [, script = '', codeIgniter] = process.argv;
if (script.endsWith('targets.ts') && codeIgniter !== undefined) {
  const rows = (await record(codeIgniter)).map((row) => JSON.stringify(row));
  const file = new URL('../fixtures/targets.json', import.meta.url);
  writeFileSync(file, `[\n${rows.join(',\n')}\n]\n`);
}
