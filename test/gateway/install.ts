/** Installs Debian's `php-cli`, unless `php` exists. */
import { execFileSync, spawnSync } from 'node:child_process';

export function setup(): void {
  if (spawnSync('php', ['--version']).status === 0) return;
  const run = (...args: string[]) => execFileSync('apt-get', args, { stdio: 'inherit' });
  run('update', '-q');
  run('install', '-q', '-y', '--no-install-recommends', 'php-cli');
}
