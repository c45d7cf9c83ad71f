/** An imported application behind the gateway, in front of real PHP. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGateway } from 'waymark/gateway';
import { createControllers } from 'waymark/hmvc';
import { findFiles } from 'waymark/node';
import { ask, end, listen } from '../support/gateway.ts';
import { installedApplication } from '../support/installed.ts';
import { run } from '../tools/cli/run.ts';

/** What CodeIgniter answers here, the import can't know. */
const PHP = {
  'application/config/config.php': `<?php
    $config['modules_locations'] = array(APPPATH . 'modules/' => '../modules/', plugins() => '../plugins/');
    $config['url_suffix'] = '.html';`,
  'application/config/routes.php': `<?php
    $route['default_controller'] = 'missing';
    $route['login'] = 'accounts/login';
    $route['api/users'] = 'api/users';
    $route['spelled'] = '/welcome/spelled';
    $route['lost'] = 'no/where';
    $route['ported'] = 'welcome/ported';
    Route::block('closed');
    $route = Route::map($route);`,
  'application/core/MY_Router.php':
    '<?php class MY_Router extends CI_Router { function _set_request($segments = array()) {} }',
  'application/controllers/Welcome.php':
    '<?php class Welcome extends CI_Controller { function ported() {} function spelled() {} use Pages; }',
  'application/controllers/Api.php': '<?php class Api extends RestController {}',
  'index.php': '<?php echo "PHP answers $_SERVER[REQUEST_URI]";',
};

const application = installedApplication('gateway');
const php = spawn('php', ['-S', '127.0.0.1:0', join(application.folder, 'index.php')], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
const gateways: Server[] = [];
let imported: Awaited<ReturnType<typeof run>>;
let port = 0;

beforeAll(async () => {
  for (const [path, text] of Object.entries(PHP)) application.write(path, text);
  application.write('package.json', '{ "type": "module" }');
  imported = await run('import application -o src', { cwd: application.folder });
  application.write(
    'src/application/controllers/Welcome.ts',
    `import { Controller } from 'waymark/hmvc';
    export default class extends Controller { ported() { return 'waymark answers'; } }`,
  );
  let log = '';
  for await (const text of php.stderr.setEncoding('utf8')) {
    log += text;
    if (log.includes('started')) break;
  }
  const origin = String(/http:\/\/[\d.:]+/.exec(log));
  const load = (file: string) => import(/* @vite-ignore */ file);
  const { default: routes } = await load(join(application.folder, 'src/routes.ts'));
  const files = await findFiles(join(application.folder, 'src'), { import: load });
  const server = createGateway({ routes, controllers: createControllers(files), php: origin });
  gateways.push(server);
  port = await listen(server);
});
afterAll(async () => {
  for (const server of gateways) end(server);
  php.kill();
  await once(php, 'close');
  application.remove();
});

it('is imported with status 1, since PHP may know more', () => expect(imported.status).toBe(1));

it.each([
  ['a module that no plain location names', '/login'],
  ['an action of an unknown base class', '/api/users'],
  ['an action of a trait', '/welcome/pages'],
  ['a destination in another spelling', '/spelled'],
  ['a row without a controller', '/lost'],
  ['the default controller that is missing', '/'],
  ['a path with a suffix', '/welcome/ported.html'],
  ['a path of nobody', '/nobody/knows'],
])('leaves to PHP what it can not know: %s', async (_, path) => {
  expect(await ask(port, path)).toMatchObject({ status: 200, text: `PHP answers ${path}` });
});

it.each([
  ['a ported action', '/ported', 200, 'waymark answers'],
  ['a block of the original', '/closed', 404, 'Not Found'],
])('answers %s', async (_, path, status, text) => {
  expect(await ask(port, path)).toMatchObject({ status, text });
});
