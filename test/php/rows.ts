/**
 * Asks real routers under PHP which action rows lead to, and records the answers in
 * `test/fixtures/rows.json`. Run by hand:
 *
 *     CI3=path/to/CodeIgniter-3.1.13 CI2=path/to/CodeIgniter-2.2.6 BONFIRE=path/to/Bonfire \
 *       npx tsx test/php/rows.ts
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The framework, the rows, and the action or the status of each path. */
export type Recorded = readonly [
  router: Router,
  rows: string,
  answers: Readonly<Record<string, string | number>>,
];

type Router = 'ci3' | 'ci2' | 'mx' | 'bonfire';

const { CI3 = '', CI2 = '', BONFIRE = '' } = process.env;

const action = (name: string) =>
  `function ${name}() { echo '@' . strtolower(__CLASS__) . '/${name}' . implode('', array_map(function ($a) { return "/$a"; }, func_get_args())); }`;
const controller = (name: string, ...actions: readonly string[]) =>
  `<?php class ${name} extends CI_Controller { ${actions.map(action).join(' ')} }`;
const REMAPPED =
  "<?php class Mapped extends CI_Controller { function _remap($action) { echo '@mapped/_remap/' . $action; } }";

/** The controllers of every application, by their paths as CodeIgniter 3 has them. */
const CONTROLLERS: Readonly<Record<string, string>> = {
  'Home.php': controller('Home', 'index', 'page'),
  'Shop.php': controller('Shop', 'index', 'cart', 'show'),
  'News.php': controller('News', 'index', 'show'),
  'Mapped.php': REMAPPED,
  'admin/Users.php': controller('Users', 'index', 'show'),
  'admin/Home.php': controller('Home', 'index', 'page'),
};

const HOME = "$route['default_controller'] = 'home';";
const PAGE = "$route['default_controller'] = 'home/page';";
const OLD = "$route['404_override'] = 'news/show';";
const BLOCKED = "Route::block('a');";

/** Rows for `a`, and paths to ask for besides it. */
const ROWS: readonly (readonly [routers: readonly Router[], rows: string, ...paths: string[]])[] = [
  ...[HOME, PAGE].flatMap((home) =>
    ["''", 'FALSE', 'NULL'].map(
      (to) => [['ci3', 'ci2', 'mx', 'bonfire'], `${home} $route['a'] = ${to};`, ''] as const,
    ),
  ),
  [['ci3', 'ci2', 'mx', 'bonfire'], `${HOME} ${OLD} $route['a'] = '';`],
  [['ci3', 'ci2', 'mx', 'bonfire'], `${PAGE} ${OLD} $route['a'] = '';`],
  [
    ['ci3', 'ci2', 'mx', 'bonfire'],
    "$route['default_controller'] = 'admin/home'; $route['a'] = '';",
    '',
  ],
  [['ci3', 'ci2', 'mx', 'bonfire'], "$route['a'] = '';", ''],
  [
    ['ci3', 'ci2', 'mx', 'bonfire'],
    `${HOME} $route['(:any)'] = 'shop/show'; $route['a'] = '';`,
    'b',
  ],
  [['ci2'], `${HOME} $route['(:any)'] = 'shop/show'; $route['a'] = NULL;`, 'b'],
  [['ci2'], `${HOME} $route['(:any)'] = 'shop/show'; $route['a'] = FALSE;`, 'b'],
  [['ci3', 'mx'], `${HOME} $route['a']['get'] = ''; $route['(:any)'] = 'shop/show';`],
  [['ci3', 'mx'], `${HOME} $route['a']['get'] = FALSE; $route['(:any)'] = 'shop/show';`],
  [['ci3', 'mx'], `${HOME} $route['a']['get'] = NULL; $route['(:any)'] = 'shop/show';`],
  [['ci3', 'mx'], `${HOME} $route['a']['post'] = ''; $route['(:any)'] = 'shop/show';`],
  [['bonfire'], `${HOME} ${BLOCKED}`],
  [['bonfire'], `${PAGE} ${BLOCKED}`],
  [['bonfire'], `${HOME} Route::any('a', '');`],
  [['bonfire'], `${HOME} $route['b'] = ''; ${BLOCKED}`, 'b'],
  ...[
    'shop/',
    'shop//cart',
    '/shop',
    '//shop/cart',
    '/',
    'shop/cart/',
    'shop/show//7',
    'mapped/',
    'mapped//x',
    'admin/',
    'admin//users',
    'admin/users/',
    'admin/users//show',
  ].map((to) => [['ci3', 'ci2', 'mx', 'bonfire'], `${HOME} $route['a'] = '${to}';`] as const),
  ...['shop$1', 'shop/show$1'].map(
    (to) =>
      [['ci3', 'ci2', 'mx', 'bonfire'], `${HOME} $route['a(/.*)?'] = '${to}';`, 'a/cart'] as const,
  ),
  [['ci3', 'ci2'], `${HOME} $route['a/?(.*)'] = 'shop/$1';`, 'a/cart'],
  [
    ['ci3', 'ci2'],
    `${HOME} $route['news'] = 'shop/show'; $route['shop'] = 'news/show';`,
    'news',
    'News',
    'NEWS',
    'nEws',
    'Shop',
    'News/show',
    'News/SHOW',
    'news/Show',
    'Shop/CART',
  ],
  [
    ['ci3'],
    "$route['default_controller'] = 'home'; $route['a/([a-z]+)'] = function ($p) { return 'shop/cart'; }; $route['a/(:any)'] = 'shop/show/$1';",
    'a/x',
    'a/7',
  ],
  [
    ['ci3'],
    `${HOME} $route['news'] = 'news/show'; $route['(:any)'] = function ($p) { return 'shop/show/' . $p; };`,
    'news',
    'shop',
    'x',
    'shop/cart',
  ],
];

const CONFIG = `<?php
$config = array('base_url' => 'http://localhost/', 'index_page' => 'index.php', 'uri_protocol' => '%PROTOCOL%',
  'url_suffix' => '', 'language' => 'english', 'charset' => 'UTF-8', 'enable_hooks' => FALSE, 'subclass_prefix' => 'MY_',
  'composer_autoload' => FALSE, 'permitted_uri_chars' => 'a-z 0-9~%.:_\\-', 'allow_get_array' => TRUE, 'enable_query_strings' => FALSE,
  'controller_trigger' => 'c', 'function_trigger' => 'm', 'directory_trigger' => 'd', 'log_threshold' => 0,
  'error_views_path' => '', 'cache_path' => '', 'global_xss_filtering' => FALSE, 'csrf_protection' => FALSE,
  'standardize_newlines' => FALSE, 'cookie_prefix' => '', 'proxy_ips' => '', 'log_file_extension' => '', 'log_path' => '',
  'log_file_permissions' => 0644, 'log_date_format' => 'Y', 'encryption_key' => '', 'controller_suffix' => '',
  'rewrite_short_tags' => FALSE, 'time_reference' => 'local');
`;

const MY_ROUTER: Readonly<Partial<Record<Router, string>>> = {
  mx: "<?php defined('EXT') || define('EXT', '.php'); require APPPATH . 'third_party/MX/Router.php'; class MY_Router extends MX_Router {}",
  bonfire: `<?php define('BFPATH', '${BONFIRE}/bonfire/'); require BFPATH . 'core/BF_Router.php'; class MY_Router extends BF_Router {}`,
};

function record(router: Router, rows: string, paths: readonly string[]): Recorded {
  // The last line of Bonfire's own file.
  const all = router === 'bonfire' ? `${rows} $route = Route::map($route);` : rows;
  const folder = mkdtempSync(join(tmpdir(), 'rows-'));
  const framework = router === 'ci2' ? CI2 : CI3;
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  cpSync(join(framework, 'application'), join(folder, 'application'), { recursive: true });
  rmSync(join(folder, 'application/controllers'), { recursive: true });
  const own = (path: string) =>
    router === 'ci2' ? path.replace(/[^/]+$/, (name) => name.toLowerCase()) : path;
  for (const [path, php] of Object.entries(CONTROLLERS)) {
    write(`application/controllers/${own(path)}`, php);
  }
  const extension = MY_ROUTER[router];
  if (extension !== undefined) write('application/core/MY_Router.php', extension);
  if (router === 'mx') {
    cpSync(
      join(BONFIRE, 'application/third_party/MX'),
      join(folder, 'application/third_party/MX'),
      { recursive: true },
    );
  }
  const protocol = router === 'ci2' ? 'CLI' : 'REQUEST_URI';
  write('application/config/config.php', CONFIG.replace('%PROTOCOL%', protocol));
  write('application/config/routes.php', `<?php ${all}`);
  write(
    'index.php',
    `<?php error_reporting(0); define('ENVIRONMENT', 'production'); define('SELF', 'index.php'); define('EXT', '.php');
    define('BASEPATH', '${framework}/system/'); define('FCPATH', '${folder}/'); define('SYSDIR', 'system');
    define('APPPATH', '${folder}/application/'); define('VIEWPATH', APPPATH . 'views/');
    require BASEPATH . 'core/CodeIgniter.php';`,
  );
  const answers = paths.map((path): [string, string | number] => {
    const args = ['-d', 'display_errors=0', 'index.php', path];
    const env = { ...process.env, REQUEST_METHOD: 'GET' };
    const { stdout } = spawnSync('php', args, { cwd: folder, env, encoding: 'utf8' });
    const [, action] = /@(.*)/s.exec(stdout) ?? [];
    return [path, action ?? (/not found/i.test(stdout) ? 404 : 500)];
  });
  rmSync(folder, { recursive: true });
  return [router, all, Object.fromEntries(answers)];
}

const recorded = ROWS.flatMap(([routers, rows, ...paths]) =>
  routers.map((router) => record(router, rows, [...new Set(['a', ...paths])])),
);
const file = new URL('../fixtures/rows.json', import.meta.url);
writeFileSync(file, `[\n${recorded.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
console.log(`${recorded.length} rows`);
