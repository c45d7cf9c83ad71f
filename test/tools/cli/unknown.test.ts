/** What `waymark import` can't know about an application: it says so, and keeps the rows. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, printed, refusal, run } from './run.ts';

type Files = Readonly<Record<string, string>>;

const ROWS = "$route['login'] = 'users/login'; $route['a/(:num)'] = './pages//show/$1';";

/** A PHP file of the application. */
const file = (path: string, php: string) => ({ [`application/${path}`]: `<?php ${php}` });

/** A route file with the rows and more. */
const routes = (php: string) => file('config/routes.php', `${ROWS} ${php}`);
const config = (php: string) => file('config/config.php', php);
const controller = (php: string, name = 'Api') => file(`controllers/${name}.php`, php);

/** A router of the application itself, and the base class of its controllers. */
const router = (php: string) => file('core/MY_Router.php', php);
const base = (php: string) => file('core/MY_Controller.php', php);

/** A class of CodeIgniter with methods that do nothing. */
const classOf = (name: string, ...methods: string[]) =>
  `class ${name} extends CI_Controller { ${methods.map((method) => `function ${method}() {}`).join(' ')} }`;

const API = 'class Api extends CI_Controller {}';
const MINE = 'class Api extends MY_Controller {}';

/** The message about a router of the application itself. */
const ROUTER = 'core/MY_Router.php: how it finds actions';

/** An application whose rows have actions, with other files. */
function applicationWith(files: Files) {
  const all: Files = { ...routes(''), ...controller(classOf('Users', 'login'), 'Users'), ...files };
  return folderOf(all);
}

describe('an application of which something is unknown', () => {
  it.each<[string, Files, string]>([
    [
      'module locations',
      config("$config['modules_locations'] = places();"),
      'config/config.php: modules_locations is not known (the result of places() is not known here): only modules/ was read',
    ],
    [
      'module locations of an environment',
      file('config/testing/config.php', "$config['modules_locations'] = X;"),
      'config/testing/config.php: modules_locations is not known (X is defined elsewhere: import again with --constant X=value): only modules/ was read',
    ],
    [
      'module locations that are off',
      config("$config['modules_locations'] = FALSE;"),
      'config/config.php: modules_locations is empty: only modules/ was read',
    ],
    [
      'module locations outside',
      {
        'application/config/application.php':
          "<?php $config['modules_locations'] = array(realpath(APPPATH) . '/../plugins/' => '../../plugins/');",
        'plugins/x/config/routes.php': '',
      },
      'config/application.php: modules_locations names ../plugins, which is outside the folder: import again with --include plugins',
    ],
    [
      'a suffix',
      config("$config['url_suffix'] = '.html';"),
      "config/config.php: url_suffix is '.html': PHP then answers paths with it, too: write rows such as (.+)\\.html",
    ],
    ['another suffix', config("$config['url_suffix'] = $_ENV['a'];"), 'url_suffix is not known ('],
    [
      'a suffix of files',
      config("$config['controller_suffix'] = array('a');"),
      'config/config.php: controller_suffix is an array: PHP then looks for files with it',
    ],
    ['unreadable settings', config('$config['), "config/config.php:1: the PHP can't be read"],
    [
      'a router',
      router('class MY_Router extends CI_Router { function _set_request($s = array()) {} }'),
      'core/MY_Router.php: how it finds actions. Any row may lead elsewhere',
    ],
    ['a router of a router', router('class MY_Router extends Other_Router {}'), ROUTER],
    ['a router without a parent', router('class MY_Router {}'), ROUTER],
    ['a router that nobody can read', router('class {'), ROUTER],
    [
      'a changed router of the modular extensions',
      file('third_party/MX/Router.php', 'class MX_Router extends CI_Router {}'),
      'third_party/MX/Router.php: how it finds actions, since it is not the router of version 5.4',
    ],
    [
      'a router of the modular extensions that nobody can read',
      file('third_party/MX/Router.php', '"'),
      'third_party/MX/Router.php: how it finds actions',
    ],
    [
      'a router in place of the framework',
      file('core/Router.php', 'class CI_Router {}'),
      'core/Router.php: how it finds actions. Any',
    ],
    [
      'how paths are read',
      file('core/URI.php', 'class CI_URI { function x() {} }'),
      'core/URI.php: how it finds actions. Any',
    ],
    [
      'a base class',
      controller('class Api extends RestServer {}'),
      'The base class RestServer: the actions and the _remap that controllers/Api.php may have from it.',
    ],
    [
      'a base class of a base class',
      { ...controller(MINE), ...base('class MY_Controller extends REST {}') },
      'The base class REST: the actions and the _remap that controllers/Api.php may have from it.',
    ],
    [
      'a base class that nobody can read',
      { ...controller(MINE), ...base('class {') },
      'The base class MY_Controller: the actions',
    ],
    [
      'a base class of several',
      Object.assign(
        {},
        ...['A', 'B', 'C', 'D', 'E'].map((name) => controller(`class ${name} extends X {}`, name)),
      ),
      'that controllers/A.php, controllers/B.php, controllers/C.php and 2 more may have',
    ],
    [
      'a trait',
      controller('class Api extends CI_Controller { use Logins, \\Other\\Pages; }'),
      'The trait Logins: the actions and the _remap that controllers/Api.php may have from it.',
    ],
    [
      'folders with dashes',
      { ...routes("$route['translate_uri_dashes'] = TRUE;"), ...controller(API, 'my-shop/Api') },
      'controllers/my-shop/Api.php: the folder has a dash',
    ],
    ['deep folders', controller(API, 'a/b/c/Api'), 'a/b/c/Api.php: more than two folders deep'],
    ['small letters', controller(API, 'api'), 'controllers/api.php: whether PHP finds it.'],
    [
      'the value of a constant',
      routes("$route[AREA] = 'users/login';"),
      "config/routes.php: where its rows lead, since the written file can't run (ParseError: Missing initializer in const declaration.)",
    ],
  ])('keeps its rows, says so once, and ends with 1: %s', async (_, files, said) => {
    const cwd = applicationWith(files);
    const { status, out } = await run('import application -o src', { cwd });
    expect(status).toBe(1);
    expect(out.split(said)).toHaveLength(2);
    const code = readFileSync(join(cwd, 'src/application/config/routes.ts'), 'utf8');
    expect(code).toContain("login: 'users/login',");
    expect(code).toContain("'a/(:num)': './pages//show/$1',");
    expect(readFileSync(join(cwd, 'src/routes.ts'), 'utf8')).not.toMatch(/''|login/);
  });

  it('names the controllers with a capital in version 2, which finds them by no plain URL', async () => {
    const cwd = applicationWith(controller(API, 'api'));
    const { status, out } = await run('import application -o src --ci2', { cwd });
    expect(status).toBe(1);
    expect(out).toContain('\ncontrollers/Users.php: whether PHP finds it. CodeIgniter 2');
  });

  it.each<[string, Files, string]>([
    [
      'a namespace',
      controller('namespace A; class Api extends CI_Controller {}'),
      'controllers/Api.php: no class outside a namespace is named like the file, so PHP answers 404\n',
    ],
    ['an unreadable class', controller('class {'), "controllers/Api.php:1: the PHP can't be read"],
    [
      'a route file that nobody can read',
      { 'application/modules/m/config/routes.php': '<?php class {' },
      "modules/m/config/routes.php:1: the PHP can't be read",
    ],
  ])('warns of a file, and ends with 1: %s', async (_, files, said) => {
    const { status, err } = await run('import application -o src', { cwd: applicationWith(files) });
    expect(status).toBe(1);
    expect(err).toContain(said);
  });

  it.each<[string, Files, string]>([
    ['an empty suffix', config("$config['url_suffix'] = '';"), ''],
    [
      'the empty router of the modular extensions',
      router('require APPPATH . "third_party/MX/Router.php"; class MY_Router extends MX_Router {}'),
      '',
    ],
    [
      'module locations that are missing',
      config("$config['modules_locations'] = array(APPPATH . 'none/' => '../none/');"),
      '',
    ],
    [
      'module locations outside that are missing',
      config("$config['modules_locations'] = array('../none/' => '../../none/');"),
      '',
    ],
  ])('ends with 0 if all is known: %s', async (_, files, options) => {
    const cwd = applicationWith(files);
    const out = await printed(`import application -o src ${options}`, { cwd });
    expect(out).toMatch(/^2 rows, all kept: 1 with an action, .* 1 not found\.$/m);
  });

  it('says in the skeleton what its class may have in PHP', async () => {
    const cwd = applicationWith(controller('class Api extends \\REST\\Server { use Pages; }'));
    await run('import application -o src', { cwd });
    const code = readFileSync(join(cwd, 'src/application/controllers/Api.ts'), 'utf8');
    expect(code).toContain(`
// The base class Server is not known here: its actions, a _remap and a constructor may be missing.
// The trait Pages is not known here: its actions, a _remap and a constructor may be missing.
export default class Api extends Controller {`);
  });

  it('names it for each row that it may concern', async () => {
    const cwd = applicationWith({
      ...controller('class Api extends REST {}'),
      'application/config/routes.php': "<?php $route['api'] = 'api/users';",
    });
    const { out } = await run('import application -o src', { cwd });
    expect(out).toMatch(
      /^api +api\/users +application\/controllers\/Api\.ts has no users so far$/m,
    );
  });
});

describe('modules in several places', () => {
  const plugin = (name: string) =>
    `<?php class ${name} extends MX_Controller { function index() {} }`;
  const FILES: Files = {
    ...config(`$config['modules_locations'] = array(
      APPPATH . 'modules/' => '../modules/',
      realpath(BFPATH) . '/modules/' => '../../bonfire/modules/',
      APPPATH . 'plugins/' => '../plugins/',
      APPPATH . 'more/plugins/' => '../more/plugins/',
    );`),
    'application/modules/blog/controllers/Blog.php': plugin('Blog'),
    'bonfire/modules/users/controllers/Users.php':
      '<?php class Users extends MX_Controller { function login() {} }',
    'bonfire/modules/users/config/routes.php': "<?php $route['users/in'] = 'users/login';",
    'application/plugins/shop/controllers/Shop.php': plugin('Shop'),
    'application/more/plugins/wiki/controllers/Wiki.php': plugin('Wiki'),
    'application/config/routes.php':
      "<?php foreach (array('blog', 'users/login', 'shop', 'wiki') as $to) $route[\"go-$to\"] = $to;",
    'application/controllers/Users.php': '',
  };

  it('become roots of the written application, which the commands know', async () => {
    const cwd = folderOf(FILES);
    const out = await printed('import application -o src --include bonfire', { cwd });
    expect(out).toContain('5 rows, all kept: 5 with an action');
    const code = readFileSync(join(cwd, 'waymark.config.ts'), 'utf8');
    expect(code).toContain("roots: ['application', 'bonfire', 'plugins', 'plugins-2'],");
    const match = await run('match GET /go-users/login', { cwd });
    expect(match.out).toContain("of 'bonfire/modules/users/controllers/Users.ts' answers");
    expect((await run('list', { cwd })).out).toContain('users/in');
    expect((await run('check --level warning', { cwd })).out).not.toContain('unreached');
  });
});

describe('the configuration that an import writes', () => {
  it.each([
    ['src', 'waymark.config.ts', "files: 'src',"],
    ['.', 'waymark.config.ts', "files: '.',"],
    ['../new', '../new/waymark.config.ts', "files: '.',"],
  ])('is where the commands look for it: -o %s', async (output, file, line) => {
    const cwd = join(folderOf({ 'site/application/config/routes.php': `<?php ${ROWS}` }), 'site');
    await run(`import application -o ${output}`, { cwd });
    expect(readFileSync(join(cwd, file), 'utf8')).toContain(`${line}\n  autoRoute: true,`);
  });

  it('is kept if you have one', async () => {
    const cwd = applicationWith({ 'waymark.config.ts': 'export default { autoRoute: false };' });
    const { out } = await run('import application -o src', { cwd });
    expect(out).toContain('Kept, since you changed it: waymark.config.ts\n');
  });
});

describe('code in the folder of an application', () => {
  const RUNS = "require('node:fs').writeFileSync(process.env.RAN, 'ran');";

  it('never runs', async () => {
    const cwd = applicationWith({
      'application/modules/m/config/routes.php': "<?php $route['m/x'] = 'm/y';",
      'src/application/config/routes.ts': `${RUNS} export default {};`,
      'src/application/modules/m/config/routes.ts': `${RUNS} export default {};`,
      'evil.ts': `${RUNS} export const Route = { map: () => ({}) };`,
      'tsconfig.json': '{ "compilerOptions": { "paths": { "waymark": ["./evil.ts"] } } }',
      'node_modules/waymark/package.json': '{ "main": "index.js", "exports": "./index.js" }',
      'node_modules/waymark/index.js': `${RUNS} exports.Route = { map: () => ({}) };`,
    });
    process.env.RAN = join(cwd, 'ran');
    const { status, out } = await run('import application -o src', { cwd });
    delete process.env.RAN;
    expect(status).toBe(0);
    expect(out).toContain('3 rows, all kept: 1 with an action');
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
  });
});

it('folders that no application of CodeIgniter has are not read: a backslash, a dot', async () => {
  const routes = "<?php $route['x'] = 'y';";
  const cwd = applicationWith({
    'application/modules/\\/config/routes.php': routes,
    'application/modules/.old/config/routes.php': routes,
    'application/controllers/\\/X.php': '<?php class X extends CI_Controller {}',
  });
  const { status, out } = await run('import application -o src', { cwd });
  expect(status).toBe(0);
  expect(out).toContain('5 files written');
});

it.each([
  ['/shop/cart', 'write shop/cart'],
  ['//./shop/cart/7', 'write shop/cart/7'],
  ['admin//users/all', 'write admin/users/all'],
  ['/admin/./users', 'write admin/users'],
  ['/shop/missing', 'there is no controller'],
  ['/shop//cart', 'there is no controller'],
  ['/shop', 'write shop'],
  ['/', 'there is no controller'],
  ['../shop/cart', 'write shop/cart'],
  ['/Admin/users', 'there is no controller'],
  ['nobody/knows', 'there is no controller'],
])('a destination that PHP answers is spelled out: %s', async (to, said) => {
  const cwd = folderOf({
    'application/config/routes.php': `<?php $route['r'] = '${to}';`,
    ...controller(classOf('Shop', 'index', 'cart'), 'Shop'),
    ...controller(classOf('Users', 'index', 'all'), 'admin/Users'),
  });
  expect((await run('import application -o src', { cwd })).out).toContain(` ${said}\n`);
});

describe('a controller in a folder that PHP takes for another controller', () => {
  const FILES = {
    ...controller(classOf('Api', 'a')),
    ...controller(classOf('DriversApi', 'all'), 'Api/DriversApi'),
    ...controller(classOf('Users', 'all'), 'admin/Users'),
  };

  it('has no skeleton, since no request reaches it', async () => {
    const cwd = applicationWith(FILES);
    const { status, err } = await run('import application -o src', { cwd });
    expect(status).toBe(1);
    expect(err).toBe(
      'controllers/Api/DriversApi.php: no request reaches it in PHP, which takes its folder for controllers/Api.php\n',
    );
    const has = (path: string) => existsSync(join(cwd, 'src/application/controllers', path));
    expect(['Api.ts', 'Api/DriversApi.ts', 'admin/Users.ts'].map(has)).toEqual([true, false, true]);
  });

  it('has one with the modular extensions, which look for folders first', async () => {
    const router = '<?php class MX_Router extends CI_Router {}';
    const cwd = applicationWith({ ...FILES, 'application/third_party/MX/Router.php': router });
    expect((await run('import application -o src', { cwd })).err).toBe('');
  });
});

describe('code that PHP runs around every action', () => {
  const HOOK = "array('class' => 'A', 'function' => 'f', 'filename' => 'A.php', 'filepath' => '')";
  const hooks = (php: string, on = 'TRUE') => ({
    ...config(`$config['enable_hooks'] = ${on};`),
    ...file('config/hooks.php', php),
  });
  const loads = (kind: string, names: string, files: Files = {}) => ({
    ...file('config/autoload.php', `$autoload['${kind}'] = array(${names});`),
    ...files,
  });
  const library = (name: string, php: string) => file(`libraries/${name}.php`, php);
  /** A class whose constructor does something. */
  const extending = (name: string, parent: string) =>
    `class ${name} extends ${parent} { function __construct() { f(); } }`;
  const PRE = `$hook['pre_system'] = ${HOOK};`;
  const HOOKS = 'config/hooks.php: the hook';
  const LOADED = 'config/autoload.php: the constructor of the';
  const LIBRARY = `${LOADED} library`;
  const MISSING = 'config/autoload.php: the library';
  const AUTH = 'class Auth { function __construct() { guard(); } }';

  it.each<[string, Files, ...said: string[]]>([
    [
      'hooks',
      hooks(
        `$hook['pre_system'] = ${HOOK}; $hook['post_controller'][] = ${HOOK}; $hook['post_system'] = function () {};`,
      ),
      ...['pre_system', 'post_controller', 'post_system'].map((name) => `${HOOKS} ${name}`),
    ],
    ['hooks that a setting may turn on', hooks(PRE, "getenv('X')"), `${HOOKS} pre_system`],
    [
      'hooks if no setting can be read',
      { ...hooks(PRE), ...config('$config[') },
      `${HOOKS} pre_system`,
    ],
    [
      'hooks of an environment',
      { ...hooks(''), ...file('config/testing/hooks.php', `$hook['pre_controller'] = ${HOOK};`) },
      'config/testing/hooks.php: the hook pre_controller',
    ],
    ['unknown hooks', hooks('$hook = hooks();'), 'config/hooks.php: its hooks'],
    [
      'hooks that nobody can read',
      hooks('class {'),
      "config/hooks.php: what it names, since it can't be read (",
    ],
    ['a library', loads('libraries', "'auth'", library('Auth', AUTH)), `${LIBRARY} auth`],
    [
      'a library under another name',
      loads('libraries', "'tools/auth' => 'login'", library('tools/Auth', AUTH)),
      `${LIBRARY} tools/auth`,
    ],
    [
      'a library of a module',
      {
        ...file(
          'modules/shop/config/autoload.php',
          "$autoload['libraries'] = 'shop/auth'; $autoload['helper'] = '';",
        ),
        ...file('modules/shop/libraries/Auth.php', AUTH),
      },
      'modules/shop/config/autoload.php: the constructor of the library shop/auth',
    ],
    [
      'a library that extends one of the framework',
      {
        ...config("$config['subclass_prefix'] = 'X_';"),
        ...loads(
          'libraries',
          "'session'",
          library('X_Session', extending('X_Session', 'CI_Session')),
        ),
      },
      `${LIBRARY} session`,
    ],
    [
      'a library that extends one of the framework, whose prefix is not known',
      {
        ...config("$config['subclass_prefix'] = f();"),
        ...loads(
          'libraries',
          "'session'",
          library('MY_Session', extending('MY_Session', 'CI_Session')),
        ),
      },
      `${LIBRARY} session`,
    ],
    [
      'a library that extends another',
      loads('libraries', "'more'", {
        ...library('Auth', AUTH),
        ...library('More', 'class More extends Auth {}'),
      }),
      `${LIBRARY} more`,
    ],
    [
      'a library whose base is unknown',
      loads('libraries', "'more'", library('More', 'class More extends Lost {}')),
      `${LIBRARY} more`,
    ],
    [
      'a library without a class of its name, or that nobody can read',
      loads('libraries', "'odd', 'broken'", {
        ...library('Odd', 'class Even {}'),
        ...library('Broken', 'class {'),
      }),
      ...['odd', 'broken'].map((name) => `${LIBRARY} ${name}`),
    ],
    [
      'a library that is missing',
      loads('libraries', "'acl'"),
      `${MISSING} acl, which is not in the folder`,
    ],
    [
      'a library out of the folder, which is not read',
      loads('libraries', "'../../auth'", { 'auth.php': `<?php ${AUTH}` }),
      `${MISSING} ../../auth, which is not in the folder`,
    ],
    ['a driver', loads('drivers', "'auth'", library('Auth/Auth', AUTH)), `${LOADED} driver auth`],
    [
      'a model',
      loads(
        'model',
        "'users_model'",
        file('models/Users_model.php', extending('Users_model', 'CI_Model')),
      ),
      `${LOADED} model users_model`,
    ],
    [
      'a helper',
      loads('helper', "'guard'", file('helpers/guard_helper.php', 'guard();')),
      'config/autoload.php: the code of the helper guard',
    ],
    [
      'unknown libraries',
      file('config/autoload.php', "$autoload['libraries'] = libraries();"),
      'config/autoload.php: its libraries, which are not known',
    ],
    [
      'variables of index.php',
      { 'index.php': "<?php $routing['controller'] = 'x'; $assign_to_config['a'] = 1;" },
      ...['index.php: $routing', 'index.php: $assign_to_config'],
    ],
    [
      'variables of a public index.php',
      { 'public/index.php': "<?php $routing['controller'] = 'x';" },
      'index.php: $routing',
    ],
    [
      'a check of forms',
      config("$config['csrf_protection'] = TRUE;"),
      'config/config.php: csrf_protection, which asks for a token in forms',
    ],
    [
      'a class of the framework that is replaced or extended',
      {
        ...file('core/MY_Lang.php', extending('MY_Lang', 'CI_Lang')),
        ...file('core/Controller.php', 'class CI_Controller { function __construct() { f(); } }'),
      },
      ...['core/Controller.php: its constructor', 'core/MY_Lang.php: its constructor'],
    ],
    [
      'an index.php that can not be read',
      { 'index.php/a': '' },
      "index.php: its variables, since it can't be read (",
    ],
  ])('is named, and app.ts answers nothing until it is written: %s', async (_, files, ...said) => {
    const cwd = applicationWith(files);
    const { status, out } = await run('import application -o src', { cwd });
    expect(status).toBe(1);
    const app = readFileSync(join(cwd, 'src/app.ts'), 'utf8');
    for (const one of said) {
      const [what] = one.split(' (');
      expect(out).toContain(what);
      expect(app).toContain(`  // - ${what}`);
    }
    const named = out.match(
      /^.*\. app\.ts leaves every page to PHP until you write there what it does$/gm,
    );
    expect(named).toHaveLength(said.length);
    expect(app).toContain('  context: () => {\n    throw new Response(');
  });

  it.each<[string, Files]>([
    ['hooks that are off', hooks(PRE, 'FALSE')],
    ['no hooks', hooks("$hook['pre_system'] = array(); $hook['pre_controller'] = '';")],
    ['no setting for hooks', { 'application/config/hooks.php': `<?php $hook['a'] = ${HOOK};` }],
    [
      'libraries, helpers and models that do nothing by themselves',
      {
        ...file(
          'config/autoload.php',
          "$autoload['libraries'] = array('database', 'session', 'plain'); $autoload['helper'] = array('url', 'nice_helper'); $autoload['model'] = array('m');",
        ),
        ...library('Plain', 'class Plain { function f() { guard(); } }'),
        ...file('helpers/nice_helper.php', 'function f() { guard(); }'),
        ...file(
          'models/M.php',
          'class M extends CI_Model { function __construct() { parent::__construct(); } }',
        ),
      },
    ],
    [
      'a class of the framework that is extended by nothing',
      {
        ...file('core/MY_Input.php', 'class MY_Input extends CI_Input { function x() { f(); } }'),
        ...file('core/MY_Loader.php', 'class MY_Loader extends MX_Loader {}'),
        ...config("$config['csrf_protection'] = FALSE;"),
      },
    ],
    ['an index.php as it comes', { 'index.php': "<?php // $routing['directory'] = '';\n" }],
  ])('ends with 0, and app.ts answers what is ported: %s', async (_, files) => {
    const cwd = applicationWith(files);
    await printed('import application -o src', { cwd });
    expect(readFileSync(join(cwd, 'src/app.ts'), 'utf8')).not.toContain('context');
  });
});

it.each([
  ["define('CI_VERSION', '2.2.6');", '', 'CodeIgniter 2.2.6; import again with --ci2'],
  ["const CI_VERSION = '3.1.13';", ' --ci2', 'CodeIgniter 3.1.13; import again without --ci2'],
])('an application of another version is refused: %s', async (php, option, message) => {
  const cwd = applicationWith({ 'system/core/CodeIgniter.php': `<?php ${php}` });
  for (const path of ['application', 'application/config/routes.php']) {
    expect(await refusal(`import ${path} -o src${option}`, { cwd })).toContain(message);
  }
});

describe('links are followed, as PHP does', () => {
  const ELSEWHERE = {
    'elsewhere/routes.php': "<?php $route['x'] = 'users/login';",
    'elsewhere/config/routes.php':
      "<?php $route[AREA] = 'users/login'; include APPPATH . 'config/more.php';",
    'elsewhere/config/constants.php': "<?php define('AREA', 'area');",
    'elsewhere/config/more.php': "<?php $route['more'] = 'users/login';",
    'elsewhere/m/config/routes.php': "<?php $route['m/x'] = 'pages/show';",
    'elsewhere/m/controllers/Pages.php': `<?php ${classOf('Pages', 'show')}`,
  };

  /** The application with the files elsewhere, without its own routes. */
  function linked(to: Readonly<Record<string, string>>) {
    const cwd = applicationWith(ELSEWHERE);
    rmSync(join(cwd, 'application/config/routes.php'));
    for (const [link, target] of Object.entries(to)) {
      const path = join(cwd, 'application', link);
      mkdirSync(dirname(path), { recursive: true });
      rmSync(path, { recursive: true, force: true });
      symlinkSync(target, path);
    }
    return cwd;
  }

  it.each([
    ['a route file', { 'config/routes.php': '../../elsewhere/routes.php' }, '1 row'],
    ['the folder config', { config: '../elsewhere/config' }, '2 rows'],
    ['a module', { 'modules/m': '../../elsewhere/m' }, '1 row'],
    ['the folder of modules', { modules: '../elsewhere' }, '1 row'],
    [
      'two links to one module',
      { 'modules/m': '../../elsewhere/m', 'modules/n': '../../elsewhere/m' },
      '1 row',
    ],
    [
      'a controller',
      { 'controllers/Pages.php': '../../elsewhere/m/controllers/Pages.php' },
      '0 rows',
    ],
    ['a folder of controllers', { 'controllers/m': '../../elsewhere/m/controllers' }, '0 rows'],
  ])('%s', async (_, links, rows) => {
    const cwd = linked(links);
    const { status, out, err } = await run('import application -o src', { cwd });
    expect([status, out, err]).toEqual([0, expect.stringContaining(`${rows}, all kept`), '']);
    const has = (path: string) => existsSync(join(cwd, 'src/application', path));
    for (const link of Object.keys(links)) {
      expect(has(link.replace('.php', '.ts')), link).toBe(true);
    }
  });

  it('a link that leads nowhere is named', async () => {
    const cwd = linked({
      'config/routes.php': 'nowhere.php',
      'modules/m': '../../nowhere',
      'controllers/A.php': 'A.php',
      'controllers/.old': 'nowhere',
    });
    const { status, out } = await run('import application -o src', { cwd });
    expect(status).toBe(1);
    expect(out.match(/^.*: the link leads nowhere$/gm)).toEqual([
      'modules/m: the link leads nowhere',
      'config/routes.php: the link leads nowhere',
      'controllers/A.php: the link leads nowhere',
    ]);
  });

  it.each([
    ['itself', { 'controllers/a': '.' }],
    ['the application', { 'modules/a': '../..' }],
    ['each other', { 'controllers/a/x': '../b', 'controllers/b/y': '../a' }],
  ])('a link to a folder around it is refused: %s', async (_, links) => {
    const cwd = linked(links);
    expect(await refusal('import application -o src', { cwd })).toContain(
      ' is a link to a folder around it; remove it\n',
    );
  });
});

it.each(['application', 'application/config/routes.php'])(
  '--include is relative to the working folder for %s',
  async (path) => {
    const cwd = applicationWith({
      'application/config/routes.php': "<?php include FCPATH . 'shared/more.php';",
      'shared/more.php': "<?php $route['shared'] = 'users/login';",
    });
    const { status } = await run(`import ${path} -o out${path.length} --include shared`, { cwd });
    expect(status).toBe(0);
  },
);

it.each(['.', 'application'])(
  'an include whose path has an empty segment is read: import %s',
  async (folder) => {
    const root = applicationWith({
      'application/config/routes.php':
        "<?php include APPPATH . '/config/extra.php'; foreach (glob(APPPATH . '/config/more/*.php') as $f) include $f;",
      'application/config/extra.php': "<?php $route['extra'] = 'users/login';",
      'application/config/more/a.php': "<?php $route['more'] = 'users/login';",
    });
    const cwd = folder === '.' ? join(root, 'application') : root;
    const out = await printed(`import ${folder} -o src`, { cwd });
    expect(out).toContain('2 rows, all kept: 2 with an action');
  },
);
