/** The program that runs a source that answers requests itself. */
import { isolateRequests } from './isolate.ts';
import { REQUEST_MODULES } from './respond.ts';
import { inspectSource, serve } from './serve.ts';

serve((question) => inspectSource(question, REQUEST_MODULES), isolateRequests);
