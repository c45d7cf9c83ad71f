/** Runs an application's modules in a separate thread, to isolate their definitions. */
import { Worker } from 'node:worker_threads';
import type { Listed, Made, Request } from './evaluate.ts';

/** Runs modules during the build. */
export interface Evaluator {
  router(request: Request): Promise<Made | null>;
  list(request: Request): Promise<Listed | null>;
}

export interface Question {
  readonly what: keyof Evaluator;
  readonly request: Request;
}

/** The thread's only message. */
export type Answer = { readonly made: Made | Listed | null } | { readonly problem: string };

/** Makes an evaluator that starts a thread for each request, and ends it after the answer. */
export function inThread(script: URL): Evaluator {
  const ask = (what: keyof Evaluator, request: Request) =>
    new Promise<unknown>((resolve, reject) => {
      const question: Question = { what, request };
      const worker = new Worker(script, { workerData: question });
      worker.once('message', (answer: Answer) => {
        if ('made' in answer) resolve(answer.made);
        else reject(new Error(answer.problem));
        void worker.terminate();
      });
      worker.once('error', reject);
      // Has no effect after a message.
      worker.once('exit', () => reject(new Error(`${request.file}: its code ended the process`)));
    });
  return {
    // The casts: the thread answers with the result of the function of that name.
    router: async (request) => (await ask('router', request)) as Made | null,
    list: async (request) => (await ask('list', request)) as Listed | null,
  };
}
