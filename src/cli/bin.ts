#!/usr/bin/env node
/** The command `waymark`: hands the process to {@link main}. */
import { createRequire } from 'node:module';
import { undiverted } from './divert.ts';
import { main } from './main.ts';
import { startProgress } from './progress.ts';

const { stdout, stderr, env, argv } = process;

// What reads the output may stop early, as `head` does.
for (const stream of [stdout, stderr]) stream.on('error', () => process.exit());

const status = await main(argv.slice(2), {
  stdout: undiverted(stdout),
  stderr,
  env,
  cwd: process.cwd(),
  version: createRequire(import.meta.url)('waymark/package.json').version,
  startProgress: (label) =>
    startProgress(label, new URL('./progress-thread.js', import.meta.url), stderr),
});

// A route file may have opened what keeps the process alive, so it ends once all is written.
stdout.write('', () => stderr.write('', () => process.exit(status)));
