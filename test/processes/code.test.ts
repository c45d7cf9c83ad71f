/**
 * Runs the code blocks of README.md, of the pages in docs, and of the docstrings of public names,
 * which make the reference, against the built package.
 *
 * Compiles every block under strict options. A block whose first line names a file becomes that
 * file in its page's application. In every other block, an expression before a `// →` must have the
 * value after the arrow.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type CompilerOptions,
  flattenDiagnosticMessageText,
  ModuleKind,
  ModuleResolutionKind,
  ScriptTarget,
} from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../support/compiler.ts';
import { docstringBlocks } from '../support/docstrings.ts';
import { applicationFolder, RUN_TYPESCRIPT } from '../support/installed.ts';
import {
  type Block,
  blocksOf,
  codesIn,
  pageOf,
  pages,
  root,
  rowsOf,
  servedBlocks,
} from '../support/pages.ts';

const { folder, write, remove } = applicationFolder('code');
afterAll(remove);

/** `expression; // → value`, on one line or with the arrow on the next. */
const EXPECTED = /^(\S.*);\s*\/\/ → (.*)$/gm;

const nameOf = (text: string) => text.replace(/\W+/g, '-');
const all = [...pages.flatMap(blocksOf), ...servedBlocks, ...docstringBlocks()].map((block) => ({
  ...block,
  name: `${block.page}: ${block.title}`,
}));
const blocks = all.filter(({ file }) => file === undefined);
/** Blocks with tests run in their own process, since hooks would affect all blocks. */
const isTest = ({ code }: Block) => code.includes("'node:test'");

function asProgram(code: string): string {
  const checked = code.replace(EXPECTED, 'assert.deepStrictEqual($1, $2);');
  return `import assert from 'node:assert';\n${checked}`;
}

/** Rows with labels of full length. */
const named = (list: typeof all) => list.map((block) => [block.name, block] as const);

const runnable = ({ name }: { readonly name: string }) => `run/${nameOf(name)}.ts`;
const node = (file: string) =>
  promisify(execFile)(process.execPath, [...RUN_TYPESCRIPT, file], { cwd: root });

describe('a code block', () => {
  let failures: Record<string, string> = {};

  beforeAll(async () => {
    for (const block of blocks) write(runnable(block), asProgram(block.code));
    for (const { page, file, code } of all) {
      if (page === 'docstrings' && file !== undefined) write(join('run', file), code);
    }
    const results = join(folder, 'results.json');
    const names = blocks.filter((block) => !isTest(block)).map(runnable);
    await node(
      write(
        'run.ts',
        `import { writeFileSync } from 'node:fs';
         import { Route } from 'waymark';
         const failures = {};
         for (const name of ${JSON.stringify(names)}) {
           Route.reset();
           await import(\`./\${name}\`).catch((error) => { failures[name] = String(error); });
         }
         writeFileSync(${JSON.stringify(results)}, JSON.stringify(failures));
         process.exit();`,
      ),
    );
    failures = JSON.parse(readFileSync(results, 'utf8'));
  });

  it('shows its result, or is a file or a test', () => {
    expect(blocks.length).toBeGreaterThan(30);
    const silent = blocks.filter(
      (block) =>
        block.page !== 'docstrings' && block.code.search(EXPECTED) === -1 && !isTest(block),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it.each(named(blocks.filter((block) => !isTest(block))))(
    'produces the result that it shows: %s',
    (_, block) => expect(failures[runnable(block)]).toBeUndefined(),
  );

  it.each(named(blocks.filter(isTest)))('passes its own tests: %s', async (_, block) => {
    await expect(node(join(folder, runnable(block)))).resolves.toMatchObject({
      stdout: expect.stringMatching(/^# fail 0$/m),
    });
  });
});

/** The strictest options: code that compiles with these compiles with fewer. */
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
  noEmit: true,
};

describe('TypeScript, at its strictest', () => {
  // A folder per page, so that two pages may build their own applications.
  const source = ({ page, file, name }: Block & { readonly name: string }) =>
    `types/${nameOf(page)}/${file ?? `${nameOf(name)}.ts`}`;
  const paths = all.map((block) => write(source(block), `${block.code}\nexport {};\n`));
  // A declared context is that of every handler of the program.
  const alone = new Set(
    paths.filter((_, index) => /interface AddedContext\b/.test(all[index]?.code ?? '')),
  );
  const mistake = write(
    'types/a-mistake.ts',
    "import { Route } from 'waymark';\nRoute.get(7, '');\n",
  );
  const calls = ['in PHP', 'in CodeIgniter 4']
    .flatMap((php) => rowsOf(pageOf('docs/codeigniter.md'), [php, 'in TypeScript']))
    .map(([, cell]) => `{ ${codesIn(cell)[0]} }\n`)
    .join('');
  const cells = write('types/calls.ts', `import { Route } from 'waymark';\n${calls}`);
  const together = [...paths.filter((path) => !alone.has(path)), mistake, cells];
  const shared = createProgram(together, COMPILER_OPTIONS);
  const mistakesIn = (path: string) => {
    const program = alone.has(path) ? createProgram([path], COMPILER_OPTIONS) : shared;
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => flattenDiagnosticMessageText(messageText, '\n'),
    );
  };

  it('knows the types of waymark', () => {
    expect(mistakesIn(mistake)).toEqual([
      expect.stringContaining("'number' is not assignable to parameter of type 'string'"),
    ]);
  });

  it('compiles the calls next to those of PHP', () => {
    expect(calls).toContain('Route.context(');
    expect(mistakesIn(cells)).toEqual([]);
  });

  it.each(named(all))('compiles %s', (_, block) => {
    expect(mistakesIn(join(folder, source(block)))).toEqual([]);
  });
});
