/** The package's types in an editor, as TypeScript's language service reads them in dist. */
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
// Inside the project, so that 'waymark' resolves to the package itself.
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
const MEMBERS = [
  'base',
  'headers',
  'load',
  'meta',
  'method',
  'name',
  'params',
  'platform',
  'request',
  'route',
  'run',
  'url',
];
const CONTROLLER = `
export class Photos extends Controller {
  index() { return [${MEMBERS.map((name) => `this.context.${name}`)}]; }
}
`;
const code = `import { Route } from 'waymark';
import { Controller } from 'waymark/hmvc';
${rows.map(({ call }) => call).join('\n')}
${CONTROLLER}`;

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

/** The editor's text for the name at a position. */
function hoverAt(position: number) {
  const hover = service.getQuickInfoAtPosition(file, position);
  const tags = (hover?.tags ?? []).map((tag) => [tag.name, displayPartsToString(tag.text)]);
  return { text: displayPartsToString(hover?.documentation), tags };
}

describe('hovering over a call of Route', () => {
  it.each(rows)(
    'shows its parameters and an example of its own: $call',
    ({ call, name, params }) => {
      const { text, tags } = hoverAt(code.indexOf(call) + 'Route.'.length);
      const shown = tags.flatMap(([tag, text]) => (tag === 'param' ? [text.split(' ')[0]] : []));
      expect(shown).toEqual(params);
      const examples = tags.flatMap(([tag, text]) => (tag === 'example' ? [text] : []));
      expect(examples).toEqual([expect.stringMatching(new RegExp(`^Route\\.${name}\\('`))]);
      expect(text).toMatch(/\.$/);
    },
  );
});

describe('the context of a controller', () => {
  const start = code.indexOf('this.context.') + 'this.context.'.length;

  it('is completed with its members', () => {
    const entries = service.getCompletionsAtPosition(file, start, {})?.entries ?? [];
    expect(entries.map(({ name }) => name).sort()).toEqual(MEMBERS);
  });

  it.each(MEMBERS)('explains %s with an example', (name) => {
    const call = `this.context.${name}`;
    const { text, tags } = hoverAt(code.indexOf(call) + 'this.context.'.length);
    expect(text).toMatch(/\.$/);
    const examples = tags.flatMap(([tag, example]) => (tag === 'example' ? [example] : []));
    expect(examples).toEqual([expect.stringMatching(new RegExp(`\\b${name}\\b`))]);
  });
});
