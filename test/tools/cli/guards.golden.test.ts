/**
 * An application whose constructors, hooks and libraries refuse visitors, with the answers of
 * CodeIgniter 3.1.13 under PHP 8.2, which `test/php/guards.ts` recorded.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetchMiddleware, type FetchMiddleware } from 'waymark/fetch';
import recorded from '../../fixtures/guards.json' with { type: 'json' };
import { installedApplication } from '../../support/installed.ts';
import { RUNS } from '../../support/runs.ts';
import { run } from './run.ts';

const installed = installedApplication('guards');
afterAll(() => installed.remove());

const VISITOR = "context.request.headers.get('visitor')";
const ONLY_ADMIN = `if (${VISITOR} !== 'admin') throw new Response('No', { status: 403 });`;

/** What a developer writes in place of each 501; an action answers. */
const WRITTEN: Readonly<Record<string, string>> = {
  'Admin_Controller the constructor of Admin_Controller': ONLY_ADMIN,
  'Own the constructor of Own': ONLY_ADMIN,
  'Member the constructor of Member': ONLY_ADMIN,
  'Remapped _remap': `const { context } = this; ${ONLY_ADMIN} return this.show();`,
  ' what PHP runs around an action': `
    if (/^(?:banned|robot)$/.test(request.headers.get('visitor') ?? '')) throw new Response('No', { status: 403 });
    return {};`,
};

/** The pieces of the written files that answer 501. */
const pieces = new Set<string>();

/** The pieces that are written by now; each file asks for its own. */
const written = new Set<string>();
Reflect.set(globalThis, Symbol.for('guards.written'), written);

/** Lets a file have its pieces either as imported or as written. */
function withPieces(code: string): string {
  const isWritten = (piece: string) =>
    `globalThis[Symbol.for('guards.written')].has(${JSON.stringify(piece)})`;
  return code
    .replace(
      /(?:return|throw) new Response\('([^']*) (?:is|are) not written yet', \{ status: 501 \}\);/g,
      (imported, what: string, at: number) => {
        const name =
          [...code.slice(0, at).matchAll(/^export (?:default )?class (\w+)/gm)].at(-1)?.[1] ?? '';
        const piece = `${name} ${what}`;
        pieces.add(piece);
        return `if (${isWritten(piece)}) { ${WRITTEN[piece] ?? "return 'ported';"} }\n else { ${imported} }`;
      },
    )
    .replace('context: () => {', 'context: ({ request }) => {')
    .replace('import.meta.url))', 'import.meta.url), { import: (file) => import(file) })');
}

let answer: FetchMiddleware;

beforeAll(async () => {
  const { folder, write } = installed;
  write('package.json', '{ "type": "module" }');
  for (const [path, php] of Object.entries(recorded.files)) write(path, php);
  expect((await run('import application -o src', { cwd: folder })).status).toBe(1);
  for (const path of readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    write(`src/${path}`, withPieces(readFileSync(join(folder, 'src', path), 'utf8')));
  }
  const { application } = await import(/* @vite-ignore */ join(folder, 'src/app.ts'));
  answer = createFetchMiddleware({ ...application, onMissing: 'pass' });
});

const REQUESTS = Object.entries(recorded.answers).flatMap(([path, statuses]) =>
  Object.entries(statuses).map(([visitor, php]) => ({ path, visitor, php })),
);

/** Asks the application as a gateway does, which leaves a 501 to PHP. */
async function ask({ path, visitor, php }: (typeof REQUESTS)[number]): Promise<number> {
  const response = await answer(new Request(`http://localhost/${path}`, { headers: { visitor } }));
  return response === null || response.status === 501 ? php : response.status;
}

describe('an imported application behind a gateway', () => {
  it('has a piece to write for each action, and for each guard', () => {
    expect([...pieces].filter((piece) => Object.hasOwn(WRITTEN, piece)).sort()).toEqual(
      Object.keys(WRITTEN).sort(),
    );
    expect(pieces.size).toBeGreaterThan(Object.keys(WRITTEN).length + 5);
  });

  it('answers no visitor whom PHP refuses, in whatever order its pieces are written', async () => {
    const all = [...pieces];
    const refused = REQUESTS.filter(({ php }) => php !== 200);
    const order = fc.shuffledSubarray(all, { minLength: all.length });
    await fc.assert(
      fc.asyncProperty(order, async (pieces) => {
        written.clear();
        for (const [step, piece] of pieces.entries()) {
          written.add(piece);
          // An eighth of them each time, since 200 orders ask each many times.
          for (const request of refused.filter((_, at) => (at + step) % 8 === 0)) {
            expect(await ask(request), `${request.path} of ${request.visitor}`).not.toBe(200);
          }
        }
      }),
      { ...RUNS, numRuns: Math.max(200, RUNS.numRuns) },
    );
  });

  it('answers as PHP once everything is written', async () => {
    for (const piece of pieces) written.add(piece);
    const own = REQUESTS.filter(({ path }) =>
      /^(?:secret|own|member|remapped|open\/show)/.test(path),
    );
    const answers = await Promise.all(
      own.map(async (request) => ({ ...request, php: await ask(request) })),
    );
    expect(answers).toEqual(own);
  });
});
