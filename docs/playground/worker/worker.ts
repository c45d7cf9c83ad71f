/** The program that runs a source of JavaScript. */
import { serve } from './serve.ts';

serve((question) => ({ code: question.source, imported: null }));
