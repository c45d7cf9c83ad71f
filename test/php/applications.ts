/**
 * Makes small CodeIgniter applications at random, asks CodeIgniter itself under PHP for some paths,
 * and records the answers in `test/fixtures/applications.json`. Run by hand:
 *
 *     CODEIGNITER=path/to/CodeIgniter-3.1.13 MX=path/to/third_party/MX npx tsx test/php/applications.ts
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** An application, and whether PHP finds an action for a path. */
export interface Recorded {
  readonly files: Readonly<Record<string, string>>;
  readonly found: Readonly<Record<string, boolean>>;
}

const { CODEIGNITER = '', MX = '' } = process.env;
const APPLICATIONS = 40;

/** A generator of numbers that always makes the same applications (Park and Miller). */
let state = 38;
function random(below: number): number {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
}
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;

const BASES = {
  known: ['CI_Controller', ''],
  own: ['MY_Controller', ''],
  unknown: ['Server', "require_once APPPATH . 'third_party/Server.php';"],
  remap: ['Remapped', "require_once APPPATH . 'third_party/Remapped.php';"],
} as const;

const TRAIT = "require_once APPPATH . 'third_party/Logins.php';";

function controller(name: string): string {
  const [base, required] = BASES[pick(['known', 'known', 'own', 'unknown', 'remap'] as const)];
  const hasTrait = random(4) === 0;
  const uses = hasTrait ? ' use Logins;' : '';
  const space = random(12) === 0 ? ' namespace App;' : '';
  const parent = space === '' ? base : `\\${base}`;
  return (
    `<?php${space} ${required}${hasTrait ? ` ${TRAIT}` : ''} class ${name} extends ${parent} {` +
    `${space === '' ? uses : ''} function index() {} function show($id = 1) {} function List_all() {} private function _own() {} }`
  );
}

const config = (more: string) => `<?php
$config = array('base_url' => 'http://localhost/', 'index_page' => 'index.php', 'uri_protocol' => 'REQUEST_URI',
  'url_suffix' => '', 'language' => 'english', 'charset' => 'UTF-8', 'enable_hooks' => FALSE, 'subclass_prefix' => 'MY_',
  'composer_autoload' => FALSE, 'permitted_uri_chars' => 'a-z 0-9~%.:_\\-', 'enable_query_strings' => FALSE, 'log_threshold' => 0,
  'error_views_path' => '', 'cache_path' => '', 'global_xss_filtering' => FALSE, 'csrf_protection' => FALSE,
  'standardize_newlines' => FALSE, 'cookie_prefix' => '', 'proxy_ips' => '', 'log_file_extension' => '', 'log_path' => '',
  'log_file_permissions' => 0644, 'log_date_format' => 'Y', 'encryption_key' => '', 'controller_suffix' => '');
${more}`;

const ROUTER = {
  none: null,
  mx: "<?php require APPPATH . 'third_party/MX/Router.php'; class MY_Router extends MX_Router {}",
  own: "<?php class MY_Router extends CI_Router { protected function _set_request($segments = array()) { parent::_set_request(str_replace('old', 'pages', $segments)); } }",
};

const PLACES = ['', '', 'admin/', 'my-shop/', 'a/b/', 'a/b/c/'];
const NAMES = ['Pages', 'Users', 'Shop', 'news'];
const SPELLINGS = [
  (to: string) => to,
  (to: string) => to,
  (to: string) => `/${to}`,
  (to: string) => `//${to}`,
  (to: string) => `./${to}`,
  (to: string) => to.replace('/', '//'),
  (to: string) => `${to}/`,
  (to: string) => to.replace(/\w+$/, (action) => action.toUpperCase()),
  (to: string) => to.replace(/\w/, (first) => first.toUpperCase()),
  (to: string) => to.replaceAll('_', '-'),
];

function application(): Record<string, string> {
  const router = pick(['none', 'none', 'mx', 'mx', 'own'] as const);
  const hasPlugins = router === 'mx' && random(2) === 0;
  const files: Record<string, string> = {
    'application/third_party/Server.php':
      '<?php class Server extends CI_Controller { function listed() {} }',
    'application/third_party/Remapped.php':
      '<?php class Remapped extends CI_Controller { function _remap($a, $b = array()) {} }',
    'application/third_party/Logins.php': '<?php trait Logins { function login() {} }',
    'application/core/MY_Controller.php':
      '<?php class MY_Controller extends CI_Controller { function shared() {} }',
  };
  const found: string[] = [];
  for (let count = 0; count < 4; count++) {
    const [place, name] = [pick(PLACES), pick(NAMES)];
    files[`application/controllers/${place}${name}.php`] = controller(name);
    found.push(`${place}${name.toLowerCase()}`);
  }
  if (router === 'mx') {
    for (const folder of hasPlugins ? ['modules', 'plugins'] : ['modules']) {
      const name = folder === 'modules' ? 'Blog' : 'Wiki';
      const module = name.toLowerCase();
      files[`application/${folder}/${module}/controllers/${name}.php`] = controller(name);
      found.push(module);
    }
  }
  const text = ROUTER[router];
  if (text !== null) files['application/core/MY_Router.php'] = text;
  const locations =
    "array(APPPATH . 'modules/' => '../modules/', APPPATH . 'plugins/' => '../plugins/')";
  files['application/config/config.php'] = config(
    (hasPlugins ? `$config['modules_locations'] = ${locations};\n` : '') +
      (random(5) === 0 ? "$config['url_suffix'] = '.html';\n" : ''),
  );
  const rows = ['r1', 'r2', 'r3', 'r4', 'r5'].map((key) => {
    const action = pick(['index', 'show', 'list_all', 'login', 'listed', 'shared', 'none']);
    return `$route['${key}'] = '${pick(SPELLINGS)(`${pick(found)}/${action}`)}';\n`;
  });
  files['application/config/routes.php'] =
    `<?php\n$route['default_controller'] = '${pick(['pages', 'users', 'nowhere', 'pages/show'])}';\n` +
    `$route['404_override'] = '';\n$route['translate_uri_dashes'] = ${pick(['TRUE', 'FALSE'])};\n` +
    `${rows.join('')}${random(6) === 0 ? "$route['(:any)'] = '/$1';\n" : ''}`;
  return files;
}

const PATHS = [
  '',
  'r1',
  'r2',
  'r3',
  'r4',
  'r5',
  'r1.html',
  'pages',
  'pages/login',
  'admin/users',
  'blog',
  'wiki/show',
  'nobody',
];

function record(files: Record<string, string>): Recorded {
  const folder = mkdtempSync(join(tmpdir(), 'applications-'));
  cpSync(join(CODEIGNITER, 'application'), join(folder, 'application'), { recursive: true });
  cpSync(MX, join(folder, 'application/third_party/MX'), { recursive: true });
  rmSync(join(folder, 'application/controllers/Welcome.php'));
  for (const [path, php] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), php);
  }
  const system = join(CODEIGNITER, 'system');
  writeFileSync(
    join(folder, 'index.php'),
    `<?php error_reporting(0); define('ENVIRONMENT', 'production'); define('SELF', 'index.php');
    define('BASEPATH', '${system}/'); define('FCPATH', '${folder}/'); define('SYSDIR', 'system');
    define('APPPATH', '${folder}/application/'); define('VIEWPATH', APPPATH . 'views/');
    ob_start(); register_shutdown_function(function () { while (ob_get_level()) ob_end_clean(); echo http_response_code() ?: 200; });
    require BASEPATH . 'core/CodeIgniter.php';`,
  );
  const found = PATHS.map((path): [string, boolean] => {
    const args = ['-d', 'display_errors=0', join(folder, 'index.php'), path];
    const env = { ...process.env, REQUEST_METHOD: 'GET' };
    const { status } = spawnSync('php', args, { env, encoding: 'utf8' });
    return [path, status === 0];
  });
  rmSync(folder, { recursive: true });
  return { files, found: Object.fromEntries(found) };
}

const recorded = Array.from({ length: APPLICATIONS }, () => record(application()));
const file = new URL('../fixtures/applications.json', import.meta.url);
writeFileSync(file, `[\n${recorded.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
const answers = recorded.flatMap(({ found }) => Object.values(found));
console.log(`${answers.length} answers, ${answers.filter(Boolean).length} of them found`);
