/** Follows docs/openapi.md: a typed client of the document that its command writes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filesOf, pageOf } from '../support/pages.ts';
import type { Project } from './project.ts';

const { text } = pageOf('docs/openapi.md');
const files = filesOf(text);
const base = /^```json\n(\{\n {2}"info".*?)^```$/ms.exec(text)?.[1] ?? '';
const commands = Array.from(text.matchAll(/^npx (waymark|openapi-typescript) (.*)$/gm));

/** The packages' commands. */
const BINS: Readonly<Record<string, string>> = {
  waymark: 'waymark-tools/cli/bin.js',
  'openapi-typescript': 'openapi-typescript/bin/cli.js',
};

const COMPILER_OPTIONS = {
  ...{ module: 'nodenext', target: 'es2023', lib: ['es2024', 'dom'], types: ['node'] },
  ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
};

/** Calls of the page's client that don't compile. */
const MISTAKES = [
  ['an unknown path', "client.GET('/photo/{id}', { params: { path: { id: '7' } } })"],
  ['an unknown method', "client.DELETE('/photos/{id}', { params: { path: { id: '7' } } })"],
  ['a missing param', "client.GET('/photos/{id}', { params: { path: {} } })"],
  ['a wrong value', "client.GET('/{p1}/news', { params: { path: { p1: 'de' } } })"],
  ['a body without a title', "client.POST('/photos', { body: {} })"],
] as const;

export function testOpenApi(project: Project): void {
  const app = project.application('openapi', { type: 'module' });
  const tsc = project.installed('typescript/bin/tsc');

  describe('the typed client of an OpenAPI document', () => {
    it('compiles', () => {
      assert.deepEqual(Object.keys(files), ['routes.ts', 'meta.ts', 'client.ts']);
      assert.equal(commands.length, 3);
      const tsconfig = { compilerOptions: COMPILER_OPTIONS };
      app.write({ ...files, 'api.json': base });
      app.write({ 'tsconfig.json': JSON.stringify(tsconfig) });
      for (const [, name, line] of commands) {
        app.node(project.installed(BINS[name]), ...line.split(' '));
      }
      app.node(tsc);
    });

    it('does not compile with a mistake', () => {
      const client = files['client.ts'];
      const first = client.split('\n').length;
      const calls = MISTAKES.map(([, call]) => `await ${call};`);
      app.write({ 'client.ts': client + calls.join('\n') });
      const { text } = app.tryNode(tsc);
      const lines = Array.from(text.matchAll(/^client\.ts\((\d+),/gm), ([, line]) => Number(line));
      const found = MISTAKES.filter((_, index) => lines.includes(first + index));
      assert.deepEqual(found, MISTAKES, text);
      assert.equal(Math.min(...lines), first, text);
    });
  });
}
