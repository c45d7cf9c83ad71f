/** Mistakes in calls, and how a compiler explains them. Each call is a line of its own. */

/** Declarations and imports of the calls. */
export const AROUND = `import { type RequestContext, Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import { HttpError, readJson, type Schema } from 'waymark/http';
declare module 'waymark' {
  interface RouteMeta { role: 'admin' | 'editor' }
  interface RouteNames { user: readonly [string]; start: readonly []; post: readonly [string] | { readonly slug: string } }
}
declare const BODY: Schema<unknown, { title: string }>;
`;

const VOID = /'void' is not assignable to type '.*\bAnswer\b|'\(\) => void' is not assignable/;
const UNKNOWN = /'(unknown|Promise<unknown>)' is not assignable to type '.*\bAnswer\b/;
const NAMES = /'"usr"' is not assignable to .*'("\w+" \| ){2}"\w+"'/;

/** A call, and what the last line of its error says, in every version of TypeScript. */
export const MISTAKES = [
  ["Route.get('a', () => {});", VOID],
  ["Route.get('a', async () => {});", VOID],
  ["Route.get('a', {}, () => {});", VOID],
  ["Route.get('a', 'b', {}, () => {});", VOID],
  ["Route.match(['GET'], 'a', () => {});", VOID],
  ["Route.get('a', (context) => readJson(context));", UNKNOWN],
  ["Route.post('a', async (context) => await readJson(context));", UNKNOWN],
  ["Route.put('a', {}, (context) => readJson(context));", UNKNOWN],
  ["Route.get('a', { meta: { rol: 'admin' } }, () => 1);", /'rol'.*mean to write 'role'/],
  ["Route.get('a', { meta: { role: 'admn' } }, () => 1);", /'"admn"'.*mean '"admin"'/],
  ["Route.get('a', 'b', { meta: { rol: 'admin' } });", /'rol'.*mean to write 'role'/],
  ["Route.get('a', 'b', { meta: { role: 'admn' } });", /'"admn"'.*mean '"admin"'/],
  ["Route.match(['GET'], 'a', 'b', { meta: { rol: 'admin' } });", /mean to write 'role'/],
  ["Route.match(['GET'], 'a', { meta: { rol: 'admin' } }, () => 1);", /mean to write 'role'/],
  ["Route.match(['GETS'], 'a', 'b');", /'"GETS"' is not assignable to type 'Method'|"GETS"/],
  ["Route.get('a', { as: 'b', mta: {} }, () => 1);", /'mta'.*mean to write 'meta'/],
  ["Route.get('a', 'b', { nam: 'c' });", /'nam' does not exist in type 'RouteOptions/],
  ["Route.get('a', 'b', { nam: 'c' }, () => 1);", /'nam' does not exist in type 'RouteOptions/],
  ["Route.get('a', () => 1, () => 2);", /"a handler is the last argument"/],
  ["Route.get('a', () => 1, { as: 'b' });", /"a handler is the last argument"/],
  ["Route.get('a', 'b', () => 1);", /no properties in common with type 'RouteOptions/],
  [
    "Route.get('a', (context: RequestContext & { foo: Date }) => 1);",
    /Property 'foo' is missing in type .*but required in type '\{ foo: Date; \}'/,
  ],
  [
    "Route.get('a', (context: RequestContext, next: unknown) => 1);",
    /Target signature provides too few arguments/,
  ],
  [
    "Route.get('a', ({ meta }) => meta.role ?? undefined);",
    /'undefined' is not assignable to type/,
  ],
  ["Route.get('a', { as: 'b' });", /'as' does not exist in type 'Handler/],
  ["Route.get('a', { as: 'b' }, {});", /no match for the signature '\(context: RequestContext/],
  ["Route.get('a', 7);", /'number' is not assignable to .*'Handler/],
  ["Route.get('a');", /Expected 2-4 arguments, but got 1/],
  ["Route.get(7, 'b');", /'number' is not assignable to .*'string'/],
  [
    "Route.get('a/{slug}', ({ params }) => params.slgu);",
    /'slgu' does not exist on type '\{ readonly slug: string; \}'/,
  ],
  [
    "Route.get('a/{slug}', {}, ({ params: { id } }) => id);",
    /'id' does not exist on type '\{ readonly slug: string; \}'/,
  ],
  ["Route.post('a', { body: 7 }, () => 1);", /'number' is not assignable to type 'Schema/],
  ["Route.post('a', { query: {} }, () => 1);", /'~standard'.*is missing in type '\{\}'/],
  ["Route.post('a', { body: BODY, mta: {} }, () => 1);", /'mta'.*mean to write 'meta'/],
  ["Route.post('a', { body: BODY }, () => {});", VOID],
  ["Route.post('a', { body: BODY }, ({ body }) => body.titel);", /'titel'.*mean 'title'/],
  ["Route.post('a', { body: BODY }, ({ query }) => query);", /Property 'query' does not exist/],
  ["Route.post('a', 'b', { body: BODY });", /'body' does not exist in type 'RouteOptions/],
  ["Route.url('usr');", NAMES],
  ["Route.named('usr');", NAMES],
  ["Route.url('user', ['a', 'b']);", /Source has 2 element\(s\) but target allows only 1/],
  ["Route.url('start', ['a']);", /not assignable to type '"this route has no params"'/],
  ["Route.url('start', { slug: 'a' });", /'slug' does not exist in type.*this route has no params/],
  ["Route.url('user');", /Expected 2-3 arguments, but got 1/],
  ["Route.url('post', { slug: 'a', id: 'b' });", /'id' does not exist in type/],
  ["Route.url('post', { slgu: 'a' });", /'slgu' does not exist in type/],
  ["Route.url('user', ['a'], { qery: {} });", /mean to write 'query'/],
  ['new HttpError(500);', /'500' is not assignable to .*'ClientStatus'/],
  [
    'createFetchHandler({ routes: {}, errorStatus: [[Error, 200]] });',
    /'200' is not assignable to type 'ClientStatus'/,
  ],
] as const;

/** The calls as a program. Only the line of a call may have an error. */
export const PROGRAM = `${AROUND}${MISTAKES.map(([call]) => `${call}\n`).join('')}`;

/** The line of a call in {@link PROGRAM}, from 1. */
export const lineOf = (call: string) => PROGRAM.slice(0, PROGRAM.indexOf(call)).split('\n').length;
