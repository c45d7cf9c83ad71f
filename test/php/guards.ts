/**
 * Asks CodeIgniter itself under PHP what an application with guards answers, and records the
 * statuses in `test/fixtures/guards.json`. Run by hand:
 *
 *     CODEIGNITER=path/to/CodeIgniter-3.1.13 npx tsx test/php/guards.ts
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const { CODEIGNITER = '' } = process.env;

const ADMIN = "if (getenv('VISITOR') !== 'admin') show_error('No', 403);";

/** Each visitor is refused somewhere else. */
const VISITORS = ['nobody', 'admin', 'banned', 'robot'];

const FILES: Readonly<Record<string, string>> = {
  'application/config/hooks.php': `<?php
    $hook['post_controller_constructor'] = function () {
      if (getenv('VISITOR') === 'banned') show_error('No', 403);
    };`,
  'application/config/autoload.php': `<?php
    $autoload = array('packages' => array(), 'libraries' => array('gate'), 'drivers' => array(),
      'helper' => array('url'), 'config' => array(), 'language' => array(), 'model' => array());`,
  'application/config/routes.php': `<?php
    $route['default_controller'] = 'open';
    $route['404_override'] = '';
    $route['translate_uri_dashes'] = FALSE;
    $route['admin'] = 'secret/show';
    $route['old/news'] = 'nowhere/show';
    $route['news/([a-z]+)'] = function ($name) { return 'nowhere/' . $name; };
    $route['news/(:any)'] = 'open/show';
    $route['home'] = '';`,
  'application/libraries/Gate.php': `<?php class Gate {
    function __construct() { if (getenv('VISITOR') === 'robot') show_error('No', 403); } }`,
  'application/core/MY_Controller.php': `<?php
    class MY_Controller extends CI_Controller { function __construct() { parent::__construct(); } }
    class Admin_Controller extends MY_Controller {
      function __construct() { parent::__construct(); ${ADMIN} } }`,
  'application/third_party/Members.php': `<?php
    trait Members { function __construct() { parent::__construct(); ${ADMIN} } }`,
  'application/controllers/Open.php':
    '<?php class Open extends MY_Controller { function index() {} function show() {} private function own() {} }',
  'application/controllers/Secret.php':
    '<?php class Secret extends Admin_Controller { function show() {} function edit() {} }',
  'application/controllers/Own.php': `<?php class Own extends MY_Controller {
    function __construct() { parent::__construct(); ${ADMIN} } function show() {} }`,
  'application/controllers/Remapped.php': `<?php class Remapped extends MY_Controller {
    function _remap($method) { ${ADMIN} $this->show(); } function show() {} }`,
  'application/controllers/Member.php': `<?php require_once APPPATH . 'third_party/Members.php';
    class Member extends MY_Controller { use Members; function show() {} }`,
  'application/controllers/Api.php': '<?php class Api extends MY_Controller { function show() {} }',
  'application/controllers/api/Hidden.php':
    '<?php class Hidden extends MY_Controller { function show() {} }',
};

const PATHS = [
  ...['', 'admin', 'old/news', 'news/may', 'news/7', 'home', 'open/show', 'open/own', 'open/gone'],
  ...['secret/show', 'secret/edit', 'own/show', 'remapped/show', 'remapped/gone', 'member/show'],
  ...['api/show', 'api/hidden/show', 'api/hidden'],
];

const folder = mkdtempSync(join(tmpdir(), 'guards-'));
cpSync(join(CODEIGNITER, 'application'), join(folder, 'application'), { recursive: true });
rmSync(join(folder, 'application/controllers/Welcome.php'));
for (const [path, php] of Object.entries(FILES)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), php);
}
const CONFIG = 'application/config/config.php';
const SETTINGS = "$config['enable_hooks'] = TRUE;";
appendFileSync(join(folder, CONFIG), SETTINGS);
writeFileSync(
  join(folder, 'index.php'),
  `<?php error_reporting(0); define('ENVIRONMENT', 'production'); define('SELF', 'index.php');
  define('BASEPATH', '${join(CODEIGNITER, 'system')}/'); define('FCPATH', '${folder}/'); define('SYSDIR', 'system');
  define('APPPATH', '${folder}/application/'); define('VIEWPATH', APPPATH . 'views/');
  require BASEPATH . 'core/CodeIgniter.php';`,
);

/** The framework's exit statuses: 4 for a missing page, 1 for an error. */
const STATUS: ReadonlyMap<number | null, number> = new Map([
  [0, 200],
  [1, 403],
  [4, 404],
]);

const answers = PATHS.map((path) => {
  const statuses = VISITORS.map((visitor): [string, number | undefined] => {
    const args = ['-d', 'display_errors=0', join(folder, 'index.php'), path];
    const env = { ...process.env, REQUEST_METHOD: 'GET', VISITOR: visitor };
    return [visitor, STATUS.get(spawnSync('php', args, { env }).status)];
  });
  return [path, Object.fromEntries(statuses)];
});
rmSync(folder, { recursive: true });
const recorded = {
  files: { ...FILES, [CONFIG]: `<?php ${SETTINGS}` },
  answers: Object.fromEntries(answers),
};
const file = new URL('../fixtures/guards.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
