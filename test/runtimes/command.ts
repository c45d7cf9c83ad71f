/** Runs the command on a route file, which it loads through its own compiler. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Runtime } from './runtimes.ts';
import type { Result } from './suite.ts';

const ROUTES = `import { Route } from 'waymark';

Route.block('photos/new');
Route.get('photos/(:num)', 'photos/show/$1', { as: 'photo' });
Route.get('photos/7', 'photos/seven');
`;

/** Commands with their exit statuses and a part of what they print. */
const RUNS: readonly (readonly [args: string, status: number, part: string])[] = [
  ['check routes.ts', 1, 'photos/7'],
  ['list routes.ts', 0, 'photos/show/$1'],
  ['match /photos/7 routes.ts', 0, "goes to 'photos/show/7'"],
  ['reach photos/seven routes.ts', 0, 'No request has the destination'],
  ['check missing.ts', 2, 'missing.ts'],
];

/**
 * Runs the installed command by a runtime.
 *
 * @param command the runtime, with the arguments before those of a file
 * @param app the folder where waymark and waymark-tools are installed
 */
export function runCommand([file, ...args]: Runtime['command'], app: string): Result {
  writeFileSync(join(app, 'routes.ts'), ROUTES);
  const bin = join('node_modules', 'waymark', 'dist', 'bin.js');
  const failed = RUNS.flatMap(([line, wanted, part]) => {
    const options = { cwd: app, encoding: 'utf8', timeout: 60_000 } as const;
    const { status, stdout, stderr } = spawnSync(file, [...args, bin, ...line.split(' ')], options);
    const said = stdout + stderr;
    return status === wanted && said.includes(part)
      ? []
      : [`waymark ${line}: status ${status}, ${said.slice(0, 500)}`];
  });
  return { checks: RUNS.length, failed };
}
