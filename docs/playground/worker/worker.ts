/** The program that runs a JavaScript, TypeScript or JSON source. */
import { serve } from './serve.ts';

serve(() => null);
