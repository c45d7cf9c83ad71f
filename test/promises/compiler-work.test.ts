/** The work of the compiler for routes, as TypeScript counts it with the types in dist. */
import { fileURLToPath } from 'node:url';
import {
  createCompilerHost,
  createProgram,
  createSourceFile,
  getPreEmitDiagnostics,
  ModuleKind,
  ModuleResolutionKind,
  ScriptTarget,
} from 'typescript';
import { expect, it } from 'vitest';

// Inside the project, so that 'waymark' resolves to the package itself.
const file = fileURLToPath(new URL('../work.ts', import.meta.url));
const BEFORE = `import { Route } from 'waymark';
import { z } from 'zod';
const BODY = z.object({ title: z.string() });
const QUERY = z.object({ page: z.coerce.number() });
`;

function instantiationsOf(line: (at: number) => string): number {
  const code = BEFORE + Array.from({ length: 500 }, (_, at) => line(at)).join('\n');
  const options = {
    ...{ target: ScriptTarget.ES2023, module: ModuleKind.ESNext, strict: true, types: [] },
    ...{ moduleResolution: ModuleResolutionKind.Bundler, skipLibCheck: true, noEmit: true },
  };
  const host = createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === file ? createSourceFile(name, code, ScriptTarget.ES2023, true) : read(name, ...rest);
  const program = createProgram([file], options, host);
  expect(getPreEmitDiagnostics(program)).toEqual([]);
  return program.getInstantiationCount();
}

// The counts are those of one version of TypeScript, on any machine.
it.each<[string, most: number, line: (at: number) => string]>([
  [
    'a handler with names',
    77_000,
    (at) => `Route.get('a${at}/{slug}/{id:num}', ({ params }) => params.slug + params.id);`,
  ],
  [
    'a handler with options',
    81_000,
    (at) => `Route.get('a${at}/{slug}', { as: 'a${at}' }, ({ params }) => params.slug);`,
  ],
  ['a destination', 7_700, (at) => `Route.get('a${at}/(:num)', 'a/show/$1', { as: 'a${at}' });`],
  [
    'a handler with schemas',
    110_000,
    (at) =>
      `Route.post('a${at}', { body: BODY, query: QUERY }, ({ body, query }) => [body.title, query.page]);`,
  ],
])('500 routes take a limited number of instantiations: %s', (_, most, line) => {
  const count = instantiationsOf(line);
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(most);
});
