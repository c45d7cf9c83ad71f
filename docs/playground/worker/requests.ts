/** The program that runs a source that answers requests itself. */
import { isolateRequests } from './isolate-requests.ts';
import { REQUEST_MODULES } from './request-modules.ts';
import { serve } from './serve.ts';

serve(() => null, REQUEST_MODULES, isolateRequests);
