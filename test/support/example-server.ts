/** The example application, started as `npm start` starts it, on a free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A server that runs in a process of its own. */
export interface ExampleServer {
  readonly port: number;
  /** What it had printed when it was ready. */
  readonly output: string;
  /** The command that was started; it leads a process group of its own. */
  readonly child: ChildProcess;
  /** Ends the whole process group, whatever is left of it. */
  stop(): void;
}

/** The server without npm around it. */
const SERVER = [process.execPath, '--import', 'tsx', 'docs/example/server.ts'];

/** `npm start` without its prestart, which would write to the built files while tests read them. */
export const NPM_START = ['npm', 'start', '--ignore-scripts'];

/**
 * Starts the example, and waits until it says where it is.
 *
 * @param command what to start, the server itself by default
 * @throws {Error} if it ends before that
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

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of the group is left.
  }
}
