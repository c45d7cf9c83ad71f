/** The example, in a process that says how large its heap is after a garbage collection. */
import '../../docs/example/server.ts';

process.on('message', () => {
  // Twice, as finalisers of the first may let go of more. The process is started with --expose-gc.
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
