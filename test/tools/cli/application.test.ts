/** Imports a whole CodeIgniter application with `waymark import`. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Route } from 'waymark';
import { createFetchMiddleware } from 'waymark/fetch';
import { checkRoutes, createControllers } from 'waymark/hmvc';
import { findFiles } from 'waymark/node';
import { createProgram, diagnosticsOf } from '../../support/compiler.ts';
import { installedApplication } from '../../support/installed.ts';
import { folderOf, printed, refusal, run } from './run.ts';

/** An application with modules, an environment, constants, `_remap`, and base classes. */
const APPLICATION = {
  'application/config/constants.php': "<?php defined('ADMIN') OR define('ADMIN', 'admin');",
  'application/config/routes.php': `<?php defined('BASEPATH') OR exit;
    $route['default_controller'] = 'homepage';
    $route['404_override'] = '';
    $route['translate_uri_dashes'] = TRUE;
    // Pages.
    $route['contact'] = 'Homepage/contact';
    $route['about'] = 'homepage/About';
    $route['gone'] = 'nothing/here';
    $route['closed'] = '';
    $route[ADMIN . '/users'] = 'admin/users/show';
    $route['users/(:num)'] = 'admin/users/show/$1';
    $route['x/(:any)'] = '$1';
    $route['files/(.+)'] = 'files/get/$1';`,
  'application/config/production/routes.php': `<?php
    $route['contact'] = 'homepage/index';
    $route['lost'] = 'no/where';`,
  'application/config/testing/routes.php': "<?php $route['default_controller'] = 'files';",
  'application/modules/blog/config/routes.php': `<?php
    $route['default_controller'] = 'posts';
    $route['blog/old'] = 'posts/gone';
    $route['blog/(:any)'] = 'posts/Show/$1';
    $route['news/(:any)'] = 'posts/show/$1';`,
  'application/modules/blog/controllers/Posts.php': `<?php
    class Posts extends MY_Controller {
      public function index() { $this->load->view('list'); }
      public function show($slug = NULL) { echo $slug; }
    }`,
  'application/modules/shop/controllers/Shop.php': `<?php
    class Shop extends MX_Controller { public function index($page = 1) {} }`,
  'application/controllers/Homepage.php': `<?php
    class Homepage extends MY_Controller {
      public $data = array('a' => 1);
      public function __construct() { parent::__construct(); }
      public function index() { $this->load->view('home', $this->data); }
      function contact() { redirect('contact/thanks'); }
      function about() {}
      private function _secret() { return 'secret'; }
      protected function guard($class) { return 1; }
    }`,
  'application/controllers/admin/Users.php': `<?php
    class Users extends Admin_Controller {
      public function show($id) { return $this->users->find($id); }
      public function list_all() {}
    }`,
  'application/controllers/Files.php': `<?php
    class Files extends CI_Controller {
      public function _remap($method, $params = array()) { readfile($params[0]); }
    }`,
  'application/controllers/Lost.php': '<?php class Found extends CI_Controller {}',
  'application/controllers/index.html': '<html></html>',
  'application/core/MY_Controller.php': `<?php
    class Admin_Controller extends MY_Controller { public function index() {} }
    class MY_Controller extends CI_Controller {
      public function index() {}
      public function render($view, $data = []) {}
    }`,
  'application/libraries/Unused.php': '<?php class Unused {}',
  'application/libraries/broken.php': '<?php class {',
};

/** Imports the application into a folder with waymark. */
async function imported() {
  const { folder, write, remove } = installedApplication('application');
  write('package.json', '{ "type": "module" }');
  for (const [path, text] of Object.entries(APPLICATION)) write(path, text);
  return { folder, remove, ...(await run('import application -o src', { cwd: folder })) };
}

/** The imported application's table and files, for an environment. */
async function boot(folder: string, environment?: string) {
  vi.stubEnv('NODE_ENV', environment);
  try {
    const load = (file: string) => import(/* @vite-ignore */ file);
    const files = await findFiles(join(folder, 'src'), { import: load });
    const { default: routes } = await load(`${join(folder, 'src/routes.ts')}?${environment}`);
    return { routes, controllers: createControllers(files) };
  } finally {
    vi.unstubAllEnvs();
  }
}

describe('an imported application', () => {
  let shared: Awaited<ReturnType<typeof imported>>;

  beforeAll(async () => {
    shared = await imported();
    return shared.remove;
  });

  it('has a report that counts the rows, and lists what was not found', async () => {
    const { status, out, err } = shared;
    expect(out).toMatchInlineSnapshot(`
      "14 rows, all kept: 8 with an action, 1 whose action depends on the path, 0 blocks, 5 not found.

      13 files written, 0 unchanged, 0 kept.

      Not found, so a gateway leaves their requests to PHP:

      ROW        GOES TO             ONLY IN                       NOT FOUND
      about      homepage/About                                    write about, as application/controllers/Homepage.ts does
      gone       nothing/here                                      there is no controller
      blog/old   blog/posts/gone                                   application/modules/blog/controllers/Posts.ts has no gone
      blog/(.+)  blog/posts/Show/$1                                write show, as application/modules/blog/controllers/Posts.ts does
      lost       no/where            config/production/routes.php  there is no controller
      "
    `);
    expect(err).toMatchInlineSnapshot(`
      "controllers/Lost.php: no class outside a namespace is named like the file, so PHP answers 404
      "
    `);
    expect(status).toBe(1);
  });

  it.each([undefined, 'production', 'testing', 'unknown'])(
    'boots in the environment %s, and reports what PHP does not pass either',
    async (environment) => {
      const { routes, controllers } = await boot(shared.folder, environment);
      const mistakes = await checkRoutes({
        routes,
        controllers,
        autoRoute: true,
        onMissing: 'pass',
      });
      expect(mistakes.map(({ message }) => message.split(' of ')[0])).toEqual([
        "checkRoutes, table key 'admin/users': its destination 'admin/users/show' passes no arguments to 'show'",
      ]);
    },
  );

  it.each([
    ['/', 501],
    ['/contact', 501],
    ['/about', null],
    ['/gone', null],
    ['/closed', 501],
    ['/admin/users', 501],
    ['/users/7', 501],
    ['/files/a/b', 501],
    ['/blog/some-post', null],
    ['/blog/old', null],
    ['/news/x', null],
    ['/shop', 501],
    ['/admin/users/list-all', 501],
    ['/homepage/_secret', null],
    ['/homepage/guard', null],
    ['/homepage/render/x', 501],
    ['/lost', null],
  ])('answers %s with %s, where null and 501 are left to PHP', async (path, status) => {
    const { routes, controllers } = await boot(shared.folder);
    const answer = createFetchMiddleware({
      routes,
      controllers,
      autoRoute: true,
      onMissing: 'pass',
    });
    expect((await answer(new Request(`http://localhost${path}`)))?.status ?? null).toBe(status);
  });

  it('has the rows of PHP, word for word', async () => {
    const { routes } = await boot(shared.folder, 'production');
    expect(Object.entries(routes)).toEqual([
      ['default_controller', 'homepage'],
      ['404_override', ''],
      ['translate_uri_dashes', 'true'],
      ['contact', 'homepage/index'],
      ['about', 'homepage/About'],
      ['gone', 'nothing/here'],
      ['closed', 'homepage'],
      ['admin/users', 'admin/users/show'],
      ['users/(:num)', 'admin/users/show/$1'],
      ['x/(:any)', '$1'],
      ['files/(.+)', 'files/get/$1'],
      ['lost', 'no/where'],
      ['blog/old', 'blog/posts/gone'],
      ['blog/(.+)', 'blog/posts/Show/$1'],
    ]);
  });

  it.each([
    [undefined, 'homepage', 'Homepage/contact'],
    ['production', 'homepage', 'homepage/index'],
    ['testing', 'files', 'Homepage/contact'],
  ])('has the rows of the environment %s', async (environment, home, contact) => {
    const { routes } = await boot(shared.folder, environment);
    expect(routes.default_controller).toBe(home);
    expect(routes.contact).toBe(contact);
  });

  it('compiles under every strict option', async () => {
    const { folder } = shared;
    const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, 'src', file));
    const program = createProgram(files, {
      strict: true,
      exactOptionalPropertyTypes: true,
      noImplicitOverride: true,
      noPropertyAccessFromIndexSignature: true,
      noUncheckedIndexedAccess: true,
      noUnusedLocals: true,
      verbatimModuleSyntax: true,
      isolatedModules: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ['node'],
    });
    const told = diagnosticsOf(program).map(({ messageText }) => messageText);
    expect(files).toHaveLength(12);
    expect(told).toEqual([]);
  });

  it('is overwritten by a later run, except for changed files', async () => {
    const { folder, remove } = await imported();
    onTestFinished(remove);
    const controller = join(folder, 'src/application/controllers/Homepage.ts');
    appendFileSync(controller, '// Mine.\n');
    appendFileSync(join(folder, 'application/controllers/Files.php'), '// More.\n');
    const more = "\n$route['more'] = 'homepage/index';";
    appendFileSync(join(folder, 'application/config/routes.php'), more);
    const { out } = await run('import application -o src', { cwd: folder });
    expect(out).toContain('1 file written, 11 unchanged, 1 kept.');
    expect(out).toContain('Kept, since you changed it: application/controllers/Homepage.ts\n');
    expect(readFileSync(controller, 'utf8')).toContain('// Mine.');
    const routes = readFileSync(join(folder, 'src/application/config/routes.ts'), 'utf8');
    expect(routes).toContain("more: 'homepage/index'");
  });

  it('is found in its parent folder', async () => {
    const { status, out } = await run('import . -o again', { cwd: shared.folder });
    expect(status).toBe(1);
    expect(out).toContain('13 files written');
  });

  it('is read by the other commands', async () => {
    expect(await printed('list --files src', { cwd: shared.folder })).toContain('blog/(.+)');
  });
});

it('an application of CodeIgniter 2 has only the rows of an environment, and literal keys before patterns', async () => {
  const { folder, write, remove } = installedApplication('application');
  onTestFinished(remove);
  write('package.json', '{ "type": "module" }');
  write('application/config/routes.php', "<?php $route['only/here'] = 'pages/a';");
  write(
    'application/config/production/routes.php',
    "<?php $route['(:any)'] = 'pages/show/$1'; $route['login'] = 'pages/login';",
  );
  write(
    'application/controllers/pages.php',
    '<?php class Pages extends CI_Controller { function a() {} function show($a) {} function login() {} }',
  );
  await printed('import application -o src --ci2', { cwd: folder });
  const { routes } = await boot(folder, 'production');
  expect(Object.keys(routes)).toEqual(['login', '(.+)', 'default_controller']);
  expect((await boot(folder)).routes).toMatchObject({ 'only/here': 'pages/a' });
});

it.each([
  ['shop/checkout/$1', 0, 1],
  ['shop/checkout/7', 1, 0],
  ['$1/checkout', 0, 1],
  ['$1', 0, 1],
  ['shop/$1', 0, 1],
  ['stop/here/$1', 0, 0],
])(
  'a destination that ends with a group may depend on the path: %s, %d with an action, %d that depend',
  async (to, known, open) => {
    const cwd = folderOf({
      'application/config/routes.php': `<?php $route['checkout/(pay|ship)'] = '${to}';`,
      'application/modules/shop/controllers/Checkout.php':
        '<?php class Checkout extends MX_Controller { function pay() {} function ship() {} }',
      'application/modules/shop/controllers/Shop.php':
        '<?php class Shop extends MX_Controller { function checkout($step) {} }',
    });
    const { out } = await run('import application -o src', { cwd });
    expect(out).toContain(`${known} with an action, ${open} whose action depends on the path`);
  },
);

describe('the names of imported routes', () => {
  const NAMED = {
    'package.json': '{ "type": "module" }',
    'application/config/routes.php': `<?php
      $route['gone'] = 'nothing/here';
      Route::get('posts/(:num)', 'posts/show/$1', array('as' => 'post'));
      $route = Route::map($route);`,
    'application/config/production/routes.php': `<?php
      $route['lost'] = 'nothing/here';
      Route::get('live/(:num)', 'posts/show/$1', array('as' => 'live'));
      $route = Route::map($route);`,
    'application/modules/blog/config/routes.php': `<?php
      Route::get('blog/(:num)', 'articles/show/$1', array('as' => 'article'));
      Route::get('blog/old', 'nothing/show', array('as' => 'old'));`,
    'application/controllers/Posts.php':
      '<?php class Posts extends CI_Controller { function show($id) {} }',
    'application/modules/blog/controllers/Articles.php':
      '<?php class Articles extends CI_Controller { function show($id) {} }',
  };

  it.each([
    ['post', '/posts/7', 'the application', undefined],
    ['article', '/blog/7', 'a module', undefined],
    ['live', '/live/7', 'an environment', 'production'],
    ['post', '/posts/7', 'the application', 'production'],
  ])('survive the merging of tables: %s is %s, of %s', async (name, url, _, environment) => {
    const { folder, write, remove } = installedApplication('application');
    onTestFinished(remove);
    for (const [path, text] of Object.entries(NAMED)) write(path, text);
    await run('import application -o src', { cwd: folder });
    const { routes, controllers } = await boot(folder, environment);
    Route.reset();
    const answer = createFetchMiddleware({
      routes,
      controllers,
      handlers: { 'GET posts/(:num)': ({ url }) => url(name, [7]) },
      onMissing: 'pass',
    });
    expect(await (await answer(new Request('http://localhost/posts/1')))?.text()).toBe(url);
  });
});

describe('a constructor that may refuse', () => {
  const GUARDED = {
    'package.json': '{ "type": "module" }',
    'application/core/MY_Controller.php': `<?php
      class MY_Controller extends CI_Controller { function __construct() { parent::__construct(); } }
      class Admin_Controller extends MY_Controller {
        function __construct() { parent::__construct(); if (!$_GET['user']) show_error('No', 403); } }`,
    'application/controllers/Open.php':
      '<?php class Open extends MY_Controller { function show() {} }',
    'application/controllers/Secret.php':
      '<?php class Secret extends Admin_Controller { function show() {} function edit() {} }',
    'application/controllers/Other.php': '<?php class Other extends Admin_Controller {}',
    'application/controllers/Own.php':
      '<?php class Own extends MY_Controller { function Own() { guard(); } function show() {} }',
    'application/controllers/Remapped.php':
      '<?php class Remapped extends MY_Controller { function _remap($m) { guard(); } function show() {} }',
    'application/controllers/Lost.php': '<?php class Lost extends Somewhere { function show() {} }',
    'application/controllers/api/Users.php': `<?php class Users extends Rest_controller {
      function all_get($id = 1) {} function ALL_post() {} function index_get($a = 1, $b = 2) {} }`,
    'application/libraries/REST_Controller.php':
      '<?php class REST_Controller extends CI_Controller { function __construct() { key(); } function response() {} }',
  };

  async function guarded() {
    const { folder, write, remove } = installedApplication('guarded');
    onTestFinished(remove);
    for (const [path, text] of Object.entries(GUARDED)) write(path, text);
    const { status, out } = await run('import application -o src', { cwd: folder });
    const change = (path: string, from: RegExp | string, to: string) => {
      const code = readFileSync(join(folder, 'src/application', path), 'utf8');
      expect(code).toMatch(from);
      write(`src/application/${path}`, code.replace(from, to));
    };
    /** Writes an action that answers its arguments. */
    const port = (path: string, action: string) =>
      change(
        path,
        new RegExp(`(?<= ${action}\\([^)]*\\): unknown \\{)[^}]*\\}\\);`),
        'return JSON.stringify([...arguments]);',
      );
    const ask = async (path: string, init: RequestInit = {}) => {
      const load = (file: string) => import(/* @vite-ignore */ file);
      const files = await findFiles(join(folder, 'src'), { import: load });
      const controllers = createControllers(files);
      const routes = {};
      const answer = createFetchMiddleware({
        routes,
        controllers,
        autoRoute: true,
        onMissing: 'pass',
      });
      const response = await answer(new Request(`http://localhost/${path}`, init));
      return response === null ? 'PHP' : `${response.status} ${await response.text()}`;
    };
    return { folder, status, out, change, port, ask };
  }

  it.each([
    ['Open', 'open/show', '200 []'],
    ['Secret', 'secret/show', '501 the constructor of Admin_Controller is not written yet'],
    ['Own', 'own/show', '501 the constructor of Own is not written yet'],
    ['Remapped', 'remapped/show', '501 _remap is not written yet'],
    ['Lost', 'lost/show', '501 the constructor of Lost is not written yet'],
    ['api/Users', 'api/users/all', '501 the constructor of REST_Controller is not written yet'],
  ])('leaves each page to PHP, also a ported one: of %s', async (name, path, answer) => {
    const { port, ask } = await guarded();
    port(`controllers/${name}.ts`, name === 'api/Users' ? 'all_get' : 'show');
    expect(await ask(path)).toBe(answer);
  });

  it('is listed in the summary, with the number of its controllers', async () => {
    const { status, out } = await guarded();
    expect(status).toBe(1);
    expect(out.slice(out.indexOf('Unknown'))).toMatchInlineSnapshot(`
      "Unknown, so PHP may answer requests that waymark does not, or in another way:

      The base class Somewhere: the actions and the _remap that controllers/Lost.php may have from it. Add them to the skeletons
      REST_Controller: what its constructor checks, as config/rest.php says. Write that in application/libraries/REST_Controller.ts, which has its dispatch

      Constructors to write or delete. Until then, a gateway leaves their controllers to PHP:

      CLASS             FILE                                      CONTROLLERS
      REST_Controller   application/libraries/REST_Controller.ts  1
      Lost              application/controllers/Lost.ts           1
      Admin_Controller  application/core/MY_Controller.ts         2
      Own               application/controllers/Own.ts            1
      "
    `);
  });

  it('is listed no more once its file is changed', async () => {
    const { folder, change } = await guarded();
    change('core/MY_Controller.ts', 'throw new Response', '// throw new Response');
    const { out } = await run('import application -o src', { cwd: folder });
    expect(out).not.toContain('Admin_Controller');
    expect(out).toMatch(/^Own /m);
  });

  it('answers in its place once it is written in the base class', async () => {
    const { change, port, ask } = await guarded();
    port('controllers/Secret.ts', 'show');
    change(
      'core/MY_Controller.ts',
      /throw new Response\([^;]*;/,
      "if (context.params[0] !== 'ada') throw new Response('No', { status: 403 });",
    );
    expect(await ask('secret/show')).toBe('403 No');
    expect(await ask('secret/edit')).toBe('403 No');
  });

  it('answers no more once it is deleted', async () => {
    const { change, port, ask } = await guarded();
    port('controllers/Secret.ts', 'show');
    change('core/MY_Controller.ts', /constructor\([^}]*\}\);\n {2}\}/, '');
    expect(await ask('secret/show')).toBe('200 []');
    expect(await ask('secret/edit')).toBe('501 edit is not written yet');
  });

  it('of REST_Controller comes with its dispatch', async () => {
    const { change, port, ask } = await guarded();
    port('controllers/api/Users.ts', 'all_get');
    port('controllers/api/Users.ts', 'index_get');
    change('libraries/REST_Controller.ts', / {4}throw [^;]*;\n/, '');
    const asked: [string, string, string][] = [
      ['GET', 'all', '200 []'],
      ['GET', 'ALL/7', '200 ["7"]'],
      ['HEAD', 'all', '200 '],
      ['POST', 'all', '501 ALL_post is not written yet'],
      ['PUT', 'all', '501 all_put is not written yet'],
      ['GET', '7', '200 ["7"]'],
      ['GET', '', '200 []'],
      ['POST', 'response', '501 response_post is not written yet'],
      ['GET', '_all', 'PHP'],
    ];
    for (const [method, path, answer] of asked) {
      expect(await ask(`api/users/${path}`, { method }), `${method} ${path}`).toBe(answer);
    }
  });
});

describe('files of which each extends a class of the other', () => {
  const show = (name: string, base: string) =>
    `class ${name} extends ${base} { function show() {} }`;

  it.each([
    [
      'in core',
      {
        'core/MY_Controller.php': `<?php ${show('MY_Controller', 'CI_Controller')}
          require_once APPPATH . 'core/Staff.php';
          ${show('Desk_Controller', 'Admin_Controller')}`,
        'core/Staff.php': `<?php ${show('Admin_Controller', 'MY_Controller')}`,
        'controllers/Desk.php': `<?php ${show('Desk', 'Desk_Controller')}`,
      },
    ],
    [
      'among controllers',
      {
        'controllers/Group.php': `<?php ${show('Group', 'CI_Controller')} ${show('Late', 'Team')}`,
        'controllers/Team.php': `<?php ${show('Team', 'Group')}`,
        'controllers/Desk.php': `<?php ${show('Desk', 'Late')}`,
      },
    ],
  ])('can be loaded: %s', async (_, files) => {
    const { folder, write, remove } = installedApplication('entangled');
    onTestFinished(remove);
    write('package.json', '{ "type": "module" }');
    for (const [path, php] of Object.entries(files)) write(`application/${path}`, php);
    expect(await run('import application -o src', { cwd: folder })).toMatchObject({ status: 0 });
    const load = (file: string) => import(/* @vite-ignore */ file);
    const controllers = createControllers(await findFiles(join(folder, 'src'), { import: load }));
    const routes = { 'a/(:any)': '$1/show' };
    const answer = createFetchMiddleware({ routes, controllers });
    const statuses = Object.keys(files)
      .flatMap((path) => /controllers\/(.*)\.php/.exec(path)?.[1] ?? [])
      .map(
        async (name) =>
          (await answer(new Request(`http://localhost/a/${name.toLowerCase()}`)))?.status,
      );
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([501]));
    expect(await run('check', { cwd: folder })).toMatchObject({ status: 0 });
  });
});

const A = '<?php class A extends CI_Controller { function b() {} }';

describe('an odd application', () => {
  const ODD = {
    'application/config/production/routes.php':
      "<?php $route['__proto__'] = 'no/where'; $route['(:any)'] = 'base/show/$1'; $route['b'] = 'base/Show/1'; $route['w'] = $_SESSION['w'];",
    'application/modules/blog/controllers/Admin.php':
      '<?php class Admin extends CI_Controller { function blog() {} }',
    'application/modules/shop/controllers/Admin.php':
      '<?php class Admin extends CI_Controller { function shop() {} }',
    'application/modules/shop/controllers/Report.php': '<?php class Report extends Admin {}',
    'application/controllers/Base.php':
      '<?php class Base extends CI_Controller { function show($a) {} } class Other extends Base {}',
    'application/controllers/Child.php': '<?php class Child extends base {}',
    'application/controllers/Far.php': '<?php class Far extends Other {}',
    'application/controllers/Loop.php': '<?php class Loop extends Pool {}',
    'application/controllers/Pool.php': '<?php class Pool extends Loop {}',
    'application/controllers/Me.php': '<?php class Me extends Me {}',
    'application/controllers/Two.php':
      '<?php class Two extends Admin {} class Admin extends CI_Controller {}',
    'application/controllers/Broken.php': '<?php class {',
    'application/controllers/Nothing.php': '<?php // nothing',
    'application/controllers/.old/Old.php': '<?php class Old {}',
    'application/core/Unnamed.php': '<?php class Different extends Lost {}',
    'application/controllers/Last.php': '<?php class Last extends Different {}',
  };

  it('is imported as far as possible', async () => {
    const cwd = folderOf(ODD);
    const { status, out, err } = await run('import application -o src --any all', { cwd });
    const read = (file: string) => readFileSync(join(cwd, 'src', file), 'utf8');
    expect(status).toBe(1);
    expect(err).toMatch(/^config\/production\/routes\.php:1: not imported: /m);
    expect(err).toMatch(/^controllers\/Broken\.php:1: the PHP can't be read/m);
    expect(out).toContain('4 rows, all kept: 1 with an action');
    expect(out).toMatch(/^__proto__ +no\/where /m);
    expect(out).toMatch(/^b +base\/Show\/1 .* write show, as application\/controllers\/Base\.ts/m);
    expect(read('application/config/production/routes.ts')).toContain("['__proto__']: 'no/where',");
    expect(read('application/config/production/routes.ts')).toContain("'(.+)'");
    expect(read('application/controllers/Child.ts')).toContain("import Base from './Base.ts';");
    expect(read('application/controllers/Far.ts')).toContain("import { Other } from './Base.ts';");
    const report = read('application/modules/shop/controllers/Report.ts');
    expect(report).toContain("import Admin from './Admin.ts';");
    expect(read('application/core/Unnamed.ts')).toContain('class Different extends Controller');
  });

  it.each([
    ['no routes', { 'controllers/A.php': A }],
    ['routes of modules alone', { 'modules/m/config/routes.php': "<?php $route['m/x'] = 'a/b';" }],
    ['an environment alone', { 'config/testing/routes.php': "<?php $route['x'] = 'a/b';" }],
    ['no controllers', { 'config/routes.php': "<?php $route['x'] = 'a/b';" }],
  ])('may have %s, and is read by the other commands', async (_, files) => {
    const paths = Object.entries(files).map(([path, php]) => [`application/${path}`, php]);
    const cwd = folderOf(Object.fromEntries(paths));
    await printed('import application -o src', { cwd });
    for (const command of ['check --level warning', 'list', 'match /a/b']) {
      const { status, err } = await run(command, { cwd });
      expect(status, command).not.toBe(2);
      expect(err.replace(/^Reading.*\n/, ''), command).toBe('');
    }
  });
});

it.each([
  [
    'import empty -o src',
    'empty is not a CodeIgniter application: it has neither a routes.php in config nor controllers nor modules',
  ],
  ['import application', 'name the folder to write to: waymark import application -o src'],
])('a folder that is not an application is refused: %s', async (line, message) => {
  const cwd = folderOf({ 'empty/x': '', ...APPLICATION });
  expect(await refusal(line, { cwd })).toContain(`waymark import: ${message}\n`);
});
