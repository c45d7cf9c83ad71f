/** The program that runs a source of JavaScript, TypeScript or JSON. */
import { serve } from './serve.ts';

serve(() => null);
