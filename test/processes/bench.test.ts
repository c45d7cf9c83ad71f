/** The routers and the applications whose first answers the benchmark times. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMPILED, OWN } from '../bench/contenders.ts';
import { bundleApplications, bundleRouters } from '../bench/parts/start.ts';

const folder = mkdtempSync(join(tmpdir(), 'waymark-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ROUTES = [
  { method: 'GET', path: '/users', pattern: 'users' },
  { method: 'GET', path: '/users/:id', pattern: 'users/(:any)' },
] as const;

describe('a router of the benchmark', async () => {
  const bundles = await bundleRouters({
    routes: ROUTES,
    requests: [{ method: 'GET', path: '/users/7', expected: 1 }],
  });

  it.each([OWN, COMPILED])('answers from its bundle: %s', (name) => {
    const file = join(folder, `${name.replace(/\W+/g, '-')}.router.cjs`);
    writeFileSync(file, bundles.find((bundle) => bundle.name === name)?.code ?? '');
    expect(createRequire(file)(file)).toMatchObject({ status: 'found', params: ['7'] });
  });
});

describe('an application of the benchmark', async () => {
  const applications = await bundleApplications(ROUTES, 'cjs');

  it.each(applications)('answers from its bundle: $name', async ({ name, code }) => {
    const file = join(folder, `${name.replace(/\W+/g, '-')}.cjs`);
    writeFileSync(file, code);
    const fetch: (request: Request) => Promise<Response> = createRequire(file)(file);
    const answer = await fetch(new Request('http://localhost/users/7'));
    expect(await answer.json()).toEqual({ route: 1, params: ['7'] });
  });
});
