/**
 * Builds the applications of README.md and the pages in docs from their named code blocks, and
 * serves each in its own process. Checks over HTTP that they answer as their pages say.
 */
import { spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ask, end, freePort, listen } from '../support/gateway.ts';
import { applicationFolder, RUN_TYPESCRIPT } from '../support/installed.ts';
import { blocksOf, pageOf, pages, root, servedBlocks } from '../support/pages.ts';

const { folder, write, remove } = applicationFolder('served');
afterAll(remove);

const folderOf = (page: string) => page.replace(/\W+/g, '-');
// The page has parts of this example.
const example = join(root, 'docs/example/gateway');
cpSync(example, join(folder, folderOf('docs/gateway.md')), { recursive: true });
const files = [
  ...pages.flatMap(blocksOf).filter(({ file }) => file !== undefined),
  ...servedBlocks,
  {
    page: 'docs/gateway.md',
    file: 'server.ts',
    code: readFileSync(join(example, 'server.ts'), 'utf8'),
  },
];
for (const { page, file, code } of files) write(`${folderOf(page)}/${file}`, code);

/** An optional method and a path, the status, and the text. */
type Answer = [request: string, status: number, text: string | RegExp];

const photos: Answer[] = [
  ['/photos/7', 200, '{"id":"7","method":"GET"}'],
  ['/photos/%zz', 400, /malformed/],
  ['/nothing', 404, 'Not Found'],
];
const hello: Answer[] = [
  ['/', 200, 'It works'],
  ['/hello/Ada', 200, '{"hello":"Ada"}'],
  ['/hello//nobody', 404, 'Not Found'],
];
const servers: [page: string, file: string, answers: Answer[]][] = [
  ['README.md', 'server.ts', hello],
  ['docs/index.md', 'server.ts', hello],
  [
    'docs/quick-start.md',
    'hello.ts',
    [
      ...hello.slice(0, 2),
      ['/hello/nobody', 200, '{"hello":"nobody"}'],
      ['/nothing', 404, 'Not Found'],
    ],
  ],
  ['docs/quick-start.md', 'app.ts', [['/photos/7', 200, '{"id":"7","method":"GET"}']]],
  [
    'docs/quick-start.md',
    'server.ts',
    [
      ['/photos', 200, '["Lighthouse","Harbour","Dunes"]'],
      ['/photos/7', 200, '{"id":"7","method":"GET"}'],
      ['/photos/seven', 404, 'Not Found'],
      ['POST /photos/7', 405, 'Method Not Allowed'],
    ],
  ],
  [
    'docs/gateway.md',
    'server.ts',
    [
      ['/products/7', 200, '{"id":"7","by":"waymark"}'],
      ['/products/show/7', 200, '{"id":"7","by":"waymark"}'],
      ['/products/7/reviews', 200, 'PHP: GET /products/7/reviews '],
      ['/install', 404, '<h1>Nothing is here</h1>'],
      ['/', 200, 'PHP: GET / '],
      ['/blog/archive?page=2', 200, 'PHP: GET /blog/archive?page=2 '],
      ['POST /blog/archive', 200, 'PHP: POST /blog/archive title=Dunes'],
      ['//example.com/x', 200, 'PHP: GET /example.com/x '],
      ['/products/%zz', 400, '<h1>This address makes no sense</h1>'],
    ],
  ],
  ['docs/streams.md', 'app.ts', [['/slow', 200, 'Done']]],
  ['docs/streams.md', 'server.ts', [['POST /news', 200, '{"readers":0}']]],
  ['docs/serving.md', 'app.ts', photos],
  ['docs/serving.md', 'worker.ts', photos],
  ['docs/serving.md', 'server.ts', photos],
  ['docs/serving.md', 'vite-server.ts', photos],
  [
    'docs/serving.md',
    'express-server.ts',
    // By default, Express would ignore the case of a path, and a block in front wouldn't hold.
    [...photos, ['/hello', 200, 'Hello from Express'], ['/HELLO', 404, 'Not Found']],
  ],
  [
    'docs/serving.md',
    'fastify-server.ts',
    [
      ...[photos[0], photos[2]],
      ['/photos/%zz', 400, /not a valid/],
      ['/hello', 200, 'Hello from Fastify'],
    ],
  ],
  ['docs/serving.md', 'hono-app.ts', [...photos, ['/hello', 200, 'Hello from Hono']]],
];

describe('the pages', () => {
  it('are served in each way that they name', () => {
    const starts = files.filter(({ code }) =>
      /^export default [{h]|\.listen\(|^serve\(/m.test(code),
    );
    // The server for Vite loads it.
    const own = starts.filter(({ file }) => file !== 'vite-app.ts');
    const named = (list: readonly (readonly [string, string | undefined])[]) =>
      list.map(([page, file]) => `${page}: ${file}`).sort();
    expect(named(servers.map(([page, file]) => [page, file]))).toEqual(
      named(own.map(({ page, file }) => [page, file])),
    );
  });

  it.each(['npm ci && npm start', 'npm ci && npm test'])(
    'of README.md name the command %s',
    (command) => expect(pageOf('README.md').text.split('\n')).toContain(command),
  );
});

/** Stands in for the PHP application behind a page's gateway. */
const servePhp = () =>
  createServer(async (request, response) => {
    response.end(`PHP: ${request.method} ${request.url} ${await text(request)}`);
  });

it.each(servers)(
  'what a page serves answers as the page says: %s, %s',
  async (page, name, answers) => {
    const code = files.find(({ page: of, file }) => of === page && file === name)?.code ?? '';
    // A file that only exports is served by srvx, as server.ts does with app.ts.
    const server = code.includes('3000')
      ? code
      : `import { serve } from 'srvx';
           import app from './${name}';
           serve({ fetch: app.fetch, port: 3000 });`;
    const php = servePhp();
    const phpPort = await listen(php);
    // After that of the other server, which could take a port that is free again.
    const port = await freePort();
    const file = write(
      `${folderOf(page)}/on-a-free-port-${name}`,
      server.replace('3000', String(port)).replace('8080', String(phpPort)),
    );
    const child = spawn(process.execPath, [...RUN_TYPESCRIPT, file], { cwd: root });
    try {
      const send = async (line: string) => {
        const [path, method = 'GET'] = line.split(' ').reverse();
        // Sends a long body as curl does.
        const posted = { headers: { expect: '100-continue' }, body: 'title=Dunes' };
        const options = { host: 'localhost', method, ...(method === 'POST' && posted) };
        return ask(port, path, options);
      };
      await vi.waitFor(() => send('/'), { timeout: 20_000 });
      for (const [line, status, expected] of answers) {
        const text = typeof expected === 'string' ? expected : expect.stringMatching(expected);
        expect(await send(line)).toMatchObject({ status, text });
      }
    } finally {
      child.kill();
      end(php);
    }
  },
  30_000,
);
