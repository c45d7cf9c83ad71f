/** The thread that shows progress. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { type Shared, tick } from './progress.ts';

/** Written to directly, since the thread's own stream would wait for the busy main thread. */
const STDERR = 2;

// The cast: startProgress passes this type.
tick(workerData as Shared, (text) => writeSync(STDERR, text));
