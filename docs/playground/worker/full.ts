/** The program that runs a source that imports the inspecting tools. */
import * as inspect from 'waymark/inspect';
import { MODULES } from './load.ts';
import { serve } from './serve.ts';

serve(() => null, { ...MODULES, 'waymark/inspect': inspect });
