/** The program that runs a source that imports `waymark-tools/inspect`. */
import * as inspect from 'waymark-tools/inspect';
import { isolateRequests } from './isolate-requests.ts';
import { REQUEST_MODULES } from './request-modules.ts';
import { serve } from './serve.ts';

serve(() => null, { ...REQUEST_MODULES, 'waymark-tools/inspect': inspect }, isolateRequests);
