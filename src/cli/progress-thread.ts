/** The thread that shows that work is under way. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { type Shared, tick } from './progress.ts';

/** The thread's own stream would wait for the thread that is busy. */
const STDERR = 2;

// The cast: startProgress gives it.
tick(workerData as Shared, (text) => writeSync(STDERR, text));
