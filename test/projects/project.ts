/** A folder with common tools and the packed waymark, and applications in it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack, type Tarballs } from '../support/pack.ts';

const source = fileURLToPath(new URL('.', import.meta.url));

/** A command's output, and if it failed. */
export interface Printed {
  readonly failed: boolean;
  readonly text: string;
}

/** An application in its own folder. */
export interface Application {
  readonly folder: string;
  /** Writes files, by their paths in the folder. */
  write(files: Readonly<Record<string, string>>): void;
  /**
   * Runs Node, and returns the output of both streams.
   * @throws {Error} with the output if the process fails
   */
  node(...args: readonly string[]): string;
  /** Like {@link node}, for a process that may fail. */
  tryNode(...args: readonly string[]): Printed;
}

/** The folder that the applications share. */
export interface Project {
  readonly folder: string;
  readonly tarballs: Tarballs;
  /** The path of a package's file in `node_modules`. */
  installed(path: string): string;
  /** Creates a folder with a package.json, and with the given files of `test/projects/app`. */
  application(name: string, manifest: object, copied?: readonly string[]): Application;
  remove(): void;
}

/** Hides versions and notices, which vary between runs. */
const env = {
  ...process.env,
  NO_COLOR: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NODE_ENV: undefined,
  NODE_OPTIONS: undefined,
  NODE_TEST_CONTEXT: undefined,
  FORCE_COLOR: undefined,
};

/** The time limit of a command, in milliseconds. */
const PATIENCE = 240_000;

function npm(cwd: string, ...args: readonly string[]): void {
  execFileSync('npm', [...args, '--no-audit', '--no-fund'], { cwd, stdio: 'pipe' });
}

/** Turns a folder into an application. */
export function applicationIn(folder: string): Application {
  const tryNode = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      ...{ cwd: folder, env, timeout: PATIENCE, encoding: 'utf8' },
    });
    return { failed: status !== 0, text: stdout + stderr };
  };
  return {
    folder,
    tryNode,
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
    },
    node(...args) {
      const { failed, text } = tryNode(...args);
      if (failed) throw new Error(`node ${args.join(' ')}\n${text}`);
      return text;
    },
  };
}

/**
 * Installs the tarballs of waymark and its tools, and other tools in the versions of `package-lock.json`.
 * @param added further packages, with their versions
 */
export function createProject(added: readonly string[] = []): Project {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-projects-'));
  for (const file of ['package.json', 'package-lock.json']) {
    cpSync(join(source, file), join(folder, file));
  }
  const tarballs = pack(folder);
  // Not `npm ci`, which refuses a lock file that lacks another platform's binary.
  npm(folder, 'install', '--no-save', tarballs.library, tarballs.tools, ...added);
  return {
    folder,
    tarballs,
    installed: (path) => join(folder, 'node_modules', path),
    application(name, manifest, copied = []) {
      const app = applicationIn(join(folder, 'apps', name));
      app.write({ 'package.json': JSON.stringify({ private: true, ...manifest }) });
      for (const file of copied) {
        cpSync(join(source, 'app', file), join(app.folder, file), { recursive: true });
      }
      return app;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
