/** The thread that runs an application's modules. */
import { parentPort, workerData } from 'node:worker_threads';
import { evaluateList, evaluateRouter, STOP } from './evaluate.ts';
import type { Answer, Question } from './factory.ts';

// A function that nobody waits for, such as `main()`, rejects as it is stopped.
process.on('unhandledRejection', (error) => {
  if (error !== STOP) throw error;
});

const { what, request } = workerData as Question; // the cast: `inThread` passes it
const evaluate = what === 'router' ? evaluateRouter : evaluateList;
const answer = await evaluate(request).then(
  (made): Answer => ({ made }),
  (error: Error): Answer => ({ problem: error.message }),
);
parentPort?.postMessage(answer);
