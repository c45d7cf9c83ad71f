/** Runs programs, each in a thread of its own. */
import { Worker } from 'node:worker_threads';
import type { Bundled } from '../cli/compile/bundled.ts';
import type { Module } from '../cli/compile/module.ts';
import type { Compiled } from '../cli/compile/program.ts';

export type Answer = { readonly compiled: Compiled } | { readonly problem: string };

/** Runs what a bundler has made, or a module as it is written. */
export type RunProgram = (program: Bundled | Module) => Promise<Compiled>;

/** Makes a function that starts a thread for each program, and ends it after the answer. */
export function runInThread(script: URL): RunProgram {
  return (program) =>
    new Promise((resolve, reject) => {
      // What the program prints isn't part of the build's output.
      const worker = new Worker(script, { workerData: program, stdout: true, stderr: true });
      worker.once('message', (answer: Answer) => {
        if ('compiled' in answer) resolve(answer.compiled);
        else reject(new Error(answer.problem));
        void worker.terminate();
      });
      worker.once('error', reject);
      // Has no effect after a message.
      worker.once('exit', () => reject(new Error('the program ended the process as it started')));
    });
}
