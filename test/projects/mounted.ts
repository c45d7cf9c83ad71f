/** Applications of frameworks with waymark's middleware in front, as `docs/serving.md` mounts it. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Application, Project } from './project.ts';

/** The versions of Nitro that npm's tags name; some take a 404 for no answer. */
const NITRO: Readonly<Record<string, string>> = JSON.parse(
  execFileSync('npm', ['view', 'nitro', 'dist-tags', '--json'], { encoding: 'utf8' }),
);

/** The packages to install. Astro 6 needs a later Node. */
export const FRAMEWORKS = [
  ...['elysia@1.4.30', '@nestjs/common@12.5.1', '@nestjs/core@12.5.1', 'reflect-metadata@0.2.2'],
  ...['@nestjs/platform-express@12.5.1', 'rxjs@7.8.2', 'srvx@1.0.8', 'astro@5', '@astrojs/node@9'],
  ...[
    '@sveltejs/kit@2.70.4',
    '@sveltejs/adapter-node@5',
    '@sveltejs/vite-plugin-svelte',
    'svelte@5',
  ],
  // React Router 8 needs a later Node.
  ...['react-router@7', '@react-router/dev@7', '@react-router/node@7', 'isbot@5'],
];

const MIDDLEWARE = `import { Route } from 'waymark';
import { createFetchMiddleware } from 'waymark/fetch';
const routes = Route.collect(() => {
  Route.block('secret', 'closed/(.+)');
  Route.get('photos/(:num)', ({ params, request }) => ({
    id: params[0],
    file: new URL(request.url).searchParams.get('file'),
  }));
});
export const answer = createFetchMiddleware({ routes });
`;

/**
 * Prints the answers to requests that `ask` sends; `data` is a suffix by which the framework sends
 * only the data of a page, and `blocked` are further paths of data that a block closes.
 */
const askingFor = (data: string, blocked: readonly string[] = []) => `
// Frameworks report each page that they lack.
console.error = () => {};
const closed = ${JSON.stringify(['/secret', '/SECRET', `/secret${data}`, ...blocked])};
for (const path of closed) {
  const response = await ask('GET', path);
  if (response.status !== 404) console.log(path, await response.text());
}
const requests = [['GET', '/photos/7?file=a.data'], ['GET', '/hello'], ['PUT', '/photos/7']];
for (const [method, path] of requests) {
  const response = await ask(method, path);
  const [text] = /Hello|Allowed|\\{"id":"7","file":"a.data"\\}/.exec(await response.text()) ?? [];
  console.log(response.status, text);
}
process.exit(0);
`;
/** What they print: no blocked path, the row, a page of the framework, a wrong method. */
export const ANSWERS = /^200 \{"id":"7","file":"a\.data"\}\n200 Hello\n405 .*Allowed\n$/;

/** Sends requests to a listener of Node. */
const overHttp = (data = '/') => `
import { createServer } from 'node:http';
const server = createServer(listener).listen(0);
// Astro takes a request without a type for a form, and refuses one of another origin.
const headers = { 'content-type': 'application/json' };
const ask = (method, path) =>
  fetch('http://localhost:' + server.address().port + path, { method, headers });
${askingFor(data)}`;

interface Mounted {
  readonly files: Readonly<Record<string, string>>;
  /** The command that builds the application, if it needs one: a file of a package, and arguments. */
  readonly build?: readonly [bin: string, ...args: string[]];
  /** A package that the application installs itself, and its version. */
  readonly own?: readonly [name: string, version: string];
}

/** The applications by the framework's package. `answer.js` starts each. */
export const MOUNTED: Readonly<Record<string, Mounted>> = {
  elysia: {
    files: {
      'middleware.js': MIDDLEWARE,
      'answer.js': `import { Elysia } from 'elysia';
import { answer } from './middleware.js';
const app = new Elysia()
  .onRequest(async ({ request }) => (await answer(request)) ?? undefined)
  .get('/secret', () => 'leaked')
  .get('/hello', () => 'Hello');
const ask = (method, path) => app.handle(new Request('http://localhost' + path, { method }));
${askingFor('/')}`,
    },
  },
  '@nestjs/core': {
    files: {
      'middleware.js': MIDDLEWARE,
      'answer.js': `import 'reflect-metadata';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import express from 'express';
import { NodeRequest } from 'srvx/node';
import { answer } from './middleware.js';
class Hello {
  hello() { return 'Hello'; }
  secret() { return 'leaked'; }
}
for (const name of ['hello', 'secret']) {
  Get(name)(Hello.prototype, name, Object.getOwnPropertyDescriptor(Hello.prototype, name));
}
Controller()(Hello);
class App {}
Module({ controllers: [Hello] })(App);
const listener = express();
listener.enable('case sensitive routing');
const app = await NestFactory.create(App, new ExpressAdapter(listener), { logger: false });
app.use(async (req, res, next) => {
  const response = await answer(new NodeRequest({ req, res }));
  if (response === null) return next();
  res.status(response.status);
  for (const [name, value] of response.headers) res.appendHeader(name, value);
  if (response.body === null) res.end();
  else await pipeline(response.body, res).catch(() => res.destroy());
});
await app.init();
${overHttp()}`,
    },
  },
  '@sveltejs/kit': {
    build: ['vite/bin/vite.js', 'build'],
    files: {
      'src/middleware.js': MIDDLEWARE,
      'src/hooks.server.js': `import { answer } from './middleware.js';
export const handle = async ({ event, resolve }) => {
  const { url, request, isRemoteRequest } = event;
  return (await answer(isRemoteRequest ? request : new Request(url, request))) ?? resolve(event);
};
`,
      'src/app.html': '<body>%sveltekit.head% %sveltekit.body%</body>',
      'src/routes/hello/+page.svelte': 'Hello',
      'src/routes/secret/+page.svelte': 'leaked',
      'src/routes/secret/+page.server.js': "export const load = () => ({ text: 'leaked' });\n",
      'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite';
export default { plugins: [sveltekit()] };
`,
      'svelte.config.js': `import adapter from '@sveltejs/adapter-node';
export default { kit: { adapter: adapter() } };
`,
      'answer.js': `import { handler as listener } from './build/handler.js';\n${overHttp('/__data.json')}`,
    },
  },
  'react-router': {
    build: ['@react-router/dev/bin.js', 'build'],
    files: {
      // Its build looks for these here, and would install what is missing.
      'package.json':
        '{ "type": "module", "dependencies": { "@react-router/node": "7", "isbot": "5" } }',
      'middleware.js': MIDDLEWARE,
      'vite.config.js': `import { reactRouter } from '@react-router/dev/vite';
export default { plugins: [reactRouter()] };
`,
      'app/root.jsx': `import { Outlet } from 'react-router';
export default () => <html lang="en"><body><Outlet /></body></html>;
`,
      'app/routes.js': `import { route } from '@react-router/dev/routes';
const page = (path) => route(path, 'secret.jsx', { id: path, caseSensitive: true });
export default [route('hello', 'hello.jsx'), page('secret'), page('closed/:id')];
`,
      'app/hello.jsx': "export default () => 'Hello';\n",
      'app/secret.jsx': `export const loader = () => ({ text: 'leaked' });
export default () => 'leaked';
`,
      'answer.js': `import { createRequestHandler } from 'react-router';
import * as build from './build/server/index.js';
import { answer } from './middleware.js';
const handle = createRequestHandler(build);
const pageOf = (request) => {
  const url = new URL(request.url);
  const path = url.pathname.replace(/(?:\\.data)+$/, '');
  url.pathname = path === '/_root' ? '/' : path;
  return new Request(url, request);
};
const fetch = async (request) => (await answer(pageOf(request))) ?? handle(request);
const ask = (method, path) => fetch(new Request('http://localhost' + path, { method }));
${askingFor('.data', [
  ...['/secret.data.data', '/SECRET.data', '/closed/7.data', '/closed/_.data'],
  '/closed/_root.data',
])}`,
    },
  },
  astro: {
    build: ['astro/astro.js', 'build'],
    files: {
      'src/answer.js': MIDDLEWARE,
      'src/middleware.js': `import { answer } from './answer.js';
export const onRequest = async ({ request }, next) => (await answer(request)) ?? next();
`,
      'src/pages/hello.astro': '---\n---\nHello\n',
      'src/pages/secret.astro': '---\n---\nleaked\n',
      'astro.config.mjs': `import node from '@astrojs/node';
export default { output: 'server', adapter: node({ mode: 'middleware' }) };
`,
      'answer.js': `import { handler as listener } from './dist/server/entry.mjs';\n${overHttp()}`,
    },
  },
  ...Object.fromEntries(
    Object.entries(NITRO).map(([tag, version]) => [`nitro, ${tag}`, inNitro(version)]),
  ),
};

function inNitro(version: string): Mounted {
  return {
    own: ['nitro', version],
    build: ['nitro/dist/cli/index.mjs', 'build'],
    files: {
      'server/answer.js': MIDDLEWARE,
      'server/middleware/waymark.js': `import { HTTPError } from 'nitro/h3';
import { answer } from '../answer.js';
export default async ({ req }, next) => {
  const response = await answer(req);
  if (response?.status === 404) throw new HTTPError({ status: 404 });
  return response ?? next();
};
`,
      'server/routes/hello.js': "export default () => 'Hello';\n",
      'server/routes/secret.js': "export default () => 'leaked';\n",
      'nitro.config.js':
        "export default { scanDirs: ['./server'], preset: 'node-middleware', compatibilityDate: '2026-01-01' };\n",
      'answer.js': `import { middleware as listener } from './.output/server/index.mjs';\n${overHttp()}`,
    },
  };
}

/** Builds an application and runs it. Returns what it prints. */
export function runMounted(
  app: Application,
  { files, build, own }: Mounted,
  project: Project,
): string {
  app.write(files);
  if (own !== undefined) {
    const args = ['install', '--no-audit', '--no-fund', own.join('@')];
    execFileSync('npm', args, { cwd: app.folder, stdio: 'pipe' });
  }
  if (build !== undefined) {
    const [bin, ...args] = build;
    const folder = own === undefined ? project.folder : app.folder;
    app.node(join(folder, 'node_modules', bin), ...args);
  }
  return app.node('answer.js');
}
