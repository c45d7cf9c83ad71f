/** The program with every module. It runs a source, or sends a request to the source's handlers. */
import * as inspect from 'waymark-tools/inspect';
import type { Question, SendQuestion } from '../question.ts';
import { isolateRequests } from './isolate.ts';
import { REQUEST_MODULES, respond } from './respond.ts';
import { inspectSource, serve } from './serve.ts';

const modules = { ...REQUEST_MODULES, 'waymark-tools/inspect': inspect };

serve(
  (question: Question | SendQuestion) =>
    'body' in question ? respond(question, modules) : inspectSource(question, modules),
  isolateRequests,
);
