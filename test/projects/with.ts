/** Applications that run the blocks of `docs/with.md`, and ask what the page says. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/gateway.ts';
import { filesOf } from '../support/pages.ts';
import type { Application, Project } from './project.ts';

/** How long a server may take to answer, in milliseconds. */
const PATIENCE = 120_000;

/** The packages of the page. */
const PACKAGES = [
  ...['better-auth@1.7.25', '@auth/core@0.41.3', 'jose@6.2.18', 'iron-session@8.0.4'],
  ...['graphql@16.15.0', 'graphql-yoga@5.24.1', '@trpc/server@11.25.2', 'koa@3.3.0'],
  ...['supertest@7.3.2', 'msw@2.15.0', 'deno@2.9.6'],
];

/** Installs the packages apart from the other tools, with which some of them conflict. */
export function installPackages({ folder }: Project): void {
  const apps = join(folder, 'apps');
  mkdirSync(apps, { recursive: true });
  writeFileSync(join(apps, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', ...PACKAGES];
  execFileSync('npm', args, { cwd: apps, stdio: 'pipe' });
}

const page = readFileSync(new URL('../../docs/with.md', import.meta.url), 'utf8');

/** The files of the page. */
const BLOCKS = filesOf(page);

interface With {
  /** The page's block. */
  readonly block: string;
  /** What the block imports from the application. */
  readonly own?: Readonly<Record<string, string>>;
  /** Asks with `ask`, and prints the answers. */
  readonly asks: string;
  readonly printed: RegExp;
}

/** The environment of every application. */
const ENV = `for (const name of ['AUTH_SECRET', 'JWT_SECRET', 'SESSION_PASSWORD']) {
  process.env[name] = 'a secret of at least 32 characters';
}
`;

/** The start of the program that asks. */
const START = `import './env.js';
import { fetch as answer } from './app.js';
const ask = (path, init) => answer(new Request('http://localhost:3000' + path, init));
const send = (path, body, headers = {}) => {
  const type = { 'content-type': typeof body === 'string' ? 'application/json' : undefined };
  const all = { origin: 'http://localhost:3000', ...(typeof body === 'string' && type), ...headers };
  return ask(path, { method: 'POST', body, headers: all });
};
const cookieOf = (response) =>
  response.headers.getSetCookie().map((each) => each.split(';')[0]).join('; ');
const say = async (response) => console.log(response.status, (await response.text()).slice(0, 2000));
`;

const MIDDLEWARE = `import { Route } from 'waymark';
import { createFetchMiddleware } from 'waymark/fetch';
const routes = Route.collect(() => {
  Route.block('secret');
  Route.get('photos/{id:num}', ({ params, headers }) => {
    for (const cookie of ['a=1', 'b=2']) headers.append('set-cookie', cookie);
    return params;
  });
});
export const answer = createFetchMiddleware({ routes });
`;

/** The tests of the blocks, by the package. */
export const WITH: Readonly<Record<string, With>> = {
  'better-auth': {
    block: 'better-auth.js',
    own: {
      'auth.js': `import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
export const auth = betterAuth({
  baseURL: 'http://localhost:3000',
  secret: 'a secret of at least 32 characters',
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  emailAndPassword: { enabled: true },
});
`,
    },
    asks: `
const user = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
const signed = await send('/api/auth/sign-up/email', JSON.stringify(user));
await say(await ask('/me'));
await say(await ask('/me', { headers: { cookie: cookieOf(signed) } }));`,
    printed: /200 {"name":null}\n200 {"name":"Ada"}\n/,
  },
  '@auth/core': {
    block: 'auth-js.js',
    own: {
      'providers.js': `import Credentials from '@auth/core/providers/credentials';
export const providers = [
  Credentials({ credentials: { name: {} }, authorize: ({ name }) => ({ name }) }),
];
`,
    },
    asks: `
const first = await ask('/auth/csrf');
const { csrfToken } = await first.json();
const signed = await send(
  '/auth/callback/credentials',
  new URLSearchParams({ csrfToken, name: 'Ada' }),
  { cookie: cookieOf(first) },
);
await say(await ask('/auth/session'));
await say(await ask('/auth/session', { headers: { cookie: cookieOf(signed) } }));`,
    printed: /200 null\n200 {"user":{"name":"Ada"}/,
  },
  jose: {
    block: 'jose.js',
    asks: `
import { SignJWT } from 'jose';
const key = new TextEncoder().encode(process.env.JWT_SECRET);
const token = await new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject('ada').sign(key);
for (const sent of [token, token + 'x']) {
  await say(await ask('/me', { headers: { authorization: 'Bearer ' + sent } }));
}`,
    printed: /200 {"user":"ada"}\n200 {"user":null}\n/,
  },
  'iron-session': {
    block: 'iron-session.js',
    asks: `
import { getIronSession } from 'iron-session';
import { Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
const signed = await send('/login/ada');
await say(await ask('/me', { headers: { cookie: cookieOf(signed) } }));
const options = { cookieName: 'session', password: process.env.SESSION_PASSWORD };
const trap = createFetchHandler({
  routes: Route.collect(() => Route.post('login', async ({ request, headers }) => {
    const session = await getIronSession(request, new Response(null, { headers }), options);
    await session.save();
    return 'Welcome';
  })),
});
const lost = await trap(new Request('http://localhost/login', { method: 'POST' }));
console.log(lost.status, lost.headers.getSetCookie());`,
    printed: /200 {"name":"ada"}\n200 \[\]\n/,
  },
  'graphql-yoga': {
    block: 'graphql-yoga.js',
    own: {
      'schema.js': `import { createSchema } from 'graphql-yoga';
export const schema = createSchema({
  typeDefs: 'type Query { hello(name: String!): String }',
  resolvers: { Query: { hello: (_, { name }) => 'Hello, ' + name } },
});
`,
    },
    asks: `
await say(await send('/graphql', JSON.stringify({ query: '{ hello(name: "Ada") }' })));
await say(await ask('/graphql', { headers: { accept: 'text/html' } }));`,
    printed: /200 {"data":{"hello":"Hello, Ada"}}\n200 <!doctype html>/,
  },
  '@trpc/server': {
    block: 'trpc.js',
    own: {
      'router.js': `import { initTRPC } from '@trpc/server';
const t = initTRPC.context().create();
export const router = t.router({
  where: t.procedure.query(({ ctx }) => new URL(ctx.request.url).pathname),
});
`,
    },
    asks: `await say(await ask('/trpc/where')); await say(await ask('/trpc/nothing'));`,
    printed: /200 {"result":{"data":"\/trpc\/where"}}\n404 {"error"/,
  },
  'waymark-tools, Swagger UI and Scalar': {
    block: 'scalar.js',
    asks: `
for (const path of ['/openapi.json', '/scalar', '/swagger']) await say(await ask(path));`,
    printed:
      /200 {"openapi":.*"\/photos\/{id}".*\n200 <script id="api-reference"[\s\S]*npm\/@scalar\/api-reference"><\/script>\n200 [\s\S]*swagger-ui-bundle\.js"><\/script>/,
  },
  'waymark, CORS': {
    block: 'cors.js',
    asks: `
const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' };
for (const [method, path] of [
  ['GET', '/photos'], ['GET', '/none'], ['PUT', '/photos'], ['GET', '/%zz'], ['OPTIONS', '/photos'],
]) {
  const response = await ask(path, { method, headers });
  console.log(response.status, response.headers.get('access-control-allow-origin'));
}`,
    printed: /^(?:(?:200|404|405|400|204) https:\/\/app\.example\n){5}$/,
  },
  koa: {
    block: 'koa.js',
    own: { 'middleware.js': MIDDLEWARE },
    asks: `
import { koa } from './koa.js';
koa.use((ctx) => { ctx.body = 'Hello from Koa'; });
const server = koa.listen(0);
for (const path of ['/photos/7', '/x/../secret', '/hello']) {
  const response = await fetch('http://localhost:' + server.address().port + path);
  console.log(response.status, await response.text(), response.headers.getSetCookie().length);
}
server.close();`,
    printed: /^200 {"id":"7"} 2\n404 Not Found 0\n200 Hello from Koa 0\n$/,
  },
  'waymark, as Vercel calls it': {
    block: 'api/index.js',
    asks: `
import handler from './api/index.js';
await say(await handler.fetch(new Request('http://localhost/me')));`,
    printed: /^200 {"user":null}\n$/,
  },
  'waymark, as Netlify calls it': {
    block: 'netlify/functions/app.js',
    asks: `
import handler, { config } from './netlify/functions/app.js';
await say(await handler(new Request('http://localhost/me'), { params: {} }));
console.log(config.path);`,
    printed: /^200 {"user":null}\n\/\*\n$/,
  },
  supertest: { block: 'supertest.js', asks: `import './supertest.js';`, printed: /^$/ },
  msw: {
    block: 'msw.js',
    asks: `
import './msw.js';
for (const path of ['me', 'none']) await say(await fetch('https://api.example/' + path));`,
    printed: /^200 {"user":null}\n404 Not Found\n$/,
  },
};

/** The files of an application with a block, and the asking program. */
export function filesWith({ block, own = {}, asks }: With): Record<string, string> {
  const part = /^export const routes/m.test(BLOCKS[block] ?? '') ? block : 'jose.js';
  return {
    ...BLOCKS,
    ...own,
    'app.js': appWith(part),
    'env.js': ENV,
    'answer.js': `${START}${asks}\nprocess.exit(0);\n`,
  };
}

/** The page's application, with another part. */
function appWith(part: string): string {
  return (BLOCKS['app.js'] ?? '').replace('jose.js', part);
}

/** The commands of the page that watch files, by their tool. */
export const WATCHES: readonly (readonly [tool: string, command: string])[] = Array.from(
  /^```sh\n(node --watch .*?)^```$/ms.exec(page)?.[1]?.matchAll(/^.+$/gm) ?? [],
  ([command]) => [`${/\b(?:node|tsx|deno)\b/.exec(command)?.[0]} --watch`, command] as const,
);

/** Starts a command of the page, changes the application, and returns both answers. */
export async function watch(app: Application, command: string, project: Project): Promise<string> {
  const port = await freePort();
  const [tool, ...args] = command.replace(/^npx /, '').replace('3000', String(port)).split(' ');
  const routesOf = (word: string) =>
    `export const routes = () => Route.get('/', () => '${word}');\n`;
  const write = (word: string) =>
    writeFileSync(
      join(app.folder, 'part.js'),
      `import { Route } from 'waymark';\n${routesOf(word)}`,
    );
  const server = `import { serve } from 'srvx';
import { fetch } from './app.js';
serve({ fetch, port: ${port} });
`;
  app.write({ 'app.js': appWith('part.js'), 'server.js': server, 'server.ts': server });
  write('before');
  const file = tool === 'node' ? process.execPath : binOf(project, tool);
  const child = spawn(file, args, { cwd: app.folder, stdio: 'ignore', detached: true });
  try {
    const before = await answerOf(port, child, 'before');
    write('after');
    return `${before} ${await answerOf(port, child, 'after')}`;
  } finally {
    // The whole group: tsx starts another process, and Deno ignores the usual signal while it watches.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }
}

function binOf({ folder, installed }: Project, tool: string): string {
  return tool === 'deno' ? join(folder, 'apps/node_modules/.bin/deno') : installed(`.bin/${tool}`);
}

/** Asks until the server gives the answer. */
async function answerOf(port: number, child: ChildProcess, wanted: string): Promise<string> {
  for (const end = Date.now() + PATIENCE; ; ) {
    if (Date.now() > end) throw new Error(`there is no answer ${wanted}`);
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const text = await fetch(`http://localhost:${port}/`)
      .then((response) => response.text())
      .catch(() => '');
    if (text === wanted) return text;
    await pause(100);
  }
}
