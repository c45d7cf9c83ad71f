/** What an editor shows of the package's types, as TypeScript's language service reads them in dist. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  createLanguageService,
  displayPartsToString,
  getDefaultLibFilePath,
  ModuleKind,
  ModuleResolutionKind,
  ScriptSnapshot,
  ScriptTarget,
  sys,
} from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Below the project, so that 'waymark' resolves to the package itself.
const file = `${root}test/hover.ts`;
const METHODS = ['get', 'post', 'put', 'delete', 'head', 'patch', 'options', 'any', 'all'];
const code = `import { Route } from 'waymark';\n${METHODS.map((name) => `Route.${name};`).join('\n')}\n`;

const service = createLanguageService({
  fileExists: sys.fileExists,
  readFile: sys.readFile,
  directoryExists: sys.directoryExists,
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot: (name) =>
    ScriptSnapshot.fromString(name === file ? code : readFileSync(name, 'utf8')),
  getCurrentDirectory: () => root,
  getCompilationSettings: () => ({
    target: ScriptTarget.ES2023,
    module: ModuleKind.ESNext,
    moduleResolution: ModuleResolutionKind.Bundler,
    strict: true,
    types: [],
  }),
  getDefaultLibFileName: getDefaultLibFilePath,
});

describe('hovering over a call of Route', () => {
  it.each(METHODS)('shows its parameters and an example of its own: %s', (name) => {
    const position = code.indexOf(`Route.${name};`) + 'Route.'.length;
    const hover = service.getQuickInfoAtPosition(file, position);
    const tags = (hover?.tags ?? []).map((tag) => [tag.name, displayPartsToString(tag.text)]);
    const params = tags.flatMap(([tag, text]) => (tag === 'param' ? [text.split(' ')[0]] : []));
    expect(params).toEqual(['from', 'to', 'options', 'handler']);
    const examples = tags.flatMap(([tag, text]) => (tag === 'example' ? [text] : []));
    expect(examples).toEqual([expect.stringMatching(new RegExp(`^Route\\.${name}\\('`))]);
    expect(displayPartsToString(hover?.documentation)).toMatch(/\.$/);
  });
});
