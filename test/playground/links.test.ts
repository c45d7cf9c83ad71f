/**
 * The documentation's code samples that link to the playground, and the contents of those links.
 */
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { addressOf, questionOf } from '../../docs/.vitepress/playground-links.ts';

const IMPORT = "import { Route } from 'waymark';\n";

describe('a sample', () => {
  it.each([
    ['that defines routes', `${IMPORT}Route.get('a', 'b');`, 'GET', '/'],
    [
      'with a request',
      `${IMPORT}Route.resources('a');\nrouter.resolve('PUT', '/a/7');\nrouter.resolve('GET', '/a');`,
      'PUT',
      '/a/7',
    ],
    [
      'of waymark/http',
      `${IMPORT}import { redirect } from 'waymark/http';\nRoute.get('a', f);`,
      'GET',
      '/',
    ],
    [
      'of waymark/fetch',
      "import { createFetchHandler } from 'waymark/fetch';\nconst fetch = createFetchHandler({ routes });\nfetch(new Request('http://localhost/a/7'));",
      'GET',
      '/a/7',
    ],
    [
      'that sends another method',
      `${IMPORT}Route.put('a', f);\nfetch(new Request('http://localhost:3000/a', { method: 'PUT' }));`,
      'PUT',
      '/a',
    ],
    ['of a table for map', `${IMPORT}export default Route.map({ a: 'b' });`, 'GET', '/'],
    [
      'of a table',
      "import type { RouteTable } from 'waymark';\nexport default { a: 'b' };",
      'GET',
      '/',
    ],
  ])('%s can be opened', (_, code, method, path) => {
    expect(questionOf(code)).toMatchObject({ source: code, method, path, autoRoute: false });
  });

  it('that makes a router can be opened, with the option autoRoute', () => {
    const code =
      "import { createRouter } from 'waymark';\nconst router = createRouter({ 'a': 'b' }";
    const path = ");\nrouter.resolve('GET', '/b/c');";
    expect(questionOf(code + path)).toMatchObject({ path: '/b/c', autoRoute: false });
    expect(questionOf(`${code}, { autoRoute: true }${path}`)).toMatchObject({ autoRoute: true });
  });

  it.each([
    ['without an import', "Route.get('a', 'b');"],
    ['without a route', `${IMPORT}Route.map();\nRoute.url('a');`],
    ['that imports a file', `${IMPORT}import a from './a.ts';\nRoute.get('a', a);`],
    ['that imports for its effects', `${IMPORT}import './a.ts';\nRoute.get('a', 'b');`],
    [
      'that signs cookies',
      `${IMPORT}import { signedCookies } from 'waymark/http';\nRoute.get('a', f);`,
    ],
    ['that shows an error', `${IMPORT}try { Route.get('a(', f); } catch (error) {}`],
    ['that serves', `${IMPORT}import { serve } from 'srvx';\nRoute.get('a', f);`],
  ])('%s can not', (_, code) => expect(questionOf(code)).toBeNull());

  it('is in its address', () => {
    const question = questionOf(`${IMPORT}Route.get('é', 'b');`);
    expect.assert(question !== null);
    const [, packed = ''] = addressOf(question).split('#code=');
    expect(JSON.parse(String(inflateRawSync(Buffer.from(packed, 'base64url'))))).toEqual(question);
  });
});
