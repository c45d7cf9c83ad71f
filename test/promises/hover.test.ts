/** The package's types in an editor, as TypeScript's language service reads them in dist. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  createLanguageService,
  displayPartsToString,
  flattenDiagnosticMessageText,
  getDefaultLibFilePath,
  ModuleKind,
  ModuleResolutionKind,
  ScriptSnapshot,
  ScriptTarget,
  sys,
} from 'typescript';
import { describe, expect, it } from 'vitest';
import { AROUND, MISTAKES } from '../support/mistakes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Inside the project, so that 'waymark' resolves to the package itself.
const file = `${root}test/hover.ts`;
const METHODS = ['get', 'post', 'put', 'delete', 'head', 'patch', 'options', 'query', 'any', 'all'];
const FORMS = [
  ['from', 'to', 'options', 'handler'],
  ['from', 'options', 'handler'],
  ['from', 'options', 'handler'],
  ['from', 'to', 'options'],
  ['from', 'handler'],
];
const rows = METHODS.map((name) => ({ call: `Route.${name}('a', () => 1);` }));
const MEMBERS =
  'base headers load meta method name params platform request route run status url'.split(' ');
const NAMED = "Route.get('c/{slug}/{id:num}', ({ params }) => params.id);";
const READING =
  "Route.post('d/{slug}', { as: 'd', body: BODY }, ({ params, body }) => [params, body.title]);";
const CONTROLLER = `
export class Photos extends Controller {
  index() { return [${MEMBERS.map((name) => `this.context.${name}`)}]; }
}
`;
const code = `${AROUND}import { Controller } from 'waymark/hmvc';
${rows.map(({ call }) => call).join('\n')}
${MISTAKES.map(([call]) => call).join('\n')}
${NAMED}
${READING}
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

it.each(rows)(
  'an editor shows an example, and every form of arguments with a text for each: $call',
  ({ call }) => {
    const { text, tags } = hoverAt(code.indexOf(call) + 'Route.'.length);
    const examples = tags.flatMap(([tag, text]) => (tag === 'example' ? [text] : []));
    expect(examples).toEqual([expect.stringMatching(/^Route\.get\('/)]);
    expect(text).toMatch(/\.$/);

    const inArguments = code.indexOf(call) + call.indexOf('(') + 1;
    const help = service.getSignatureHelpItems(file, inArguments, {});
    expect(help?.items.map(({ parameters }) => parameters.map(({ name }) => name))).toEqual(FORMS);
    for (const { documentation } of help?.items.flatMap(({ parameters }) => parameters) ?? []) {
      expect(displayPartsToString(documentation)).toMatch(
        /^(the pattern|the destination|`as` names|`body`, `query` and|called with)/,
      );
    }
  },
);

it.each(MISTAKES)(
  'a mistake in a call is refused, and explained in the last line: %s',
  (call, said) => {
    const start = code.indexOf(call);
    const found = service
      .getSemanticDiagnostics(file)
      .filter(({ start: at = 0 }) => at >= start && at < start + call.length);
    const [text = ''] = found.map(({ messageText }) =>
      flattenDiagnosticMessageText(messageText, '\n'),
    );
    expect(text.split('\n').at(-1)).toMatch(said);
  },
);

describe('the params of a handler', () => {
  const at = code.indexOf(NAMED) + NAMED.lastIndexOf('id');
  const shownAt = (position: number) => {
    const hover = service.getQuickInfoAtPosition(file, position);
    return displayPartsToString(hover?.displayParts).replace(/\s+/g, ' ');
  };

  it('are completed with the names in braces alone', () => {
    const entries = service.getCompletionsAtPosition(file, at, {})?.entries ?? [];
    expect(entries.map(({ name }) => name)).toEqual(['id', 'slug']);
    expect(shownAt(at)).toMatch(/\bid: string$/);
  });

  it('are shown as an object of strings', () => {
    expect(shownAt(at - 'params.'.length)).toBe(
      '(parameter) params: { readonly slug: string; readonly id: string; }',
    );
  });
});

describe('the output of a schema', () => {
  const start = code.indexOf(READING);

  it('is completed with its members', () => {
    const at = start + READING.lastIndexOf('title');
    const entries = service.getCompletionsAtPosition(file, at, {})?.entries ?? [];
    expect(entries.map(({ name }) => name)).toEqual(['title']);
  });

  it.each([
    ['body', '(parameter) body: { title: string; }'],
    ['params', '(parameter) params: { readonly slug: string; }'],
  ])('is shown as an object: %s', (name, shown) => {
    const at =
      start + READING.indexOf(`${name}${name === 'body' ? ' }' : ''}`, READING.indexOf('({'));
    const hover = service.getQuickInfoAtPosition(file, at);
    expect(displayPartsToString(hover?.displayParts).replace(/\s+/g, ' ')).toBe(shown);
  });
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
