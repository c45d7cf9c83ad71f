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
const CALLS = [
  ["'a', () => 1", ['from', 'handler']],
  ["'a', {}, () => 1", ['from', 'options', 'handler']],
  ["'a', 'b'", ['from', 'to', 'options', 'handler']],
] as const;
const rows = METHODS.flatMap((name) =>
  CALLS.map(([args, params]) => ({ call: `Route.${name}(${args});`, name, params })),
);
const code = `import { Route } from 'waymark';\n${rows.map(({ call }) => call).join('\n')}\n`;

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
  it.each(rows)(
    'shows its parameters and an example of its own: $call',
    ({ call, name, params }) => {
      const position = code.indexOf(call) + 'Route.'.length;
      const hover = service.getQuickInfoAtPosition(file, position);
      const tags = (hover?.tags ?? []).map((tag) => [tag.name, displayPartsToString(tag.text)]);
      const shown = tags.flatMap(([tag, text]) => (tag === 'param' ? [text.split(' ')[0]] : []));
      expect(shown).toEqual(params);
      const examples = tags.flatMap(([tag, text]) => (tag === 'example' ? [text] : []));
      expect(examples).toEqual([expect.stringMatching(new RegExp(`^Route\\.${name}\\('`))]);
      expect(displayPartsToString(hover?.documentation)).toMatch(/\.$/);
    },
  );
});
