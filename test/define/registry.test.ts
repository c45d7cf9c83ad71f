/** One registry per process, however the package is loaded. Reads the built formats in dist. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

type Package = typeof import('../../src/index.ts');

const built = (file: string) => new URL(`../../dist/${file}`, import.meta.url).href;
const load = (file: string): Promise<Package> => import(/* @vite-ignore */ built(file));
const required: Package = createRequire(import.meta.url)('../../dist/cjs/index.js');

// A query would duplicate only the entry, not the chunks that it imports.
const root = fileURLToPath(new URL('../..', import.meta.url));
const copy = mkdtempSync(`${root}/test/.copy-`);
cpSync(`${root}/dist`, copy, { recursive: true });
afterAll(() => rmSync(copy, { recursive: true }));

describe('the registry', async () => {
  const imported = await load('index.js');
  const secondCopy = await load(`../test/${basename(copy)}/index.js`);

  beforeEach(() => imported.Route.reset());

  it('is shared by the ESM build, the CommonJS build and a second copy', () => {
    expect(required.Route).not.toBe(imported.Route);
    expect(secondCopy.Route).not.toBe(imported.Route);
    required.Route.get('required', 'r', { as: 'required' });
    secondCopy.Route.any('copied', 'c');
    expect(imported.Route.map()).toEqual({
      default_controller: 'home',
      'GET required': 'r',
      copied: 'c',
    });
    expect(imported.Route.url('required')).toBe('/required');
  });

  it('shares the prefix whose callback is running', () => {
    imported.Route.prefix('api', () => required.Route.any('x', 'x'));
    expect(secondCopy.Route.map()).toHaveProperty('api/x');
  });

  it('lets a table with handlers pass from one copy to another', () => {
    const handler = () => 'handled';
    required.Route.any('hook', 'hook', {}, handler);
    const router = imported.createRouter(required.Route.map());
    expect(router.resolve('GET', 'hook')).toMatchObject({ handler });
  });

  it('is a property of globalThis under a registered symbol', () => {
    expect(Reflect.has(globalThis, Symbol.for('waymark.registry.8'))).toBe(true);
  });
});
