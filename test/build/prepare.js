/**
 * Builds after an install in a clone or from git. An install without development dependencies has
 * nothing to build with, and `prepack` has built already what is packed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const packed = ['pack', 'publish'].includes(process.env.npm_command ?? '');
if (!packed && existsSync('node_modules/tsup')) {
  const { status } = spawnSync('npm run build', { stdio: 'inherit', shell: true });
  process.exitCode = status ?? 1;
}
