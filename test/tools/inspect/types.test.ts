/** The declarations of a table's names, as the compiler reads them. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { Route } from '../../../src/index.ts';
import { types } from '../../../src/tools/inspect.ts';
import { createProgram, diagnosticsOf } from '../../support/compiler.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** The compiler's errors for a file, line by line, in a project with a table's declarations. */
function errorsIn(code: string, declarations: string): string[] {
  const files = new Map([
    [`${folder}names-of-a-test.d.ts`, declarations],
    [`${folder}code-of-a-test.ts`, code],
  ]);
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, target: ts.ScriptTarget.ES2023, types: ['node'] },
    ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  };
  const program = createProgram([...files.keys()], options, files);
  return diagnosticsOf(program).map(({ file, start = 0, messageText }) => {
    const line = file?.text.slice(0, start).split('\n').length ?? 0;
    return `${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ').split('.')[0]}`;
  });
}

describe('the declarations of a table', () => {
  it('have the params of each name', () => {
    Route.reset();
    Route.get('users/(:num)', 'users/show/$1', { as: 'user' });
    Route.get('about', 'pages/about', { as: "it's" });
    Route.get('a/((b)|c)/(:any)', 'x', { as: 'nested' });
    Route.resources('photos', { as: 'photos', only: ['update'], patch: true });
    Route.get('p/(:any)', 'x', { as: 'twice' });
    Route.get('q', 'x', { as: 'twice' });
    Route.get('feed(?:\\.(rss|atom))?', 'x', { as: 'varied' });
    Route.get('feeds?', 'x', { as: 'varies' });
    Route.get('(?:{lang}/)?a/{slug}(?:/{page})?', 'x', { as: 'translated' });
    Route.get('(?=a)(:any)/(?:b)', 'x', { as: 'ahead' });
    Route.get('unnamed', 'x');
    Route.prefix('{lang:alpha}', () => {
      Route.get('a/{slug}', 'x', { as: 'article' });
      Route.get('b/(:num)', 'x', { as: 'half' });
    });
    Route.get('(?<all>(?<id>:num)x)', 'x', { as: 'within' });
    expect(types(Route.map()).split('\n')).toEqual([
      '// Written by waymark from a route table.',
      "import type { UrlParam } from 'waymark';",
      '',
      "declare module 'waymark' {",
      '  interface RouteNames {',
      '    "ahead": readonly [UrlParam];',
      '    "article": readonly [UrlParam, UrlParam] | { readonly lang: UrlParam; readonly slug: UrlParam };',
      '    "half": readonly [UrlParam, UrlParam] | { readonly lang: UrlParam; readonly 1: UrlParam };',
      '    "it\'s": readonly [];',
      '    "nested": readonly [UrlParam, UrlParam] | readonly [UrlParam, UrlParam, UrlParam];',
      '    "photos.update": readonly [UrlParam];',
      '    "translated": readonly [UrlParam, UrlParam, UrlParam?] | { readonly lang?: UrlParam; readonly slug: UrlParam; readonly page?: UrlParam };',
      '    "twice": readonly [UrlParam] | readonly [];',
      '    "user": readonly [UrlParam];',
      '    "varied": readonly [UrlParam?];',
      '    "varies": never;',
      '    "within": readonly [UrlParam] | readonly [UrlParam, UrlParam] | { readonly all: UrlParam; readonly id?: UrlParam };',
      '  }',
      '}',
      '',
    ]);
  });

  it('let no wrong name and no wrong number of params compile', { timeout: 120_000 }, () => {
    Route.reset();
    Route.get('users/(:num)', 'users/show/$1', { as: 'user' });
    Route.get('about', 'pages/about', { as: 'about' });
    Route.get('feed(/[0-9]+)?', 'feed/$1', { as: 'feed' });
    Route.get('blog(?:/{page:num})?', 'blog/$1', { as: 'blog' });
    Route.get('articles/{slug}', 'articles/show/$1', { as: 'article' });
    const code = `import { Route } from 'waymark';
      Route.url('user', [7]);
      Route.url('user', ['7'], { query: { a: 'b' } });
      Route.url('about');
      Route.url('about', []);
      Route.url('about', [], { base: '/x' });
      Route.named('user');
      Route.url('usr', [7]);
      Route.url('user');
      Route.url('user', []);
      Route.url('user', [7, 8]);
      Route.url('about', [7]);
      Route.named('usr');
      Route.named('feed');
      Route.url('feed');
      Route.url('feed', [7]);
      Route.url('user', [{}]);
      Route.url('user', [true]);
      Route.url('article', { slug: 'x' });
      Route.url('article', ['x']);
      Route.url('article', { slug: 7 }, { query: 'a=b' });
      Route.url('article', { slgu: 'x' });
      Route.url('article', { slug: 'x', id: 7 });
      Route.url('article', {});
      Route.url('article');
      Route.url('article', { slug: true });
      Route.url('user', { id: 7 });
      Route.url('about', { id: 7 });
      Route.url('blog');
      Route.url('blog', [2]);
      Route.url('blog', { page: 2 });
      Route.url('blog', [2, 3]);
    `;
    expect(() => Route.url('feed', [7])).toThrow('this group is optional');
    const lines = errorsIn(code, types(Route.map())).map((error) => Number.parseInt(error, 10));
    expect(lines).toEqual([8, 9, 10, 11, 12, 13, 15, 16, 17, 18, 22, 23, 24, 25, 26, 27, 28, 32]);
  });

  it('let redirect go to no wrong name and no wrong number of params', { timeout: 120_000 }, () => {
    Route.reset();
    Route.get('users/(:num)', 'users/show/$1', { as: 'user' });
    Route.get('about', 'pages/about', { as: 'about' });
    Route.get('articles/{slug}', 'articles/show/$1', { as: 'article' });
    const code = `import type { RequestContext } from 'waymark'; import { redirect } from 'waymark/http';
      declare const context: RequestContext;
      redirect(context, '/anything');
      redirect(context, { name: 'about', query: { tag: ['a', 7] } });
      redirect(context, { name: 'user', params: [7] });
      redirect(context, { name: 'usr' });
      redirect(context, { name: 'user' });
      redirect(context, { name: 'user', params: [7, 8] });
      redirect(context, { name: 'about', params: [7] });
      redirect(context, { name: 'article', params: { slug: 'x' } });
      redirect(context, { name: 'article', params: { slgu: 'x' } });
      context.url('article', { slug: 'x' });
      context.url('article', { slgu: 'x' });
    `;
    const lines = errorsIn(code, types(Route.map())).map((error) => Number.parseInt(error, 10));
    expect(lines).toEqual([6, 7, 8, 9, 11, 13]);
  });

  it('are not needed: without them every name and param compiles', { timeout: 120_000 }, () => {
    const code = `import { Route } from 'waymark';
      Route.url('anything');
      Route.url('anything', [1, '2'], { base: '/x' });
      Route.url('anything', { id: 1, slug: '2' }, { base: '/x' });
      Route.named('anything');
    `;
    expect(errorsIn(code, types({}))).toEqual([]);
    expect(errorsIn(`${code}Route.url('a', 'b');`, types({}))).toHaveLength(1);
    expect(errorsIn(`${code}Route.url('a', { b: true });`, types({}))).toHaveLength(1);
  });
});
