/** The examples in the docstrings of public names, taken from the built types. */
import { displayPartsToString, type Symbol as Name } from 'typescript';
import { checker, entries } from './entries.ts';
import type { Block } from './pages.ts';

/** An example of a public name, such as `Route.get`. */
interface Example {
  readonly name: string;
  readonly code: string;
}

/** A request with a body, in a minimal context. */
const posted = (type: string, body: string) => `
  const headers = { 'content-type': '${type}' };
  const context = { request: new Request('http://localhost/', { method: 'POST', headers, body: '${body}' }) };
  EXAMPLE`;

/** A minimal context for cookies and redirects. */
const CONTEXT = `
  const SECRET = '0123456789abcdef0123456789abcdef';
  const request = new Request('http://localhost/');
  const context = { request, base: '', headers: new Headers(), url: () => '/tickets/7' };
  EXAMPLE`;

/** Code that an example takes for granted; the example replaces `EXAMPLE`. */
const AROUND: Readonly<Record<string, string>> = {
  'Route.named': "Route.get('api/users/(:num)', 'users/$1', { as: 'user' });\nEXAMPLE",
  'Route.reset':
    "import { beforeEach, test } from 'node:test';\ntest('one', () => undefined);\nEXAMPLE",
  'Route.url': `Route.get('api/users/(:num)', 'users/$1', { as: 'user' });
    Route.get('articles/{slug}', 'articles/$1', { as: 'article' });\nEXAMPLE`,
  assertAllowed: "Route.resources('photos', { except: 'edit' });\nEXAMPLE",
  assertBlocked: "Route.block('users/login');\nEXAMPLE",
  assertReaches: "Route.resources('photos');\nEXAMPLE",
  cookies: CONTEXT,
  createFetchMiddleware: "import { Hono } from 'hono';\nconst hono = new Hono();\nEXAMPLE",
  createLoader: `
    const router = createRouter({});
    const files = { 'application/modules/gallery/controllers/photos.ts': async () => ({}) };
    const findFiles = async (_folder: string) => files;
    EXAMPLE`,
  createLocator: `
    const router = createRouter({});
    const load = async () => ({});
    const index = indexFiles({ 'application/modules/gallery/controllers/photos.ts': load });
    EXAMPLE`,
  FilesFor: 'interface AppContext { user: string }\nEXAMPLE',
  findAction: 'class Photos { show() {} }\nEXAMPLE',
  indexFiles: 'const load = async () => ({});\nEXAMPLE',
  inWords: "const table = { 'photos/(:num)': 'photos/show/$1' };\nEXAMPLE",
  HttpError: "const id = '7';\nconst tickets = new Map([[id, 'Help']]);\nEXAMPLE",
  Load: 'export class Photos extends Controller {\n  async show() {\n    EXAMPLE\n    return find(7);\n  }\n}',
  Resolution: 'const router = createRouter({});\nEXAMPLE',
  readForm: posted('application/x-www-form-urlencoded', 'photo=1'),
  readJson: `import { z } from 'zod';${posted('application/json', '{"title":"Help"}')}`,
  readParams: `
    import { z } from 'zod';
    const context = { params: { id: '7' } };
    EXAMPLE`,
  readQuery: `
    import { z } from 'zod';
    const context = { request: new Request('http://localhost/?page=7') };
    EXAMPLE`,
  readText: posted('text/plain', 'Help'),
  redirect: CONTEXT,
  Schema: "import { z } from 'zod';\nEXAMPLE",
  signedCookies: CONTEXT,
  signUrl: CONTEXT,
  reachAction: `
    Route.any('x/(.+)', 'users/users/$1');
    class Users { login() {} }
    const controller = 'application/modules/users/controllers/users.ts';
    const findFiles = async (_folder: string) => ({ [controller]: async () => ({ default: Users }) });
    EXAMPLE`,
  routeUrls: "Route.get('users/(:num)', 'x', { as: 'user' });\nEXAMPLE",
  RouteSchemas: "import { z } from 'zod';\nEXAMPLE",
  runDestination: `
    const loader = createLoader({});
    const request = new Request('http://localhost/');
    const visit = { request, method: 'GET', route: 'a', params: [], added: {} } as const;
    EXAMPLE`,
  verifyUrl: CONTEXT.replace('EXAMPLE', 'export const handler = async () => { EXAMPLE };'),
  types: 'const writeFileSync = (file: string, text: string) => [file, text];\nEXAMPLE',
  withModuleRoutes: 'const files = {};\nEXAMPLE',
};

/** Files that examples import. */
const FILES = [
  { file: 'application/controllers/photos.ts', code: 'export default class Photos {}\n' },
  { file: '../models/photos.ts', code: 'export const find = (id: number) => ({ id });\n' },
  { file: 'routes.ts', code: "import { Route } from 'waymark';\nRoute.get('a', 'b');\n" },
];

/** Changes the types of all blocks compiled with it; `inspect/types` tests it instead. */
const APART = ['RouteNames'];

/** Entries that stand in for others. Their programs need what a build writes, which `cli/compile` tests. */
const COMPILED = /^waymark\/compiled/;

/** A value in a comment, after a statement or below it. A value with a `…` is shortened. */
const VALUE = /;\s*\/\/ ((?:'|\[|\{|\d|true$|false$|null$)[^…\n]*)$/gm;

/** The examples, as blocks of code with their imports. */
export function docstringBlocks(): Block[] {
  const { examples, imports } = readDocstrings();
  const blocks = examples
    .filter(({ name }) => !APART.includes(name))
    .map(({ name, code }) => {
      const around = AROUND[name] ?? 'EXAMPLE';
      const own = Array.from(
        around.matchAll(/(?:const|class|interface) (\w+)/g),
        ([, word]) => word,
      );
      const whole = around.replace('EXAMPLE', () => code.replace(VALUE, '; // → $1'));
      const words = new Set(whole.match(/\w+/g));
      const used = [...imports].flatMap(([word, line]) =>
        words.has(word) && !own.includes(word) ? [line] : [],
      );
      return {
        page: 'docstrings',
        title: name,
        file: undefined,
        code: `${used.join('\n')}\n${whole}\n`,
      };
    });
  return [...blocks, ...FILES.map((file) => ({ page: 'docstrings', title: file.file, ...file }))];
}

/** Reads the types in `dist`: the examples, and the import of each public name. */
function readDocstrings(): { examples: Example[]; imports: Map<string, string> } {
  const examples = new Map<string, Example>();
  const imports = new Map<string, string>();
  for (const { entry, names } of entries) {
    if (COMPILED.test(entry)) continue;
    for (const { name, symbol, isValue } of names) {
      const type = isValue ? '' : 'type ';
      if (!imports.has(name)) imports.set(name, `import { ${type}${name} } from '${entry}';`);
      for (const member of [symbol, ...membersOf(symbol)]) {
        const path = member === symbol ? name : `${name}.${member.name}`;
        const tags = member.getJsDocTags(checker).filter((tag) => tag.name === 'example');
        // The signatures of an overloaded function may repeat one example.
        const codes = new Set(tags.map(({ text }) => displayPartsToString(text)));
        for (const code of codes) examples.set(`${path} ${code}`, { name: path, code });
      }
    }
  }
  return { examples: [...examples.values()], imports };
}

function membersOf({ members, exports }: Name): Name[] {
  return [...(members?.values() ?? []), ...(exports?.values() ?? [])];
}
