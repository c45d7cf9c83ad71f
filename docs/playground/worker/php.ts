/** The program that imports a PHP source and runs the generated route file. */
import { WaymarkError } from 'waymark';
import { importRoutes } from 'waymark-tools/import';
import { Stop } from './fail.ts';
import { inspectSource, serve } from './serve.ts';

serve(async (question) => inspectSource(question, undefined, importPhp(question.source)));

function importPhp(source: string) {
  try {
    // On the first line, so the lines keep their numbers.
    const { code, warnings } = importRoutes(/^\s*<\?/.test(source) ? source : `<?php ${source}`);
    return { code, warnings: warnings.map(({ line, message }) => ({ line, message })) };
  } catch (error) {
    if (!(error instanceof WaymarkError)) throw error;
    const line = /routes\.php:(\d+)/.exec(error.message)?.[1];
    throw new Stop(error.message, line === undefined ? null : Number(line), { code: error.code });
  }
}
