#!/usr/bin/env node
/** The command `waymark`: calls {@link main} for the process. */
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { progressOn } from './io.ts';
import { main } from './main.ts';
import { divert, undiverted, watchEnding } from './process.ts';

const { stdout, stderr, env, argv } = process;

const end = watchEnding(process);
const own = undiverted(stdout);
divert(stderr);

const status = await main(argv.slice(2), {
  stdout: own,
  stderr,
  readInput: () => text(process.stdin),
  env,
  cwd: process.cwd(),
  pages: new URL('./help/', import.meta.url),
  version: createRequire(import.meta.url)('waymark/package.json').version,
  startProgress: progressOn(stderr),
});

end(status);
