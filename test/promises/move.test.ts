/**
 * Imports a CodeIgniter application, and moves its controllers one by one. PHP answers until a
 * controller is written, and every request keeps its answer at each step.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFetchMiddleware } from 'waymark/fetch';
import { checkRoutes, createControllers } from 'waymark/hmvc';
import { findFiles } from 'waymark/node';
import { installedApplication } from '../support/installed.ts';
import { run } from '../tools/cli/run.ts';

const MODULES = ['blog', 'shop', 'forum', 'wiki', 'news'];

const upper = (name: string) => name[0].toUpperCase() + name.slice(1);

/** A module with two controllers and four rows. Each module has a class named Admin. */
function moduleOf(name: string): Record<string, string> {
  const folder = `application/modules/${name}`;
  return {
    [`${folder}/config/routes.php`]: `<?php
      $route['default_controller'] = '${name}';
      $route['${name}/(:num)'] = '${name}/show/$1';
      $route['${name}/tags/(:any)'] = '${name}/tagged/$1';
      $route['${name}/manage'] = 'admin/index';
      $route['${name}/manage/(:num)'] = 'admin/Edit/$1';`,
    [`${folder}/controllers/${upper(name)}.php`]: `<?php
      class ${upper(name)} extends MX_Controller {
        public function index() {}
        public function show($id) { $this->load->view('show', array('id' => $id)); }
        public function tagged($tags, $page = 1) {}
        private function _find($id) {}
      }`,
    [`${folder}/controllers/Admin.php`]: `<?php
      class Admin extends Admin_Controller {
        public function index() {}
        public function edit($id) {}
      }`,
  };
}

const PHP: Readonly<Record<string, string>> = {
  'application/config/constants.php': "<?php defined('AREA') OR define('AREA', 'office');",
  'application/config/routes.php': `<?php
    if (!function_exists('area')) { function area($path) { return AREA . '/' . $path; } }
    $route['default_controller'] = 'homepage';
    $route['404_override'] = '';
    $route['translate_uri_dashes'] = TRUE;
    $route['contact']['get'] = 'Homepage/contact';
    $route['contact']['post'] = 'Homepage/send';
    $route['about'] = 'homepage/About';
    $route['about/(:any)'] = 'homepage/about/$1';
    $route[area('users')] = 'users/index';
    $route[area('users/(:num)')] = array('get' => 'users/show/$1', 'put' => 'users/update/$1');
    $route['login'] = 'session/form';
    $route['logout'] = 'session/end';
    $route['files/(.+)'] = 'files/get/$1';
    $route['old/page'] = 'gone/page';
    $route['users/secret'] = '';
    $route['(en|fr)/about'] = 'homepage/about/$1';
    $route['(en|fr)/(:any)'] = 'homepage/translated/$2/$1';
    $route['sitemap\\.xml'] = 'homepage/sitemap';
    foreach (array('terms', 'privacy', 'help') as $page) $route[$page] = 'homepage/page/' . $page;`,
  'application/config/production/routes.php': "<?php $route['about'] = 'homepage/index';",
  'application/controllers/Homepage.php': `<?php
    class Homepage extends MY_Controller {
      public function index() {}
      public function contact() {}
      public function send() { redirect('contact'); }
      public function about($language = 'en') {}
      public function translated($page, $language) {}
      public function sitemap() {}
      public function page($name) {}
    }`,
  'application/controllers/Users.php': `<?php
    class Users extends Admin_Controller {
      public function index() {}
      public function show($id) {}
      public function update($id) {}
      public function list_all() {}
    }`,
  'application/controllers/Session.php': `<?php
    class Session extends MY_Controller {
      public function form() {}
      public function end() { $this->session->sess_destroy(); }
    }`,
  'application/controllers/Files.php': `<?php
    class Files extends CI_Controller {
      public function _remap($method, $params = array()) { readfile(implode('/', $params)); }
    }`,
  'application/core/MY_Controller.php': `<?php
    class Admin_Controller extends MY_Controller {
      public function __construct() { parent::__construct(); if (!$this->session->user) redirect('login'); }
    }
    class MY_Controller extends CI_Controller {}`,
  ...Object.assign({}, ...MODULES.map(moduleOf)),
};

/** PHP's answers: a class, its method, and the arguments; `404` if there is none. */
const REQUESTS: readonly (readonly [request: string, answer: string])[] = [
  ['GET /', 'Homepage index'],
  ['GET /contact', 'Homepage contact'],
  ['POST /contact', 'Homepage send'],
  ['GET /about', 'Homepage about'],
  ['GET /about/us', 'Homepage about us'],
  ['GET /fr/about', 'Homepage about fr'],
  ['GET /fr/history', 'Homepage translated history fr'],
  ['GET /sitemap.xml', 'Homepage sitemap'],
  ['GET /terms', 'Homepage page terms'],
  ['GET /privacy', 'Homepage page privacy'],
  ['GET /office/users', 'Users index'],
  ['GET /office/users/7', 'Users show 7'],
  ['PUT /office/users/7', 'Users update 7'],
  ['GET /users/list-all', 'Users list_all'],
  ['GET /login', 'Session form'],
  ['GET /logout', 'Session end'],
  ['GET /files/a/b.txt', 'Files _remap get a b.txt'],
  ['GET /old/page', '404'],
  ['GET /users/secret', 'Homepage index'],
  ['GET /homepage/contact', 'Homepage contact'],
  ['GET /nothing/here', '404'],
  ...MODULES.flatMap((name): (readonly [string, string])[] => [
    [`GET /${name}`, `${upper(name)} index`],
    [`GET /${name}/7`, `${upper(name)} show 7`],
    [`GET /${name}/tags/a/b`, `${upper(name)} tagged a b`],
    [`GET /${name}/manage`, `Admin of ${name} index`],
    [`GET /${name}/manage/7`, `Admin of ${name} edit 7`],
    [`GET /${name}/_find/7`, '404'],
  ]),
];

const CONTROLLERS = Object.keys(PHP)
  .filter((path) => path.includes('/controllers/'))
  .map((path) => path.replace(/\.php$/, '.ts'));

let application: ReturnType<typeof installedApplication>;
let imported: Awaited<ReturnType<typeof run>>;

beforeAll(async () => {
  application = installedApplication('move');
  application.write('package.json', '{ "type": "module" }');
  for (const [path, php] of Object.entries(PHP)) application.write(path, php);
  imported = await run('import application -o src', { cwd: application.folder });
  for (const name of ['config', ...MODULES.map((module) => `modules/${module}/config`)]) {
    const file = join(application.folder, 'src/application', name, 'routes.ts');
    const code = readFileSync(file, 'utf8');
    // The report says to write these as their classes do.
    writeFileSync(
      file,
      code.replace('homepage/About', 'homepage/about').replace('/Edit/', '/edit/'),
    );
  }
  // A runner imports it once, so it can't be written later.
  port('application/core/MY_Controller.ts');
});
afterAll(() => application.remove());

/** Writes a skeleton's actions: each returns its name and arguments. A constructor checks nothing. */
function port(controller: string): void {
  const file = join(application.folder, 'src', controller);
  const [, module] = /modules\/(\w+)\/controllers\/Admin/.exec(controller) ?? [];
  const [, name] = /class (\w+)/.exec(readFileSync(file, 'utf8')) ?? [];
  const said = module === undefined ? name : `${name} of ${module}`;
  let method = '';
  const lines = readFileSync(file, 'utf8').split('\n');
  const written = lines.map((line) => {
    method = /^ {2}(?:override )?(\w+)\(/.exec(line)?.[1] ?? method;
    const answer = `    return ['${said}', '${method}', ...Array.from(arguments).flat()].join(' ');`;
    if (line.includes('throw new Response')) return '';
    return line.includes('status: 501') ? answer : line;
  });
  writeFileSync(file, written.join('\n'));
}

/** Answers as the gateway does, and counts the requests to PHP. */
async function serve(step: number) {
  const folder = join(application.folder, 'src');
  const load = (file: string) => import(/* @vite-ignore */ `${file}?${step}`);
  const files = await findFiles(folder, { import: load });
  const { default: routes } = await load(join(folder, 'routes.ts'));
  expect(
    await checkRoutes({
      routes,
      controllers: createControllers(files),
      autoRoute: true,
      onMissing: 'pass',
    }),
  ).toEqual([]);
  const answer = createFetchMiddleware({
    routes,
    controllers: createControllers(files),
    autoRoute: true,
    onMissing: 'pass',
  });
  const asked = vi.fn((request: string) => new Map(REQUESTS).get(request) ?? '404');
  return {
    asked,
    async ask(request: string): Promise<string> {
      const [method, path] = request.split(' ');
      const response = await answer(new Request(`http://localhost${path}`, { method }));
      if (response === null || response.status === 501) return asked(request);
      return response.status === 404 ? '404' : await response.text();
    },
  };
}

describe('an application that moves', () => {
  it('is imported without a warning', () => {
    expect(imported).toMatchObject({ status: 0, err: '' });
    expect(imported.out).toMatch(/^40 rows, all kept: 33 with an action, .*, 7 not found\.$/m);
    expect(
      CONTROLLERS.filter((path) => !existsSync(join(application.folder, 'src', path))),
    ).toEqual([]);
  });

  it('answers every request in the same way, from the first controller to the last', async () => {
    for (const step of [...CONTROLLERS.keys(), CONTROLLERS.length]) {
      const { ask, asked } = await serve(step);
      const answers = [];
      for (const [request] of REQUESTS) answers.push([request, await ask(request)]);
      expect(answers).toEqual(REQUESTS);
      const left = asked.mock.calls.map(([request]) => request);
      if (step === 0) expect(left.length).toBeGreaterThan(40);
      if (step === CONTROLLERS.length)
        expect(left).toEqual([
          'GET /old/page',
          'GET /nothing/here',
          ...MODULES.map((name) => `GET /${name}/_find/7`),
        ]);
      else port(CONTROLLERS[step]);
    }
  });
});
