/**
 * Runs the code blocks of README.md against the built package, each in a process of its own.
 *
 * Every block is compiled as strictly as TypeScript does it. A block whose first line names a file is that file of the application that the README builds; each
 * that serves it is asked for a photo over HTTP. In every other block, each expression that a `// →` follows is held to the
 * value behind the arrow.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type CompilerOptions,
  createProgram,
  flattenDiagnosticMessageText,
  ModuleKind,
  ModuleResolutionKind,
  type Program,
  ScriptTarget,
} from 'typescript';
import { afterAll, describe, expect, it, vi } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

// Below the project, so that 'waymark' resolves to the package itself.
const folder = mkdtempSync(join(root, 'test', '.readme-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, code: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
  return file;
}

const all = Array.from(readme.matchAll(/^## (.+?)$|^```ts\n(.*?)^```$/gms)).reduce(
  ({ title, found }, [, heading, code]) =>
    heading === undefined
      ? { title, found: [...found, { title: `${title} ${found.length + 1}`, code }] }
      : { title: heading, found },
  { title: '', found: [] as { title: string; code: string }[] },
).found;

/** `// app.ts` at the start of a block. */
const NAMED = /^\/\/ (\S+\.ts)\n/;

const files = all.flatMap(({ code }) => {
  const name = NAMED.exec(code)?.[1];
  return name === undefined ? [] : [{ name, code }];
});
const blocks = all.filter(({ code }) => !NAMED.test(code));

/** `expression; // → value`, on one line or with the arrow on the next. */
const EXPECTED = /^(\S.*);\s*\/\/ → (.*)$/gm;

const fileName = (title: string) => `${title.replace(/\W+/g, '-')}.ts`;

/** The strictest that a user may have: what compiles with these compiles with fewer. */
const COMPILER_OPTIONS: CompilerOptions = {
  target: ScriptTarget.ES2023,
  lib: ['lib.es2024.d.ts'],
  module: ModuleKind.ESNext,
  moduleResolution: ModuleResolutionKind.Bundler,
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

function mistakesIn(program: Program, path: string): string[] {
  const file = program.getSourceFile(path);
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
    ({ messageText }) => flattenDiagnosticMessageText(messageText, '\n'),
  );
}

function asProgram(code: string): string {
  const checked = code.replace(EXPECTED, 'assert.deepStrictEqual($1, $2);');
  return `import assert from 'node:assert';\n${checked}`;
}

describe('the code blocks of README.md', () => {
  it('are there to be run', () => {
    expect(blocks.length).toBeGreaterThan(4);
    expect(blocks.filter(({ code }) => code.search(EXPECTED) === -1)).toEqual([]);
  });

  it.each(blocks)(
    'run and give what they say: $title',
    async ({ title, code }) => {
      const file = write(fileName(title), asProgram(code));
      await promisify(execFile)(process.execPath, ['--import', 'tsx', file], { cwd: root });
    },
    30_000,
  );
});

for (const { name, code } of files) write(name, code);

describe('every code block of README.md', () => {
  const written = [
    ...files.map(({ name }) => join(folder, name)),
    ...blocks.map(({ title, code }) => write(`types-of-${fileName(title)}`, code)),
  ];
  const program = createProgram(written, COMPILER_OPTIONS);

  it('is compiled: waymark itself has types', () => {
    const file = write(
      'types-of-a-mistake.ts',
      "import { Route } from 'waymark';\nRoute.get(7, '');\n",
    );
    expect(mistakesIn(createProgram([file], COMPILER_OPTIONS), file)).toEqual([
      expect.stringContaining("'number' is not assignable to parameter of type 'string'"),
    ]);
  });

  it.each(written.map((path) => path.slice(folder.length + 1)))('compiles strictly: %s', (name) => {
    expect(mistakesIn(program, join(folder, name))).toEqual([]);
  });
});

describe('the application of README.md', () => {
  const starts = files.filter(({ code }) => /export default [{h]|listen|serve\(/.test(code));

  it('is served in each of the ways that the README names', () => {
    expect(starts.map(({ name }) => name)).toEqual([
      'app.ts',
      'worker.ts',
      'server.ts',
      'express-server.ts',
      'hono-app.ts',
    ]);
  });

  it.each(starts)(
    'answers when it is served by $name',
    async ({ name, code }) => {
      // What only exports is served by srvx, as server.ts serves app.ts.
      const server = code.includes('3000')
        ? code
        : `import { serve } from 'srvx';
           import app from './${name}';
           serve({ fetch: app.fetch, port: 3000 });`;
      const port = await freePort();
      const file = write(`on-a-free-port-${name}`, server.replace('3000', String(port)));
      const child = spawn(process.execPath, ['--import', 'tsx', file], { cwd: root });
      try {
        const ask = async (path: string) => {
          const response = await fetch(`http://localhost:${port}${path}`);
          return [response.status, await response.text()];
        };
        await vi.waitFor(() => ask('/'), { timeout: 20_000 });
        expect(await ask('/photos/7')).toEqual([200, '{"id":"7","method":"GET"}']);
        expect(await ask('/photos/%zz')).toEqual([400, expect.stringContaining('malformed')]);
        expect(await ask('/nothing')).toEqual([404, 'Not Found']);
        const hello = /Hello from \w+/.exec(code)?.[0];
        expect(await ask('/hello')).toEqual(hello ? [200, hello] : [404, 'Not Found']);
      } finally {
        child.kill();
      }
    },
    30_000,
  );
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('the commands at the top of README.md', () => {
  it.each(['npm ci && npm start', 'npm ci && npm test'])('are there as written: %s', (command) => {
    expect(readme.split('\n## ')[0].split('\n')).toContain(command);
  });
});
