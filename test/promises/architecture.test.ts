/** The allowed imports between folders of the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import ts, { preProcessFile } from 'typescript';
import { describe, expect, it } from 'vitest';
import { RESERVED } from '../../src/table/row.ts';

const root = new URL('../../src/', import.meta.url);

/** The allowed imports of each folder, besides itself. Imports never go both ways. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  path: [],
  table: ['errors', 'pattern'],
  pattern: ['errors', 'path'],
  url: ['errors', 'table', 'path', 'pattern'],
  define: ['errors', 'table', 'pattern', 'url'],
  // A compiled table contains the URLs of its names.
  resolve: ['errors', 'table', 'path', 'pattern', 'url'],
  // A context has what the schemas of its route validate.
  hmvc: ['errors', 'table', 'path', 'http'],
  // A module's route file calls Route, so its reader needs the definitions as well as the files.
  modules: ['errors', 'table', 'define', 'hmvc'],
  http: ['errors', 'table', 'path'],
  // A form that is too long is read to its end, as the functions of http do.
  fetch: ['errors', 'table', 'path', 'pattern', 'url', 'resolve', 'hmvc', 'http'],
  // A bundle makes the calls of definition, and answers with the tables that its build compiled.
  compiled: [
    ...[
      'define',
      'errors',
      'fetch',
      'hmvc',
      'http',
      'modules',
      'pattern',
      'resolve',
      'table',
      'url',
    ],
  ],
  // The ported pages are an application of fetch, whose actions PHP finds under more names.
  gateway: ['errors', 'table', 'hmvc', 'fetch'],
  // The tools are another package, so they import the entries of the library alone.
  'tools/import': ['index.ts', 'internal.ts'],
  'tools/shared': ['index.ts'],
  'tools/inspect': ['index.ts', 'hmvc.ts', 'internal.ts', 'tools/shared'],
  'tools/cli': [
    ...['index.ts', 'compiled.ts', 'fetch.ts', 'hmvc.ts', 'node.ts', 'internal.ts'],
    ...['tools/inspect.ts', 'tools/import.ts', 'tools/shared'],
  ],
  // The plugin runs route files as the command line does.
  'tools/plugin': [
    ...['index.ts', 'compiled.ts', 'hmvc.ts', 'fetch.ts', 'node.ts', 'internal.ts'],
    ...['tools/inspect.ts', 'tools/cli'],
  ],
};

/** The public entries, and the folders that each may import. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  'index.ts': ['define', 'errors', 'path', 'resolve', 'table', 'url'],
  'hmvc.ts': ['hmvc', 'modules', 'table'],
  'compiled.ts': ['compiled', 'errors', 'fetch', 'resolve', 'table'],
  'compiled-hmvc.ts': ['compiled', 'hmvc.ts'],
  'fetch.ts': ['fetch'],
  'http.ts': ['http', 'table'],
  'node.ts': ['errors', 'hmvc'],
  'gateway.ts': ['gateway'],
  'internal.ts': [
    ...[
      'compiled',
      'define',
      'errors',
      'hmvc',
      'http',
      'modules',
      'path',
      'pattern',
      'resolve',
      'table',
      'url',
    ],
  ],
  // Only starts the tools' command, in a process of its own.
  'bin.ts': [],
  'tools/import.ts': ['tools/import'],
  'tools/inspect.ts': ['tools/inspect', 'internal.ts'],
  'tools/plugin.ts': ['tools/plugin'],
};

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .sort();

/** The files that a file imports, by their path in `src`. Includes type-only imports. */
function importsOf(file: string): string[] {
  const { importedFiles } = preProcessFile(readFileSync(new URL(file, root), 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName }) => {
    const entry = /^waymark(?:\/(\w+))?$/.exec(fileName);
    if (entry !== null) return `${entry[1] ?? 'index'}.ts`;
    if (!fileName.startsWith('.')) return [];
    return new URL(fileName, new URL(file, root)).href.slice(root.href.length);
  });
}

/** The files that run with a file: those that it imports for more than their types, and so on. */
function runBy(file: string, found = new Set<string>()): Set<string> {
  const text = readFileSync(new URL(file, root), 'utf8');
  const { importedFiles } = preProcessFile(ts.transpile(text, { target: ts.ScriptTarget.Latest }));
  for (const { fileName } of importedFiles) {
    if (!fileName.startsWith('.')) continue;
    const next = new URL(fileName, new URL(file, root)).href.slice(root.href.length);
    if (!found.has(next)) runBy(next, found.add(next));
  }
  return found;
}

/** A file's folder, such as `define` or `tools/cli`; an entry has none, and stands for itself. */
const folderOf = (file: string) => /^(?:tools\/)?[^/]+/.exec(file)?.[0] ?? file;

/** The texts and expressions in a file's code, except comments. */
function literalsOf(file: string): string[] {
  const text = readFileSync(new URL(file, root), 'utf8');
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateHead(node)) found.push(node.text);
    if (ts.isTemplateMiddleOrTemplateTail(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

describe('code that belongs in one place', () => {
  const tools = files.filter((file) => /^tools\/(?:inspect|cli)\//.test(file));

  it.each(tools)('is written in neither inspection nor the command line: %s', (file) => {
    const written = literalsOf(file).filter(
      (text) => /(?:%|\b)2F|%?25\b/i.test(text) || RESERVED.some((key) => text.includes(key)),
    );
    expect(written).toEqual([]);
  });

  it.each([
    ['path/normalise.ts', '/%(?:2F|25)/g'],
    ['table/row.ts', 'default_controller'],
  ])('is found where it is written: %s', (file, text) => expect(literalsOf(file)).toContain(text));
});

/** The files that load route files. Each has its own error for a function that returns a table. */
const LOADERS = ['modules/module-routes.ts', 'tools/cli/load/route-file.ts'];

describe('a rule that is stated once', () => {
  const own = files.filter((file) => !file.startsWith('tools/import/'));

  it.each<[string, RegExp, string[]]>([
    ['the roots', /^framework$/, ['hmvc/files.ts']],
    ['how a controller is named', /controllers\\\/\(/, ['hmvc/files.ts']],
    ['control characters', /(?:x|u00)1f/, ['path/normalise.ts']],
    ['control characters, by their property', /\\p\{Cc\}/, []],
    ['the text of a redirect', /30\[/, ['table/destination.ts']],
    ['a function that returns a table', /returns a table, which/, LOADERS],
  ])('is: %s', (_what, text, expected) => {
    expect(own.filter((file) => literalsOf(file).some((one) => text.test(one)))).toEqual(expected);
  });

  it.each(LOADERS)('is how a route file is read: not in %s', (file) => {
    expect(importsOf(file)).toContain(
      file.startsWith('tools/') ? 'internal.ts' : 'modules/route-file.ts',
    );
    expect(readFileSync(new URL(file, root), 'utf8')).not.toMatch(/returned = |\.default \?\?/);
  });
});

/** A bundle has another class or function of the same name and type in place of each. */
const IN_BUNDLES = [
  'Route',
  'createControllers',
  'createFetchHandler',
  'createFetchMiddleware',
  'createRouter',
  'withModuleRoutes',
];

describe('a name in the library', () => {
  const library = files.filter((file) => !file.startsWith('tools/'));
  const twice = (names: readonly string[]) =>
    names.filter((name, index) => names.indexOf(name) !== index);

  it('is that of one function, constant or type', () => {
    const names: string[] = [];
    const add = ({ name }: { readonly name?: ts.Node | undefined }) => {
      if (name !== undefined && ts.isIdentifier(name)) names.push(name.text);
    };
    for (const file of library) {
      const text = readFileSync(new URL(file, root), 'utf8');
      for (const node of ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements) {
        if (ts.isVariableStatement(node)) node.declarationList.declarations.forEach(add);
        else if (ts.isFunctionDeclaration(node) && node.body !== undefined) add(node);
        else if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) add(node);
        else if (ts.isClassDeclaration(node)) add(node);
      }
    }
    expect(names.length).toBeGreaterThan(900);
    expect(twice(names).sort()).toEqual(IN_BUNDLES);
  });

  it('is that of one file', () => {
    expect(twice(library.map((file) => file.slice(file.lastIndexOf('/') + 1)))).toEqual([]);
  });

  it.each(library)('is explained by the opening comment of its file: %s', (file) => {
    expect(readFileSync(new URL(file, root), 'utf8')).toMatch(/^(?:#!.*\n)?\/\*\*/);
  });
});

describe('the folders of the sources', () => {
  it('are those that the list of imports names, besides the public entries', () => {
    const found = ['', 'tools/'].flatMap((folder) =>
      readdirSync(new URL(folder, root), { withFileTypes: true }).map((entry) => ({
        name: folder + entry.name,
        isFolder: entry.isDirectory(),
      })),
    );
    const named = (folders: boolean) =>
      found
        .filter(
          ({ name, isFolder }) => isFolder === folders && !/^tools(?:$|.*(?:json|md)$)/.test(name),
        )
        .map(({ name }) => name);
    expect(named(true).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
    expect(named(false).sort()).toEqual(Object.keys(ENTRIES).sort());
  });

  it.each(files)('import only from the folders that they may: %s', (file) => {
    const allowed = ENTRIES[file] ?? [folderOf(file), ...MAY_IMPORT[folderOf(file)]];
    const from = new Set(importsOf(file).map(folderOf));
    expect([...from].filter((folder) => !allowed.includes(folder))).toEqual([]);
  });

  it('keep definition and resolution apart: neither imports the other', () => {
    const reached = (folder: string, seen = new Set<string>()): Set<string> => {
      for (const next of MAY_IMPORT[folder] ?? ENTRIES[folder]) {
        if (!seen.has(next)) reached(next, seen.add(next));
      }
      return seen;
    };
    expect([...reached('define')]).not.toContain('resolve');
    expect([...reached('resolve')]).not.toContain('define');
  });

  it('let a handler of functions run without the code of controllers', () => {
    const own = (entry: string) => [...runBy(entry)].filter((file) => folderOf(file) === 'hmvc');
    expect(own('fetch.ts').sort()).toEqual(['hmvc/context.ts', 'hmvc/controllers-option.ts']);
    expect(own('hmvc.ts')).toContain('hmvc/actions.ts');
  });

  it('have no circle of imports, except of types: a prefix passes on the Route that has it', () => {
    const signatures = 'define/signatures.ts';
    const closing = importsOf(signatures).indexOf('define/route.ts');
    expect(closing).not.toBe(-1);
    expect([...runBy(signatures)]).toEqual([]);
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      expect(path, [...path, file].join(' → ')).not.toContain(file);
      if (done.has(file)) return;
      const imports = importsOf(file);
      if (file === signatures) imports.splice(closing, 1);
      for (const next of imports) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(done.size).toBe(files.length);
  });
});
