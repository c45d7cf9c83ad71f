/** The runtimes, and their sources. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A runtime that runs the suite as a process, a worker that serves, or a page. */
export interface Runtime {
  readonly name: string;
  readonly kind: 'process' | 'worker' | 'page';
  /** The command, with the arguments before those of the suite. */
  readonly command: readonly [file: string, ...args: string[]];
}

interface Source extends Pick<Runtime, 'name' | 'kind'> {
  /** The package's name in the npm registry, and the file in it. */
  readonly spec: string;
  readonly bin: string;
  readonly args?: readonly string[];
}

const SOURCES: readonly Source[] = [
  ...['20.19.0', '22', '24', '26'].map((version) => ({
    name: `Node ${version}`,
    kind: 'process' as const,
    spec: `node@${version}`,
    bin: 'node/bin/node',
  })),
  { name: 'Bun', kind: 'process', spec: 'bun@1', bin: '.bin/bun' },
  { name: 'Deno', kind: 'process', spec: 'deno@2', bin: '.bin/deno', args: ['run', '--allow-all'] },
  { name: 'workerd', kind: 'worker', spec: 'workerd@1', bin: '.bin/workerd' },
];

/** The folder for runtimes, outside the project, which doesn't need them. */
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'waymark-runtimes');

/** A runtime, or the reason that it is missing. */
export type Installed = Runtime | { readonly name: string; readonly missing: string };

/** Installs missing runtimes, and updates the others. */
export function installRuntimes(): readonly Installed[] {
  return [...SOURCES.map(fromRegistry), chromium()];
}

/**
 * Installs one runtime.
 *
 * @returns its command
 * @throws {Error} if the name is unknown, or the installation fails
 */
export function installRuntime(name: string): Runtime['command'] {
  const source = SOURCES.find((each) => each.name === name);
  if (source === undefined) throw new Error(`there is no runtime ${name}`);
  return [installFile(source.spec, source.bin), ...(source.args ?? [])];
}

function fromRegistry({ name, kind, spec, bin, args = [] }: Source): Installed {
  try {
    return { name, kind, command: [installFile(spec, bin), ...args] };
  } catch (error) {
    return { name, missing: firstLine(error) };
  }
}

/**
 * Installs or updates a package of the npm registry in the cache folder.
 *
 * @param bin a file in `node_modules`
 * @returns the file's path
 * @throws {Error} if it can't be installed
 */
export function installFile(spec: string, bin: string): string {
  const folder = join(cache, spec);
  const file = join(folder, 'node_modules', bin);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--prefer-online'];
  execFileSync('npm', ['install', ...options, spec], { cwd: folder, stdio: 'pipe' });
  if (!existsSync(file)) throw new Error(`${spec} has no ${bin}`);
  return file;
}

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome'];

/** Uses Debian's package, which only root can install. */
function chromium(): Installed {
  const name = 'Chromium';
  try {
    const file = find() ?? install();
    const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
    return { name, kind: 'page', command: [file, ...args] };
  } catch (error) {
    return { name, missing: firstLine(error) };
  }
}

function find(): string | undefined {
  return CHROMIUM.find((file) => {
    try {
      execFileSync(file, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

function install(): string {
  execFileSync('apt-get', ['update', '--quiet']);
  execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium']);
  return CHROMIUM[0];
}

function firstLine(error: unknown): string {
  return String(error).split('\n', 1)[0];
}
