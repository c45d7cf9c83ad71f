/** Runs the commands of docs/found.md on the rows that it quotes, and compares their messages. */
import { expect, it } from 'vitest';
import { pageOf } from '../support/pages.ts';
import { folderOf, run } from '../tools/cli/run.ts';

/** The quoted messages of each application, without the number of rows of the whole application. */
const quoted = Array.from(
  pageOf('docs/found.md').text.matchAll(/^## (.+?):.*?^```console\n(.*?)^```$/gms),
  ([, name, printed]): [name: string, messages: string[]] => [
    name,
    printed
      .replace(/^\$ .*|^\d+ errors?, .*/gm, '')
      .split(/^…$/m)
      .map((message) => message.trim())
      .filter((message) => message !== ''),
  ],
);

const ROUTES = 'src/application/config/routes.ts';

/** A table whose last row has a number of lines before it. */
const tableWith = (line: number, row: string, earlier = '') =>
  `export default {${earlier}${'\n'.repeat(line - 1)}  ${row}\n};\n`;

/** A controller with one action. */
const controller = (name: string, action: string) =>
  `import { Controller } from 'waymark/hmvc';\nexport default class ${name} extends Controller { ${action}() {} }`;

const APPLICATIONS: Readonly<Record<string, readonly [command: string, files: object]>> = {
  Bonfire: [
    `check ${ROUTES} --files src --auto-route`,
    {
      [ROUTES]: `import { Route } from 'waymark';${'\n'.repeat(54)}Route.block('users/login');\n`,
      'src/application/modules/users/controllers/Users.ts': controller('Users', 'login'),
    },
  ],
  Stikked: [`check ${ROUTES}`, { [ROUTES]: tableWith(59, "'lists/:num': 'main/lists/$1',") }],
  'Ecommerce-CodeIgniter-Bootstrap': [
    `check ${ROUTES}`,
    {
      [ROUTES]: tableWith(
        87,
        "'shop-product_(:num)': 'home/viewProduct/$3',",
        "'(:any)_(:num)': 'a/b',",
      ),
    },
  ],
  Ionize: [
    `check ${ROUTES}`,
    { [ROUTES]: tableWith(67, "'(.*)': 'page/index/$1',", "default_controller: 'page',") },
  ],
  InvoicePlane: [
    'check src/routes.ts --files src --auto-route',
    {
      'src/routes.ts': "export default { default_controller: 'welcome' };",
      'src/application/modules/welcome/controllers/Welcome.ts': controller('Welcome', 'index'),
      'src/application/controllers/Welcome.ts': controller('Welcome', 'index'),
    },
  ],
  'FUEL CMS': [
    'import FUEL-CMS/fuel/application -o src',
    {
      'FUEL-CMS/fuel/application/config/routes.php':
        "<?php $route['default_controller'] = $route['404_override'] = 'fuel/page_router';",
      'FUEL-CMS/fuel/application/core/MY_Router.php':
        '<?php class MY_Router extends CI_Router { function _set_request($segments) { $this->find($segments); } }',
    },
  ],
};

it.each(quoted)(
  'docs/found.md shows what is printed for the rows of %s',
  async (name, messages) => {
    const [command, files] = APPLICATIONS[name];
    const { out } = await run(command, { cwd: folderOf({ ...files }) });
    expect(messages).not.toEqual([]);
    for (const message of messages) expect(out).toContain(message);
  },
);
