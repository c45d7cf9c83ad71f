/** The example, in a process that says how large its heap is after garbage collection. */
import { setTimeout } from 'node:timers/promises';
import '../../docs/example/server.ts';

process.on('message', async () => {
  // Sockets that were closed and finalisers of what was collected need their turn, and what they
  // let go of is collected after it. The process is started with --expose-gc.
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await setTimeout(100);
  }
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
