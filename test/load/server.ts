/** Runs the example, and reports its heap size after garbage collection. */
import { setTimeout } from 'node:timers/promises';
import '../../docs/example/server.ts';

process.on('message', async () => {
  // Closed sockets and finalisers need their turn, and release memory only afterwards. The process
  // runs with --expose-gc.
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await setTimeout(100);
  }
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
