/** The files of a new project. Those with controllers are the ones of the quick start. */

/** The versions that the project asks for, besides those of waymark. */
export const VERSIONS = {
  srvx: '^1.0.8',
  '@types/node': '^20.19.43',
  tsx: '^4.23.15',
  typescript: '^6.0.3',
  vitest: '^4.1.12',
} as const;

/**
 * The files of a project, by their paths in its folder.
 * @param name the name of the project, for package.json
 * @param version of waymark and its tools
 */
export function projectFiles(
  name: string,
  version: string,
  hasControllers: boolean,
): ReadonlyMap<string, string> {
  return new Map([
    ['package.json', manifestOf(name, version, hasControllers)],
    ['tsconfig.json', TSCONFIG],
    ['.gitignore', 'node_modules/\n'],
    ...(hasControllers ? CONTROLLERS : FUNCTIONS),
    ['server.ts', SERVER],
  ]);
}

function manifestOf(name: string, version: string, hasControllers: boolean): string {
  const check = hasControllers ? 'waymark check routes.ts --files .' : 'waymark check routes.ts';
  const { srvx, ...tools } = VERSIONS;
  const manifest = {
    name,
    private: true,
    type: 'module',
    scripts: {
      dev: `${check} && tsx watch server.ts`,
      check: `tsc && ${check}`,
      test: 'vitest run',
    },
    dependencies: { srvx, waymark: `^${version}` },
    devDependencies: { ...tools, 'waymark-tools': `^${version}` },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const TSCONFIG = `{
  "compilerOptions": {
    "target": "ES2023",
    "module": "NodeNext",
    "strict": true,
    "allowImportingTsExtensions": true,
    "noEmit": true,
    "skipLibCheck": true,
    "types": ["node"]
  }
}
`;

const SERVER = `// server.ts
import { serve } from 'srvx';
import app from './app.ts';

serve({ fetch: app.fetch, port: process.env.PORT ?? 3000 });
`;

const FUNCTIONS: readonly [string, string][] = [
  [
    'routes.ts',
    `// routes.ts
import { Route } from 'waymark';

export default () => {
  Route.block('hello/nobody');
  Route.get('/', () => 'It works');
  Route.get('hello/{name}', { as: 'hello' }, ({ params }) => ({ hello: params.name }));
};
`,
  ],
  [
    'app.ts',
    `// app.ts
import { Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import hello from './routes.ts';

export const routes = Route.collect(hello);

export default { fetch: createFetchHandler({ routes }) };
`,
  ],
  [
    'app.test.ts',
    `// app.test.ts
import { expect, test } from 'vitest';
import { Route } from 'waymark';
import { assertBlocked } from 'waymark-tools/inspect';
import app, { routes } from './app.ts';

test('greets by name', async () => {
  const url = \`http://localhost\${Route.url('hello', { name: 'Ada' })}\`;
  const response = await app.fetch(new Request(url));
  expect(await response.json()).toEqual({ hello: 'Ada' });
});

test('greets nobody', () => {
  assertBlocked(routes, 'GET', '/hello/nobody');
});
`,
  ],
];

const CONTROLLERS: readonly [string, string][] = [
  [
    'application/controllers/photos.ts',
    `// application/controllers/photos.ts
import { Controller } from 'waymark/hmvc';

export default class Photos extends Controller {
  index() {
    return ['Lighthouse', 'Harbour', 'Dunes'];
  }

  show(id: string) {
    return { id, method: this.context.method };
  }
}
`,
  ],
  [
    'routes.ts',
    `// routes.ts
import { Route } from 'waymark';

export default () => {
  Route.get('photos', 'photos/index');
  Route.get('photos/{id:num}', 'photos/show/$1', { as: 'photo' });
};
`,
  ],
  [
    'app.ts',
    `// app.ts
import { Route } from 'waymark';
import { createFetchHandler } from 'waymark/fetch';
import { createControllers } from 'waymark/hmvc';
import { findFiles } from 'waymark/node';
import photos from './routes.ts';

export const routes = Route.collect(photos);
const files = await findFiles(new URL('.', import.meta.url), { import: (file) => import(file) });
export const controllers = createControllers(files);

export default { fetch: createFetchHandler({ routes, controllers }) };
`,
  ],
  [
    'app.test.ts',
    `// app.test.ts
import { expect, test } from 'vitest';
import { Route } from 'waymark';
import { checkRoutes } from 'waymark/hmvc';
import app, { controllers, routes } from './app.ts';

test('shows a photo', async () => {
  const url = \`http://localhost\${Route.url('photo', { id: 7 })}\`;
  const response = await app.fetch(new Request(url));
  expect(await response.json()).toEqual({ id: '7', method: 'GET' });
});

test('every route leads to an action', async () => {
  expect(await checkRoutes({ routes, controllers })).toEqual([]);
});
`,
  ],
];
