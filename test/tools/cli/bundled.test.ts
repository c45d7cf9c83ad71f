/** Programs that a bundler has made: the places of their calls. */
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { createRouter, Route } from '../../../src/compiled.ts';
import { compileBundled } from '../../../src/tools/cli/compile/bundled.ts';
import { forgetCalls } from '../../support/in-bundle.ts';

forgetCalls();

/** Starts at the second line, which is the seventh of the source. */
const MAP = { version: 3, sources: ['routes.ts'], names: [], mappings: ';AAMA' };

it.each<[string, (url: string) => string]>([
  ['an ES module', (url) => url],
  ['a CommonJS module', fileURLToPath],
])("finds the place of a call that the bundler's own code makes in %s", async (_, nameOf) => {
  const text = `(Route, createRouter) => { const call = (name, ...args) => Route[name](...args);
    call('get', 'a(', 'b'); createRouter(Route.map()); }`;
  const program = {
    ...{ folder: '/app/dist', entries: [], isModule: true, entry: 'bundle.js' },
    files: [{ name: 'bundle.js', code: '', map: JSON.stringify(MAP), mapFolder: '/app' }],
    packageFolder: '/package',
    cwd: '/app',
    isChecked: false,
    isFilled: false,
  };
  const load = async (url: string) =>
    new Script(text, { filename: nameOf(url) }).runInThisContext()(Route, createRouter);
  await expect(compileBundled(program, load)).rejects.toThrow(/^routes\.ts:7: Route\.get\('a\('/);
});
