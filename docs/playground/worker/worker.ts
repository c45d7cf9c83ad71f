/** The program that runs a JavaScript, TypeScript or JSON source. */
import { inspectSource, serve } from './serve.ts';

serve((question) => inspectSource(question));
