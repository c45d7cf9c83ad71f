/** Writes the files of `import --gateway`: a server, the router script of `php -S`, and a test. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that may have the `index.php` of an application, from its parent. */
const PUBLIC = ['.', 'public', 'public_html', 'htdocs', 'www', 'web', 'html'];

/** Finds the folder with the application's `index.php`; `null` if there is none. */
export function publicFolder(parent: string): string | null {
  const folders = PUBLIC.map((name) => join(parent, name));
  return folders.find((folder) => existsSync(join(folder, 'index.php'))) ?? null;
}

export const SERVER = `import { createGateway } from 'waymark/gateway';
import { application } from './app.ts';

const { PORT = '3000', PHP = 'http://127.0.0.1:8080' } = process.env;

const server = createGateway({ ...application, php: PHP });
server.listen(Number(PORT), () => {
  console.log(\`http://localhost:\${PORT} is in front of \${PHP}\`);
});
process.once('SIGTERM', () => server.close());
`;

/**
 * Writes the script that `php -S` asks for each path. Without it, PHP looks for a file for every
 * path with a dot, and answers with the page of such a path's first part.
 * @param folder the folder with `index.php`, from that of the script
 */
export function routerCode(folder: string): string {
  return `// Run it with: php -S 127.0.0.1:8080 <this file>
$public = __DIR__ . ${phpText(`/${folder}`)};
$path = explode('?', $_SERVER['REQUEST_URI'])[0];

// Files that a page needs. All others, such as config files and logs, stay private.
$types = [
    'css' => 'text/css', 'js' => 'text/javascript', 'mjs' => 'text/javascript',
    'png' => 'image/png', 'jpg' => 'image/jpeg', 'jpeg' => 'image/jpeg', 'gif' => 'image/gif',
    'svg' => 'image/svg+xml', 'webp' => 'image/webp', 'ico' => 'image/x-icon',
    'woff' => 'font/woff', 'woff2' => 'font/woff2', 'ttf' => 'font/ttf',
];
$isPlain = preg_match('#^(?!/(?:application|system)/)(?:/\\w[\\w.-]*)+\\.(\\w+)$#D', $path, $found);
if ($isPlain && isset($types[$found[1]]) && is_file($public . $path)) {
    header('Content-Type: ' . $types[$found[1]]);
    readfile($public . $path);
    return;
}

// As behind a web server. CodeIgniter would cut any other SCRIPT_NAME from the path.
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = "$public/index.php";
unset($_SERVER['PATH_INFO']);
chdir($public);
require "$public/index.php";
`;
}

export const TEST = `import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createRouter } from 'waymark';
import { createGateway } from 'waymark/gateway';
import { application } from './app.ts';

/** The paths below that you have ported, such as '/users/account'. */
const PORTED = new Set<string>([]);

const router = createRouter(application.routes, { autoRoute: true });
const isBlocked = (path: string) => router.resolve('GET', path).status === 'blocked';

/** The rows without a pattern, and what they lead to. */
const paths = Object.entries(application.routes)
  .flatMap(([key, to]) => [key.replace(/^GET /, ''), to])
  .map((text) => \`/\${text.replace(/^\\//, '')}\`)
  .filter((path) => /^[\\w./-]+$/.test(path) && !path.includes('..') && !isBlocked(path));

async function origin(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return \`http://127.0.0.1:\${(server.address() as AddressInfo).port}\`;
}

test('the gateway passes on every page that is not ported', async () => {
  const php = createServer((_request, response) => response.end('PHP'));
  const gateway = createGateway({ ...application, php: await origin(php) });
  const start = await origin(gateway);
  const failed: string[] = [];
  for (const path of new Set(['/', '/no/such/page', ...paths])) {
    const text = await (await fetch(start + path, { redirect: 'manual' })).text();
    if ((text === 'PHP') === PORTED.has(path)) failed.push(path);
  }
  gateway.close();
  php.close();
  assert.deepEqual(failed, []);
});
`;

/** A string of PHP. */
function phpText(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
