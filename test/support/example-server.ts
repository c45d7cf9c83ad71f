/** The example application, started as `npm start` starts it, on a free port. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A server that runs in a process of its own. */
export interface ExampleServer {
  readonly port: number;
  /** What it had printed when it was ready. */
  readonly output: string;
  stop(): void;
}

/**
 * Starts the example, and waits until it says where it is.
 *
 * @throws where it ends before
 */
export async function startExample(): Promise<ExampleServer> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'docs/example/server.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += chunk;
    const port = /http:\/\/localhost:(\d+)\n/.exec(output)?.[1];
    if (port !== undefined) return { port: Number(port), output, stop: () => child.kill() };
  }
  throw new Error(`the example ended: ${output}`);
}
