/** Runs PHP's built-in server with a small application. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const INDEX = fileURLToPath(new URL('application/index.php', import.meta.url));

export interface PhpServer {
  readonly origin: string;
  /** The whole log. */
  readonly log: () => string;
  stop(): Promise<void>;
}

/**
 * Starts PHP on a free port, with several workers, since a slow page must not delay the others.
 * @param origin the origin of an earlier server, to restart it there
 */
export async function startPhp(origin = 'http://127.0.0.1:0'): Promise<PhpServer> {
  const data = mkdtempSync(join(tmpdir(), 'gateway-'));
  const limits = ['post_max_size=1G', 'upload_max_filesize=1G'].flatMap((limit) => ['-d', limit]);
  const child = spawn('php', [...limits, '-S', new URL(origin).host, INDEX], {
    env: { ...process.env, DATA: data, PHP_CLI_SERVER_WORKERS: '4' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // The workers would survive a signal to their parent.
    detached: true,
  });
  const closed = once(child, 'close');
  let log = '';
  const started = new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      log += text;
      const [, origin] = /Server \((http:\/\/[\d.:]+)\) started/.exec(log) ?? [];
      if (origin !== undefined) resolve(origin);
    });
    closed.then(() => reject(new Error(`PHP ended: ${log}`)), reject);
  });
  return {
    origin: await started,
    log: () => log,
    async stop() {
      process.kill(-Number(child.pid), 'SIGKILL');
      await closed;
      rmSync(data, { recursive: true });
    },
  };
}
