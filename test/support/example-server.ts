/** The example application on a free port, started as `npm start` does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { RUN_TYPESCRIPT } from './installed.ts';

/** A server in its own process. */
export interface ExampleServer {
  readonly port: number;
  /** Output up to the moment it was ready. */
  readonly output: string;
  /** The command, which leads its own process group. */
  readonly child: ChildProcess;
  /** Ends the whole process group. */
  stop(): void;
}

/** The server without npm around it. */
const SERVER = [process.execPath, ...RUN_TYPESCRIPT, 'docs/example/server.ts'];

/** `npm start` without its prestart, which would rewrite the built files while tests read them. */
export const NPM_START = ['npm', 'start', '--ignore-scripts'];

/**
 * Starts the example, and waits until it prints its address.
 *
 * @param command the command, by default the server itself
 * @throws {Error} if it exits first
 */
export async function startExample([file, ...args] = SERVER): Promise<ExampleServer> {
  const child = spawn(file, args, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += chunk;
    const port = /http:\/\/localhost:(\d+)\n/.exec(output)?.[1];
    if (port === undefined) continue;
    return { port: Number(port), output, child, stop: () => killGroup(child) };
  }
  throw new Error(`the example ended: ${output}`);
}

/** Ends a process that leads a group, and the rest of the group. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}
